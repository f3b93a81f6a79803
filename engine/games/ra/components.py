"""The numbers of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from engine.core.errors import EgyptError

DATA_FILE = Path(__file__).with_name("data.toml")

# The kinds of tiles in the order of their numbers in the code, with the largest count their bits in a state can hold.
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
PLAYER_COUNTS = (2, 3, 4, 5)
HIGHEST_SUN = 16


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: how many are in the box, and whether they stay with their owner between epochs."""

    name: str
    count: int
    kept: bool


@dataclass(frozen=True, slots=True)
class Components:
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
    data = tomllib.loads(raw.decode())
    score = data["score"]
    components = Components(
        tiles=_tiles(data["tiles"]),
        ra_limit={players: int(data["ra_limit"][str(players)]) for players in PLAYER_COUNTS},
        sun_sets={
            players: tuple(tuple(suns) for suns in data["sun_sets"][str(players)]) for players in PLAYER_COUNTS
        },
        game={name: int(value) for name, value in data["game"].items()},
        score={name: value for name, value in score.items() if isinstance(value, int)},
        civilization_kinds=tuple(score["civilization_kinds"]),
        monument_kinds=tuple(score["monument_kinds"]),
        monument_copies=tuple(score["monument_copies"]),
        rules_hash=hashlib.sha256(raw).hexdigest()[:12],
    )
    _check(components)
    return components


def _tiles(rows: dict[str, dict[str, int]]) -> tuple[Tile, ...]:
    if tuple(rows) != KINDS:
        wrong = next(iter(set(rows) ^ set(KINDS)), "their order")
        raise EgyptError(f"data.toml: [tiles] must list the 23 kinds in order; wrong: {wrong}")
    for name, row in rows.items():
        if not 0 <= row["count"] <= CAPACITY[name]:
            raise EgyptError(f"data.toml: [tiles] {name}: at most {CAPACITY[name]} fit, not {row['count']}")
    return tuple(Tile(name, row["count"], bool(row.get("kept", False))) for name, row in rows.items())


def _check(components: Components) -> None:
    ra_tiles = components.tiles[0].count
    for players, limit in components.ra_limit.items():
        if limit * components.game["epochs"] > ra_tiles:
            raise EgyptError(f"data.toml: [ra_limit] {players}: the {ra_tiles} Ra tiles do not last for all epochs")
    for players, sets in components.sun_sets.items():
        suns = sorted(sun for owned in sets for sun in owned) + [components.game["center_sun"]]
        if len(sets) != players or len({len(owned) for owned in sets}) != 1 or len(sets[0]) > 4:
            raise EgyptError(f"data.toml: [sun_sets] {players}: one set per player, all of the same size, at most 4")
        if len(set(suns)) != len(suns) or not all(1 <= sun <= HIGHEST_SUN for sun in suns):
            raise EgyptError(f"data.toml: [sun_sets] {players}: every sun once, 1 to {HIGHEST_SUN}, centre included")
    for name, length in (("civilization_kinds", 6), ("monument_kinds", 9), ("monument_copies", 6)):
        if len(getattr(components, name)) != length:
            raise EgyptError(f"data.toml: [score] {name} needs {length} numbers")
    if not 1 <= components.game["track_size"] <= 8:
        raise EgyptError("data.toml: [game] track_size: 1 to 8")
