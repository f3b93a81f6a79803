"""The 88 cards and 27 pillar tiles as typed rows. An effect is a name with parameters; data.toml says what each does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from egypt.core.data import DataError, require
from egypt.games.tekhenu.data_reader import NOTHING, Entry, Gain

GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")
BASICS = ("papyrus", "bread", "limestone", "granite")
LIGHTS = ("sunny", "shaded", "dark")
DECKS = ("blessing", "technology", "decree")
EDGE_COLOURS = "RGBY"
PIECES = ("technology", "scribe", "workshop", "quarry", "temple-building", "pillar", "god-statue", "people-statue")
SYMBOL_NB = 6
MOST_POINTS = 99  # of one decree

NAMES = {
    "blessings": tuple(f"B{number:02}" for number in range(1, 25)),
    "technologies": tuple(f"T{number:02}" for number in range(1, 25)),
    "decrees": tuple(f"D{number:02}" for number in range(1, 25)),
    "starting": tuple(f"S{number:02}" for number in range(1, 13)),
    "destiny": tuple(f"F{number:02}" for number in range(1, 5)),
    "tiles": tuple(f"P{number:02}" for number in range(1, 28)),
}

# Effects in the order of their numbers in the code, each with the parameters it needs.
BLESSING_EFFECTS: dict[str, tuple[str, ...]] = {
    "gain": ("gain",),
    "raise-either": ("steps",),
    "set-value": (),
    "recolour": ("shift",),
    "waive": ("kinds",),
    "neighbour-action": ("scribes",),
    "opposite-action": ("happiness", "population"),
    "produce-twice": (),
    "anubis": (),
}
TECHNOLOGY_EFFECTS: dict[str, tuple[str, ...]] = {
    "god-gain": ("god", "gain"),
    "hathor-pillar": ("vp",),
    "statue-gain": ("gain",),
    "take-forbidden": (),
    "every-ability": (),
    "gold-is-scribe": ("vp",),
    "low-die": ("value", "vp"),
    "surplus-vp": ("vp",),
    "better-work": ("shift", "units"),
    "better-prayer": ("shift",),
    "faithful": ("faith", "ankh"),
    "court": ("first", "last"),
    "bakery": ("produces", "vp"),
    "pure-vp": ("vp",),
    "tainted-work": ("scribes",),
    "stone-swap": ("vp",),
    "anubis-vp": ("vp",),
    "blessing-gain": ("gain",),
}
DECREE_EFFECTS: dict[str, tuple[str, ...]] = {
    "per-piece": ("per_piece",),
    "per-symbol": ("vp",),
    "repeat": ("gold",),
    "population": ("vp", "resources"),
    "happiness": ("vp",),
    "happiness-lead": ("vp",),
    "treasury": ("gold_vp", "basic_vp", "most"),
    "order": ("order_vp",),
    "pure-pips": ("divide",),
    "free-action": (),
    "temple": (),
}
STARTING_EFFECTS: dict[str, tuple[str, ...]] = {
    "gain": ("gain",),
    "mix": ("units", "kinds"),
    "osiris": ("value", "districts"),
    "keep-one": ("deck", "draw"),
}
DESTINY_EFFECTS: dict[str, tuple[str, ...]] = {"gain": ("gain",), "raise-either": ("steps",)}
TILE_ABILITIES: dict[str, tuple[str, ...]] = {
    "none": (),
    "gain": ("gain",),
    "match-vp": ("vp",),
    "building-vp": ("vp",),
    "thoth": ("values",),
    "horus": ("values",),
    "osiris": ("values",),
    "draw-decree": (),
    "double-cell": (),
}

# When a blessing is played follows from what it does; a waiver names gods instead.
BLESSING_TIMES = {
    "gain": "production",
    "raise-either": "any-time",
    "set-value": "taking-a-die",
    "recolour": "taking-a-die",
    "neighbour-action": "taking-a-die",
    "opposite-action": "taking-a-die",
    "produce-twice": "production",
    "anubis": "start-of-turn",
}


@dataclass(frozen=True, slots=True)
class Blessing:
    name: str
    effect: str
    gods: tuple[str, ...] = ()  # in whose actions it is played; empty where the effect says when
    gain: Gain = NOTHING
    steps: int = 0
    shift: int = 0
    kinds: tuple[str, ...] = ()
    scribes: int = 0
    happiness: int = 0
    population: int = 0


@dataclass(frozen=True, slots=True)
class Technology:
    name: str
    effect: str
    god: str = ""
    gain: Gain = NOTHING
    first: Gain = NOTHING
    last: Gain = NOTHING
    vp: int = 0
    value: int = 0
    shift: int = 0
    units: int = 0
    faith: int = 0
    ankh: int = 0
    produces: str = ""
    scribes: int = 0


@dataclass(frozen=True, slots=True)
class Decree:
    name: str
    effect: str
    symbol: str
    vp: int = 0
    per_piece: tuple[int, ...] = (0,) * len(PIECES)
    order_vp: tuple[int, ...] = (0, 0)
    gold: int = 0
    resources: int = 0
    gold_vp: int = 0
    basic_vp: int = 0
    most: int = 0
    divide: int = 0


@dataclass(frozen=True, slots=True)
class StartingCard:
    name: str
    effect: str
    initiative: int
    gain: Gain = NOTHING
    units: int = 0
    kinds: tuple[str, ...] = ()
    value: int = 0
    districts: tuple[str, ...] = ()
    deck: str = ""
    draw: int = 0


@dataclass(frozen=True, slots=True)
class DestinyCard:
    name: str
    effect: str
    ankh: int
    gain: Gain = NOTHING
    steps: int = 0


@dataclass(frozen=True, slots=True)
class PillarTile:
    name: str
    ability: str
    light: str
    limestone: int
    granite: int
    edges: tuple[int, ...]  # north, east, south, west as drawn; numbers into EDGE_COLOURS
    gain: Gain = NOTHING
    vp: int = 0
    values: tuple[int, ...] = ()


def _parameter(entry: Entry, name: str) -> Any:
    """One parameter of an effect, checked."""
    match name:
        case "gain" | "first" | "last":
            return entry.gain(name)
        case "god":
            return entry.word(name, GODS)
        case "deck":
            return entry.word(name, ("blessing", "technology"))
        case "produces":
            return entry.word(name, BASICS)
        case "kinds" | "districts":
            return entry.words(name, BASICS)
        case "value":
            return entry.number(name, 1, 6)
        case "values":
            values = entry.distinct(name, list(entry.list_of(name)))
            require(
                bool(values) and all(type(value) is int and 1 <= value <= 6 for value in values),
                entry.name,
                f"'{name}' must hold values of a die, not {list(values)}",
            )
            return tuple(sorted(values))
        case "per_piece":
            row = entry.table_of("vp")
            points = tuple(row.number(piece, 1, 9) if piece in row.table else 0 for piece in PIECES)
            row.finish()
            require(any(points), row.name, "scores nothing")
            return points
        case "order_vp":
            return entry.numbers("vp", 2, 0, 20)
        case "draw":
            return entry.number(name, 2, 2)
        case "most":
            return entry.number(name, 1, MOST_POINTS)
        case _:
            return entry.number(name, 1, 9)


def _rows(data: Mapping[str, Any], section: str) -> list[tuple[str, Entry]]:
    table = data.get(section)
    require(isinstance(table, dict), section, "is missing")
    assert isinstance(table, dict)
    for name in table:
        require(name in NAMES[section], section, f"'{name}' is not one of its names")
    for name in NAMES[section]:
        require(name in table, section, f"'{name}' is missing")
    return [(name, Entry(f"{section}.{name}", table[name])) for name in NAMES[section]]


def _effect(entry: Entry, effects: Mapping[str, tuple[str, ...]], key: str = "effect") -> tuple[str, dict[str, Any]]:
    """The effect of a row with its parameters; everything else must have been read before."""
    effect = entry.word(key, tuple(effects))
    parameters = {name: _parameter(entry, name) for name in effects[effect]}
    entry.finish()
    return effect, parameters


def _once(section: str, effects: list[str], repeatable: tuple[str, ...]) -> None:
    """The code looks up the parameters of most effects by the effect: one card each."""
    for effect in effects:
        require(
            effect in repeatable or effects.count(effect) == 1, section, f"the effect '{effect}' belongs to one card only"
        )


def read_blessings(data: Mapping[str, Any]) -> tuple[Blessing, ...]:
    rows = []
    for name, entry in _rows(data, "blessings"):
        gods: tuple[str, ...] = ()
        effect = entry.table.get("effect")
        if effect == "waive":
            gods = entry.words("when", GODS)
        elif effect in BLESSING_TIMES:
            entry.word("when", (BLESSING_TIMES[effect],))
        effect, parameters = _effect(entry, BLESSING_EFFECTS)
        row = Blessing(name, effect, gods, **parameters)
        require(
            row.population <= row.happiness,
            entry.name,
            f"'population' is {row.population}, must be at most 'happiness', which may not pass the population",
        )
        rows.append(row)
    return tuple(rows)


def read_technologies(data: Mapping[str, Any]) -> tuple[Technology, ...]:
    rows = []
    for name, entry in _rows(data, "technologies"):
        effect, parameters = _effect(entry, TECHNOLOGY_EFFECTS)
        rows.append(Technology(name, effect, **parameters))
    _once("technologies", [row.effect for row in rows], ("god-gain",))
    return tuple(rows)


def read_decrees(data: Mapping[str, Any]) -> tuple[Decree, ...]:
    rows = []
    for name, entry in _rows(data, "decrees"):
        symbol = entry.value("symbol")
        require(isinstance(symbol, str) and symbol.isalpha(), entry.name, f"'symbol' must be a word, not {symbol!r}")
        effect, parameters = _effect(entry, DECREE_EFFECTS)
        rows.append(Decree(name, effect, symbol, **parameters))
    _once("decrees", [row.effect for row in rows], ("per-piece",))
    symbols = {row.symbol for row in rows}
    require(len(symbols) <= SYMBOL_NB, "decrees", f"{len(symbols)} symbols, at most {SYMBOL_NB} fit")
    symbol_of = {row.effect: row.symbol for row in rows}
    # The rulebook tells in which order the two are scored, which would be idle if one excluded the other.
    require(
        symbol_of.get("population", "-") != symbol_of.get("treasury"), "decrees", "D04 and D08 must have different symbols"
    )
    return tuple(rows)


def read_starting(data: Mapping[str, Any]) -> tuple[StartingCard, ...]:
    rows = []
    for initiative, (name, entry) in enumerate(_rows(data, "starting"), 1):
        effect, parameters = _effect(entry, STARTING_EFFECTS)
        rows.append(StartingCard(name, effect, initiative, **parameters))
    return tuple(rows)


def read_destiny(data: Mapping[str, Any]) -> tuple[DestinyCard, ...]:
    rows = []
    for name, entry in _rows(data, "destiny"):
        ankh = entry.number("ankh", 0, 9)
        effect, parameters = _effect(entry, DESTINY_EFFECTS)
        rows.append(DestinyCard(name, effect, ankh, **parameters))
    require(len({row.ankh for row in rows}) == len(rows), "destiny", "an ankh value twice")
    return tuple(rows)


def read_tiles(data: Mapping[str, Any]) -> tuple[PillarTile, ...]:
    rows = []
    for name, entry in _rows(data, "tiles"):
        light = entry.word("light", (*LIGHTS, "none"))
        cost = re.fullmatch(r"(?:([1-9])L)?(?:([1-9])G)?", str(entry.value("cost")) or "?")
        require(cost is not None, entry.name, f"'cost' must look like 2L1G, not {entry.table['cost']!r}")
        assert cost is not None
        edges = entry.value("edges")
        require(
            isinstance(edges, str) and len(edges) == 4 and set(edges) <= set(EDGE_COLOURS),
            entry.name,
            f"'edges' must be four letters of {EDGE_COLOURS}, not {edges!r}",
        )
        ability, parameters = _effect(entry, TILE_ABILITIES, "ability")
        require((ability == "none") == (light == "none"), entry.name, "'light' is none without an ability, and only then")
        if ability in ("thoth", "osiris"):
            require(len(parameters["values"]) == 1, entry.name, "'values' must hold one value")
        stones = (int(cost[1] or 0), int(cost[2] or 0))
        rows.append(PillarTile(name, ability, light, *stones, colours(edges), **parameters))
    idle = sum(row.ability == "none" for row in rows)
    require(idle == 6, "tiles", f"{idle} tiles without an ability, must be 6")
    return tuple(rows)


def colours(letters: str) -> tuple[int, ...]:
    """Edge colours as numbers."""
    try:
        return tuple(EDGE_COLOURS.index(letter) for letter in letters)
    except ValueError as error:
        raise DataError(f"data.toml: '{letters}' must be made of the letters {EDGE_COLOURS}") from error
