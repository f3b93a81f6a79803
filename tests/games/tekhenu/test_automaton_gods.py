"""The automaton: the six actions as it carries them out (rulebook pp. 23-25)."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.tekhenu.scenes import (
    CELLS,
    GODS,
    automaton,
    before_automaton,
    field,
    gained,
    parts,
    play,
    position,
    seat,
    step_of,
)

IN_ORDER = " ".join(GODS)  # Horus space 1 names Horus, space 2 Ra …


def drawn(start: Position) -> list[str]:
    """What may be drawn by lot, each equally likely."""
    outcomes = start.outcomes()
    assert [share for _, share in outcomes] == pytest.approx([1 / len(outcomes)] * len(outcomes))
    return [text.removeprefix("lot:") for text, _ in outcomes]


def change(tile: str, die: str, *lots: str, **what: object) -> dict[str, int]:
    """How a turn with a grey die changes the automaton's points, markers and goods."""
    start = before_automaton(tile, dice=f"{tile}:grey{die}", **what)
    return gained(start, play(start, "deben:right", *lots), 2)


# -- Horus -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_horus_builds_for_the_god_of_the_value(value: int) -> None:
    end = automaton("horus", dice=f"horus:grey{value}", horus=IN_ORDER)
    assert seat(end, 2).gods == {GODS[value - 1]: 1}
    assert seat(end, 2).people == []


@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_horus_builds_for_the_people_where_the_god_has_no_room(owner: str) -> None:
    end = automaton(
        "horus",
        dice="horus:grey2",
        horus=IN_ORDER,
        p2={"shops": "bread1", "gods": "ra" if owner == "p2" else ""},
        p1={"gods": "ra" if owner == "p1" else "", "shops": "bread2"},
    )
    assert seat(end, 2).gods.get("ra", 0) == (owner == "p2")
    assert len(seat(end, 2).people) == 1


def people_space(p1: dict[str, str], p2: dict[str, str]) -> Position:
    return automaton("horus", dice="horus:grey2", horus=IN_ORDER, p1={**p1, "gods": "ra"}, p2=p2)


def test_statue_of_the_people_wins_most_districts() -> None:
    both = people_space({}, {})
    assert drawn(both) == ["workshops", "quarries"]  # two empty districts each
    assert seat(play(both, "lot:quarries"), 2).people == ["quarries"]
    owned = {"shops": "limestone1"}
    assert seat(people_space({}, owned), 2).people == ["workshops"]  # limestone is its own already
    lost = {"shops": "bread1 bread2"}
    assert seat(people_space(lost, {}), 2).people == ["quarries"]  # a statue does not win bread
    tied = {"shops": "bread1"}
    assert drawn(people_space(tied, {})) == ["workshops", "quarries"]  # the statue stands above all rows


def test_statue_of_the_people_takes_the_free_space() -> None:
    assert seat(people_space({"people": "workshops"}, {}), 2).people == ["quarries"]
    assert seat(people_space({"people": "quarries"}, {}), 2).people == ["workshops"]


def test_statue_of_the_people_goes_to_the_temple_if_it_wins_no_district() -> None:
    strong = {"shops": "papyrus1 papyrus2 bread1 bread2 limestone1 limestone2 granite1 granite2"}
    lot = people_space(strong, {})
    assert drawn(lot) == ["row", "column"]
    assert gained(lot, play(lot, "lot:row"), 2) == {}
    in_row = people_space(strong, {"pillars": "r3c1 r3c2 r1c3"})
    assert seat(in_row, 2).people == ["row"]
    assert seat(in_row, 2).vp == 10 + 2 * 3
    in_column = people_space(strong, {"pillars": "r3c1 r1c3 r5c3"})
    assert (seat(in_column, 2).people, seat(in_column, 2).vp) == (["column"], 10 + 2 * 3)
    taken = people_space({**strong, "people": "row"}, {"pillars": "r3c1 r3c2"})
    assert (seat(taken, 2).people, seat(taken, 2).vp) == (["column"], 10)


def test_temple_is_next_when_both_osiris_spaces_are_taken() -> None:
    assert drawn(people_space({"people": "workshops quarries"}, {})) == ["row", "column"]


def test_points_instead_of_a_statue() -> None:
    end = people_space({"people": "workshops quarries row column"}, {})
    assert (seat(end, 2).people, seat(end, 2).vp) == ([], 13)
    strong = {"shops": "papyrus1 papyrus2 bread1 bread2 limestone1 limestone2 granite1 granite2", "people": "row column"}
    assert seat(people_space(strong, {}), 2).vp == 13


def test_gold_of_the_board_is_discarded() -> None:
    end = people_space({"people": "workshops"}, {})
    assert seat(end, 2).goods == {}


