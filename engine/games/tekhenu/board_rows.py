"""The printed boards as typed rows: Horus spaces, Osiris area, temple, and what the automaton brings along."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from egypt.core.data import require
from egypt.games.tekhenu.cards import BASICS, EDGE_COLOURS, GODS, NAMES, colours
from egypt.games.tekhenu.data_reader import GAINS, PLAYER_COUNTS, Entry, Gain

SIDES = ("west", "east", "north", "south")
AUTOMATON_LEVELS = ("low", "medium", "high")
TEMPLE_SIZE = 5
CELL_KINDS = GAINS[: GAINS.index("vp")]  # resources and tokens
SOLO_NUMBERS = {
    "start_vp": (0, 50),
    "start_happiness": (1, 9),
    "start_population": (1, 9),
    "ankh": (0, 9),
    "no_statue_vp": (0, 9),
    "edge_vp": (0, 9),
    "blessing_vp": (0, 9),
    "technology_vp": (0, 9),
    "scribes_per_vp": (1, 9),
}


@dataclass(frozen=True, slots=True)
class OsirisRow:
    """What a building in one of the six rows of the Osiris area brings."""

    raises: int  # steps of each shown production
    any: int  # steps of a production of choice
    units: int  # of one of the shown resources
    gold: int
    shown: tuple[tuple[str, ...], ...]  # by column


@dataclass(frozen=True, slots=True)
class Bonus:
    """Beside a Horus space: a gain, or one unit of a kind that the owner chooses."""

    gain: Gain
    either: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """What the automaton starts with."""

    name: str
    statues: tuple[int, ...]  # Horus spaces
    buildings: tuple[tuple[str, int], ...]  # district and row
    pillar: bool


@dataclass(frozen=True, slots=True)
class Temple:
    cells: tuple[tuple[tuple[int, str], ...], ...]  # by row and column: units and kind
    rim: dict[str, tuple[int, ...]]  # by side: edge colours
    site_bread: tuple[int, ...]  # by line
    sites: dict[int, dict[str, tuple[int, ...]]]  # by players and side: lines 1-5
    statue_row: int
    statue_column: int


@dataclass(frozen=True, slots=True)
class Solo:
    numbers: dict[str, int]
    balance: tuple[int, ...]
    destiny: tuple[str, ...]
    god_tiles: tuple[str, ...]
    resource_tiles: tuple[tuple[str, ...], ...]
    bonus: tuple[Gain, ...]
    levels: tuple[Level, ...]
    decree_vp: int
    hard_decree_vp: int


def read_bonuses(horus: Entry) -> tuple[Bonus, ...]:
    rows = []
    for number, table in enumerate(horus.list_of("bonus", 6), 1):
        row = Entry(f"horus.bonus {number}", table)
        if "either" in row.table:
            either = row.words("either", BASICS)
            row.finish()
            require(len(either) == 2, row.name, "'either' must name two resources")
            rows.append(Bonus(Gain(), either))
        else:
            rows.append(Bonus(Entry(row.name, {"gain": table}).gain("gain"), ()))
    return tuple(rows)


def read_osiris_rows(osiris: Entry) -> tuple[OsirisRow, ...]:
    require(osiris.words("columns", BASICS, 4) == BASICS, osiris.name, f"'columns' must be {', '.join(BASICS)}")
    rows = []
    for number, table in enumerate(osiris.list_of("rows", 6), 1):
        row = Entry(f"osiris.rows {number}", table)
        shown = row.word_lists("shown", BASICS, 4)
        for column, kinds in zip(BASICS, shown, strict=True):
            require(len(kinds) <= 2, row.name, f"the cell of the {column} district shows more than two resources")
            require(kinds[0] == column, row.name, f"the cell of the {column} district must show {column} first")
        raises, units, gold = (row.number(key, 0, 6) for key in ("raise", "units", "gold"))
        rows.append(OsirisRow(raises, row.number("any", 0, 1), units, gold, shown))
        row.finish()
    return tuple(rows)


def read_temple(data: Mapping[str, Any]) -> Temple:
    entry = Entry("temple", data.get("temple"))
    cells = []
    for row in entry.list_of("cells", TEMPLE_SIZE):
        require(isinstance(row, list) and len(row) == TEMPLE_SIZE, "temple", "'cells' must be five rows of five")
        cells.append(tuple(_cell(text) for text in row))
    rim_entry = entry.table_of("rim")
    rim = {}
    for side in SIDES:
        letters = rim_entry.value(side)
        require(
            isinstance(letters, str) and len(letters) == TEMPLE_SIZE and set(letters) <= set(EDGE_COLOURS),
            rim_entry.name,
            f"'{side}' must be five letters of {EDGE_COLOURS}, not {letters!r}",
        )
        rim[side] = colours(letters)
    rim_entry.finish()
    sites_entry = entry.table_of("sites")
    sites: dict[int, dict[str, tuple[int, ...]]] = {}
    for players in PLAYER_COUNTS:
        row = sites_entry.table_of(str(players))
        sites[players] = {}
        for side in SIDES:
            lines = row.distinct(side, row.list_of(side))
            for line in lines:
                require(line in range(1, TEMPLE_SIZE + 1), row.name, f"'{side}': {line!r} is not a line 1..5")
            sites[players][side] = lines
        row.finish()
    sites_entry.finish()
    statues = entry.table_of("statues")
    temple = Temple(
        tuple(cells),
        rim,
        entry.numbers("site_bread", TEMPLE_SIZE, 2, 4),
        sites,
        statues.number("row", 1, TEMPLE_SIZE),
        statues.number("column", 1, TEMPLE_SIZE),
    )
    statues.finish()
    entry.finish()
    return temple


def _cell(text: Any) -> tuple[int, str]:
    number, _, kind = text.partition(" ") if isinstance(text, str) else ("", "", "")
    require(
        number in ("1", "2", "3") and kind in CELL_KINDS,
        "temple",
        f"a cell shows 1..3 of a kind like '2 bread', not {text!r}",
    )
    return int(number), kind


def read_solo(data: Mapping[str, Any], maat_phases: int) -> Solo:
    entry = Entry("solo", data.get("solo"))
    levels_entry, options = entry.table_of("levels"), entry.table_of("options")
    levels = []
    for name in AUTOMATON_LEVELS:
        row = levels_entry.table_of(name)
        statues = row.distinct("statues", row.list_of("statues"))
        for space in statues:
            require(space in range(1, 7), row.name, f"'statues': {space!r} is not a Horus space 1..6")
        buildings = []
        for place in row.list_of("buildings"):
            fits = isinstance(place, list) and len(place) == 2 and place[0] in BASICS and place[1] in range(1, 7)
            require(fits, row.name, f"'buildings': {place!r} is not a district and a row")
            buildings.append((place[0], place[1]))
        levels.append(Level(name, statues, tuple(row.distinct("buildings", buildings)), row.truth("pillar")))
        row.finish()
    levels_entry.finish()
    solo = Solo(
        {name: entry.number(name, *bounds) for name, bounds in SOLO_NUMBERS.items()},
        entry.numbers("balance", maat_phases, -10, 10),
        entry.words("destiny", NAMES["destiny"], 2),
        entry.words("god_tiles", GODS, 6),
        entry.word_lists("resource_tiles", BASICS, 4),
        tuple(Entry(f"solo.bonus {n}", {"gain": row}).gain("gain") for n, row in enumerate(entry.list_of("bonus", 6), 1)),
        tuple(levels),
        options.number("decree_vp", 0, 9),
        options.number("hard_decree_vp", 0, 9),
    )
    for kinds in solo.resource_tiles:
        require(sorted(kinds) == sorted(BASICS), "solo", "'resource_tiles' must name each resource once")
    for gain in solo.bonus:
        require(sum(gain.units()) == gain.scribe + gain.vp, "solo", "'bonus' can be scribes and vp only")
    options.finish()
    entry.finish()
    return solo
