"""Cards, tokens, track and rulings as readable rows, read from data.toml and checked."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import prod
from pathlib import Path
from typing import Any

from egypt.core.errors import EgyptError

DATA_FILE = Path(__file__).with_name("data.toml")

BACKS = ("green", "beige", "orange")
POWERS = ("queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan")
PLAIN_EVENTS = ("prosperity", "flood", "curse", "embalming", "ruse")
FAMILY_NB = 6
TRACK_SPACES = 100
CARD_NB = 63
TOKEN_NB = 12


class DataError(EgyptError):
    """data.toml contradicts itself or the printed totals; the message names the entry."""


@dataclass(frozen=True, slots=True)
class Family:
    """One kind of goods."""

    name: str
    letter: str
    value: int
    with_scarabs: int
    without: int
    green: int


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards that nobody can tell apart, front and back."""

    name: str
    family: int  # index into families; FAMILY_NB for amulets
    scarabs: int
    back: str
    count: int
    power: str = ""


@dataclass(frozen=True, slots=True)
class TokenKind:
    """Event tokens with the same picture."""

    name: str
    effect: str
    symbol: str
    count: int


@dataclass(frozen=True, slots=True)
class Sizes:
    rounds: int
    early_end_after_round: int
    early_end_above: int
    starting_hand: int
    docks: int
    reach: int
    set_minimum: int
    event_tokens: int
    removed_with_two_players: int
    queen_draws: int
    scribe_keeps: int
    courtesan_adds: int
    curse_weight: int
    prosperity_scarabs: int
    penalty_per_points: int
    prosperity_families: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulings:
    """One variant: how the unclear points are ruled."""

    variant: str
    track: tuple[str, ...]  # a symbol's name or "" for a number, space by space
    number_every: int
    penalty_on_number: str
    guild_floor: str
    penalty_base: str
    flood_optional: bool
    peek_own: bool
    amulet_only: bool
    hp_characters: str
    zero_corruption_pays: bool


CHOICES: dict[str, tuple[Any, ...]] = {
    "penalty_on_number": ("number", "none"),
    "guild_floor": ("stay", "zero"),
    "penalty_base": ("sets", "all_gains"),
    "flood_optional": (False, True),
    "peek_own": (False, True),
    "amulet_only": (False, True),
    "hp_characters": ("auto", "forced"),
    "zero_corruption_pays": (False, True),
}


@dataclass(frozen=True, slots=True)
class Components:
    families: tuple[Family, ...]
    kinds: tuple[CardKind, ...]
    tokens: tuple[TokenKind, ...]
    symbols: tuple[str, ...]
    sizes: Sizes
    variants: tuple[Rulings, ...]
    rules_hash: str


def _require(condition: bool, entry: str, sentence: str) -> None:
    if not condition:
        raise DataError(f"data.toml [{entry}]: {sentence}")


def _integer(table: Mapping[str, Any], entry: str, key: str, low: int, high: int) -> int:
    _require(key in table, entry, f"'{key}' is missing")
    value = table[key]
    _require(isinstance(value, int) and not isinstance(value, bool), entry, f"'{key}' must be a whole number")
    _require(low <= value <= high, entry, f"'{key}' is {value}, must be {low}..{high}")
    return int(value)


def _families(data: Mapping[str, Any]) -> tuple[Family, ...]:
    goods = data.get("goods", {})
    _require(len(goods) == FAMILY_NB, "goods", f"{len(goods)} families, must be {FAMILY_NB}")
    rows = []
    for name, table in goods.items():
        entry = f"goods.{name}"
        letter = table.get("letter", "")
        _require(isinstance(letter, str) and len(letter) == 1, entry, "'letter' must be one letter")
        row = Family(
            name,
            letter,
            _integer(table, entry, "value", 1, 9),
            _integer(table, entry, "with", 0, 7),
            _integer(table, entry, "without", 0, 7),
            _integer(table, entry, "green", 0, 7),
        )
        _require(row.with_scarabs + row.without <= 12, entry, "more than 12 cards")
        _require(
            row.green <= row.without, entry, f"'green' is {row.green}, more than 'without' ({row.without})"
        )
        rows.append(row)
    return tuple(rows)


def _kinds(data: Mapping[str, Any], families: tuple[Family, ...]) -> tuple[CardKind, ...]:
    rows = []
    for index, family in enumerate(families):
        rows.append(
            CardKind(f"{family.name}{family.value}", index, family.value, "beige", family.with_scarabs)
        )
        rows.append(CardKind(f"{family.name}0", index, 0, "beige", family.without - family.green))
        rows.append(CardKind(f"{family.name}0g", index, 0, "green", family.green))
    rows.append(
        CardKind("amulet", FAMILY_NB, 0, "beige", _integer(data.get("amulet", {}), "amulet", "count", 0, 7))
    )
    characters = data.get("characters", [])
    names = [family.name for family in families]
    powers = [table.get("power") for table in characters]
    for number, table in enumerate(characters, 1):
        entry = f"characters #{number}"
        power, family_name = table.get("power"), table.get("family")
        _require(power in POWERS, entry, f"power '{power}' is not one of {', '.join(POWERS)}")
        _require(family_name in names, entry, f"family '{family_name}' is not one of {', '.join(names)}")
        name = power if powers.count(power) == 1 else f"{power}-{family_name}"
        _require(name not in [row.name for row in rows], entry, f"a second {name}")
        rows.append(CardKind(name, names.index(family_name), 0, "orange", 1, power))
    for index, name in enumerate(names):
        mates = sum(row.family == index and row.back == "orange" for row in rows)
        _require(mates <= 3, "characters", f"{mates} characters of {name}, at most 3 allowed")
        plays = prod(row.count + 1 for row in rows if row.family == index)
        _require(
            plays <= 900,
            f"goods.{name}",
            f"{plays} ways to choose from the whole family, at most 900 fit a list of moves",
        )
    return tuple(rows)


