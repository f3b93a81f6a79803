"""The numbers of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from egypt.core.data import Entry, read_data, require

DATA_FILE = Path(__file__).with_name("data.toml")

# The kinds of tiles in the order of their numbers in the code, with the largest count that fits into a state.
CAPACITY = {
    "ra": 255,
    "god": 15,
    "gold": 7,
    "pharaoh": 31,
    "nile": 31,
    "flood": 15,
    **dict.fromkeys(("art", "agriculture", "religion", "astronomy", "writing"), 7),
    **dict.fromkeys(("fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple"), 7),
    "funeral": 7,
    "drought": 7,
    "unrest": 7,
    "earthquake": 7,
}
KINDS = tuple(CAPACITY)
CIVILIZATIONS = KINDS[6:11]
MONUMENTS = KINDS[11:19]
DISASTERS = KINDS[19:23]
NEVER_HELD = (KINDS[0], *DISASTERS)
PLAYER_COUNTS = (2, 3, 4, 5)
HIGHEST_SUN = 16
MOST_TILES = 255  # in all
MOST_SUNS = 4  # per player
MOST_COPIES = 5  # of a monument
MOST_POINTS = 127  # for one thing, either way
KINDS_ADDED_UP = 4  # monuments whose copies are scored by one number

# What a state and a stage of the evaluation have room for.
GAME_BOUNDS = {
    "epochs": (1, 8),
    "start_score": (0, 255),
    "track_size": (1, 8),
    "center_sun": (1, HIGHEST_SUN),
    "discards_per_disaster": (1, 15),
}
SCORES = ("god", "gold", "pharaohs_most", "pharaohs_fewest", "river_tile_with_flood", "suns_highest", "suns_lowest")


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
    """Read and check the data file; raises DataError naming the entry that is wrong."""
    data, rules_hash = read_data(path)
    file = Entry("", data)
    game, score = file.table_of("game"), file.table_of("score")
    components = Components(
        tiles=_tiles(file.table_of("tiles")),
        ra_limit=file.by_players("ra_limit", PLAYER_COUNTS, 1, MOST_TILES),
        sun_sets=_sun_sets(file.table_of("sun_sets")),
        game={name: game.number(name, *bounds) for name, bounds in GAME_BOUNDS.items()},
        score={name: _points(score, name) for name in SCORES},
        civilization_kinds=_points_up_to(score, "civilization_kinds", len(CIVILIZATIONS)),
        monument_kinds=_points_up_to(score, "monument_kinds", len(MONUMENTS)),
        monument_copies=_points_up_to(score, "monument_copies", MOST_COPIES, MOST_POINTS // KINDS_ADDED_UP),
        rules_hash=rules_hash,
    )
    for entry in (game, score, file):
        entry.finish()
    _check_ra_tiles(components)
    _check_suns(components)
    return components


def _points(score: Entry, name: str) -> int:
    return score.number(name, -MOST_POINTS, MOST_POINTS)


def _points_up_to(score: Entry, name: str, highest: int, most: int = MOST_POINTS) -> tuple[int, ...]:
    """Points by a number from 0 to `highest`."""
    return score.numbers(name, highest + 1, -most, most)


def _tiles(tiles: Entry) -> tuple[Tile, ...]:
    tiles.keys_in_order(KINDS)
    rows = tuple(_tile(tiles.table_of(name), name) for name in KINDS)
    total = sum(row.count for row in rows)
    require(total <= MOST_TILES, tiles.name, f"{total} tiles in all, must be at most {MOST_TILES}")
    return rows


def _tile(row: Entry, name: str) -> Tile:
    count = row.number("count", 0, CAPACITY[name])
    kept = row.truth("kept") if name not in NEVER_HELD else False
    row.finish()
    return Tile(name, count, kept)


def _sun_sets(sets: Entry) -> dict[int, tuple[tuple[int, ...], ...]]:
    found = {}
    for players in PLAYER_COUNTS:
        rows = sets.list_of(str(players), players)
        for row in rows:
            fits = isinstance(row, list) and 1 <= len(row) <= MOST_SUNS and len(row) == len(rows[0])
            require(fits, sets.name, f"'{players}' must be sets of the same size, 1..{MOST_SUNS} suns, not {rows}")
        found[players] = tuple(tuple(row) for row in rows)
    sets.finish()
    return found


def _check_ra_tiles(components: Components) -> None:
    ra_tiles = components.tiles[0].count
    for players, limit in components.ra_limit.items():
        lasts = limit * components.game["epochs"] <= ra_tiles
        require(lasts, "ra_limit", f"'{players}' is {limit}: {ra_tiles} Ra tiles do not last all epochs")


def _check_suns(components: Components) -> None:
    for players, sets in components.sun_sets.items():
        seen = {components.game["center_sun"]}
        for sun in (sun for owned in sets for sun in owned):
            fits = type(sun) is int and 1 <= sun <= HIGHEST_SUN
            require(fits, "sun_sets", f"'{players}': suns are 1..{HIGHEST_SUN}, not {sun!r}")
            require(sun not in seen, "sun_sets", f"'{players}': sun {sun} twice, the centre included")
            seen.add(sun)
