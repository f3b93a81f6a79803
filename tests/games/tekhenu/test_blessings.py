"""Blessings B01-B24, each by what it changes and by when it can be played (rulebook p. 30).

The sun stands over Horus and Ra: they are sunny, Hathor and Osiris shaded, Bastet and Thoth dark.
"""

from __future__ import annotations

import pytest

from tests.games.tekhenu.positions import changes, play, player, position, seat

PURE_BLACK = "take:bastet+black2+pure"


def blessed(card, **other):
    return seat(cards=card, **other)


def spent(where, card):
    """Whether the card has left its owner for the discard pile."""
    discard = next(part for part in where.to_text().split(";") if part.startswith("discard-blessings="))
    return card not in player(where)["blessings"] and card in discard


# -- production ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "kind", "units"),
    [
        ("B01", "limestone", 4),
        ("B02", "granite", 4),
        ("B03", "bread", 4),
        ("B04", "papyrus", 4),
        ("B05", "gold", 3),
        ("B06", "scribe", 2),
    ],
)
def test_more_from_production(card, kind, units):
    start = position(p1=blessed(card), wheel="bastet black4")
    asked = play(start, "take:bastet+black4+pure")
    assert asked.legal_moves() == [f"bless:{card}", "done"]
    after = play(asked, f"bless:{card}")
    produced = {"granite": 2, "surplus": 2}
    produced[kind] = produced.get(kind, 0) + units
    assert changes(start, after) == produced
    assert spent(after, card)
    kept = play(asked, "done")
    assert changes(start, kept) == {"granite": 2, "surplus": 2}
    assert player(kept)["blessings"] == [card]


@pytest.mark.parametrize("card", ["B21", "B22"])
def test_production_twice(card):
    start = position(p1=blessed(card, production=(2, 2, 2, 3)), wheel="thoth black4")
    after = play(start, "take:thoth+black4+pure", f"bless:{card}")
    assert changes(start, after) == {"granite": 6, "surplus": 2}
    assert spent(after, card)


def test_a_doubled_production_doubles_no_other_blessing():
    start = position(p1=blessed("B05 B21"), wheel="thoth black4")
    after = play(start, "take:thoth+black4+pure", "bless:B05", "bless:B21")
    assert changes(start, after) == {"gold": 3, "granite": 4, "surplus": 4}


# -- at any time ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["B07", "B08"])
@pytest.mark.parametrize(("marker", "steps"), [("population", 3), ("happiness", 3)])
def test_a_marker_goes_three_steps(card, marker, steps):
    start = position(p1=blessed(card))
    after = play(start, f"bless:{card}+{marker}")
    assert changes(start, after) == {marker: steps}
    assert after.actor == start.actor
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B07", "B08"])
def test_happiness_stops_at_the_population(card):
    start = position(p1=blessed(card, population=4))
    assert changes(start, play(start, f"bless:{card}+happiness")) == {"happiness": 2}


def test_the_population_of_a_blessing_opens_a_section():
    start = position(p1=blessed("B07", population=7))
    after = play(start, "bless:B07+population", "card:B01", "card:T01", "card:T02", "card:D01")
    assert after.as_dict()["sections"] == [1, 2, 3]
    assert changes(start, after) == {"population": 3}


# -- taking a die --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["B09", "B10"])
def test_any_value(card):
    start = position(p1=blessed(card, production=(6, 6, 6, 6)), wheel="bastet black2")
    asked = play(start, PURE_BLACK, f"bless:{card}")
    assert asked.legal_moves() == [f"produce:granite+{value}" for value in range(1, 7)]
    after = play(asked, "produce:granite+6")
    assert changes(start, after) == {"granite": 6}
    assert player(after)["dice"] == [{"die": "black2", "pan": "pure"}]
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B11", "B12"])
def test_another_colour(card):
    """A forbidden die becomes a pure one of another colour, and its value may move by one."""
    start = position(p1=blessed(card), wheel="ra black3")
    asked = play(start, "take:ra+black3")
    colours = ("yellow", "white")  # those that are not forbidden in the sun; without stones for Ra, grey is of no use
    assert asked.legal_moves() == [f"bless:{card}+{colour}{value}" for colour in colours for value in (2, 3, 4)]
    after = play(asked, f"bless:{card}+white2")
    assert changes(start, after) == {"limestone": 2}
    assert player(after)["dice"] == [{"die": "black3", "pan": "pure"}]
    tainted = play(asked, f"bless:{card}+yellow4")
    assert changes(start, tainted) == {"papyrus": 2, "surplus": 2}
    assert player(tainted)["dice"] == [{"die": "black3", "pan": "tainted"}]
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B17", "B18"])
def test_an_extra_action_next_door(card):
    start = position(p1=blessed(card, goods="scribe*2 papyrus*2"), wheel="thoth black4")
    asked = play(start, "take:thoth+black4+pure")
    assert [move for move in asked.legal_moves() if "bless" in move] == [f"bless:{card}"]
    chosen = play(asked, f"bless:{card}")
    assert changes(start, chosen) == {"scribe": -1}
    assert {"extra:bastet+4", "extra:osiris+4"} <= set(chosen.legal_moves())
    after = play(chosen, "extra:osiris+4", "district:bread", "produce:granite+4")
    expected = {"scribe": -1, "happiness": -1, "bread": 1, "gold": 1, "granite": 3, "surplus": 1}
    assert changes(start, after) == expected | {"production bread": 1, "production granite": 1}
    assert player(after)["dice"] == [{"die": "black4", "pan": "pure"}]
    assert spent(after, card)