@pytest.mark.parametrize(
    ("space", "bonus"),
    [
        (1, {"scribe": 1}),
        (2, {"scribe": 1}),
        (3, {"vp": 1}),
        (4, {"vp": 1}),
        (5, {"scribe": 1, "vp": 1}),
        (6, {"scribe": 1, "vp": 1}),
    ],
)
def test_bonus_for_a_statue_by_the_horus_space(space: int, bonus: dict[str, int]) -> None:
    others = [god for god in GODS if god != "bastet"]
    horus = " ".join([*others[: space - 1], "bastet", *others[space - 1 :]])
    own = change("bastet", "5", horus=horus, p2={"gods": "bastet", "happiness": 4, "population": 20})
    assert own == {"happiness": 5, **bonus}
    start = position(2, "solo-low", horus=horus, dice="bastet:grey5", p1={"goods": {"papyrus": 2}}, p2={"gods": "bastet"})
    assert gained(start, play(start, "take:bastet+grey5+tainted"), 2) == bonus


def test_player_gets_their_bonus_when_the_automaton_acts() -> None:
    start = before_automaton(
        "bastet", dice="bastet:grey5", horus="ra horus thoth bastet hathor osiris", p1={"gods": "bastet"}
    )
    assert gained(start, play(start, "deben:right"), 1) == {"gold": 1}


def test_player_chooses_their_bonus_when_the_automaton_acts() -> None:
    asked = automaton("bastet", dice="bastet:grey5", horus="ra bastet thoth horus hathor osiris", p1={"gods": "bastet"})
    assert asked.actor == 0
    assert asked.legal_moves() == ["choose:papyrus", "choose:bread"]
    assert seat(play(asked, "choose:bread"), 1).goods == {"bread": 1}


def test_no_bonus_for_the_statue_just_built() -> None:
    horus = "ra bastet thoth hathor osiris horus"
    assert change("horus", "6", horus=horus) == {}
    assert change("horus", "1", horus=horus, p2={"gods": "horus"}) == {"scribe": 1, "vp": 1}


def test_without_a_statue_horus_does_nothing() -> None:
    built = {"gods": "ra hathor bastet thoth osiris", "people": "row"}
    assert change("horus", "1", horus=IN_ORDER, p2=built) == {}


# -- Ra ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "tile", "vp"), [(6, "P01", 3), (5, "P01", 3), (4, "P02", 2), (3, "P02", 2), (2, "P03", 1), (1, "P03", 1)]
)
def test_ra_uses_the_tile_of_the_value(value: int, tile: str, vp: int) -> None:
    start = before_automaton("ra", dice=f"ra:grey{value}", slots="P01 P02 P03")
    end = play(start, "deben:right", "lot:r1c5")
    assert parts(field(end, "temple")) == {"r1c5": f"{tile}/0"}
    assert seat(end, 2).pillars == ["r1c5"]
    assert gained(start, end, 2) == {"vp": 2 + vp}
    assert (step_of(end), field(end, "slots").split(",")[0]) == ("tile", "-")


def test_ra_slides_the_tiles() -> None:
    end = play(automaton("ra", dice="ra:grey3", slots="P01 P02 P03"), "lot:r1c1", "tile:P10")
    assert field(end, "slots") == "P10,P01,P03"


def test_ra_counts_edges_of_any_colour_without_doubling_corners() -> None:
    corners = {"r1c1": "P01", "r1c5": "P02", "r5c1": "P03", "r5c5": "P04"}
    lot = automaton("ra", dice="ra:grey1", temple={**corners, "r2c2": "P05"}, slots="P07 P08 P09")
    assert drawn(lot) == ["r1c2", "r2c1"]  # rim, corner tile and the tile at r2c2
    assert seat(play(lot, "lot:r2c1"), 2).vp == 10 + 3 + 1
    inner = automaton("ra", dice="ra:grey1", temple={"r2c3": "P05", "r4c3": "P06", "r3c2": "P10", "r3c4": "P11"})
    assert (seat(inner, 2).pillars, seat(inner, 2).vp) == (["r3c3"], 10 + 4 + 1)


def test_ra_counts_buildings_of_all_but_no_statues() -> None:
    end = automaton("ra", dice="ra:grey1", p1={"sites": "west1"}, p2={"sites": "south1"})
    assert (seat(end, 2).pillars, seat(end, 2).vp) == (["r1c1"], 10 + 2 + 2 + 1)
    lot = automaton("ra", dice="ra:grey1", p2={"people": "row column"})
    assert drawn(lot) == ["r1c1", "r1c5", "r5c1", "r5c5"]


