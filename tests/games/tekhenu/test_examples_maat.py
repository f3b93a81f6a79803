"""Worked examples 1-11: the wheel, Maat phases and what is scored in them. Printed examples of the rulebook are marked."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from tests.games.tekhenu.scenes import (
    GAME,
    field,
    gained,
    maat,
    numbers,
    parts,
    play,
    position,
    seat,
    settle,
    step_of,
    through_maat,
)

PLENTY = {"papyrus": 9, "bread": 9, "limestone": 9, "granite": 9}


def pan_of(die: str, **what: object) -> str | None:
    """Where p1 puts a die `sector:face`, None if they may not take it."""
    start = position(dice=die, p1={"goods": PLENTY, "happiness": 5}, **what)
    god, _, face = die.partition(":")
    pans = [move.rpartition("+")[2] for move in start.legal_moves() if move.startswith(f"take:{god}+{face}")]
    assert len(pans) <= 1
    return pans[0] if pans else None


@pytest.mark.parametrize(
    ("die", "pan"),
    [
        ("ra:white3", "pure"),
        ("bastet:white3", "tainted"),
        ("thoth:white3", None),
        ("thoth:black3", "pure"),
        ("horus:black3", "tainted"),
        ("ra:black3", None),
        ("horus:yellow3", "pure"),
        ("hathor:yellow3", "tainted"),
        ("osiris:yellow3", None),
        ("bastet:brown3", "pure"),
        ("osiris:brown3", "tainted"),
        ("ra:brown3", None),
        *((f"{god}:grey3", "tainted") for god in ("horus", "ra", "hathor", "bastet", "thoth", "osiris")),
    ],
)
def test_example_01_status_of_dice(die: str, pan: str | None) -> None:  # printed
    assert pan_of(f"{die}", sun="ra") == pan


def test_example_02_rotation() -> None:
    start = position(3, round=2, seat="p3", sun="ra", dice="bastet:white4 horus:yellow2 horus:yellow3", spare="")
    assert "take:bastet+white4+tainted" in start.legal_moves()
    end = settle(play(start, "take:horus+yellow2+pure"))
    assert field(end, "sun") == "hathor"
    assert {god: len(dice.split("+")) for god, dice in parts(field(end, "wheel")).items()} == {
        "horus": 1,
        "bastet": 1,
        "thoth": 3,
        "ra": 3,
    }
    assert (field(end, "round"), end.actor) == ("3", 0)
    assert "take:bastet+white4+pure" in end.legal_moves()


def test_example_03_number_of_dice() -> None:
    rng = Rng(3)
    start = settle(Position.start(GAME, 3), 3)
    in_bag: dict[str, int] = {}
    while int(field(start, "round")) < 5:
        if not start.is_chance:
            moves = start.legal_codes()
            if step_of(start) == "turn":
                in_bag.setdefault(field(start, "round"), numbers(field(start, "bag")).total())
            start = start.after(moves[rng.below(len(moves))])
        else:
            start = start.after(start.draw_code(rng))
    start = settle(start, 3)
    in_bag["5"] = numbers(field(start, "bag")).total()
    assert in_bag == {"1": 6, "2": 6, "3": 0, "4": 0, "5": 6}


HEAVY = {"vp": 10, "dice": "white5/pure brown4/tainted brown3/tainted grey2/tainted", "surplus": 2}
WAITS = {"goods": {"faith": 1}}  # for their answer the phase waits


def test_example_04_balance_with_surplus() -> None:  # printed
    weighed = play(maat(p1=HEAVY, p2=WAITS), "faith:none")
    assert seat(weighed, 1).balance == -6
    assert seat(play(weighed, "faith:none"), 1).vp == 8


def test_example_05_faith_on_the_scales() -> None:  # printed
    weighed = play(maat(p1={**HEAVY, "goods": {"faith": 1}}, p2=WAITS), "faith:pure+1")
    assert seat(weighed, 1).balance == -5
    end = play(weighed, "faith:none")
    assert seat(end, 1).vp == 9
    assert "faith" not in seat(end, 1).goods


def test_example_06_no_points_below_zero() -> None:
    start = maat(p1={"vp": 1, "dice": "grey6/tainted grey4/tainted"})
    assert seat(through_maat(start, "destiny"), 1).vp == 0


@pytest.mark.parametrize(("technologies", "order"), [("", "p1+p2+p3+p4"), ("T15", "p1+p3+p2+p4")])
def test_example_07_turn_order(technologies: str, order: str) -> None:
    start = maat(
        4,
        order="p4 p2 p3 p1",
        p1={"destiny": "F01"},
        p2={"destiny": "F04", "dice": "grey1/tainted"},
        p3={"destiny": "F03", "dice": "white1/pure", "technologies": technologies},
        p4={"destiny": "F02", "dice": "grey4/tainted"},
    )
    assert field(through_maat(start, "destiny"), "order") == order


@pytest.mark.parametrize(
    ("dice", "lost"),
    [
        ("white6/pure white1/pure", 0),
        ("white1/pure grey1/tainted", 0),
        ("grey2/tainted", 0),
        ("grey3/tainted", 1),
        ("grey5/tainted", 1),
        ("grey6/tainted", 2),
        ("grey6/tainted grey2/tainted", 2),
        ("grey6/tainted grey3/tainted", 3),
        ("grey6/tainted grey6/tainted grey2/tainted", 3),
    ],
)
def test_example_08_penalties(dice: str, lost: int) -> None:
    assert seat(through_maat(maat(p1={"vp": 10, "dice": dice}), "destiny"), 1).vp == 10 - lost


def test_example_09_temple_of_three_buildings() -> None:  # printed
    start = maat(4, 2, p1={"sites": "west2 east2 south4", "pillars": "r2c4 r2c1", "goods": {"bread": 1}})
    row_of_three = 1  # what three buildings uncover on the player board; it costs one bread
    assert gained(start, through_maat(start, "destiny")) == {"vp": 8 + row_of_three, "bread": -1}


def test_example_10_temple_without_a_pillar_in_line() -> None:  # printed
    start = maat(2, 2, p1={"sites": "west1", "pillars": "r2c2 r5c5"})
    assert gained(start, through_maat(start, "destiny")) == {"vp": 1}


def decree_points(decrees: str, players: int = 2, others: str = "", **p1: object) -> int:
    """What p1's decrees bring at the end of the game."""

    def final(held: str) -> int:
        return through_maat(maat(players, 4, p1={**p1, "decrees": held}, p2={"decrees": others})).scores()[0]

    return final(decrees) - final("")


def test_example_11_one_decree_of_each_symbol() -> None:  # printed
    p1 = {"happiness": 9, "population": 9, "pillars": "r1c1 r2c3 r4c4", "sites": "west5 south2"}
    assert decree_points("D05", **p1) == 4
    assert decree_points("D13", **p1) == 9
    assert decree_points("D12", **p1) == 6
    assert decree_points("D05 D12 D13", **p1) == 4 + 9
