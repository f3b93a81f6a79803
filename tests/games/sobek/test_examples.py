"""The worked examples of the rules, in their order. Printed examples of the rulebook are marked."""

from __future__ import annotations

import pytest

from egypt import IllegalMoveError, Position
from tests.games.sobek.positions import (
    GAME,
    after_penalty,
    counts,
    field,
    moves_of,
    plain,
    play,
    position,
    round_end,
    seat,
    settle,
    with_tokens,
)


def test_example_01_take_skips_to_corruption() -> None:  # printed
    start = position(docks="wheat1,marble0,amulet,fish1,fish0,wheat0,cattle1,cattle0,ivory0")
    end = play(start, "take:2")
    assert seat(end, 1)["hand"] == {"amulet": 1}
    assert seat(end, 1)["pile"] == {"wheat1": 1, "marble0": 1}
    assert plain(end)["docks"][0] == "fish1"


def test_example_02_two_docks_two_takes() -> None:  # printed
    assert moves_of(position(docks="fish1,wheat1"), "take") == ["take:0", "take:1"]


def test_example_03_leftovers_and_a_lying_set() -> None:  # printed
    start = position(
        hands=["fish0+marble0+wheat1*2+wheat0+priest-marble+courtesan", "ivory3*3"],
        sets=["wheat:wheat1*3"],
        docks="cattle1",
        deck=0,
        turn="p2",
        act="p2",
        avoid="wheat1+wheat0",
    )
    start = play(start, "take:0")
    assert start.actor == 0
    end = play(start, "lay:wheat+1+1+0+courtesan", "done")
    assert seat(end, 1)["pile"] == {"fish0": 1, "marble0": 1, "priest-marble": 1}
    vertical, horizontal = seat(end, 1)["sets"]
    assert (vertical["score"], vertical["lying"]) == (9, False)
    assert (horizontal["score"], horizontal["lying"]) == (2, True)


def test_example_04_penalty_two_steps() -> None:  # printed
    outcome, end = after_penalty(
        round_end(
            totals=[38, 0], sets=["ebony:ebony2*2+ebony0,cattle:cattle1*3"], lying=["wheat:wheat1*2+wheat0"], piles=["fish1"]
        )
    )
    assert outcome == "pay:p1"
    assert end.scores() == [52, 0]


def test_example_05_points_of_a_round() -> None:  # printed
    outcome, end = after_penalty(
        round_end(sets=["ebony:ebony2*2+ebony0,cattle:cattle1*3"], lying=["wheat:wheat1*2+wheat0"], piles=["-", "fish1"])
    )
    assert outcome == "pay:p2"
    assert end.scores() == [23, 0]


def test_example_06_marker_laps() -> None:  # printed
    start = round_end(totals=[97, 0], lying=["wheat:wheat1*5"], piles=["-", "fish1"], round=3)
    _, end = after_penalty(start)
    assert end.is_over and end.scores() == [102, 0]
    assert seat(end, 1)["marker"] == {"space": 2, "symbol": "snake"}  # the symbol of space 2


@pytest.mark.parametrize(
    ("pile", "payers", "totals"), [("wheat1*2+wheat0*3", "pay:p2", [24, 13]), ("wheat1*3+wheat0*2", "pay:p1+p2", [13, 13])]
)
def test_example_07_ties_by_scarabs(pile: str, payers: str, totals: list[int]) -> None:
    start = round_end(piles=[pile, "fish1*3+fish0*2"], sets=["ivory:ivory3*2+amulet*2", "marble:marble2*3+marble0"])
    outcome, end = after_penalty(start)
    assert outcome == payers
    assert end.scores() == totals


@pytest.mark.parametrize(("first", "over"), [(101, True), (100, False)])
def test_example_08_early_end(first: int, over: bool) -> None:
    _, end = after_penalty(round_end(totals=[first, 88], round=2, piles=["-", "fish1"]))
    assert end.is_over == over
    assert end.scores() == [first, 88]
    if over:
        assert end.ranks() == [1, 2]
    else:
        assert plain(end)["round"] == 3


