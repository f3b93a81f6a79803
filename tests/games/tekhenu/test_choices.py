"""What is on offer, one case after the other: dice by sun and pan, values by scribes, actions by what can be paid.

The lists look all of this up in tables; here it is written down a second time, from the rulebook (pp. 10, 14-20).
"""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.tekhenu.scenes import BASICS, COLOURS, GODS, moves_of, play, position

LIGHTS = ("sunny", "sunny", "shaded", "dark", "dark", "shaded")  # clockwise from the sun
PANS = {
    "yellow": {"sunny": "tainted", "shaded": "pure", "dark": "forbidden"},
    "brown": {"sunny": "forbidden", "shaded": "pure", "dark": "tainted"},
    "white": {"sunny": "pure", "shaded": "tainted", "dark": "forbidden"},
    "black": {"sunny": "forbidden", "shaded": "tainted", "dark": "pure"},
    "grey": {"sunny": "tainted", "shaded": "tainted", "dark": "tainted"},
}
RICH = {"papyrus": 5, "bread": 5, "limestone": 5, "granite": 5}  # any god can be asked
SCRIBE_SHIFT = 2
CARDS = (1, 1, 2, 2, 3, 3)  # of Thoth, by value
PAPYRUS = (0, 0, 2, 2, 3, 3)
SITE_BREAD = (2, 3, 4, 3, 2)  # by line


def pan_of(colour: str, god: str, sun: str) -> str:
    return PANS[colour][LIGHTS[(GODS.index(god) - GODS.index(sun)) % 6]]


@pytest.mark.parametrize("cards", ["", "T08", "B11", "T08 B11"])
@pytest.mark.parametrize("sun", GODS)
def test_dice_by_sun_and_pan(sun: str, cards: str) -> None:
    """T08 lets forbidden dice go to either pan, B11 recolours them; equal dice are offered once."""
    owner = {
        "goods": RICH,
        "happiness": 3,
        "population": 6,
        "technologies": "T08" if "T08" in cards else "",
        "blessings": "B11" if "B11" in cards else "",
    }
    for first in range(6):
        sectors = [GODS[first], GODS[(first + 2) % 6]]
        dice = [f"{god}:{colour}{3 + place}" for place, god in enumerate(sectors) for colour in COLOURS]
        twice = f"{sectors[0]}:{COLOURS[first % 5]}3"
        start = position(sun=sun, dice=" ".join([*dice, twice]), spare="", p1=owner)
        expected = set()
        for die in dice:
            god, _, face = die.partition(":")
            pan = pan_of(face[:-1], god, sun)
            ways = {f"+{pan}"} if pan != "forbidden" else set()
            if pan == "forbidden" and "T08" in cards:
                ways |= {"+pure", "+tainted"}
            if pan == "forbidden" and "B11" in cards:
                ways |= {""}
            expected |= {f"take:{god}+{face}{way}" for way in ways}
        offered = moves_of(start, "take")
        assert len(offered) == len(set(offered))
        assert set(offered) == expected


@pytest.mark.parametrize("god", GODS)
@pytest.mark.parametrize("face", range(1, 7))
def test_grey_dice_by_the_values_that_scribes_reach(god: str, face: int) -> None:
    """A grey die is offered if some value in reach lets its god be asked: Thoth's prices by value tell which."""
    for scribes in range(4):
        for papyrus in range(4):
            start = position(
                sun="ra",
                dice=f"{god}:grey{face} horus:yellow2 horus:brown2",
                spare="",
                p1={"goods": {"papyrus": papyrus, "scribe": scribes}, "happiness": 3, "population": 6},
            )
            reached = [value for value in range(1, 7) if abs(value - face) <= SCRIBE_SHIFT * scribes]
            usable = {
                "thoth": [value for value in reached if PAPYRUS[value - 1] <= papyrus],
                "bastet": reached if papyrus >= 2 else [],
                "osiris": reached,
            }.get(god, [])
            takes = moves_of(start, f"take:{god}+grey{face}+tainted")
            assert bool(takes) == bool(usable), (scribes, papyrus)
            if takes and len(usable) > 1:
                assert play(start, takes[0]).legal_moves() == [f"use:{god}+{value}" for value in usable]


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("technologies", ["", "T10"])
def test_values_of_a_production(face: int, technologies: str) -> None:
    """Scribes shift a value by two each; with T10 gold serves as scribes."""
    for scribes in range(4):
        for gold in range(2):
            start = position(
                sun="ra",
                dice=f"hathor:white{face} horus:yellow2",
                spare="",
                p1={"goods": {"scribe": scribes, "gold": gold}, "technologies": technologies},
            )
            power = scribes + (gold if technologies else 0)
            reached = [f"produce:limestone+{value}" for value in range(1, 7) if abs(value - face) <= SCRIBE_SHIFT * power]
            if len(reached) > 1:
                chosen = play(start, f"take:hathor+white{face}+pure")
                assert moves_of(chosen, "produce") == reached


