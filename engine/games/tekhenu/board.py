"""The table of a game of Tekhenu for human eyes, drawn from its plain data alone."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from egypt.core.drawing import Sheet
from egypt.games.tekhenu.cards import BASICS, EDGE_COLOURS, PillarTile
from egypt.games.tekhenu.data_reader import GAINS
from egypt.games.tekhenu.tables import COMPONENTS
from egypt.games.tekhenu.words import RA_SLOTS

SHEET = Sheet(width=96)
LIGHT_SIGN = {"sunny": "☀", "shaded": "◐", "dark": "●"}
STATUS_SIGN = {"pure": "+", "tainted": "-", "forbidden": "x"}
SHORT = {
    "papyrus": "pap",
    "bread": "bre",
    "limestone": "lim",
    "granite": "gra",
    "gold": "gold",
    "faith": "fai",
    "scribe": "scr",
}
TILES = {tile.name: tile for tile in COMPONENTS.tiles}
CELL = 7  # columns of a cell of the temple
DICE_IN_LINE = 5


def draw_board(position: dict[str, Any]) -> str:
    """The whole table: wheel, temple and Osiris area, market, every seat."""
    lines = [SHEET.rule("═"), _headline(position), SHEET.rule("═"), *_wheel(position), SHEET.rule("─")]
    temple, osiris = _temple(position), [*_osiris(position), "", *_ra(position), "", *_market(position)]
    lines += [f"{left:<47}{right}".rstrip() for left, right in zip_longest(temple, osiris, fillvalue="")]
    for seat in position["seats"]:
        lines += [SHEET.rule("─"), *_seat(seat, position)]
    if position["solo"]:
        lines += [SHEET.rule("─"), *_pyramid(position)]
    return "\n".join([*lines, SHEET.rule("═")])


def _headline(position: dict[str, Any]) -> str:
    title = f"TEKHENU · round {position['round']} of {position['rounds']} · turn order {' '.join(position['order'])}"
    return SHEET.headline(position, title, _what_now(position))


def _what_now(position: dict[str, Any]) -> str:
    actor, phase = position["to_act"], position["phase"]
    if actor == "over":
        return "game over"
    if actor == "chance":
        return f"chance: {phase}"
    return f"turn of {actor}" if phase == "turn" else f"{actor}: {phase}"


# -- the boards ----------------------------------------------------------------------------------------------------


def _wheel(position: dict[str, Any]) -> list[str]:
    """One line per sector: its dice (+ pure, - tainted, x forbidden), the Horus space of its god, statues."""
    spaces = {row["god"]: row for row in position["horus"]}
    lines = []
    for sector in position["wheel"]:
        god = sector["god"]
        dice = [f"{STATUS_SIGN[die['status']]}{_die(die)}".ljust(9) for die in sector["dice"]]
        statues = " ".join(seat["seat"] for seat in position["seats"] for _ in range(seat["gods"].get(god, 0)))
        bonus = f"Horus {spaces[god]['space']}: {_bonus(spaces[god]['bonus'])}" if god in spaces else ""
        first = "".join(dice[:DICE_IN_LINE]).ljust(9 * DICE_IN_LINE)
        lines.append(f" {LIGHT_SIGN[sector['light']]} {god.capitalize():<8}{first} {bonus:<31}{statues}".rstrip())
        lines += [
            f"{'':<11}{''.join(dice[start : start + DICE_IN_LINE])}".rstrip()
            for start in range(DICE_IN_LINE, len(dice), DICE_IN_LINE)
        ]
    bag = "  ".join(f"{count} {colour}" for colour, count in position["bag"].items())
    return [*lines, f"   in the bag: {bag or 'nothing'}"]


def _die(die: dict[str, Any]) -> str:
    return f"{die['colour']}{die['value']}"


def _bonus(ways: list[dict[str, int]]) -> str:
    """Goods beside a Horus space; of alternatives the names alone."""
    if len(ways) > 1:
        return " or ".join(name for way in ways for name in way)
    return ", ".join(f"{units} {'vp' if name == 'score' else name}" for name, units in ways[0].items())


def _owners(position: dict[str, Any], key: str) -> dict[str, str]:
    """Who has a piece at which places, by id: the number of the seat, □ if none."""
    return {place["id"]: place["owner"][1] if place["owner"] else "□" for place in position[key]}


def _temple(position: dict[str, Any]) -> list[str]:
    """The grid with the colours of its rim, sites around it (□ free, else the owner), tiles with edges and owners."""
    owners, rim = _owners(position, "sites"), COMPONENTS.temple.rim
    people = _owners(position, "people")

    def sites(side: str) -> str:
        return "   " + " ".join(owners.get(f"site:{side}{line}", " ").center(CELL) for line in range(1, 6))

    def border(side: str, left: str, between: str, right: str) -> str:
        letters = (EDGE_COLOURS[colour].center(CELL, "─") for colour in rim[side])
        return f"  {left}{between.join(letters)}{right}"

    lines = [sites("north"), border("north", "┌", "┬", "┐")]
    for row in range(1, 6):
        cells = [_cell(row, column, position) for column in range(1, 6)]
        top, middle, bottom = (list(part) for part in zip(*cells, strict=True))
        west, east = (EDGE_COLOURS[rim[side][row - 1]] for side in ("west", "east"))
        outer = [owners.get(f"site:{side}{row}", " ") for side in ("west", "east")]
        lines.append(f"  │{'│'.join(top)}│")
        lines.append(f" {outer[0]}{west}{'│'.join(middle)}{east}{outer[1]}")
        lines.append(f"  │{'│'.join(bottom)}│")
        if row < 5:
            lines.append("  ├" + "┼".join("─" * CELL for _ in range(5)) + "┤")
    statues = f"statues: row {people['people:row']}, column {people['people:column']}"
    return [*lines, border("south", "└", "┴", "┘"), sites("south"), f"   {statues}"]


def _cell(row: int, column: int, position: dict[str, Any]) -> tuple[str, str, str]:
    laid = position["temple"].get(f"r{row}c{column}")
    if laid is None:
        units, kind = COMPONENTS.temple.cells[row - 1][column - 1]
        return " " * CELL, f"{units} {SHORT[kind]}".center(CELL), " " * CELL
    edges = TILES[laid["tile"]].edges
    north, east, south, west = (EDGE_COLOURS[edges[(side - laid["turns"]) % 4]] for side in range(4))
    owner = laid["owner"] or "--"
    return north.center(CELL), f"{west}{laid['tile'][1:]} {owner}{east}", south.center(CELL)


def _osiris(position: dict[str, Any]) -> list[str]:
    owners, people = _owners(position, "shops"), _owners(position, "people")
    lines = [" Osiris  " + " ".join(f"{kind:<9}" for kind in BASICS)]
    workshops, quarries = people["people:workshops"], people["people:quarries"]
    lines.append(f" statues      {workshops:<20}{quarries}")
    for row in range(1, 7):
        cells = (owners[f"shop:{kind}{row}"] for kind in BASICS)
        lines.append(f" row {row}   " + " ".join(f"{cell:<9}" for cell in cells).rstrip())
    return lines


def _ra(position: dict[str, Any]) -> list[str]:
    lines = [f" Ra       {position['tiles_left']} tiles in the stack"]
    for name, values, slot in zip(RA_SLOTS, ("5-6", "3-4", "1-2"), position["slots"], strict=True):
        lines.append(f" {name:<7}{values}  {_tile_words(slot['tile']) if slot['tile'] else '-'}")
    return lines


def _tile_words(name: str) -> str:
    """Cost, edges, and the ability behind the light that it needs."""
    tile = TILES[name]
    cost = "".join(f"{number}{stone}" for number, stone in ((tile.limestone, "L"), (tile.granite, "G")) if number)
    edges = "".join(EDGE_COLOURS[colour] for colour in tile.edges)
    ability = "" if tile.ability == "none" else f"  {LIGHT_SIGN[tile.light]} {_ability_words(tile)}"
    return f"{name}  {cost:<4}  {edges}{ability}"


def _ability_words(tile: PillarTile) -> str:
    if tile.ability == "gain":
        return ", ".join(f"{units} {name}" for name, units in zip(GAINS, tile.gain.units(), strict=True) if units)
    return tile.ability


def _market(position: dict[str, Any]) -> list[str]:
    left = f"{position['blessings_left']} B, {position['technologies_left']} T, {position['decrees_left']} D in the decks"
    lines = [f" Market   {left}"]
    for section in range(1, 5):
        cards = [f"{place} {slot['card']}" for place, slot in position["market"].items() if slot["section"] == section]
        lines.append(" " + ("   ".join(cards) or f"section {section} is empty"))
    return lines


# -- the players ---------------------------------------------------------------------------------------------------


def _seat(seat: dict[str, Any], position: dict[str, Any]) -> list[str]:
    marker = "▶" if seat["seat"] == position["to_act"] else " "
    name = f"{seat['seat']} (automaton)" if seat["automaton"] else seat["seat"]
    goods = [f"{count} {kind}" for kind, count in seat["goods"].items()]
    markers = f"population {seat['population']}   happiness {seat['happiness']}"
    lines = SHEET.wrap(f"{marker}{name}  {seat['score']:>3} points   {markers}   ", goods)
    if not seat["automaton"]:
        dice = [STATUS_SIGN.get(die["pan"], "_") + _die(die) for die in seat["dice"]] or ["empty"]
        surplus = [f"and {seat['surplus']} surplus"] if seat["surplus"] else []
        production = "  ".join(f"{kind} {level}" for kind, level in seat["production"].items())
        lines += [f"     production {production}", *SHEET.wrap("     scales ", dice + surplus)]
    pieces = f"{seat['buildings']} buildings, {len(seat['pillars'])} pillars, {seat['statues']} statues"
    lines.append(f"     {pieces}     destiny {seat['destiny']['card'] if seat['destiny'] else '-'}")
    unknown = seat["decrees_held"] - len(seat["decrees"])
    cards = [card["card"] for kind in ("drafted", "blessings", "technologies", "decrees") for card in seat[kind]]
    cards += ["D??"] * max(0, unknown)
    return lines + (SHEET.wrap("     cards ", cards) if cards else [])


def _pyramid(position: dict[str, Any]) -> list[str]:
    """The action tiles from the top down; the marker's tile in brackets."""
    names = [
        f"[{row['tile']}]" if place + 1 == position["marker"] else row["tile"] or "-"
        for place, row in enumerate(position["pyramid"])
    ]
    rows = (names[9:], names[7:9], names[4:7], names[:4])
    return ["   ".join(name.center(11) for name in row).center(SHEET.width - 1).rstrip() for row in rows]