def _tokens(data: Mapping[str, Any]) -> tuple[TokenKind, ...]:
    events = data.get("events", {})
    guilds = events.get("guild", [])
    _require(
        isinstance(guilds, list) and len(set(guilds)) == len(guilds) == 4,
        "events",
        "'guild' must name 4 symbols",
    )
    rows = [TokenKind(f"guild-{symbol}", "guild", symbol, 1) for symbol in guilds]
    rows += [TokenKind(name, name, "", _integer(events, "events", name, 0, 7)) for name in PLAIN_EVENTS]
    total = sum(row.count for row in rows)
    _require(total == TOKEN_NB, "events", f"{total} tokens, must be {TOKEN_NB}")
    return tuple(rows)


def _track(data: Mapping[str, Any], name: str, symbols: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    entry = f"tracks.{name}"
    table = data.get("tracks", {}).get(name)
    _require(table is not None, "rulings", f"track '{name}' is not in [tracks]")
    assert table is not None
    every = _integer(table, entry, "number_every", 2, 50)
    _require(TRACK_SPACES % every == 0, entry, f"'number_every' is {every}, must divide {TRACK_SPACES}")
    by_letter = data.get("symbols", {})
    _require(
        sorted(by_letter.values()) == sorted(symbols),
        "symbols",
        f"must give a letter to each of {', '.join(symbols)}",
    )
    if "blocks" in table:
        blocks = table["blocks"]
        for block in blocks:
            _require(len(block) == every - 1, entry, f"block '{block}' must have {every - 1} symbols")
        letters = [blocks[space // every % len(blocks)][space % every - 1] for space in range(TRACK_SPACES)]
    else:
        cycle = table.get("cycle", "")
        _require(bool(cycle), entry, "needs 'blocks' or 'cycle'")
        start = _integer(table, entry, "start", 0, len(cycle) - 1)
        letters = [cycle[(start + space - space // every - 1) % len(cycle)] for space in range(TRACK_SPACES)]
    for letter in letters:
        _require(letter in by_letter, entry, f"symbol '{letter}' is not one of {', '.join(by_letter)}")
    track = tuple("" if space % every == 0 else by_letter[letters[space]] for space in range(TRACK_SPACES))
    _require(
        track[61] == track[52] == "ankh",
        entry,
        "spaces 61 and 52 must carry the ankh (rulebook, example of the penalty)",
    )
    _require(
        track[56:60].count("ankh") == 1,
        entry,
        "exactly one ankh must lie on 56..59 (rulebook, example of the penalty)",
    )
    return track, every


def _variants(data: Mapping[str, Any], symbols: tuple[str, ...]) -> tuple[Rulings, ...]:
    base = data.get("rulings", {})
    variants = data.get("variants", {})
    _require(1 <= len(variants) <= 8, "variants", f"{len(variants)} variants, must be 1..8")
    rows = []
    for name, changes in variants.items():
        entry = f"variants.{name}"
        unknown = set(changes) - set(CHOICES) - {"track"}
        _require(not unknown, entry, f"'{min(unknown, default='')}' is not a ruling")
        merged = {**base, **changes}
        for key, allowed in CHOICES.items():
            _require(key in merged, "rulings", f"'{key}' is missing")
            _require(
                merged[key] in allowed,
                entry if key in changes else "rulings",
                f"'{key}' is {merged[key]!r}, must be one of {', '.join(map(repr, allowed))}",
            )
        track, every = _track(data, merged.get("track", ""), symbols)
        rows.append(Rulings(name, track, every, **{key: merged[key] for key in CHOICES}))
    return tuple(rows)


def _sizes(data: Mapping[str, Any], families: tuple[Family, ...]) -> Sizes:
    table = data.get("sizes", {})
    values: dict[str, Any] = {}
    for field in fields(Sizes):
        if field.name == "prosperity_families":
            names = [family.name for family in families]
            chosen = table.get(field.name, [])
            for name in chosen:
                _require(
                    name in names, "sizes", f"'{field.name}' names '{name}', not one of {', '.join(names)}"
                )
            values[field.name] = tuple(chosen)
        else:
            values[field.name] = _integer(
                table, "sizes", field.name, 1, 1000 if field.name == "early_end_above" else 20
            )
    _require(values["docks"] == 9, "sizes", "'docks' must be 9")
    _require(values["courtesan_adds"] == 2, "sizes", "'courtesan_adds' must be 2")
    return Sizes(**values)


def read_components(text: str) -> Components:
    """Rows from the text of a data file; raises DataError, naming the entry."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"data.toml: {error}") from error
    families = _families(data)
    goods = sum(family.with_scarabs + family.without for family in families) + data.get("amulet", {}).get(
        "count", 0
    )
    _require(goods == 54, "goods", f"{goods} cards with the amulets, must be 54")
    green = sum(family.green for family in families)
    _require(green == 9, "goods", f"{green} green cards, must be 9")
    kinds = _kinds(data, families)
    characters = sum(kind.back == "orange" for kind in kinds)
    _require(characters == 9, "characters", f"{characters} cards, must be 9")
    tokens = _tokens(data)
    symbols = tuple(token.symbol for token in tokens if token.effect == "guild")
    return Components(
        families,
        kinds,
        tokens,
        symbols,
        _sizes(data, families),
        _variants(data, symbols),
        hashlib.sha256(text.encode()).hexdigest()[:12],
    )


COMPONENTS = read_components(DATA_FILE.read_text(encoding="utf-8"))
