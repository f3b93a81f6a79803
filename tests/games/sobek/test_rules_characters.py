"""The characters: what a careful opponent would ask at the table."""

from __future__ import annotations

import pytest

from egypt import Rng
from tests.games.sobek.positions import field, hand_size, moves_of, plain, play, position, seat, settle


def test_characters_in_a_set_keep_their_power_to_themselves() -> None:
    start = position(hands=["fish1+scribe-fish+thief", "wheat1*4+cattle1*4"], docks="ivory0,ebony0")
    end = play(start, "set:fish+1+scribe-fish+thief")
    assert hand_size(end, 2) == 8 and plain(end)["phase"] == "tokens"
    assert seat(end, 1)["sets"][0]["score"] == 3 and "thief" not in plain(end)["discard"]


def test_the_thief_may_rob_any_opponent_but_not_themselves() -> None:
    start = position(4, hands=["thief+fish0g", "-", "wheat0g", "vizier+ivory3"])
    assert moves_of(start, "thief") == ["thief:p3+green", "thief:p4+beige", "thief:p4+orange"]
    end = play(start, "thief:p4+orange", "stolen:vizier")
    assert seat(end, 1)["hand"] == {"fish0g": 1, "vizier": 1} and seat(end, 4)["hand"] == {"ivory3": 1}
    assert end.actor == 1


def test_a_thief_among_empty_hands_is_played_for_nothing() -> None:
    start = position(3, hands=["thief+fish1"])
    assert moves_of(start, "thief") == ["thief"]
    assert play(start, "thief").actor == 1


def test_the_scribes_player_keeps_their_own_large_hand() -> None:
    end = play(position(hands=["scribe-fish+fish1*4+wheat1*4"], docks="ivory0,ebony0"), "scribe-fish")
    assert hand_size(end, 1) == 8 and end.actor == 1 and plain(end)["phase"] == "turn"


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
    assert end.actor == 3 and plain(end)["phase"] == "turn"
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


def test_the_vizier_takes_from_the_pile_they_named_alone() -> None:
    start = position(3, hands=["vizier"], piles=["ivory3", "fish0g+amulet", "thief"])
    assert moves_of(start, "vizier") == ["vizier:p1", "vizier:p2", "vizier:p3"]
    start = play(start, "vizier:p2", "see:fish0g")
    assert start.actor == 0 and start.legal_moves() == ["retrieve:fish0g", "retrieve:amulet"]
    end = play(start, "retrieve:amulet")
    assert seat(end, 1)["hand"] == {"amulet": 1} and seat(end, 2)["pile"] == {"fish0g": 1}
    assert seat(end, 1)["pile"] == {"ivory3": 1} and end.actor == 1


def test_the_high_priest_cleans_the_own_pile_alone_green_goods_too() -> None:
    start = position(hands=["priest-marble"], piles=["wheat1+wheat0+wheat0g+amulet*2", "wheat1*2"])
    end = play(start, "priest-marble:wheat+1+0+0g")
    assert seat(end, 1)["pile"] == {"amulet": 2} and seat(end, 2)["pile"] == {"wheat1": 2}
    assert plain(end)["discard"]["wheat0g"] >= 1


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


def test_the_courtesan_must_add_if_they_can_at_most_two_cards_to_one_set() -> None:
    start = position(hands=["courtesan+fish0+fish0g+wheat1"], sets=["fish:fish1*3,wheat:wheat1*3"], docks="ivory3")
    assert moves_of(start, "courtesan") == [
        "courtesan:fish+0",
        "courtesan:fish+0+0g",
        "courtesan:fish+0g",
        "courtesan:wheat+1",
    ]


def test_the_courtesan_does_not_add_the_courtesan() -> None:
    start = position(hands=["courtesan"], sets=["wheat:wheat1*3"])
    assert moves_of(start, "courtesan") == ["courtesan"]
    end = play(start, "courtesan")
    assert plain(end)["discard"]["courtesan"] == 1 and seat(end, 1)["sets"][0]["score"] == 9


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


def test_a_courtesan_may_add_a_character_which_keeps_its_power_to_itself() -> None:
    tokens = {"left": 4, "used": "prosperity"}
    start = position(hands=["courtesan+merchant"], sets=["wheat:wheat1*3+prosperity"], docks="fish1,fish0", **tokens)
    end = play(start, "courtesan:wheat+merchant")
    assert seat(end, 1)["sets"][0]["score"] == (3 + 2) * 4 and plain(end)["docks"] == ["fish1", "fish0"]


def test_a_stolen_character_cannot_be_played_in_the_same_turn() -> None:
    end = play(position(hands=["thief", "queen"]), "thief:p2+orange", "stolen:queen")
    assert seat(end, 1)["hand"] == {"queen": 1} and end.actor == 1


def test_a_high_priest_may_name_a_family_of_characters_alone() -> None:
    start = position(hands=["priest-ebony"], piles=["thief+wheat1"])
    assert [move for move in moves_of(start, "priest-ebony") if ":fish" in move] == [
        "priest-ebony:fish",
        "priest-ebony:fish+thief",
    ]
    assert seat(play(start, "priest-ebony:fish+thief"), 1)["pile"] == {"wheat1": 1}


def test_the_other_high_priest_may_lie_in_the_pile_and_go() -> None:
    start = position(hands=["priest-ebony"], piles=["priest-marble+marble2"])
    end = play(start, "priest-ebony:marble+2+priest-marble")
    assert seat(end, 1)["corruption"] == 0 and plain(end)["discard"]["priest-marble"] == 1


def test_the_queen_with_six_cards_in_the_deck_leaves_a_delivery_of_three() -> None:
    start = play(position(hands=["queen"], docks="fish1", deck=6, avoid="wheat1"), "queen")
    while start.is_chance:
        start = start.settle(Rng(1))
    end = settle(play(start, "take:0"))
    assert len(plain(end)["docks"]) == 3 and plain(end)["deck"] == 0


def test_a_scribe_counts_hands_after_it_was_played_and_spares_six() -> None:
    hands = ["scribe-fish", "wheat1*4+wheat0*2", "cattle1*5+cattle0+fish0"]
    end = play(position(3, hands=hands, docks="ivory0"), "scribe-fish")
    assert end.actor == 2 and sum(seat(end, 2)["hand"].values()) == 6
    assert play(end, "drop:cattle0").actor == 1


def test_a_vizier_may_take_an_amulet_or_a_character_that_others_skipped() -> None:
    start = play(position(hands=["vizier"], piles=["-", "amulet+queen"]), "vizier:p2", "see:queen")
    assert start.legal_moves() == ["retrieve:amulet", "retrieve:queen"]
