"""The numbers of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egypt.core.errors import EgyptError

DATA_FILE = Path(__file__).with_name("data.toml")

# The kinds of tiles in the order of their numbers in the code, with the largest count that fits into a state.
CAPACITY = {
    "ra": 255, "god": 15, "gold": 7, "pharaoh": 31, "nile": 31, "flood": 15,
    **dict.fromkeys(("art", "agriculture", "religion", "astronomy", "writing"), 7),
    **dict.fromkeys(
        ("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple"), 7),
    "funeral": 7, "drought": 7, "unrest": 7, "earthquake": 7,
}
KINDS = tuple(CAPACITY)
CIVILIZATIONS = KINDS[6:11]
MONUMENTS = KINDS[11:19]
DISASTERS = KINDS[19:23]
NEVER_HELD = (KINDS[0], *DISASTERS)
PLAYER_COUNTS = (2, 3, 4, 5)
HIGHEST_SUN = 16

# What a state and a stage of the evaluation have room for.
GAME_BOUNDS = {
    "epochs": (1, 8),
    "start_score": (0, 255),
    "track_size": (1, 8),
    "center_sun": (1, HIGHEST_SUN),
    "discards_per_disaster": (1, 15),
}
SCORES = (
    "god", "gold", "pharaohs_most", "pharaohs_fewest", "river_tile_with_flood", "suns_highest", "suns_lowest",
)


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: how many are in the box, and whether they stay with their owner between epochs."""

    name: str
    count: int
    kept: bool


@dataclass(frozen=True, slots=True)
class Components:
    """Everything data.toml says."""

    tiles: tuple[Tile, ...]
    ra_limit: dict[int, int]
    sun_sets: dict[int, tuple[tuple[int, ...], ...]]
    game: dict[str, int]
    score: dict[str, int]
    civilization_kinds: tuple[int, ...]
    monument_kinds: tuple[int, ...]
    monument_copies: tuple[int, ...]
    rules_hash: str


def load(path: Path = DATA_FILE) -> Components:
    """Read and check the data file; raises EgyptError naming the entry that is wrong."""
    raw = path.read_bytes()
    try:
        data = tomllib.loads(raw.decode())
    except ValueError as error:
        raise EgyptError(f"data.toml: {error}") from error
    for section in ("game", "ra_limit", "sun_sets", "tiles", "score"):
        if not isinstance(data.get(section), dict):
            raise EgyptError(f"data.toml: [{section}] is missing")
    score = data["score"]
    components = Components(
        tiles=_tiles(data["tiles"]),
        ra_limit={players: _number(data, "ra_limit", str(players), 1, 255) for players in PLAYER_COUNTS},
        sun_sets={players: _sun_sets(data["sun_sets"], players) for players in PLAYER_COUNTS},
        game={name: _number(data, "game", name, *bounds) for name, bounds in GAME_BOUNDS.items()},
        score={name: _number(data, "score", name, -127, 127) for name in SCORES},
        civilization_kinds=_row(score, "civilization_kinds", len(CIVILIZATIONS)),
        monument_kinds=_row(score, "monument_kinds", len(MONUMENTS)),
        monument_copies=_row(score, "monument_copies", 5),
        rules_hash=hashlib.sha256(raw).hexdigest()[:12],
    )
    _check_ra_tiles(components)
    _check_suns(components)
    return components


def _number(data: dict[str, Any], section: str, name: str, low: int, high: int) -> int:
    value = data[section].get(name)
    if type(value) is not int or not low <= value <= high:
        raise EgyptError(f"data.toml: [{section}] {name}: a number from {low} to {high}, not {value}")
    return value


def _row(score: dict[str, Any], name: str, highest: int) -> tuple[int, ...]:
    """Points by a number from 0 to `highest`."""
    row = score.get(name)
    if not isinstance(row, list) or len(row) != highest + 1:
        raise EgyptError(f"data.toml: [score] {name}: {highest + 1} numbers, not {row}")
    if not all(type(points) is int and -127 <= points <= 127 for points in row):
        raise EgyptError(f"data.toml: [score] {name}: numbers from -127 to 127, not {row}")
    return tuple(row)


def _tiles(rows: dict[str, Any]) -> tuple[Tile, ...]:
    if tuple(rows) != KINDS:
        wrong = [name for name in (*rows, *KINDS) if name not in KINDS or name not in rows]
        wrong += [name for name, place in zip(rows, KINDS, strict=False) if name != place]
        raise EgyptError(f"data.toml: [tiles] must list the 23 kinds in their order; wrong: {wrong[0]}")
    for name, row in rows.items():
        count = row.get("count") if isinstance(row, dict) else row
        if type(count) is not int or not 0 <= count <= CAPACITY[name]:
            raise EgyptError(f"data.toml: [tiles] {name}: a count from 0 to {CAPACITY[name]}, not {count}")
        if type(row.get("kept", False)) is not bool or ("kept" in row) == (name in NEVER_HELD):
            raise EgyptError(f"data.toml: [tiles] {name}: `kept` is true or false for tiles that players own")
    if sum(row["count"] for row in rows.values()) > 255:
        raise EgyptError("data.toml: [tiles]: more than 255 in all")
    return tuple(Tile(name, row["count"], row.get("kept", False)) for name, row in rows.items())


def _sun_sets(sets: dict[str, Any], players: int) -> tuple[tuple[int, ...], ...]:
    rows = sets.get(str(players))
    if not isinstance(rows, list) or len(rows) != players or not all(isinstance(row, list) for row in rows):
        raise EgyptError(f"data.toml: [sun_sets] {players}: one set of suns per player, not {rows}")
    if len({len(row) for row in rows}) != 1 or not 1 <= len(rows[0]) <= 4:
        raise EgyptError(f"data.toml: [sun_sets] {players}: sets of the same size, 1 to 4 suns, not {rows}")
    return tuple(tuple(row) for row in rows)


def _check_ra_tiles(components: Components) -> None:
    ra_tiles = components.tiles[0].count
    for players, limit in components.ra_limit.items():
        if limit * components.game["epochs"] > ra_tiles:
            raise EgyptError(f"data.toml: [ra_limit] {players}: {ra_tiles} Ra tiles do not last all epochs")


def _check_suns(components: Components) -> None:
    for players, sets in components.sun_sets.items():
        seen = {components.game["center_sun"]}
        for sun in (sun for owned in sets for sun in owned):
            if type(sun) is not int or not 1 <= sun <= HIGHEST_SUN:
                raise EgyptError(f"data.toml: [sun_sets] {players}: suns are 1 to {HIGHEST_SUN}, not {sun}")
            if sun in seen:
                raise EgyptError(f"data.toml: [sun_sets] {players}: sun {sun} twice, the centre included")
            seen.add(sun)
