"""The rulings of README.md, 9-15 and 24: the actions of the gods and production."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.tekhenu.scenes import field, gained, moves_of, parts, play, position, seat, settle, step_of

# -- Thoth -------------------------------------------------------------------------------------------------------


def test_ruling_09_a_section_with_too_few_cards() -> None:
    start = position(dice="thoth:grey4", empty="1a 1b", p1={"happiness": 6, "population": 8, "goods": {"papyrus": 2}})
    asked = play(start, "take:thoth+grey4+tainted")
    assert {move[6] for move in moves_of(asked, "cards")} == {"2"}


def test_ruling_09_an_empty_deck_leaves_the_place_empty() -> None:
    others = " ".join(f"B{number:02}" for number in range(1, 21))
    start = position(dice="thoth:grey2", p1={"happiness": 6, "population": 8}, p2={"blessings": others})
    end = play(start, "take:thoth+grey2+tainted", "cards:1a")
    assert (step_of(end), end.actor) == ("turn", 1)
    assert "1a" not in parts(field(end, "market"))


def test_ruling_10_any_section_may_be_refreshed_once() -> None:
    start = position(dice="thoth:grey1", p1={"happiness": 2, "population": 9, "goods": {"papyrus": 3}})
    asked = play(start, "take:thoth+grey1+tainted")
    assert moves_of(asked, "refresh") == ["refresh:1", "refresh:2", "refresh:3"]
    again = settle(play(asked, "refresh:3"))
    assert moves_of(again, "refresh") == ["refresh:1", "refresh:2"]
    assert {move[6] for move in moves_of(again, "cards")} == {"1"}


# -- production --------------------------------------------------------------------------------------------------


def test_ruling_10_only_what_is_discarded_is_replaced() -> None:
    """A place emptied earlier in the turn is filled at its end, not by a refresh."""
    start = position(
        dice="ra:brown1", p1={"blessings": "B19", "goods": {"papyrus": 5, "scribe": 2}, "population": 8, "happiness": 8}
    )
    asked = play(start, "anubis", "take:ra+brown1", "bless:B19", "extra:thoth+1", "cards:2a", "use:thoth+1")
    again = settle(play(asked, "refresh:2"))
    assert moves_of(again, "cards") == ["cards:1a", "cards:1b", "cards:1c", "cards:2b", "cards:2c", "cards:2d"]
    end = settle(play(again, "cards:2b"))
    assert {"2a", "2b"} <= set(parts(field(end, "market")))


def test_ruling_11_blessings_once_technologies_twice() -> None:
    start = position(
        dice="bastet:brown5", p1={"production": (2, 3, 2, 2), "blessings": "B03 B21", "technologies": "T12 T13 T17"}
    )
    end = play(start, "take:bastet+brown5+pure", "shift:5", "bless:B03", "bless:B21", "shift:5")
    assert gained(start, end) == {"bread": 4 + 2 * (3 + 1), "surplus": 4, "vp": 2 * (2 + 2)}


def test_ruling_11_both_blessings_make_three_productions() -> None:
    start = position(
        dice="bastet:brown5", p1={"production": (2, 3, 2, 2), "blessings": "B21 B22", "technologies": "T12 T17"}
    )
    begun = play(start, "take:bastet+brown5+pure", "bless:B21")
    assert gained(start, play(begun, "done")) == {"bread": 2 * 3, "surplus": 4, "vp": 2 * (2 + 2)}
    assert gained(start, play(begun, "bless:B22")) == {"bread": 3 * 3, "surplus": 6, "vp": 3 * (2 + 2)}


def test_ruling_11_a_low_die_counts_for_every_production() -> None:
    start = position(dice="bastet:brown1", p1={"blessings": "B21 B22", "technologies": "T11"})
    begun = play(start, "take:bastet+brown1+pure")
    assert gained(start, play(begun, "done")) == {"bread": 1, "vp": 2}
    assert gained(start, play(begun, "bless:B21", "done")) == {"bread": 2, "vp": 4}
    assert gained(start, play(begun, "bless:B21", "bless:B22")) == {"bread": 3, "vp": 6}


# -- other gods --------------------------------------------------------------------------------------------------


def test_ruling_12_one_of_the_resources_shown() -> None:
    asked = play(position(dice="osiris:grey3"), "take:osiris+grey3+tainted")
    assert [move for move in asked.legal_moves() if move.startswith("district:papyrus")] == [
        "district:papyrus",
        "district:papyrus+bread",
    ]
    end = play(asked, "district:papyrus+bread")
    assert gained(asked, end) == {"happiness": -1, "bread": 1, "papyrus production": 1, "bread production": 1}


def test_ruling_13_gold_of_an_empty_cell() -> None:
    start = position(dice="hathor:grey1", p1={"goods": {"bread": 4}})
    end = play(start, "take:hathor+grey1+tainted", "site:west3")
    # The centre shows two gold: a building brings one of each thing.
    assert gained(start, end) == {"bread": -4, "faith": 2, "papyrus": 1, "gold": 1, "limestone": 1, "population": 1}


def raised(tile: str, sun: str, *moves: str, **p1: object) -> tuple[dict[str, int], Position]:
    start = position(
        sun=sun,
        dice="ra:grey1",
        slots=f"P07 P08 {tile}",
        horus="thoth bastet osiris hathor ra horus",
        p1={"happiness": 3, "goods": {"limestone": 3, "granite": 3}, **p1},
    )
    end = play(start, "take:ra+grey1+tainted", "cell:r2c2", *moves)
    return gained(start, end), end


def test_ruling_14_abilities_that_cannot_be_used_are_lost() -> None:
    spent = {"limestone": 2, "granite": 2}
    changes, end = raised("P15", "osiris", "turn:0", happiness=0, goods=spent)
    assert (seat(end, 1).shops, step_of(end)) == ([], "tile")
    changes, end = raised("P12", "osiris", "turn:0", goods={"limestone": 2, "granite": 1})
    assert seat(end, 1).people == []
    changes, end = raised("P10", "bastet", "turn:0", happiness=0)
    assert seat(end, 1).blessings == []
    assert changes["vp"] == 1


def test_ruling_14_abilities_as_actions() -> None:
    changes, end = raised("P12", "osiris", "turn:0", "statue:row", "pay:granite*2")
    assert seat(end, 1).people == ["row"]
    assert changes == {"limestone": -2, "granite": -3, "gold": 1 + 1, "vp": 1}
    _, asked = raised("P12", "osiris", "turn:0")
    assert moves_of(asked, "statue") == [f"statue:{place}" for place in (1, 2, 3, "workshops", "quarries", "row", "column")]
    changes, end = raised("P10", "bastet", "turn:0", "cards:1a")
    assert len(seat(end, 1).blessings) == 1
    changes, end = raised("P15", "osiris", "turn:0", "district:papyrus")
    assert (seat(end, 1).shops, changes["happiness"]) == (["papyrus3"], -1)


def test_ruling_15_opposite_action_at_zero() -> None:
    sad = position(dice="horus:yellow2", p1={"blessings": "B19", "happiness": 0})
    assert not moves_of(play(sad, "take:horus+yellow2+pure"), "bless")
    full = position(dice="horus:yellow2", p1={"blessings": "B19", "happiness": 5, "goods": {"papyrus": 2}})
    end = play(full, "take:horus+yellow2+pure", "bless:B19")
    assert gained(full, end) == {"happiness": -1, "population": -1}


def test_ruling_15_thresholds_stay_reached() -> None:
    start = position(
        dice="horus:yellow6",
        p1={"blessings": "B19", "happiness": 16, "population": 18, "rewards": "gold", "goods": {"papyrus": 2}},
    )
    end = play(start, "take:horus+yellow6+pure", "bless:B19", "extra:bastet+6")
    assert seat(end, 1).happiness == 17
    assert "gold" not in seat(end, 1).goods


# -- the temple --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("site", "pillars"), [("west2", "r2c5"), ("east2", "r2c1"), ("north3", "r5c3"), ("south3", "r1c3")])
def test_ruling_24_lines_of_sites(site: str, pillars: str) -> None:
    start = position(4, dice="hathor:grey1", p1={"goods": {"bread": 4}, "pillars": f"{pillars} r4c4"})
    end = play(start, "take:hathor+grey1+tainted", f"site:{site}")
    assert gained(start, end)["vp"] == 3
