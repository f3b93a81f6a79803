"""Worked examples 42-47: the automaton of the solo game."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import (
    CELLS,
    automaton,
    before_automaton,
    field,
    gained,
    maat,
    parts,
    play,
    seat,
    settle,
    step_of,
    through_maat,
)


def test_example_42_path_through_the_pyramid() -> None:
    place = 0
    for way, expected in [("right", 1), ("up", 5), ("right", 6)]:
        end = play(before_automaton(marker=place + 1, dice="horus:grey1"), f"deben:{way}")
        place = int(field(end, "marker")) - 1
        assert place == expected


@pytest.mark.parametrize(
    ("dice", "destiny", "technologies", "order"),
    [("grey3/tainted", "F04", "", "p2+p1"), ("grey2/tainted", "F04", "", "p1+p2"), ("grey3/tainted", "F04", "T15", "p1+p2")],
)
def test_example_43_first_maat_phase(dice: str, destiny: str, technologies: str, order: str) -> None:
    start = maat(
        2, 1, "solo-low", p1={"dice": dice, "destiny": destiny, "technologies": technologies}, p2={"destiny": "F01"}
    )
    assert field(through_maat(start, "destiny"), "order") == order


def test_example_44_osiris() -> None:
    dice = "osiris:white5"
    end = automaton("osiris", sun="osiris", dice=dice, p1={"shops": "limestone5"})
    assert seat(end, 2).shops == ["granite5"]
    full = "papyrus5 bread5 limestone5 granite5"
    end = automaton("osiris", sun="osiris", dice=dice, p1={"shops": full})
    assert seat(end, 2).shops == ["limestone4"]


def test_example_45_bastet() -> None:
    start = before_automaton("bastet", dice="bastet:grey4", p2={"happiness": 6, "population": 7})
    end = settle(play(start, "deben:right"))
    assert gained(start, end, 2) == {"happiness": 2, "population": 2, "scribe": 1}
    assert len([slot for slot in parts(field(end, "market")) if slot[0] == "3"]) == 4


def test_example_46_ra() -> None:
    corners = ["lot:r1c1", "lot:r1c5", "lot:r5c1", "lot:r5c5"]
    for what in ({}, {"p2": {"pillars": "r3c3"}}):
        start = before_automaton("ra", dice="ra:grey6", **what)
        lot = play(start, "deben:right")
        assert step_of(lot) == "lot-cell"
        assert lot.outcomes() == [(corner, 0.25) for corner in corners]
        assert gained(start, play(lot, "lot:r5c1"), 2) == {"vp": 2 + 3}
    free = [cell for cell in CELLS if cell not in ("r1c1", "r1c5", "r5c1", "r5c5")]
    taken = {cell: tile for cell, tile in zip(corner_cells(), ("P01", "P02", "P03", "P04"), strict=True)}
    assert len(free) == 21
    start = before_automaton("ra", dice="ra:grey6", temple=taken, p2={"pillars": "r3c3"})
    lot = play(start, "deben:right")
    beside_corners = ["r1c2", "r1c4", "r2c1", "r2c5", "r4c1", "r4c5", "r5c2", "r5c4"]
    assert [text for text, _ in lot.outcomes()] == [f"lot:{cell}" for cell in beside_corners]


def corner_cells() -> tuple[str, ...]:
    return ("r1c1", "r1c5", "r5c1", "r5c5")


@pytest.mark.parametrize(("variant", "decrees"), [("solo-low", 8), ("solo-hardest", 16)])
def test_example_47_cards_of_the_automaton(variant: str, decrees: int) -> None:
    p2 = {"blessings": "B01 B02", "technologies": "T01 T02 T03"}
    start = maat(2, 2, variant, p2=p2)
    scored = through_maat(start)
    assert gained(start, scored, 2) == {"vp": 4 + 6}
    assert (seat(scored, 2).blessings, len(seat(scored, 2).technologies)) == ([], 3)
    assert field(scored, "discard-blessings") == "B01+B02"
    first = 3
    p2 |= {"known": "D01 D02", "goods": {"scribe": 5}}
    start = maat(2, 4, variant, p1={"dice": "grey6/tainted"}, p2=p2)
    assert through_maat(start).scores()[1] == 10 + 4 + 6 + decrees + 2 + first
