"""The numbers of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from egypt.core.errors import EgyptError

DATA_FILE = Path(__file__).with_name("data.toml")

VARIANTS = ("standard", "expert")
PLAYER_COUNTS = (3, 4, 5)

# The kinds of favors in the order of their numbers in the code.
FAVORS = (
    "protection", "bribery", "architect", "free-farmer", "adjustment", "big-harvest", "treasury",
    "scribes", "farmers", "side", "nile", "egypt",
)
PROVINCE_NB = 15
TILE_NB = 4

# What a state and the code have room for.
GAME_BOUNDS = {
    "start_gold": (0, 100),
    "rounds": (3, 3),
    "ages": (2, 2),
    "cards_each": (3, 3),
    "stones_per_pyramid": (3, 3),
    "farmer_tokens": (0, 255),
    "theft": (0, 20),
    "adjustment": (1, 20),
    "treasury": (0, 50),
    "big_harvest": (0, 10),
    "protection": (1, 8),
}
SCORES = ("pyramid", "fewest_pyramids", "most_pyramids", "yellow_card", "scribes_symbols", "farmers_needed")
PROVINCE_NUMBERS = {
    "fields": 9, "limit": 9, "stones": 5, "favors": 4, "gold": 30, "mine": 30, "caravan": 30, "temples": 5,
}


@dataclass(frozen=True, slots=True)
class Province:
    """One province: where it lies, what it gives at once, what it gives for as long as it is yours."""

    name: str
    west: bool
    upper: bool
    nile: bool
    fields: int
    limit: int
    stones: int
    favors: int
    gold: int
    mine: int
    caravan: int
    temples: int


@dataclass(frozen=True, slots=True)
class Tile:
    """An offering tile: the lowest total it is for, gold per farmer and points per temple, and the camel."""

    total: int
    value: int
    camel: bool


@dataclass(frozen=True, slots=True)
class Components:
    """Everything data.toml says."""

    game: dict[str, int]
    rewards: tuple[int, ...]
    track: tuple[int, ...]
    prices: tuple[int, ...]
    tiles: tuple[Tile, ...]
    favors: dict[str, int]
    score: dict[str, int]
    gold_ranks: tuple[int, ...]
    provinces: tuple[Province, ...]
    rules_hash: str


def load(path: Path = DATA_FILE) -> Components:
    """Read and check the data file; raises EgyptError naming the entry that is wrong."""
    raw = path.read_bytes()
    try:
        data = tomllib.loads(raw.decode())
    except ValueError as error:
        raise EgyptError(f"data.toml: {error}") from error
    for section in ("game", "auction", "market", "favors", "score", "provinces"):
        if not isinstance(data.get(section), dict):
            raise EgyptError(f"data.toml: [{section}] is missing")
    return Components(
        game={name: _number(data, "game", name, *bounds) for name, bounds in GAME_BOUNDS.items()},
        rewards=_row(data, "game", "rewards", 3, 0, 9),
        track=_rising(_row(data, "auction", "track", 9, 0, 250), "[auction] track"),
        prices=_rising(_row(data, "market", "prices", 7, 1, 250), "[market] prices"),
        tiles=_tiles(data.get("tiles")),
        favors=_favors(data),
        score={name: _number(data, "score", name, 0, 50) for name in SCORES},
        gold_ranks=_row(data, "score", "gold_ranks", 3, 0, 50),
        provinces=_provinces(data["provinces"]),
        rules_hash=hashlib.sha256(raw).hexdigest()[:12],
    )


def _number(data: dict[str, Any], section: str, name: str, low: int, high: int) -> int:
    value = data[section].get(name)
    if type(value) is not int or not low <= value <= high:
        raise EgyptError(f"data.toml: [{section}] {name}: a number from {low} to {high}, not {value}")
    return value


def _row(data: dict[str, Any], section: str, name: str, length: int, low: int, high: int) -> tuple[int, ...]:
    row = data[section].get(name)
    if not isinstance(row, list) or len(row) != length:
        raise EgyptError(f"data.toml: [{section}] {name}: {length} numbers, not {row}")
    if not all(type(number) is int and low <= number <= high for number in row):
        raise EgyptError(f"data.toml: [{section}] {name}: numbers from {low} to {high}, not {row}")
    return tuple(row)


def _rising(row: tuple[int, ...], name: str) -> tuple[int, ...]:
    if any(one >= other for one, other in pairwise(row)):
        raise EgyptError(f"data.toml: {name}: must rise, not {list(row)}")
    return row


def _tiles(rows: Any) -> tuple[Tile, ...]:
    if not isinstance(rows, list) or len(rows) != TILE_NB:
        raise EgyptError(f"data.toml: [[tiles]]: {TILE_NB} tiles, not {rows}")
    for row in rows:
        if set(row) != {"total", "value", "camel"} or type(row["camel"]) is not bool:
            raise EgyptError(f"data.toml: [[tiles]]: total, value and camel, not {row}")
        if type(row["total"]) is not int or type(row["value"]) is not int or not 0 <= row["value"] <= 9:
            raise EgyptError(f"data.toml: [[tiles]]: numbers, the value from 0 to 9, not {row}")
    tiles = tuple(Tile(row["total"], row["value"], row["camel"]) for row in rows)
    _rising(tuple(tile.total for tile in tiles), "[[tiles]] total")
    return tiles


def _favors(data: dict[str, Any]) -> dict[str, int]:
    rows = data["favors"]
    if tuple(rows) != FAVORS:
        wrong = [name for name in (*rows, *FAVORS) if name not in FAVORS or name not in rows]
        wrong += [name for name, place in zip(rows, FAVORS, strict=False) if name != place]
        raise EgyptError(f"data.toml: [favors] must list the 12 kinds in their order; wrong: {wrong[0]}")
    favors = {name: _number(data, "favors", name, 0, 15) for name in FAVORS}
    if favors["architect"] < max(PLAYER_COUNTS):
        raise EgyptError("data.toml: [favors] architect: each player gets one at the start")
    return favors


def _provinces(rows: dict[str, Any]) -> tuple[Province, ...]:
    if len(rows) != PROVINCE_NB:
        raise EgyptError(f"data.toml: [provinces]: {PROVINCE_NB} provinces, not {len(rows)}")
    return tuple(_province(name, row) for name, row in rows.items())


def _province(name: str, row: Any) -> Province:
    if not name.isalpha() or not name.islower():
        raise EgyptError(f"data.toml: [provinces] {name}: a name of small letters")
    if not isinstance(row, dict):
        raise EgyptError(f"data.toml: [provinces] {name}: not {row}")
    for key in row:
        if key not in ("bank", "half", "nile", *PROVINCE_NUMBERS):
            raise EgyptError(f"data.toml: [provinces] {name}: unknown {key}")
    if row.get("bank") not in ("W", "E") or row.get("half") not in ("L", "U") or type(row.get("nile")) is not bool:
        raise EgyptError(f"data.toml: [provinces] {name}: bank W or E, half L or U, nile true or false")
    numbers = {key: row.get(key, 0) for key in PROVINCE_NUMBERS}
    for key, number in numbers.items():
        if type(number) is not int or not 0 <= number <= PROVINCE_NUMBERS[key]:
            raise EgyptError(
                f"data.toml: [provinces] {name}: {key} is a number from 0 to {PROVINCE_NUMBERS[key]}, not {number}")
    return Province(name, row["bank"] == "W", row["half"] == "U", row["nile"], **numbers)