def test_ra_prefers_a_line_with_an_own_building() -> None:
    # With a building in every row, all cells of the rim but the corners bring 2 + 1, corners 2 + 2.
    rows = {"p1": {"sites": "west2 west3 west4 west5"}, "p2": {"sites": "west1"}}
    assert drawn(automaton("ra", dice="ra:grey1", **rows)) == ["r1c1", "r1c5"]


def test_ra_prefers_cells_away_from_the_rim() -> None:
    # r1c3 and r3c3 both touch three edges; the second one does not lie at the rim.
    temple = {"r1c1": "P01", "r1c5": "P02", "r5c1": "P03", "r5c5": "P04", "r1c2": "P05", "r1c4": "P06"}
    temple |= {"r2c2": "P10", "r3c2": "P11", "r3c4": "P12", "r2c4": "P13", "r4c3": "P14", "r2c1": "P15", "r2c5": "P16"}
    points = {cell: edges(cell, temple) for cell in CELLS if cell not in temple}
    best = max(points.values())
    inner = [cell for cell in points if points[cell] == best and cell[1] in "234" and cell[3] in "234"]
    rim = [cell for cell in points if points[cell] == best and cell not in inner]
    assert inner and rim
    start = before_automaton("ra", dice="ra:grey1", temple=temple)
    end = play(start, "deben:right")
    assert [cell for cell in seat(end, 2).pillars if cell not in temple] == inner


def edges(cell: str, temple: dict[str, str]) -> int:
    """Edges of the rim and of other tiles, counted a second time."""
    row, column = int(cell[1]), int(cell[3])
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return sum(f"r{r}c{c}" in temple or not (1 <= r <= 5 and 1 <= c <= 5) for r, c in around)


def test_ra_brings_neither_the_cell_nor_the_ability() -> None:
    # P17 would bring gold in the sun, and the corner a papyrus.
    start = before_automaton("ra", dice="ra:white6", slots="P17 P08 P09")
    end = play(start, "deben:right", "lot:r1c1")
    assert gained(start, end, 2) == {"vp": 5}


def test_ra_without_a_pillar_does_nothing() -> None:
    eight = {"pillars": "r1c1 r1c2 r1c3 r1c4 r1c5 r2c1 r2c2 r2c3"}
    assert change("ra", "6", p2=eight) == {}


# -- Hathor ------------------------------------------------------------------------------------------------------


def test_hathor_builds_where_most_own_pillars_stand() -> None:
    end = automaton("hathor", dice="hathor:grey3", p2={"pillars": "r2c1 r2c4 r4c4"}, p1={"pillars": "r1c3"})
    assert drawn(end) == ["west2", "south4"]
    built = play(end, "lot:south4")
    assert seat(built, 2).sites == ["south4"]
    assert (seat(built, 2).vp, seat(built, 2).population, seat(built, 2).goods) == (16, 10, {})


def test_hathor_draws_a_lot_among_equal_sites() -> None:
    lot = automaton("hathor", dice="hathor:grey1", p1={"sites": "west3"})
    assert drawn(lot) == ["west1", "west2", "west4", "west5", *(f"south{line}" for line in range(1, 6))]
    assert gained(lot, play(lot, "lot:west1"), 2) == {"population": 1}


def test_hathor_ignores_the_technologies_of_the_automaton() -> None:
    assert change("hathor", "1", p2={"pillars": "r2c1 r2c2", "technologies": "T05 T21"}) == {"vp": 6, "population": 1}


def test_hathor_without_a_building_or_site_does_nothing() -> None:
    ten = {"shops": "papyrus1 papyrus2 papyrus3 papyrus4 papyrus5 papyrus6 bread1 bread2 bread3 bread4"}
    end = automaton("hathor", dice="hathor:grey3", p2=ten)
    assert (step_of(end), seat(end, 2).sites, seat(end, 2).population) == ("turn", [], 7)
    sites = " ".join(f"{side}{line}" for side in ("west", "south") for line in range(1, 6))
    assert change("hathor", "3", p1={"sites": sites}) == {}


# -- Bastet ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "scribes"), [("1", {"scribe": 2}), ("2", {"scribe": 2}), ("3", {"scribe": 1}), ("4", {"scribe": 1}), ("5", {})]
)
def test_bastet_brings_scribes_for_low_values(value: str, scribes: dict[str, int]) -> None:
    spacious = {"happiness": 4, "population": 12}
    assert change("bastet", value, p2=spacious) == {"happiness": int(value), **scribes}


def test_bastet_raises_the_population_where_happiness_would_pass_it() -> None:
    assert change("bastet", "6", p2={"happiness": 4, "population": 5}) == {"happiness": 3, "population": 3}
    assert change("bastet", "5", p2={"happiness": 4, "population": 4}) == {"happiness": 2, "population": 3}


