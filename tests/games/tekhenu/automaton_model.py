"""The turns of the automaton a second time, in plain Python over position texts: which dice it may take and what follows.

Numbers of the box are written down a second time, and nothing of the engine's rules is used. Where the rulebook draws lots,
all results are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from egypt import Position
from tests.games.tekhenu.scenes import field, names, parts, seat
from tests.games.tekhenu.turn_table import BASICS, COLOURS, GODS, LIGHTS, PANS

PYRAMID = ((0, 1, 2, 3), (4, 5, 6), (7, 8), (9,))
RESOURCE_TILES = {
    "granite": ("granite", "limestone", "bread", "papyrus"),
    "papyrus": ("papyrus", "bread", "limestone", "granite"),
    "limestone": ("limestone", "granite", "papyrus", "bread"),
    "bread": ("bread", "papyrus", "granite", "limestone"),
}
CELLS = tuple((row, column) for row in range(1, 6) for column in range(1, 6))
SITES = tuple(f"{side}{line}" for side in ("west", "south") for line in range(1, 6))
BUILDINGS, STATUES, PILLARS, TRACK = 10, 6, 8, 21


class Die(NamedTuple):
    god: str
    colour: str
    value: int
    pan: str


@dataclass(frozen=True)
class Side:
    """One of the two sides of the table, as far as it matters to the automaton."""

    vp: int
    population: int
    happiness: int
    scribes: int
    sites: frozenset[str]
    shops: frozenset[str]
    pillars: frozenset[str]
    gods: frozenset[str]
    people: frozenset[str]
    cards: tuple[int, int, int]  # blessings, technologies, decrees

    @classmethod
    def read(cls, where: Position, number: int) -> Side:
        row = seat(where, number)
        return cls(
            row.vp,
            row.population,
            row.happiness,
            row.goods.get("scribe", 0),
            *(frozenset(pieces) for pieces in (row.sites, row.shops, row.pillars, row.gods, row.people)),
            (len(row.blessings), len(row.technologies), len(row.decrees)),
        )


# -- which die -----------------------------------------------------------------------------------------------------


def next_place(place: int, up: bool) -> int:
    for row, level in enumerate(PYRAMID):
        if place in level:
            return PYRAMID[row + 1][level.index(place)] if up else place + 1
    raise ValueError(place)


def allowed_dice(where: Position) -> list[Die]:
    sun = GODS.index(field(where, "sun"))
    found = []
    for god, faces in parts(field(where, "wheel")).items():
        pans = PANS[LIGHTS[(GODS.index(god) - sun) % 6]]
        for face in set(names(faces)):
            found.append(Die(god, face[:-1], int(face[-1]), pans[COLOURS.index(face[:-1])]))
    return [die for die in found if die.pan != "forbidden"]


def highest(dice: list[Die]) -> list[Die]:
    return [die for die in dice if die.value == max(other.value for other in dice)]


def dice_for_god(where: Position, god: str) -> list[Die]:
    """Of the sector or the next one counter-clockwise; pure ones first."""
    for back in range(6):
        sector = GODS[(GODS.index(god) - back) % 6]
        best = highest([die for die in allowed_dice(where) if die.god == sector])
        if best:
            return [die for die in best if die.pan == "pure"] or best
    return []


def dice_for_resources(where: Position, tile: str) -> list[Die]:
    """Of the first colour that is to be had, where it has a statue, on the highest Horus space; grey ones at last."""
    horus, own = field(where, "horus").split(","), Side.read(where, 2).gods
    for colour in [*(COLOURS[BASICS.index(kind)] for kind in RESOURCE_TILES[tile]), "grey"]:
        best = highest([die for die in allowed_dice(where) if die.colour == colour])
        with_statue = sorted((die for die in best if die.god in own), key=lambda die: horus.index(die.god))
        if best:
            return [die for die in with_statue if die.god == with_statue[-1].god] or best
    return []


def dice_for(where: Position, tile: str) -> list[Die]:
    return dice_for_god(where, tile) if tile in GODS else dice_for_resources(where, tile)


# -- the six actions -----------------------------------------------------------------------------------------------


def is_in_line(piece: str, cell: str) -> bool:
    row, column = cell[1], cell[3]
    if piece in ("row", "column"):
        return (row if piece == "row" else column) == "3"
    return (row if piece.startswith("west") else column) == piece[-1]


def pillars_in_line(side: Side, piece: str) -> int:
    return sum(is_in_line(piece, cell) for cell in side.pillars)


def holds_district(side: Side, other: Side, kind: str) -> bool:
    """Most buildings and statues; among equals the topmost one."""

    def strength(one: Side) -> tuple[int, int]:
        statue = "workshops" if kind in ("papyrus", "bread") else "quarries"
        rows = [int(shop[-1]) for shop in one.shops if shop.startswith(kind)] + [0] * (statue in one.people)
        return len(rows), -min(rows, default=9)

    return strength(side)[0] > 0 and strength(side) > strength(other)


def horus(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    god = field(where, "horus").split(",")[die.value - 1]
    if len(own.gods) + len(own.people) == STATUES:
        return [own]
    if god not in own.gods | other.gods:
        return [replace(own, gods=own.gods | {god})]
    free = [space for space in ("workshops", "quarries", "row", "column") if space not in own.people | other.people]
    won = {space: districts_won(own, other, space) for space in free if space in ("workshops", "quarries")}
    if max(won.values(), default=0) > 0:
        return [replace(own, people=own.people | {space}) for space in won if won[space] == max(won.values())]
    lines = {space: pillars_in_line(own, space) for space in free if space in ("row", "column")}
    if not lines:
        return [replace(own, vp=own.vp + 3)]
    most = max(lines.values())
    return [replace(own, vp=own.vp + 3 * most, people=own.people | {space}) for space in lines if lines[space] == most]


def districts_won(own: Side, other: Side, space: str) -> int:
    after = replace(own, people=own.people | {space})
    return sum(holds_district(after, other, kind) and not holds_district(own, other, kind) for kind in BASICS)


def ra(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    slot = (6 - die.value) // 2
    tiles = parts(field(where, "temple"))
    empty = [f"r{row}c{column}" for row, column in CELLS if f"r{row}c{column}" not in tiles]
    if len(own.pillars) == PILLARS or field(where, "slots").split(",")[slot] == "-" or not empty:
        return [own]

    def points(cell: str) -> int:
        row, column = int(cell[1]), int(cell[3])
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        touching = sum(beside not in CELLS or f"r{beside[0]}c{beside[1]}" in tiles for beside in around)
        return touching + sum(is_in_line(site, cell) for site in own.sites | other.sites)

    most = max(points(cell) for cell in empty)
    best = [cell for cell in empty if points(cell) == most]
    best = [cell for cell in best if any(is_in_line(site, cell) for site in own.sites)] or best
    best = [cell for cell in best if cell[1] in "234" and cell[3] in "234"] or best
    return [replace(own, vp=own.vp + most + 3 - slot, pillars=own.pillars | {cell}) for cell in best]


def hathor(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    free = {site: pillars_in_line(own, site) for site in SITES if site not in own.sites | other.sites}
    if len(own.sites) + len(own.shops) == BUILDINGS or not free:
        return [own]
    most = max(free.values())
    grown = replace(own, vp=own.vp + 3 * most, population=min(TRACK, own.population + die.value))
    return [replace(grown, sites=own.sites | {site}) for site in free if free[site] == most]


def bastet(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    happiness, population = own.happiness, own.population
    for _ in range(die.value):
        if happiness < population:
            happiness += 1
        else:
            population = min(TRACK, population + 1)
    scribes = own.scribes + (2 if die.value <= 2 else 1 if die.value <= 4 else 0)
    return [replace(own, happiness=happiness, population=population, scribes=scribes)]


def thoth(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    section = sum(own.happiness >= needed for needed in (1, 5, 9, 13))
    offered = [card for slot, card in parts(field(where, "market")).items() if slot[0] == str(section)]
    taken = sorted(offered, key=lambda card: "DTB".index(card[0]))[: (die.value + 1) // 2]
    had, got = own.cards, [sum(card[0] == deck for card in taken) for deck in "BTD"]
    return [replace(own, cards=(had[0] + got[0], had[1] + got[1], had[2] + got[2]))]


def osiris(where: Position, own: Side, other: Side, die: Die) -> list[Side]:
    built = own.shops | other.shops
    if len(own.sites) + len(own.shops) == BUILDINGS:
        return [own]
    numbers_built = [sum(shop.startswith(kind) for shop in built) for kind in BASICS]
    first = numbers_built.index(min(numbers_built)) if die.colour == "grey" else COLOURS.index(die.colour)
    for up in range(6):
        for right in range(4):
            shop = f"{BASICS[(first + right) % 4]}{(die.value - 1 - up) % 6 + 1}"
            if shop not in built:
                return [replace(own, shops=own.shops | {shop})]
    return [own]


Action = Callable[[Position, Side, Side, Die], list[Side]]
ACTIONS: dict[str, Action] = {"horus": horus, "ra": ra, "hathor": hathor, "bastet": bastet, "thoth": thoth, "osiris": osiris}


def bonus(where: Position, own: Side, after: Side, god: str) -> Side:
    """For a statue that stood there before: a scribe on Horus spaces 1, 2, 5 and 6, a point on 3 to 6."""
    if god not in own.gods:
        return after
    space = field(where, "horus").split(",").index(god) + 1
    return replace(after, scribes=after.scribes + (space not in (3, 4)), vp=after.vp + (space >= 3))


def results(where: Position, die: Die) -> list[Side]:
    own, other = Side.read(where, 2), Side.read(where, 1)
    return [bonus(where, own, after, die.god) for after in ACTIONS[die.god](where, own, other, die)]