def test_an_extra_action_that_can_never_be_done_is_not_begun():
    """Bastet wants papyrus, and neither granite nor an action of Thoth brings any; Osiris wants happiness alone."""
    start = position(p1=blessed("B17", goods="scribe*2"), wheel="thoth black4")
    asked = play(start, "take:thoth+black4+pure", "bless:B17", "produce:granite+4")
    assert {move.split(":")[0] for move in asked.legal_moves()} == {"district"}
    sad = position(p1=blessed("B17", goods="scribe*2", happiness=0), wheel="thoth black4")
    assert not [move for move in play(sad, "take:thoth+black4+pure").legal_moves() if "bless" in move]
    # here the production brings papyrus
    start = position(p1=blessed("B17", goods="scribe*2", happiness=0), wheel="hathor yellow4")
    assert "bless:B17" in play(start, "take:hathor+yellow4+pure").legal_moves()


@pytest.mark.parametrize("card", ["B17", "B18"])
def test_an_extra_action_next_door_needs_a_scribe(card):
    start = position(p1=blessed(card), wheel="thoth black4")
    after = play(start, "take:thoth+black4+pure")
    assert changes(start, after) == {"granite": 2, "surplus": 2}
    assert player(after)["blessings"] == [card]


@pytest.mark.parametrize("card", ["B19", "B20"])
def test_an_extra_action_opposite(card):
    start = position(p1=blessed(card, goods="papyrus*2 granite*2"), wheel="horus white2")
    asked = play(start, "take:horus+white2+pure")
    assert [move for move in asked.legal_moves() if "bless" in move] == [f"bless:{card}"]
    after = play(asked, f"bless:{card}", "use:horus+2", "statue:column", "pay:papyrus*2")
    assert changes(start, after) == {"population": -1, "happiness": 1, "gold": 1, "granite": -2, "papyrus": -2, "scribe": 2}
    assert player(after)["people"] == ["column"]
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B19", "B20"])
def test_an_extra_action_opposite_needs_happiness(card):
    start = position(p1=blessed(card, happiness=0), wheel="horus white2")
    after = play(start, "take:horus+white2+pure")
    assert changes(start, after) == {"limestone": 2}


# -- costs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["B13", "B14"])
def test_no_stones_for_ra(card):
    start = position(p1=blessed(card), wheel="ra white2", slots="P22 P23 P02")
    after = play(start, "take:ra+white2+pure", "use:ra+2", "cell:r3c2", "turn:0", "tile:P01")
    assert changes(start, after) == {"vp": 1, "papyrus": 2}
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B13", "B14"])
def test_no_stones_for_horus(card):
    start = position(p1=blessed(card, goods="granite*2"), wheel="horus white2")
    asked = play(start, "take:horus+white2+pure", "use:horus+2", "statue:row")
    assert asked.legal_moves() == [f"bless:{card}", "pay:granite*2"]
    after = play(asked, f"bless:{card}")
    assert changes(start, after) == {"gold": 1}
    assert spent(after, card)
    assert changes(start, play(asked, "pay:granite*2")) == {"gold": 1, "granite": -2}


@pytest.mark.parametrize("card", ["B15", "B16"])
def test_no_papyrus_for_bastet(card):
    start = position(p1=blessed(card), wheel="bastet black3")
    after = play(start, "take:bastet+black3+pure", "use:bastet+3")
    assert changes(start, after) == {"happiness": 3, "scribe": 1}
    assert spent(after, card)


@pytest.mark.parametrize("card", ["B15", "B16"])
def test_no_bread_for_hathor(card):
    start = position(p1=blessed(card), wheel="hathor yellow2")
    after = play(start, "take:hathor+yellow2+pure", "use:hathor+2", "site:west3")
    assert changes(start, after) == {"population": 2, "faith": 2, "papyrus": 1, "gold": 1, "limestone": 1}
    assert spent(after, card)


@pytest.mark.parametrize(
    ("card", "sector", "die"),
    [("B13", "bastet", "black3"), ("B14", "hathor", "yellow2"), ("B15", "horus", "white2"), ("B16", "ra", "white2")],
)
def test_other_gods_are_not_spared(card, sector, die):
    start = position(p1=blessed(card), wheel=f"{sector} {die}")
    after = play(start, f"take:{sector}+{die}+pure")
    assert player(after)["blessings"] == [card]
    assert after.as_dict()["to_act"] == "p2"  # without resources only production was possible


# -- Anubis --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["B23", "B24"])
def test_anubis_without_scribes(card):
    start = position(p1=blessed(card), wheel="ra brown5")
    assert f"anubis:{card}" in start.legal_moves()
    assert "anubis" not in start.legal_moves()
    after = play(start, f"anubis:{card}", "take:ra+brown5", "use:osiris+5", "district:granite")
    assert changes(start, after) == {"happiness": -1, "granite": 2, "production granite": 2}
    assert player(after)["dice"] == [{"die": "brown5", "pan": "below"}]
    assert spent(after, card)
