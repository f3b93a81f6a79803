"""Worked examples 28-34: production, scribes, the Anubis action, blessings. Printed examples of the rulebook are marked."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import gained, maat, moves_of, play, position, seat, through_maat

# -- production --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("technologies", "moves", "changes"),
    [
        ("", (), {"bread": 3, "surplus": 2}),
        ("T12", (), {"bread": 3, "surplus": 2, "vp": 2}),
        ("T17", (), {"bread": 3, "surplus": 2, "vp": 2}),
        ("T13", ("shift:5",), {"bread": 4, "surplus": 2}),
    ],
)
def test_example_28_surplus(technologies: str, moves: tuple[str, ...], changes: dict[str, int]) -> None:  # printed
    start = position(dice="bastet:brown5", p1={"production": (2, 3, 2, 2), "technologies": technologies})
    end = play(start, "take:bastet+brown5+pure", *moves)
    assert gained(start, end) == changes


def test_example_29_no_surplus() -> None:  # printed
    start = position(dice="ra:white4", p1={"production": (2, 2, 5, 2)})
    assert gained(start, play(start, "take:ra+white4+pure")) == {"limestone": 4}


def test_example_30_production_twice() -> None:
    start = position(dice="thoth:black4", p1={"production": (2, 2, 2, 3), "blessings": "B21", "happiness": 0})
    end = play(start, "take:thoth+black4+pure", "bless:B21")
    assert gained(start, end) == {"granite": 6, "surplus": 2}
    assert seat(end, 1).blessings == []


# -- scribes and Anubis ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "scribes", "values"),
    [(3, 1, [1, 2, 3, 4, 5]), (3, 2, [1, 2, 3, 4, 5, 6]), (6, 1, [4, 5, 6]), (6, 3, [1, 2, 3, 4, 5, 6])],
)
def test_example_31_scribes(face: int, scribes: int, values: list[int]) -> None:  # printed
    start = position(dice=f"ra:white{face}", p1={"goods": {"scribe": scribes}})
    taken = play(start, f"take:ra+white{face}+pure")
    assert moves_of(taken, "produce") == [f"produce:limestone+{value}" for value in values]


def test_example_31_scales_count_the_face() -> None:
    start = position(dice="ra:white3", p1={"goods": {"scribe": 2}, "production": (2, 2, 6, 2)})
    end = play(start, "take:ra+white3+pure", "produce:limestone+6")
    assert gained(start, end) == {"limestone": 6, "scribe": -2}
    assert seat(end, 1).dice == ["white3/pure"]


@pytest.mark.parametrize(("technologies", "points"), [("", {}), ("T23", {"vp": 3})])
def test_example_32_anubis(technologies: str, points: dict[str, int]) -> None:  # printed
    start = position(dice="ra:brown5", p1={"goods": {"scribe": 2}, "technologies": technologies})
    end = play(start, "anubis", "take:ra+brown5", "use:osiris+5", "district:papyrus")
    assert gained(start, end) == {"scribe": -2, "happiness": -1, "papyrus": 2, "papyrus production": 2, **points}
    assert seat(end, 1).dice == ["brown5/below"]


def test_example_32_anubis_and_another_scribe() -> None:
    start = position(dice="ra:brown5", p1={"goods": {"scribe": 3}})
    chosen = play(start, "anubis", "take:ra+brown5")
    assert [move for move in chosen.legal_moves() if "osiris" in move] == [f"use:osiris+{value}" for value in (3, 4, 5, 6)]


def test_example_32_below_the_scales_nothing_weighs() -> None:
    start = maat(p1={"dice": "brown5/below brown6/below grey6/below white6/below"}, p2={"goods": {"faith": 1}})
    assert seat(play(start, "faith:none"), 1).balance == 0
    assert seat(through_maat(start, "destiny"), 1).vp == 10


# -- extra actions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("god", ["bastet", "osiris"])
def test_example_33_action_of_a_neighbour(god: str) -> None:
    start = position(
        dice="thoth:brown4",
        p1={"blessings": "B17", "goods": {"scribe": 1, "papyrus": 4}, "happiness": 5, "population": 9, "dice": ""},
    )
    blessed = play(start, "take:thoth+brown4+tainted", "bless:B17")
    assert "scribe" not in seat(blessed, 1).goods
    taken = play(blessed, "use:thoth+4", "cards:1a+1b", f"extra:{god}+4")
    if god == "osiris":
        taken = play(taken, "district:bread")
        assert seat(taken, 1).shops == ["bread4"]
    else:
        assert seat(taken, 1).happiness == 9
    assert seat(taken, 1).dice == ["brown4/tainted"]
    assert len(seat(taken, 1).blessings) == 2


@pytest.mark.parametrize("first", ["horus", "bastet"])
def test_example_34_action_of_the_opposite_god(first: str) -> None:
    start = position(
        dice="horus:grey2",
        horus="horus bastet thoth osiris ra hathor",
        p1={"blessings": "B19", "goods": {"papyrus": 2, "granite": 2}, "happiness": 2, "population": 5},
    )
    blessed = play(start, "take:horus+grey2+tainted", "bless:B19")
    assert gained(start, blessed) == {"happiness": -1, "population": -1}
    if first == "horus":
        moves = ["use:horus+2", "statue:row", "pay:papyrus*2"]
    else:
        moves = ["extra:bastet+2", "statue:row"]
    end = play(blessed, *moves)
    assert gained(blessed, end) == {"papyrus": -2, "granite": -2, "happiness": 2, "scribe": 2, "gold": 1}
    assert seat(end, 1).people == ["row"]