def test_example_09_queen_shortens_the_last_delivery() -> None:
    docks = "fish1,fish0,wheat1,wheat0,cattle1,cattle0,ebony2,ebony0,marble2"
    start = position(3, hands=["queen"], docks=docks, deck=27)
    end = settle(play(start, "queen"))
    assert plain(end)["deck"] == 24
    assert sum(seat(end, 1)["hand"].values()) == 3
    sizes = []
    while plain(end)["phase"] == "turn":
        before = len(plain(end)["docks"])
        end = settle(play(end, moves_of(end, "take")[-1]))
        if len(plain(end)["docks"]) > before:
            sizes.append(len(plain(end)["docks"]))
    assert sizes == [9, 9, 6]


def test_example_09_queen_with_an_empty_deck() -> None:
    end = play(position(3, hands=["queen"], deck=0, avoid="queen"), "queen")
    assert end.actor == 1 and seat(end, 1)["hand"] == {}


def test_example_10_shared_victory() -> None:
    _, end = after_penalty(round_end(3, totals=[84, 84, 60], round=3))
    assert end.is_over and end.ranks() == [1, 1, 3]


def test_example_11_amulets_and_characters_count_as_cards() -> None:
    end = play(position(hands=["ivory3*2+amulet+queen"]), "set:ivory+3+3+queen+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 24


def test_example_12_extension_needs_three_cards() -> None:
    start = position(hands=["fish1+fish0+amulet"], sets=["fish:fish1*2+fish0"], docks="wheat1")
    assert seat(start, 1)["sets"][0]["score"] == 6
    end = play(start, "set:fish+1+0+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 18
    assert plain(end)["phase"] == "tokens"
    with pytest.raises(IllegalMoveError):
        start.after("set:fish+1+0")


def test_example_13_courtesan_adds_to_a_set() -> None:
    start = position(hands=["priest-marble+courtesan"], sets=["marble:marble2*2+marble0"])
    assert seat(start, 1)["sets"][0]["score"] == 12
    end = play(start, "courtesan:marble+priest-marble")
    assert seat(end, 1)["sets"][0]["score"] == 16
    assert plain(end)["phase"] == "turn" and end.actor == 1
    assert "courtesan" in plain(end)["discard"]


def test_example_14_prosperity() -> None:
    start = position(hands=["wheat1*2+wheat0"], **with_tokens("prosperity+flood", 2, "ruse+embalming+curse"), p2="0,0,1")
    end = play(start, "set:wheat+1+1+0", "event:prosperity+wheat")
    assert seat(end, 1)["sets"][0]["score"] == 12


def test_example_14_prosperity_without_a_set_to_lie_on() -> None:
    start = position(hands=["marble2*2+marble0"], **with_tokens("prosperity+flood", 2, "ruse+embalming+guild-ankh"))
    start = play(start, "set:marble+2+2+0")
    assert moves_of(start, "event") == ["event:prosperity", "event:flood"]
    end = play(start, "event:prosperity")
    assert seat(end, 1)["sets"][0] == {**seat(start, 1)["sets"][0], "prosperity": 0}
    assert counts(plain(end)["events"]["used"])["prosperity"] == 1


def test_example_15_lying_set_scores_scarabs_alone() -> None:
    start = round_end(lying=["ivory:ivory3+ivory0+amulet"], piles=["-", "fish1"])
    assert after_penalty(start)[1].scores() == [3, 0]


def test_example_16_curse_counts_as_two_cards() -> None:
    start = round_end(piles=["fish0*3+wheat0", "cattle0*2+ebony0*2+ivory0"], curses=[1, 0], left=4, used="curse")
    assert [seat(start, number)["corruption"] for number in (1, 2)] == [6, 5]
    assert after_penalty(start)[0] == "pay:p1"


def test_example_17_merchant_takes_any_card() -> None:
    docks = "fish1,fish0,wheat1,wheat0,cattle1,cattle0,ebony2,ebony0,marble2"
    end = play(position(hands=["merchant"], docks=docks), "merchant:6")
    assert seat(end, 1)["hand"] == {"ebony2": 1}
    assert seat(end, 1)["pile"] == {}
    assert plain(end)["docks"] == docks.replace("ebony2,", "").split(",")


def test_example_18_round_ends_at_once() -> None:
    end = play(position(hands=["-", "ivory3*2+ivory0"], docks="fish1", deck=0, avoid="ivory0"), "take:0")
    assert end.actor == 1 and plain(end)["phase"] == "lay"
    assert end.legal_moves() == ["lay:ivory+3+3+0", "done"]
    assert seat(play(end, "lay:ivory+3+3+0"), 2)["sets"][0]["score"] == 6


def test_example_19_merchant_ends_the_round_too() -> None:
    start = position(hands=["merchant", "ivory3*2+ivory0"], docks="fish1", deck=0, avoid="ivory0+merchant")
    end = play(start, "merchant:0")
    assert end.actor == 1 and end.legal_moves() == ["lay:ivory+3+3+0", "done"]


def test_example_20_scribe_cuts_large_hands() -> None:
    start = position(
        4, hands=["scribe-fish", "fish1*4+fish0*3+wheat1*2", "wheat1*3+wheat0*3", "cattle1*4"], docks="ebony2,ebony0"
    )
    start = play(start, "scribe-fish")
    assert start.actor == 1
    end = play(start, "drop:fish1", "drop:fish0", "drop:wheat1")
    assert seat(end, 2)["pile"] == {"fish1": 1, "fish0": 1, "wheat1": 1}
    assert [sum(seat(end, number)["hand"].values()) for number in (2, 3, 4)] == [6, 6, 4]
    assert plain(end)["phase"] == "turn" and end.actor == 1


def test_example_21_thief_picks_by_back() -> None:
    start = position(hands=["thief", "ivory0g+ebony0g+wheat1+fish1+cattle1+merchant"], docks="ebony2,ebony0")
    assert moves_of(start, "thief") == ["thief:p2+green", "thief:p2+beige", "thief:p2+orange"]
    assert play(start, "thief:p2+orange").outcomes() == [("stolen:merchant", 1.0)]
    beige = play(start, "thief:p2+beige").outcomes()
    assert [name for name, _ in beige] == ["stolen:cattle1", "stolen:fish1", "stolen:wheat1"]
    assert all(probability == pytest.approx(1 / 3) for _, probability in beige)


def test_example_22_high_priest() -> None:
    start = position(hands=["priest-ebony"], piles=["fish1+fish0+scribe-fish+amulet+wheat1"])
    end = play(start, "priest-ebony:fish+1+0+scribe-fish")
    assert seat(end, 1)["pile"] == {"amulet": 1, "wheat1": 1}
    assert {"fish1", "fish0", "scribe-fish", "priest-ebony"} <= set(plain(end)["discard"])


def test_example_23_embalming_then_scribe() -> None:
    start = position(
        hands=["wheat1*3+cattle1*2", "scribe-cattle"],
        piles=["fish1*2+fish0*2+ebony2*2"],
        docks="ivory0,marble0",
        **with_tokens("embalming+flood", 2, "ruse+prosperity+guild-ankh"),
    )
    start = play(start, "set:wheat+1+1+1", "event:embalming")
    assert sum(seat(start, 1)["hand"].values()) == 8 and seat(start, 1)["pile"] == {}
    end = play(start, "scribe-cattle", "drop:ebony2", "drop:cattle1")
    assert sum(seat(end, 1)["hand"].values()) == 6


def test_example_24_ruse_and_penalty() -> None:
    start = position(
        hands=["wheat1*3"],
        piles=["fish1*3+fish0*2+ebony0*2"],
        totals=[20],
        docks="ivory0,marble0",
        **with_tokens("ruse", 1, "embalming+prosperity+guild-ankh+flood"),
    )
    end = play(start, "set:wheat+1+1+1", "event:ruse")
    assert end.scores() == [27, 0] and sum(seat(end, 1)["pile"].values()) == 7
    ending = round_end(
        totals=[27],
        gains=[7],
        left=4,
        used="ruse",
        piles=["fish1*3+fish0*2+ebony0*2"],
        sets=["cattle:cattle1*2+cattle0*2+cattle0g*2"],
        lying=["ebony:ebony2+ebony0g+priest-ebony"],
    )
    assert after_penalty(ending)[1].scores() == [39, 0]  # 27 + 14 = 41 (ankh), one step; two would end on 32


@pytest.mark.parametrize(("mine", "theirs", "moved"), [(38, 44, [39, 41]), (38, 0, [39, 0]), (61, 61, [68, 59])])
def test_example_25_guild(mine: int, theirs: int, moved: list[int]) -> None:
    start = position(hands=["wheat1*3"], totals=[mine, theirs], **with_tokens("guild-ankh", 1, "ruse+embalming+flood*2"))
    assert play(start, "set:wheat+1+1+1", "event:guild-ankh+p2").scores() == moved


@pytest.mark.parametrize(
    ("sets", "before", "after"),
    [("ivory:ivory3+ivory0g+queen,marble:marble2*2+marble0", 38, 50), ("ivory:ivory3+ivory0g+queen", 51, 60)],
)
def test_example_26_penalty_on_a_number(sets: str, before: int, after: int) -> None:
    lying = "cattle:cattle1+cattle0*2" if before == 38 else "-"
    start = round_end(totals=[before], sets=[sets], lying=[lying], piles=["fish1"])
    assert after_penalty(start)[1].scores() == [after, 0]


def test_example_27_penalty_after_a_lap() -> None:
    start = round_end(totals=[76], sets=["ivory:ivory3*3"], piles=["fish1"], round=3)
    assert after_penalty(start)[1].scores() == [94, 0]


def test_example_28_no_event_after_five_sets() -> None:
    start = position(hands=["wheat1*3"], left=0, used="ruse+embalming+flood*2+guild-snake")
    end = play(start, "set:wheat+1+1+1")
    assert end.actor == 1 and plain(end)["phase"] == "turn"


def test_example_29_flood_gives_another_turn() -> None:
    start = position(
        hands=["wheat1*3"], docks="ebony0,ivory0", **with_tokens("flood", 1, "ruse+embalming+flood+guild-snake")
    )
    start = play(start, "set:wheat+1+1+1", "event:flood")
    assert start.actor == 0 and moves_of(start, "take") == ["take:0", "take:1"]
    assert "pass" not in start.legal_moves()
    assert play(start, "take:0").actor == 1


def test_example_30_two_player_setup() -> None:
    start = settle(Position.start(GAME, 2))
    hands = [seat(start, number)["hand"] for number in (1, 2)]
    assert all(sum(hand.values()) == 2 and all(name.endswith("g") for name in hand) for hand in hands)
    assert plain(start)["deck"] == 36 and len(plain(start)["docks"]) == 9


def test_example_31_skipped_characters() -> None:
    start = position(docks="?,?,wheat0,ivory3,fish1")
    end = play(start, "take:3", "draw:thief", "draw:merchant")
    assert seat(end, 1)["pile"] == {"wheat0": 1, "thief": 1, "merchant": 1}
    assert seat(end, 1)["hand"] == {"ivory3": 1}
    view = end.view(1).to_text()
    assert field(view, "hand1") == "ivory3"
    assert field(view, "pile1") == "wheat0+?orange*2"


def test_example_32_amulets_in_sets() -> None:
    start = position(hands=["amulet*3+wheat0"])
    assert "set:wheat+0+amulet+amulet" in start.legal_moves()
    end = play(start, "set:wheat+0+amulet+amulet")
    assert seat(end, 1)["sets"][0]["score"] == 0 and plain(end)["phase"] == "tokens"
    assert moves_of(position(hands=["amulet*3"]), "set") == []


def test_example_33_curse_survives_embalming() -> None:
    start = position(
        hands=["wheat1*3"],
        piles=["fish1*2"],
        curses=[1],
        docks="ebony0,ivory0",
        **with_tokens("embalming", 1, "curse+ruse+flood*2"),
    )
    end = play(start, "set:wheat+1+1+1", "event:embalming")
    assert seat(end, 1)["pile"] == {} and seat(end, 1)["corruption"] == 2
