"""Worked examples 12-27: the actions of the six gods. Printed examples of the rulebook are marked."""

from __future__ import annotations

import pytest

from tests.games.tekhenu.scenes import field, gained, moves_of, parts, play, position, seat, settle, step_of

HATHOR_AT_FOUR = "thoth bastet osiris hathor ra horus"


# -- Horus -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "at_once"), [(2, {}), (3, {"gold": 1}), (4, {})])
def test_example_12_statue_of_hathor(players: int, at_once: dict[str, int]) -> None:  # printed
    start = position(
        players,
        horus=HATHOR_AT_FOUR,
        dice="horus:grey4 hathor:grey2",
        p1={"goods": {"granite": 2}},
        p2={"goods": {"bread": 2}},
    )
    built = play(start, "take:horus+grey4+tainted", "statue:4")
    assert gained(start, built) == {"granite": -2, **at_once}
    assert seat(built, 1).gods == {"hathor": 1}
    paid = play(built, "take:hathor+grey2+tainted", "site:west1")
    assert gained(built, paid) == {"gold": 1}


def test_example_12_own_action_with_two_players() -> None:
    start = position(horus=HATHOR_AT_FOUR, dice="hathor:grey2", p1={"gods": "hathor", "goods": {"bread": 2}}, market={})
    end = play(start, "take:hathor+grey2+tainted", "site:west1")
    assert gained(start, end)["gold"] == 1
    crowd = position(3, horus=HATHOR_AT_FOUR, dice="hathor:grey2", p1={"gods": "hathor", "goods": {"bread": 2}}, market={})
    assert "gold" not in gained(crowd, play(crowd, "take:hathor+grey2+tainted", "site:west1"))


def test_example_13_statues_of_the_people() -> None:
    start = position(
        dice="horus:grey1 horus:grey6", p1={"goods": {"granite": 2}, "pillars": "r3c1 r3c5"}, p2={"goods": {"granite": 2}}
    )
    first = play(start, "take:horus+grey1+tainted", "statue:row")
    assert gained(start, first) == {"granite": -2, "gold": 1, "vp": 6}
    second = play(first, "take:horus+grey6+tainted", "statue:column")
    assert gained(first, second, 2) == {"granite": -2, "gold": 1}


# -- Ra ----------------------------------------------------------------------------------------------------------


def test_example_14_corner() -> None:  # printed
    start = position(dice="ra:white6", slots="P22 P08 P09", p1={"goods": {"limestone": 2}})
    end = play(start, "take:ra+white6+pure", "use:ra+6", "cell:r1c1", "turn:0")
    assert gained(start, end) == {"vp": 4 + 3, "limestone": -2, "papyrus": 1}
    assert seat(end, 1).pillars == ["r1c1"]
    assert parts(field(end, "temple")) == {"r1c1": "P22/0"}


@pytest.mark.parametrize(("sun", "technologies", "bread"), [("osiris", "", 4), ("ra", "", 2), ("ra", "T09", 4)])
def test_example_15_ability(sun: str, technologies: str, bread: int) -> None:  # printed
    start = position(
        sun=sun,
        dice="ra:grey4",
        slots="P08 P20 P09",
        p1={"goods": {"limestone": 2, "granite": 1}, "sites": "west2", "technologies": technologies},
        p2={"sites": "south3"},
    )
    end = play(start, "take:ra+grey4+tainted", "cell:r2c3", "turn:0")
    assert gained(start, end) == {"vp": 2 + 2, "bread": bread, "limestone": -2, "granite": -1}


@pytest.mark.parametrize(("tile", "turn", "matches"), [("P06", 0, 2), ("P02", 0, 0), ("P02", 1, 1)])
def test_example_16_matching_edges(tile: str, turn: int, matches: int) -> None:
    start = position(
        dice="ra:white6",
        slots=f"{tile} P08 P09",
        temple={"r1c1": "P22"},
        p1={"goods": {"limestone": 2, "granite": 2}},
        p2={"pillars": "r1c1"},
    )
    end = play(start, "take:ra+white6+pure", "use:ra+6", "cell:r1c2", f"turn:{turn}")
    assert gained(start, end)["vp"] == matches + 3


# -- Hathor ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("technologies", "bread", "vp", "left"), [("", 2, 3, 1), ("T05", 2, 5, 1), ("T21", 1, 3, 1), ("T21", 2, 3, 2)]
)
def test_example_17_building_at_the_temple(technologies: str, bread: int, vp: int, left: int) -> None:
    start = position(
        dice="hathor:grey5",
        p1={"pillars": "r1c1", "goods": {"bread": bread}, "technologies": technologies},
        p2={"pillars": "r1c3"},
    )
    end = play(start, "take:hathor+grey5+tainted", "site:west1")
    changes = gained(start, end)
    assert {key: changes.get(key) for key in ("vp", "limestone", "granite", "faith", "population")} == {
        "vp": vp,
        "limestone": 1,
        "granite": 1,
        "faith": None,  # the foreign pillar covers it
        "population": 5,
    }
    assert seat(end, 1).goods["bread"] == left
    assert seat(end, 1).sites == ["west1"]


