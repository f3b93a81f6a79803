"""Tricky situations of the rules: what a careful opponent would ask at the table. One test, one answer."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from egypt import IllegalMoveError, NotationError, Position, Rng, StateError, View
from egypt.games.sobek.components import COMPONENTS
from tests.games.sobek.positions import (
    GAME,
    KINDS,
    cards,
    field,
    moves_of,
    play,
    position,
    round_end,
    seat,
    settle,
    with_tokens,
)
from tests.games.sobek.test_examples import after_penalty
from tests.games.sobek.test_hidden import known

NINE = "fish1,fish0,wheat1,wheat0,cattle1,cattle0,ebony2,ebony0,marble2"


def hand_size(start: Position, number: int) -> int:
    return sum(seat(start, number)["hand"].values())


def samples(start: Position, viewer: int, place: str, number: int = 200) -> Counter[str]:
    """All cards that samples of a viewer (counted from 1) put in a place."""
    found: Counter[str] = Counter()
    for seed in range(number):
        found += cards(field(start.view(viewer - 1).sample(Rng(seed)).to_text(), place))
    return found


# -- setup and docks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "value", "scarabs", "plain", "green"),
    [
        ("ivory", 3, 3, 2, 1),
        ("ebony", 2, 4, 2, 1),
        ("marble", 2, 3, 3, 1),
        ("cattle", 1, 5, 2, 2),
        ("fish", 1, 5, 3, 2),
        ("wheat", 1, 5, 3, 2),
    ],
)
def test_the_box_holds_these_goods(family: str, value: int, scarabs: int, plain: int, green: int) -> None:
    counts = [KINDS[name].count for name in (f"{family}{value}", f"{family}0", f"{family}0g")]
    assert counts == [scarabs, plain, green] and KINDS["amulet"].count == 5


def test_the_box_holds_these_event_tokens() -> None:
    doubled = {"prosperity", "flood", "curse"}
    assert {row.name: row.count for row in COMPONENTS.tokens} == {
        name: 2 if name in doubled else 1
        for name in (
            *("guild-ankh", "guild-snake", "guild-reed", "guild-scorpion"),
            *("prosperity", "flood", "curse", "embalming", "ruse"),
        )
    }


@pytest.mark.parametrize(("players", "deliveries"), [(2, 5), (3, 6), (4, 6)])
def test_a_round_without_the_queen_has_five_or_six_full_deliveries(players: int, deliveries: int) -> None:
    now = settle(Position.start(GAME, players), seed=3)
    full = 1
    while now.as_dict()["phase"] == "turn":
        now = play(now, "take:0")
        while now.is_chance and now.as_dict()["phase"] != "penalty":
            now = now.settle(Rng(full))
            if now.as_dict()["phase"] == "turn" and len(now.as_dict()["docks"]) == 9:
                full += 1
    assert full == deliveries and now.as_dict()["round"] == 1


def test_the_first_card_of_a_delivery_lies_nearest_the_temple() -> None:
    start = play(position(docks="ivory3", deck=9), "take:0", "dock:?")
    assert start.as_dict()["docks"] == ["_"] * 8 + ["?"]


def test_skipped_characters_are_turned_over_before_the_one_taken() -> None:
    end = play(position(docks="?,?,fish1"), "take:1", "draw:thief", "draw:queen")
    assert seat(end, 1)["pile"] == {"thief": 1} and seat(end, 1)["hand"] == {"queen": 1}


def test_the_four_available_cards_close_ranks_behind_a_merchant() -> None:
    start = play(position(hands=["merchant"], docks=NINE), "merchant:1")
    assert moves_of(start, "take") == ["take:0", "take:1", "take:2", "take:3"]
    end = play(start, "take:3")
    assert seat(end, 2)["hand"] == {"cattle1": 1}
    assert seat(end, 2)["pile"] == {"fish1": 1, "wheat1": 1, "wheat0": 1}


def test_a_take_that_skips_to_the_last_dock_brings_the_delivery_before_the_neighbours_turn() -> None:
    start = play(position(3, docks="fish1,?,wheat1", deck=18), "take:2", "draw:queen")
    assert start.as_dict()["phase"] == "delivery"
    assert seat(start, 1)["pile"] == {"fish1": 1, "queen": 1}
    end = settle(start)
    assert end.actor == 1 and len(end.as_dict()["docks"]) == 9 and end.as_dict()["deck"] == 9


def test_the_merchant_may_reach_the_dock_nearest_the_temple() -> None:
    end = play(position(hands=["merchant"], docks=NINE), "merchant:8")
    assert seat(end, 1)["hand"] == {"marble2": 1} and len(end.as_dict()["docks"]) == 8


def test_the_merchant_sees_the_last_face_down_card_before_the_delivery() -> None:
    start = play(position(hands=["merchant"], docks="?", deck=18), "merchant:0")
    assert start.as_dict()["phase"] == "identify"
    start = play(start, "draw:thief")
    assert start.as_dict()["phase"] == "delivery" and seat(start, 1)["hand"] == {"thief": 1}
    assert settle(start).actor == 1


def test_six_docks_after_the_queen_are_the_last_delivery_and_end_the_round() -> None:
    start = play(position(docks="fish1", deck=6), "take:0")
    assert start.as_dict()["docks"] == ["_"] * 6
    for _ in range(6):
        start = settle(start)
        assert start.as_dict()["phase"] == "turn"
        start = play(start, "take:0")
        start = start if start.as_dict()["phase"] in ("penalty", "lay") else settle(start)
    assert start.as_dict()["phase"] in ("penalty", "lay")


# -- characters ----------------------------------------------------------------------------------------------


def test_characters_in_a_set_keep_their_power_to_themselves() -> None:
    start = position(hands=["fish1+scribe-fish+thief", "wheat1*4+cattle1*4"], docks="ivory0,ebony0")
    end = play(start, "set:fish+1+scribe-fish+thief")
    assert hand_size(end, 2) == 8 and end.as_dict()["phase"] == "tokens"
    assert seat(end, 1)["sets"][0]["points"] == 3 and "thief" not in end.as_dict()["discard"]


def test_the_thief_may_rob_any_opponent_but_not_himself() -> None:
    start = position(4, hands=["thief+fish0g", "-", "wheat0g", "vizier+ivory3"])
    assert moves_of(start, "thief") == ["thief:p3+green", "thief:p4+beige", "thief:p4+orange"]
    end = play(start, "thief:p4+orange", "stolen:vizier")
    assert seat(end, 1)["hand"] == {"fish0g": 1, "vizier": 1} and seat(end, 4)["hand"] == {"ivory3": 1}
    assert end.actor == 1


def test_a_thief_among_empty_hands_is_played_for_nothing() -> None:
    start = position(3, hands=["thief+fish1"])
    assert moves_of(start, "thief") == ["thief"]
    assert play(start, "thief").actor == 1


def test_the_scribes_player_keeps_his_own_large_hand() -> None:
    end = play(position(hands=["scribe-fish+fish1*4+wheat1*4"], docks="ivory0,ebony0"), "scribe-fish")
    assert hand_size(end, 1) == 8 and end.actor == 1 and end.as_dict()["phase"] == "turn"


def test_the_scribes_victims_drop_in_turn_order_each_with_a_free_choice() -> None:
    start = position(
        4,
        hands=["wheat1*4+wheat0*3", "ivory3*3+ivory0*2+ebony2*3", "scribe-fish", "cattle1*4+fish1*4"],
        turn="p3",
        act="p3",
        docks="marble2,marble0",
    )
    start = play(start, "scribe-fish")
    assert start.actor == 3  # the left neighbour first
    start = play(start, "drop:cattle1", "drop:fish1")
    assert start.actor == 0 and start.legal_moves() == ["drop:wheat1", "drop:wheat0"]
    start = play(start, "drop:wheat0")
    assert start.actor == 1
    assert start.legal_moves() == ["drop:ivory3", "drop:ivory0", "drop:ebony2"]  # though wheat0 went before
    end = play(start, "drop:ivory3", "drop:ivory3")
    assert end.actor == 3 and end.as_dict()["phase"] == "turn"
    assert [hand_size(end, number) for number in (1, 2, 4)] == [6, 6, 6]


def test_every_surplus_can_be_dropped_and_no_order_runs_dry() -> None:
    start = play(position(hands=["scribe-fish", "ivory3+ebony2*2+amulet*4+queen"], docks="fish1"), "scribe-fish")
    piles = set()
    for first in start.legal_moves():
        for second in play(start, first).legal_moves():
            piles.add(field(play(start, first, second).to_text(), "pile2"))
    kinds = ["ivory3", "ebony2", "amulet", "queen"]
    pairs = {f"{a}+{b}" for i, a in enumerate(kinds) for b in kinds[i + 1 :]}
    assert piles == pairs | {"ebony2*2", "amulet*2"}


def test_the_vizier_takes_from_the_pile_he_named_alone() -> None:
    start = position(3, hands=["vizier"], piles=["ivory3", "fish0g+amulet", "thief"])
    assert moves_of(start, "vizier") == ["vizier:p1", "vizier:p2", "vizier:p3"]
    start = play(start, "vizier:p2", "see:fish0g")
    assert start.actor == 0 and start.legal_moves() == ["retrieve:fish0g", "retrieve:amulet"]
    end = play(start, "retrieve:amulet")
    assert seat(end, 1)["hand"] == {"amulet": 1} and seat(end, 2)["pile"] == {"fish0g": 1}
    assert seat(end, 1)["pile"] == {"ivory3": 1} and end.actor == 1


def test_the_high_priest_cleans_his_own_pile_alone_green_goods_too() -> None:
    start = position(hands=["priest-marble"], piles=["wheat1+wheat0+wheat0g+amulet*2", "wheat1*2"])
    end = play(start, "priest-marble:wheat+1+0+0g")
    assert seat(end, 1)["pile"] == {"amulet": 2} and seat(end, 2)["pile"] == {"wheat1": 2}
    assert end.as_dict()["discard"]["wheat0g"] >= 1


def test_the_high_priest_cannot_keep_some_goods_of_the_family() -> None:
    start = position(hands=["priest-marble"], piles=["wheat1+wheat0"])
    assert [move for move in moves_of(start, "priest-marble") if "wheat" in move] == ["priest-marble:wheat+1+0"]


def test_a_high_priest_with_an_empty_pile_is_played_for_nothing() -> None:
    start = position(hands=["priest-ebony"], curses=[1], left=4, used="curse")
    assert moves_of(start, "priest-ebony") == ["priest-ebony"]
    assert play(start, "priest-ebony").actor == 1


def test_the_courtesan_adds_to_own_sets_alone() -> None:
    start = position(hands=["courtesan+fish1"], sets=["-", "fish:fish1*3"], docks="ivory3,ivory0")
    assert moves_of(start, "courtesan") == ["courtesan"]


def test_the_courtesan_must_add_if_she_can_at_most_two_cards_to_one_set() -> None:
    start = position(hands=["courtesan+fish0+fish0g+wheat1"], sets=["fish:fish1*3,wheat:wheat1*3"], docks="ivory3")
    assert moves_of(start, "courtesan") == [
        "courtesan:fish+0",
        "courtesan:fish+0+0g",
        "courtesan:fish+0g",
        "courtesan:wheat+1",
    ]


def test_the_courtesan_does_not_add_herself() -> None:
    start = position(hands=["courtesan"], sets=["wheat:wheat1*3"])
    assert moves_of(start, "courtesan") == ["courtesan"]
    end = play(start, "courtesan")
    assert end.as_dict()["discard"]["courtesan"] == 1 and seat(end, 1)["sets"][0]["points"] == 9


def test_a_character_is_no_good_of_another_family() -> None:
    start = position(hands=["fish1*2+vizier"])
    assert moves_of(start, "set") == []
    assert moves_of(position(hands=["cattle1*2+vizier"]), "set") == ["set:cattle+1+1+vizier"]


@pytest.mark.parametrize(
    ("character", "family"),
    [
        ("queen", "ivory"),
        ("priest-ebony", "ebony"),
        ("priest-marble", "marble"),
        ("vizier", "cattle"),
        ("scribe-cattle", "cattle"),
        ("scribe-fish", "fish"),
        ("thief", "fish"),
        ("merchant", "wheat"),
        ("courtesan", "wheat"),
    ],
)
def test_each_character_belongs_to_one_family(character: str, family: str) -> None:
    for other in ("ivory", "ebony", "marble", "cattle", "fish", "wheat"):
        sets = moves_of(position(hands=[f"{other}0*2+{character}"]), "set")
        assert bool(sets) == (other == family)


# -- sets and events -----------------------------------------------------------------------------------------


def test_a_second_play_of_a_family_joins_the_first_set() -> None:
    start = position(hands=["marble2+marble0+amulet"], sets=["marble:marble2*2+marble0"], left=0,
                     used="ruse+embalming+flood*2+guild-snake")  # fmt: skip
    end = play(start, "set:marble+2+0+amulet")
    assert [row["points"] for row in seat(end, 1)["sets"]] == [6 * 6]


def test_three_amulets_added_to_a_set_trigger_an_event() -> None:
    start = position(hands=["amulet*3"], sets=["ivory:ivory3*3"])
    end = play(start, "set:ivory+amulet+amulet+amulet")
    assert seat(end, 1)["sets"][0]["points"] == 9 * 6 and end.as_dict()["phase"] == "tokens"


def test_floods_can_be_chained() -> None:
    start = position(
        hands=["wheat1*3+cattle1*3"],
        docks="ebony0,ivory0",
        **with_tokens("flood*2", 2, "ruse+embalming+guild-snake"),
    )
    start = play(start, "set:wheat+1+1+1", "event:flood", "set:cattle+1+1+1", "event:flood")
    assert start.actor == 0 and start.as_dict()["extra_turn"]
    end = play(start, "take:0")
    assert end.actor == 1 and not end.as_dict()["extra_turn"]


def test_a_flood_turn_may_empty_the_docks_and_the_neighbour_goes_on() -> None:
    tokens = with_tokens("flood", 1, "ruse+embalming+flood+guild-snake")
    start = position(3, hands=["wheat1*3"], docks="ebony0", deck=9, **tokens)
    end = settle(play(start, "set:wheat+1+1+1", "event:flood", "take:0"))
    assert end.actor == 1 and len(end.as_dict()["docks"]) == 9


def test_a_flood_turn_may_end_the_round() -> None:
    tokens = with_tokens("flood", 1, "ruse+embalming+flood+guild-snake")
    start = position(hands=["wheat1*3", "fish1*3"], docks="ebony0", deck=0, avoid="wheat1+fish1", **tokens)
    end = play(start, "set:wheat+1+1+1", "event:flood", "take:0")
    assert end.as_dict()["phase"] == "lay" and end.actor == 1


def test_prosperity_lies_on_any_own_cheap_set_with_or_without_scarabs() -> None:
    start = position(
        hands=["ivory3*3"],
        sets=["marble:marble2*3,cattle:cattle1*3,fish:fish0*3", "wheat:wheat1*3"],
        **with_tokens("prosperity", 1, "ruse+embalming+flood*2"),
        docks="ebony0,ivory0",
    )
    start = play(start, "set:ivory+3+3+3")
    assert start.legal_moves() == ["event:prosperity+cattle", "event:prosperity+fish"]
    end = play(start, "event:prosperity+fish")
    assert [row["points"] for row in seat(end, 1)["sets"] if row["family"] == "fish"] == [2 * 3]


def test_embalming_and_ruse_with_an_empty_pile_may_be_picked_for_nothing() -> None:
    start = position(hands=["wheat1*3"], **with_tokens("embalming+ruse", 2, "flood*2+guild-snake"))
    start = play(start, "set:wheat+1+1+1")
    for token in ("event:embalming", "event:ruse"):
        end = play(start, token)
        assert end.scores() == [0, 0] and seat(end, 1)["hand"] == {} and end.actor == 1


def test_both_curses_may_weigh_on_one_player() -> None:
    start = position(
        3, hands=["wheat1*3"], curses=[0, 0, 1], **with_tokens("curse", 1, "curse+ruse+flood*2"), docks="ivory0"
    )
    end = play(start, "set:wheat+1+1+1", "event:curse+p3")
    assert [seat(end, number)["corruption"] for number in (1, 2, 3)] == [0, 0, 4]


@pytest.mark.parametrize(
    ("symbol", "mine", "theirs", "moved"),
    [
        ("ankh", 0, 1, [1, 1]),  # no ankh below 1
        ("snake", 0, 1, [2, 1]),
        ("ankh", 99, 101, [101, 99]),  # across the lap, both ways
        ("scorpion", 100, 100, [104, 96]),
        ("reed", 103, 103, [106, 97]),
    ],
)
def test_guild_at_the_ends_of_the_track(symbol: str, mine: int, theirs: int, moved: list[int]) -> None:
    start = position(
        hands=["wheat1*3"],
        totals=[mine, theirs],
        **with_tokens(f"guild-{symbol}", 1, "ruse+embalming+flood*2"),
    )
    assert play(start, "set:wheat+1+1+1", f"event:guild-{symbol}+p2").scores() == moved


def test_guild_moves_one_opponent_alone() -> None:
    start = position(3, hands=["wheat1*3"], totals=[38, 44, 44], **with_tokens("guild-ankh", 1, "ruse+embalming+flood*2"))
    assert play(start, "set:wheat+1+1+1", "event:guild-ankh+p3").scores() == [39, 44, 41]


def test_points_by_a_guild_are_noted_as_gains() -> None:
    start = position(hands=["wheat1*3"], totals=[38, 44], **with_tokens("guild-ankh", 1, "ruse+embalming+flood*2"))
    end = play(start, "set:wheat+1+1+1", "event:guild-ankh+p2")
    assert field(end.to_text(), "p1") == "39,1,0" and field(end.to_text(), "p2") == "41,0,0"


# -- the end of a round --------------------------------------------------------------------------------------


def laying(hand: str, **description: Any) -> Position:
    """p2 takes the last card; p1 may lay horizontal sets."""
    settings = {"docks": "cattle0", "deck": 0, "turn": "p2", "act": "p2", "avoid": hand}
    return play(position(hands=[hand], **{**settings, **description}), "take:0")


def test_amulets_may_be_shared_between_horizontal_sets_of_several_families() -> None:
    start = laying("ivory3*2+marble2*2+amulet*2")
    assert start.legal_moves() == [
        "lay:ivory+3+amulet+amulet",
        "lay:ivory+3+3+amulet",
        "lay:ivory+3+3+amulet+amulet",
        "lay:marble+2+amulet+amulet",
        "lay:marble+2+2+amulet",
        "lay:marble+2+2+amulet+amulet",
        "done",
    ]
    end = play(start, "lay:ivory+3+3+amulet", "lay:marble+2+2+amulet")
    assert [row["points"] for row in seat(end, 1)["sets"]] == [6, 4]
    assert seat(end, 1)["pile"] == {}


def test_horizontal_sets_take_no_amulets_alone_even_beside_a_vertical_set() -> None:
    start = laying("amulet*3", sets=["fish:fish1*3"])
    assert start.legal_moves() == ["done"]
    assert seat(play(start, "done"), 1)["pile"] == {"amulet": 3}


def test_a_horizontal_set_of_two_cards_is_none() -> None:
    assert laying("fish1*2+wheat1*2").legal_moves() == ["done"]


def test_no_powers_and_no_events_when_the_round_is_over() -> None:
    start = laying("fish1+thief+scribe-fish+merchant")
    assert start.legal_moves() == ["lay:fish+1+scribe-fish+thief", "done"]
    end = play(start, "lay:fish+1+scribe-fish+thief")
    assert end.as_dict()["tokens_left"] == 5 and end.as_dict()["phase"] == "penalty"
    assert seat(end, 1)["pile"] == {"merchant": 1}


def test_horizontal_sets_are_laid_from_the_starting_player_on() -> None:
    start = position(
        3,
        hands=["fish1*3", "wheat1*3", "ivory3*3"],
        docks="cattle0",
        deck=0,
        starter="p3",
        avoid="fish1+wheat1+ivory3",
    )
    start = play(start, "take:0")
    order = []
    while start.as_dict()["phase"] == "lay":
        order.append(start.actor + 1)
        start = play(start, "done")
    assert order == [3, 1, 2]


def test_leftover_cards_decide_a_tie_by_their_scarabs() -> None:
    start = laying("ivory3*2", piles=["-", "fish1"])
    # p1: two ivory with six scarabs; p2: one fish, and the cattle he has just taken
    assert start.outcomes() == [("pay:p1", 1.0)]


def test_a_curse_makes_a_small_pile_tie_and_the_scarabs_decide() -> None:
    start = round_end(
        3, piles=["ivory3", "fish1*3", "wheat0*2"], curses=[1, 0, 0], left=4, used="curse"
    )  # 3, 3, 2 cards; 3, 3, 0 scarabs
    assert after_penalty(start)[0] == "pay:p1+p2"


def test_a_later_and_larger_pile_pays_alone() -> None:
    start = round_end(4, piles=["ivory3*2", "ivory3+ivory0", "wheat0*3", "fish0*2"])
    assert after_penalty(start)[0] == "pay:p3"


def test_a_penalty_is_taken_symbol_by_symbol_for_every_full_ten() -> None:
    start = round_end(sets=["ivory:ivory3*3+amulet"], piles=["fish1"])
    assert after_penalty(start)[1].scores() == [24, 0]  # 36, then the same symbol on 33, 27 and 24


def test_a_penalty_on_a_number_ends_on_a_number() -> None:
    start = round_end(sets=["ebony:ebony2*2+ebony0*2,fish:fish1+fish0*3"], piles=["wheat1"])
    assert after_penalty(start)[1].scores() == [10, 0]


def test_the_limit_of_the_early_end_is_looked_at_after_the_penalty() -> None:
    start = round_end(totals=[84, 0], sets=["ivory:ivory3*2+amulet"], piles=["fish1"], round=2)
    end = after_penalty(start)[1]  # 102 and back
    assert end.scores()[0] < 100 and not end.is_over and end.as_dict()["round"] == 3


def test_no_early_end_after_the_first_round() -> None:
    end = after_penalty(round_end(totals=[130, 0], piles=["-", "fish1"], round=1))[1]
    assert not end.is_over and end.as_dict()["round"] == 2


def test_of_two_beyond_the_limit_the_higher_total_wins() -> None:
    end = after_penalty(round_end(3, totals=[101, 120, 5], piles=["-", "-", "fish1"], round=2))[1]
    assert end.is_over and end.ranks() == [2, 1, 3]


def test_the_last_player_after_the_penalty_names_the_starter() -> None:
    start = round_end(totals=[9, 20], sets=["ivory:ivory3*2+amulet*2"], piles=["fish1", "-"])  # 33, two steps of the reed
    end = settle(after_penalty(start)[1])
    last = 0 if end.scores()[0] < end.scores()[1] else 1
    assert end.scores()[0] < 33 and end.actor == last and end.legal_moves() == ["starter:p1", "starter:p2"]


def test_a_new_round_begins_with_nothing_but_the_points() -> None:
    start = round_end(
        totals=[30, 40],
        gains=[5, 6],
        curses=[1, 1],
        piles=["fish1*2", "wheat1"],
        sets=["cattle:cattle1*3+prosperity"],
        left=1,
        drawn=1,
        looked="p1",
        tokens="flood",
        used="curse*2+prosperity+ruse",
    )
    end = settle(after_penalty(start)[1])
    text = end.to_text()
    assert [field(text, name).split(",")[1:] for name in ("p1", "p2")] == [["0", "0"]] * 2
    assert (field(text, "left"), field(text, "drawn"), field(text, "looked")) == ("5", "0", "-")
    assert field(text, "used") == field(text, "discard") == field(text, "sets1") == "-"
    assert [hand_size(end, number) for number in (1, 2)] == [2, 2]
    assert [seat(end, number)["corruption"] for number in (1, 2)] == [0, 0]
    assert len(end.as_dict()["docks"]) == 9 and end.as_dict()["deck"] == 36


# -- who knows what: chains ----------------------------------------------------------------------------------


def test_the_only_card_of_a_back_is_followed_through_a_theft() -> None:
    start = position(3, hands=["thief", "fish1+ivory0g"], docks="ivory3,ivory0")
    start = play(start, "thief:p2+beige", "stolen:fish1")
    assert known(start, 3, "hand1") == "fish1" and known(start, 3, "hand2") == "?green"
    assert known(start, 3, "either") == "-"


def test_of_two_possible_stolen_cards_the_one_played_settles_the_other() -> None:
    start = position(3, hands=["thief", "wheat1*2+wheat0+merchant"], docks="ivory3,ivory0")
    start = play(start, "thief:p2+beige", "stolen:wheat0")
    assert known(start, 3, "either") == "hand1|hand2:wheat1*2+wheat0"
    start = play(start, "set:wheat+1+1+merchant")
    assert known(start, 3, "hand1") == "wheat0" and known(start, 3, "either") == "-"


def test_a_robbed_player_keeps_track_of_his_card() -> None:
    start = position(3, hands=["thief", "fish0g+wheat0g", "scribe-fish"], docks="ivory3,ivory0,ebony0")
    start = play(start, "thief:p2+green", "stolen:fish0g", "take:0", "scribe-fish")
    assert known(start, 2, "hand1") == "fish0g" and known(start, 3, "hand1") == "?green"


def test_a_vizier_sorts_out_what_a_scribe_left_in_doubt() -> None:
    hand = "ivory3+fish1+fish0+wheat1+wheat0+cattle1+cattle0"
    start = position(3, hands=["scribe-fish", hand, "vizier"], docks="ebony2,ebony0,marble2")
    start = play(start, "scribe-fish", "drop:fish1", "take:0", "vizier:p2", "see:fish1")
    start = play(start, "retrieve:fish1")
    rest = "ivory3+cattle1+cattle0+fish0+wheat1+wheat0"
    assert cards(known(start, 3, "hand2")) == cards(rest) + Counter({"ebony2": 1})
    assert known(start, 3, "either") == "-" and known(start, 2, "hand3") == "fish1"
    assert "hand3" in known(start, 1, "either") and known(start, 1, "hand3") == "?beige"


def test_a_pile_once_looked_through_stays_known_when_it_is_embalmed() -> None:
    start = position(
        3,
        hands=["vizier", "wheat1*3"],
        piles=["-", "thief+merchant+queen+fish1"],
        docks="ebony2,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "vizier:p2", "see:queen", "see:thief", "see:merchant", "retrieve:queen")
    start = play(start, "set:wheat+1+1+1", "event:embalming")
    assert known(start, 1, "hand2") == "fish1+thief+merchant" and known(start, 1, "pile2") == "-"
    assert known(start, 3, "hand2") == "fish1+?orange*2"


def test_a_doubt_between_a_pile_and_another_hand_follows_the_embalmed_cards() -> None:
    start = position(
        3,
        hands=["vizier", "wheat1*3"],
        piles=["-", "cattle1+fish1"],
        docks="ebony2,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "vizier:p2", "retrieve:fish1", "set:wheat+1+1+1", "event:embalming")
    assert known(start, 3, "either") == "hand1|hand2:cattle1+fish1"
    assert known(start, 1, "hand2") == "cattle1" and known(start, 2, "hand1") == "fish1"


def test_a_skipped_character_is_known_to_the_owner_and_to_a_vizier_not_to_the_third() -> None:
    start = position(3, hands=["-", "vizier"], docks="?,?,fish1,fish0")
    start = play(start, "take:2", "draw:thief", "draw:queen", "vizier:p1", "see:queen", "see:thief")
    start = play(start, "retrieve:thief")
    assert known(start, 2, "pile1") == "queen" and known(start, 1, "hand2") == "thief"
    assert known(start, 3, "pile1") == "?orange" and known(start, 3, "hand2") == "?orange"


def test_a_card_known_to_all_that_leaves_by_kind_does_not_uncover_its_hidden_twin() -> None:
    start = position(hands=["wheat1*4"], shown_hands=["wheat1*3"], left=0,
                     used="ruse+embalming+flood*2+guild-snake")  # fmt: skip
    end = play(start, "set:wheat+1+1+1")
    assert known(end, 2, "hand1") == "?beige"


def test_a_bar_from_a_courtesan_is_lifted_by_the_queens_cards() -> None:
    start = position(hands=["courtesan+queen+wheat0g"], sets=["fish:fish1*3"], docks="ivory0,ivory0,ebony0")
    start = play(start, "courtesan", "take:0", "queen", "draw:fish0", "draw:amulet", "draw:thief")
    found = samples(start, 2, "hand1")
    assert found["fish0"] and found["amulet"] and found["thief"] and not found["fish0g"]


def test_a_bar_is_lifted_by_a_stolen_card() -> None:
    start = position(
        3,
        hands=["courtesan+thief+ivory0g", "fish0g"],
        sets=["cattle:cattle1*3"],
        docks="ivory0,ebony0,ebony0",
        avoid="cattle0g",
    )
    start = play(start, "courtesan")
    assert not samples(start, 3, "hand1")["cattle0g"] and samples(start, 3, "hand2")["cattle0g"]
    start = play(start, "take:0", "take:0", "thief:p2+green", "stolen:fish0g")
    assert samples(start, 3, "hand1")["cattle0g"]


def test_a_bar_is_lifted_by_embalmed_cards_that_others_have_not_seen() -> None:
    start = position(
        hands=["courtesan+wheat1*3"],
        sets=["cattle:cattle1*3"],
        piles=["vizier+fish1"],
        docks="ivory0,ebony0",
        **with_tokens("embalming", 1, "ruse+flood*2+guild-snake"),
    )
    start = play(start, "courtesan", "take:0", "set:wheat+1+1+1", "event:embalming")
    found = samples(start, 2, "hand1")
    assert found["vizier"] and found["scribe-cattle"] and found["fish1"] == 200


def test_a_character_that_the_high_priest_kept_stays_possible() -> None:
    start = position(hands=["priest-ebony"], piles=["fish1+thief"])
    start = play(start, "priest-ebony:fish+1")
    assert samples(start, 2, "pile1")["thief"] and known(start, 2, "pile1") == "?orange"


def test_players_who_have_not_looked_at_the_tokens_learn_the_used_ones_alone() -> None:
    start = position(3, hands=["wheat1*3", "fish1*3"], docks="ivory3,ivory0,ebony2")
    start = play(start, "set:wheat+1+1+1", *["token:guild-ankh", "token:guild-snake", "token:guild-scorpion"])
    start = play(start, "token:ruse", "token:curse", "event:ruse")
    start = play(start, "set:fish+1+1+1", "sight:guild-ankh+guild-snake+guild-scorpion+curse", "event:curse+p3")
    assert known(start, 3, "tokens") == "?3" and field(start.to_text(), "looked") == "p1+p2"
    assert known(start, 3, "used") == "curse+ruse"


def test_illegal_moves_change_nothing() -> None:
    start = position(hands=["wheat1*2+amulet"], docks="fish1,fish0")
    before = start.to_text()
    for move in ("take:2", "set:wheat+1+1", "set:fish+1+amulet+amulet", "thief", "event:flood", "done"):
        with pytest.raises(IllegalMoveError):
            start.after(move)
    assert start.to_text() == before


def test_a_bar_ends_when_a_shown_card_of_its_kind_may_have_left_unseen() -> None:
    start = position(
        3,
        hands=["-", "-", "vizier+ebony2+ebony0g+priest-ebony"],
        shown_hands=[None, None, "-"],
        piles=["ebony2+fish1"],
        barred="pile1:ebony2+ebony0+ebony0g",
        turn="p3",
        act="p3",
        docks="ivory0,ivory0,marble0",
        left=0,
        used="ruse+embalming+flood*2+guild-snake",
    )
    start = play(start, "vizier:p1", "retrieve:fish1", "take:0", "take:0", "set:ebony+2+0g+priest-ebony")
    # for p2 the ebony on the table may be the one he had seen in the pile, or another one
    assert samples(start, 2, "pile1")["ebony2"]


# -- texts that cannot be ------------------------------------------------------------------------------------

BEIGE = [name for name, row in KINDS.items() if row.back == "beige"]
ORANGE = [name for name, row in KINDS.items() if row.back == "orange"]


def a_rich_position() -> Position:
    """Something in every field that a text can have."""
    start = position(
        3,
        hands=["scribe-fish+courtesan+wheat0g", "ivory3+fish1*2+fish0+cattle1*2+wheat1+wheat0g", "thief"],
        piles=["ebony2+vizier", "merchant", "marble0"],
        sets=["fish:fish1*3+amulet+prosperity", "-", "wheat:wheat1*3"],
        curses=[0, 1, 0],
        gains=[3, 0, 0],
        totals=[40, 12, 103],
        docks="?,ivory0,marble2",
        **with_tokens("flood+guild-snake", 2, "prosperity+curse+ruse"),
    )
    return play(start, "scribe-fish", "drop:wheat0g", "drop:ivory3")


@pytest.mark.parametrize(
    ("field_name", "value"),
    [
        ("barred", f"hand2:{'+'.join(BEIGE)}"),  # no kind is left for its unknown cards
        ("barred", f"hand3:{'+'.join(ORANGE)}"),
        ("barred", f"hand3:{'+'.join(ORANGE[1:])},pile2:{'+'.join(ORANGE[1:])}"),  # one Queen for two places
        ("barred", "hand2:cattle1,pile2:cattle1"),  # known to lie in one of the two
        ("barred", "pile1:vizier"),  # the viewer's own card
        ("either", "hand2|pile2:ivory3*4"),
        ("either", "hand1|pile2:ivory3"),
        ("either", "hand2|pile2:ivory3,hand3|pile2:fish1"),
        ("either", "hand2:ivory3"),
        ("tokens", "?2"),
    ],
)
def test_a_view_that_nobody_can_have_is_refused(field_name: str, value: str) -> None:
    text = a_rich_position().view(0).to_text()
    View.from_text(text, GAME)
    with pytest.raises((NotationError, StateError)):
        View.from_text(text.replace(f";{field_name}={field(text, field_name)};", f";{field_name}={value};"), GAME)


def test_a_position_whose_bar_contradicts_its_cards_is_refused() -> None:
    text = position(hands=["wheat0g+ivory0g"]).to_text()
    with pytest.raises(StateError):
        Position.from_text(text.replace("barred=-", "barred=hand1:wheat0g"), GAME)


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize("junk", ["zzz", "999999", "-7", "??", ""])
def test_a_mutilated_text_is_refused_and_the_error_names_the_place(viewer: int | None, junk: str) -> None:
    start = a_rich_position()
    text = start.to_text() if viewer is None else start.view(viewer).to_text()
    read: Any = Position.from_text if viewer is None else View.from_text
    tokens = [part.span() for part in re.finditer(r"[^;=,+*:|]+", text)]
    for begin, end in tokens:
        broken = text[:begin] + junk + text[end:]
        place = text[text.rfind(";", 0, begin) + 1 : end].partition("=")[0]
        with pytest.raises((NotationError, StateError)) as error:
            read(broken, GAME)
        if error.type is NotationError and junk == "zzz":
            assert junk in str(error.value) or place in str(error.value), (broken, str(error.value))


def test_a_card_of_a_group_is_not_dealt_where_its_kind_is_barred() -> None:
    start = position(3, hands=["-", "cattle1+wheat0g", "wheat1*2"], shown_hands=[None, "-", "-"], docks="ivory0,ebony0")
    text = start.view(0).to_text().replace("either=-", "either=hand2|hand3:fish1")
    view = View.from_text(text.replace("barred=-", "barred=hand2:fish1"), GAME)
    for seed in range(60):
        world = view.sample(Rng(seed))
        world.validate()
        assert "fish1" in field(world.to_text(), "hand3") and "fish1" not in field(world.to_text(), "hand2")


def test_a_doubt_that_a_vizier_settles_leaves_no_empty_group():
    """p1 knew a fish to lie in p2's hand or pile and sees it in the pile; more of the pile is still to be turned over."""
    before = (
        "sobek/1;viewer=all;players=2;variant=standard;round=1;phase=look;act=chance;turn=p1;starter=p1;docks=marble2,fish0,wheat1;"
        "deck=0;draws=2+0;target=p2;back=-;begun=-;lay=-;flood=0+0;left=2;drawn=2;looked=p1+p2;"
        "used=guild-snake+prosperity+curse;tokens=flood+ruse;discard=queen+vizier+scribe-cattle;barred=-;p1=2,2,1;"
        "sets1=cattle:cattle1*2+cattle0;lying1=-;shown-hand1=ivory0+marble0+cattle1+wheat1;"
        "shown-pile1=ivory3+ivory0+ebony2+cattle1+fish1+wheat1+wheat0*2+amulet*3;p2=0,0,0;"
        "sets2=ebony:ebony2*2+ebony0,marble:marble2+marble0g+amulet;lying2=-;shown-hand2=ebony2;"
        "shown-pile2=ivory3*2+marble2+marble0+fish1+fish0*2+wheat1+amulet;hand1=ivory0+marble0+cattle1+fish0g*2+wheat1;"
        "pile1=ivory3+ivory0+ebony2+cattle1+fish1+wheat1+wheat0*2+amulet*3+courtesan;hand2=ebony2+marble0+cattle1+wheat0g+thief;"
        "pile2=ivory3*2+marble2+marble0+fish1*2+fish0*2+wheat1+amulet+merchant;knows=-;either=p1:hand2|pile2:fish1;blind=-;floor=ivory0g"
    )
    after = Position.from_text(before, GAME).after("see:fish1")
    after.validate()
    assert "either=-;" in after.to_text()
    assert Position.from_text(after.to_text(), GAME) == after