def test_bastet_brings_no_rewards_of_the_track() -> None:
    assert change("bastet", "6", p2={"happiness": 15, "population": 21}) == {"happiness": 6}
    assert change("bastet", "5", p2={"happiness": 21, "population": 21}) == {}


# -- Thoth -------------------------------------------------------------------------------------------------------

SECTIONS = {
    **{"1a": "B01", "1b": "B02", "1c": "T01"},
    **{"2a": "B03", "2b": "B04", "2c": "T02", "2d": "T03"},
    **{"3a": "B05", "3b": "T04", "3c": "T05", "3d": "D01"},
    **{"4a": "B06", "4b": "T06", "4c": "D02", "4d": "D03"},
}


@pytest.mark.parametrize(
    ("happiness", "value", "cards"),
    [
        (4, 1, "T01"),
        (4, 3, "B01 T01"),
        (4, 6, "B01 B02 T01"),
        (5, 2, "T02"),
        (8, 4, "T02 T03"),
        (8, 5, "B03 T02 T03"),
        (9, 1, "D01"),
        (12, 3, "D01 T04"),
        (12, 5, "D01 T04 T05"),
        (13, 2, "D02"),
        (21, 4, "D02 D03"),
        (21, 6, "D02 D03 T06"),
    ],
)
def test_thoth_takes_the_best_cards_of_the_highest_section(happiness: int, value: int, cards: str) -> None:
    p2 = {"happiness": happiness, "population": 21, "known": ""}
    end = seat(automaton("thoth", dice=f"thoth:grey{value}", market=SECTIONS, p2=p2), 2)
    assert sorted(end.blessings + end.technologies + end.decrees) == sorted(cards.split())
    assert (end.vp, end.goods) == (10, {})


def test_thoth_refills_the_market() -> None:
    end = automaton("thoth", dice="thoth:grey1", market=SECTIONS, p2={"happiness": 4, "population": 21})
    assert step_of(end) == "card"
    assert {text[:6] for text, _ in end.outcomes()} == {"card:T"}


# -- Osiris ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "sun", "shop"),
    [
        ("yellow3", "osiris", "papyrus3"),
        ("brown1", "ra", "bread1"),
        ("white6", "osiris", "limestone6"),
        ("black2", "ra", "granite2"),
    ],
)
def test_osiris_builds_by_value_and_colour(die: str, sun: str, shop: str) -> None:
    end = automaton("osiris", dice=f"osiris:{die}", sun=sun)
    assert seat(end, 2).shops == [shop]
    assert gained(before_automaton("osiris", dice=f"osiris:{die}", sun=sun), end, 2) == {}


@pytest.mark.parametrize(
    ("p1", "p2", "shop"),
    [
        ("", "", "papyrus4"),
        ("papyrus1", "", "bread4"),
        ("papyrus1 bread1 granite1", "", "limestone4"),
        ("papyrus1 bread1", "limestone2", "granite4"),
        ("papyrus1 bread1 bread2", "limestone2 granite1", "papyrus4"),
    ],
)
def test_osiris_with_a_grey_die_builds_in_the_emptiest_district(p1: str, p2: str, shop: str) -> None:
    end = automaton("osiris", dice="osiris:grey4", p1={"shops": p1}, p2={"shops": p2})
    assert set(seat(end, 2).shops) - set(p2.split()) == {shop}


def test_osiris_goes_to_the_right_and_around() -> None:
    end = automaton("osiris", dice="osiris:black2", p1={"shops": "granite2 papyrus2"})
    assert seat(end, 2).shops == ["bread2"]


@pytest.mark.parametrize(("value", "above"), [(6, 5), (2, 1), (1, 6)])
def test_osiris_goes_to_the_row_above(value: int, above: int) -> None:
    full = " ".join(f"{district}{value}" for district in ("papyrus", "bread", "limestone", "granite"))
    end = automaton("osiris", dice=f"osiris:brown{value}", p1={"shops": full})
    assert seat(end, 2).shops == [f"bread{above}"]
    end = automaton("osiris", dice=f"osiris:brown{value}", p1={"shops": f"{full} bread{above}"})
    assert seat(end, 2).shops == [f"limestone{above}"]


def test_osiris_costs_no_happiness_and_brings_nothing() -> None:
    start = before_automaton("osiris", dice="osiris:brown2")
    end = play(start, "deben:right")
    assert gained(start, end, 2) == {}
    assert seat(end, 2).production == (0, 0, 0, 0)


def test_osiris_without_a_building_does_nothing() -> None:
    ten = "papyrus1 papyrus2 papyrus3 papyrus4 papyrus5 papyrus6 bread1 bread2 bread3 bread4"
    end = automaton("osiris", dice="osiris:black6", p2={"shops": ten})
    assert seat(end, 2).shops == sorted(ten.split(), key=lambda shop: (shop[-1], shop[0] != "p"))