def test_example_18_market_sections_open() -> None:
    start = position(
        dice="hathor:grey5 hathor:grey4 hathor:white4",
        p1={"goods": {"bread": 5}, "population": 5},
        p2={"goods": {"bread": 5}, "population": 5},
    )
    opened = settle(play(start, "take:hathor+grey5+tainted", "site:west1"))
    assert seat(opened, 1).population == 10
    market = parts(field(opened, "market"))
    assert sorted(card[0] for slot, card in market.items() if slot[0] == "3") == ["B", "D", "T", "T"]
    assert not [slot for slot in market if slot[0] == "4"]
    other = play(opened, "take:hathor+grey4+tainted", "site:west5")
    assert seat(other, 2).population == 9
    assert (field(other, "market"), step_of(other)) == (field(opened, "market"), "turn")
    start = position(dice="hathor:grey4", p1={"goods": {"bread": 5}, "population": 10})
    market = parts(field(settle(play(start, "take:hathor+grey4+tainted", "site:west1")), "market"))
    assert sorted(card[0] for slot, card in market.items() if slot[0] == "4") == ["B", "D", "D", "T"]


# -- Bastet ------------------------------------------------------------------------------------------------------


def festival(value: int, happiness: int, population: int, **p1: object) -> dict[str, int]:
    start = position(
        dice=f"bastet:grey{value}", p1={"goods": {"papyrus": 2}, "happiness": happiness, "population": population, **p1}
    )
    return gained(start, play(start, f"take:bastet+grey{value}+tainted"))


def test_example_19_festival_for_all_the_people() -> None:  # printed
    assert festival(6, 5, 9) == {"papyrus": -2, "happiness": 4}


def test_example_20_festival_with_a_low_die() -> None:
    assert festival(2, 2, 5) == {"papyrus": -2, "happiness": 2, "scribe": 2}
    assert festival(3, 2, 5) == {"papyrus": -2, "happiness": 3, "scribe": 1}


def test_example_21_festival_with_a_technology() -> None:
    changes = {"papyrus": -2, "vp": 2, "scribe": 2, "population": 1}
    assert festival(1, 5, 6, technologies="T06") == {**changes, "happiness": 2}
    assert festival(1, 5, 5, technologies="T06") == {**changes, "happiness": 1}


def test_example_22_rewards_of_the_track() -> None:
    by_the_die = 1
    assert festival(4, 15, 20) == {"papyrus": -2, "happiness": 4, "gold": 1, "scribe": 1 + by_the_die}
    assert festival(6, 18, 19, rewards="gold scribe") == {"papyrus": -2, "happiness": 1}


# -- Thoth -------------------------------------------------------------------------------------------------------


def test_example_23_cards_of_one_section() -> None:
    start = position(dice="thoth:grey4 thoth:grey2", p1={"happiness": 6, "population": 8, "goods": {"papyrus": 2}})
    asked = play(start, "take:thoth+grey4+tainted")
    assert seat(play(asked, "cards:1a+1b"), 1).goods == {}
    assert sorted(asked.legal_moves()) == sorted(
        [f"cards:{pair}" for pair in ("1a+1b", "1a+1c", "1b+1c")]
        + [f"cards:{pair}" for pair in ("2a+2b", "2a+2c", "2a+2d", "2b+2c", "2b+2d", "2c+2d")]
    )
    poor = position(dice="thoth:grey2", p1={"happiness": 6, "population": 8})
    assert len(moves_of(play(poor, "take:thoth+grey2+tainted"), "cards")) == 3 + 4
    sad = position(dice="thoth:black2 thoth:grey2", p1={"happiness": 0, "goods": {"papyrus": 2}})
    assert not [move for move in sad.legal_moves() if "grey" in move]
    assert gained(sad, play(sad, "take:thoth+black2+pure")) == {"granite": 2}


def test_example_24_refreshing_a_section() -> None:
    start = position(dice="thoth:grey1", p1={"happiness": 6, "population": 8, "goods": {"papyrus": 2}})
    before = parts(field(start, "market"))
    asked = settle(play(start, "take:thoth+grey1+tainted", "refresh:2"))
    after = parts(field(asked, "market"))
    assert seat(asked, 1).goods == {"papyrus": 1}
    assert {slot: card for slot, card in after.items() if slot[0] == "1"} == {
        slot: card for slot, card in before.items() if slot[0] == "1"
    }
    old = {card for slot, card in before.items() if slot[0] == "2"}
    new = {card for slot, card in after.items() if slot[0] == "2"}
    assert len(new) == 4 and not old & new
    assert moves_of(asked, "refresh") == ["refresh:1"]
    end = play(asked, "cards:2a")
    assert seat(end, 1).blessings == [after["2a"]]


# -- Osiris ------------------------------------------------------------------------------------------------------


def test_example_25_gold_of_the_second_row() -> None:
    start = position(dice="osiris:grey2 osiris:black2")
    first = play(start, "take:osiris+grey2+tainted", "district:limestone")
    assert gained(start, first) == {"happiness": -1, "limestone": 1, "limestone production": 1, "gold": 1}
    assert seat(first, 1).shops == ["limestone2"]
    second = play(first, "take:osiris+black2+pure", "use:osiris+2", "district:granite")
    assert gained(first, second, 2) == {"happiness": -1, "granite": 1, "granite production": 1}


def test_example_26_sixth_row() -> None:
    start = position(dice="osiris:grey6", p1={"production": (2, 2, 2, 5)})
    end = play(start, "take:osiris+grey6+tainted", "district:granite+granite+bread")
    assert gained(start, end) == {"happiness": -1, "granite": 2, "granite production": 1, "bread production": 1}


@pytest.mark.parametrize("kind", ["bread", "granite"])
def test_example_27_fourth_row(kind: str) -> None:
    start = position(dice="osiris:grey4")
    move = "district:bread" if kind == "bread" else f"district:bread+{kind}"
    end = play(start, "take:osiris+grey4+tainted", move)
    assert gained(start, end) == {"happiness": -1, kind: 1, "gold": 1, "bread production": 1, "granite production": 1}