def test_a_blessing_that_sets_the_value_reaches_all() -> None:
    start = position(sun="ra", dice="hathor:white5 horus:yellow2", spare="", p1={"blessings": "B09"})
    chosen = play(start, "take:hathor+white5+pure", "bless:B09")
    assert moves_of(chosen, "produce") == [f"produce:limestone+{value}" for value in range(1, 7)]


@pytest.mark.parametrize("row", range(1, 7))
def test_a_full_row_of_workshops_takes_no_more(row: int) -> None:
    shops = [f"{district}{row}" for district in BASICS]
    for missing in (None, 0, 3):
        built = [shop for place, shop in enumerate(shops) if place != missing]
        start = position(
            sun="ra",
            dice="osiris:grey3",
            spare="horus:yellow2 ra:white2",
            p1={"shops": " ".join(built), "goods": {"scribe": 3}, "happiness": 3, "population": 6},
        )
        values = [value for value in range(1, 7) if value != row or missing is not None]
        assert play(start, "take:osiris+grey3+tainted").legal_moves() == [f"use:osiris+{value}" for value in values]


@pytest.mark.parametrize("gold", range(3))
def test_sites_by_bread(gold: int) -> None:
    for bread in range(6):
        start = position(
            sun="ra", dice="hathor:grey3 hathor:yellow2", spare="", p1={"goods": {"bread": bread, "gold": gold}}
        )
        sites = [
            f"site:{side}{line + 1}" for side in ("west", "south") for line in range(5) if SITE_BREAD[line] <= bread + gold
        ]
        takes = moves_of(start, "take:hathor+grey3+tainted")
        assert bool(takes) == bool(sites), bread
        if sites:
            assert sorted(play(start, takes[0]).legal_moves()) == sorted(sites)


@pytest.mark.parametrize("empty", ["", "1a", "1b 1c", "1a 1b 1c"])
@pytest.mark.parametrize("value", range(1, 7))
def test_sets_of_cards(value: int, empty: str) -> None:
    """All cards come from one section and lie there; a player with happiness 1 has the first one."""
    start = position(
        sun="ra",
        dice=f"thoth:grey{value} horus:yellow2",
        spare="",
        empty=empty,
        p1={"goods": {"papyrus": PAPYRUS[value - 1]}, "happiness": 1},
    )
    there = [slot for slot in ("1a", "1b", "1c") if slot not in empty.split()]
    offered = moves_of(start, f"take:thoth+grey{value}+tainted")
    assert bool(offered) == (CARDS[value - 1] <= len(there))
    sets = [f"cards:{'+'.join(some)}" for some in combinations(there, CARDS[value - 1])]
    if len(sets) > 1:
        assert sorted(moves_of(play(start, offered[0]), "cards")) == sorted(sets)


@pytest.mark.parametrize(("scribes", "values"), [(2, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4, 5, 6])])
def test_scribes_that_shift_a_value_pay_for_nothing_else(scribes: int, values: list[int]) -> None:
    """With T10 a scribe serves as the gold that serves as granite, unless it has been spent on the die."""
    start = position(
        sun="ra",
        dice="horus:grey3 ra:white2",
        spare="",
        p1={"goods": {"granite": 1, "scribe": scribes}, "technologies": "T10"},
    )
    chosen = play(start, "take:horus+grey3+tainted")
    assert moves_of(chosen, "use") == [f"use:horus+{value}" for value in values]
