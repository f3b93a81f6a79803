"""The numbers of data.toml as typed rows, checked when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from egypt.core.data import Entry, read_data, require

DATA_FILE = Path(__file__).with_name("data.toml")

VARIANTS = ("standard", "expert")
PLAYER_COUNTS = (3, 4, 5)

# The kinds of favors in the order of their numbers in the code.
# fmt: off
FAVORS = (
    "protection", "bribery", "architect", "free-farmer", "adjustment", "big-harvest", "treasury",
    "scribes", "farmers", "side", "nile", "egypt",
)
# fmt: on
PROVINCE_NB = 15
TILE_NB = 4
SPACE_NB = 9
REWARD_NB = 3
GOLD_RANK_NB = 3
PRICES_PRINTED = 7
MOST_COPIES = 15  # of a favor: four bits
MOST_REWARDS = 9
MOST_GOLD = 250  # a bid or a price
MOST_POINTS = 50  # for one thing
MOST_WEALTH = 1700  # gold and favors that can come together; with what a position may add it buys 66 items
MOST_SCORE = 15_000  # in one scoring: two of them and the rest fit into 16 bits
MOST_PYRAMIDS = 228  # in one province, see validate_limits
LOWEST_TOTAL, HIGHEST_TOTAL = -999, 999  # of the offerings on a tile; the lowest tile serves for every total below

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
PROVINCE_NUMBERS = {"fields": 9, "limit": 9, "stones": 5, "favors": 4, "gold": 30, "mine": 30, "caravan": 30, "temples": 5}


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
    """Read and check the data file; raises DataError naming the entry that is wrong."""
    data, rules_hash = read_data(path)
    file = Entry("", data)
    game, auction, market, score = (file.table_of(name) for name in ("game", "auction", "market", "score"))
    components = Components(
        game={name: game.number(name, *bounds) for name, bounds in GAME_BOUNDS.items()},
        rewards=game.numbers("rewards", REWARD_NB, 0, MOST_REWARDS),
        track=auction.ascending("track", SPACE_NB, 0, MOST_GOLD),
        prices=market.ascending("prices", PRICES_PRINTED, 1, MOST_GOLD),
        tiles=_tiles(file.tables("tiles", TILE_NB)),
        favors=_favors(file.table_of("favors")),
        score={name: score.number(name, 0, MOST_POINTS) for name in SCORES},
        gold_ranks=score.numbers("gold_ranks", GOLD_RANK_NB, 0, MOST_POINTS),
        provinces=_provinces(file.table_of("provinces")),
        rules_hash=rules_hash,
    )
    for entry in (game, auction, market, score, file):
        entry.finish()
    _check_room(components)
    return components


def most_income(components: Components, rounds: int) -> int:
    """The most that one seat can harvest in that round of an age: all farmers, the best mines and caravans, both cards."""
    game = components.game
    yields = sorted([row.mine + row.caravan for row in components.provinces], reverse=True)
    value = max(tile.value for tile in components.tiles)
    return sum(yields[:rounds]) + game["farmer_tokens"] * (value + game["big_harvest"]) + game["treasury"]


def most_map_points(components: Components) -> int:
    """The most that the map can score for one seat, at the end of an age."""
    score, owned = components.score, components.game["rounds"]
    temples = sum(sorted([row.temples for row in components.provinces], reverse=True)[:owned])
    pyramids = (score["pyramid"] * owned + score["fewest_pyramids"]) * MOST_PYRAMIDS
    return temples * max(tile.value for tile in components.tiles) + pyramids + 2 * score["most_pyramids"]


def _check_room(components: Components) -> None:
    """Numbers that are each possible must not add up to more gold or points than a state has room for."""
    game, rounds = components.game, components.game["rounds"]
    gifts = sum(row.gold for row in components.provinces) + rounds * max(row.favors for row in components.provinces)
    rewards = components.rewards
    require(
        list(rewards) == sorted(rewards, reverse=True),
        "game",
        f"'rewards' is {list(rewards)}, must not grow: a larger offering brings as much as a smaller one",
    )
    reward = max(rewards[0], game["theft"])
    incomes = sum(most_income(components, number) + reward for number in range(1, rounds + 1))
    wealth = game["start_gold"] + game["ages"] * (gifts + incomes)
    require(
        wealth <= MOST_WEALTH,
        "game",
        f"up to {wealth} gold could come together by these numbers, at most {MOST_WEALTH} is possible: "
        "fewer farmer_tokens, or less gold in [provinces] and [tiles]",
    )
    require(
        components.prices[0] == 1,
        "market",
        f"'prices' begins with {components.prices[0]}, must begin with 1: a favor is sold for 1 gold, the price of one item",
    )
    points = most_map_points(components)
    require(points <= MOST_SCORE, "score", f"a scoring could bring {points} points, at most {MOST_SCORE} is possible")


def _tiles(rows: list[Entry]) -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for row in rows:
        lowest = tiles[-1].total + 1 if tiles else LOWEST_TOTAL
        tiles.append(Tile(row.number("total", lowest, HIGHEST_TOTAL), row.number("value", 0, 9), row.truth("camel")))
        row.finish()
    return tuple(tiles)


def _favors(rows: Entry) -> dict[str, int]:
    rows.keys_in_order(FAVORS)
    favors = {name: rows.number(name, 0, MOST_COPIES) for name in FAVORS}
    starting = max(PLAYER_COUNTS)
    require(
        favors["architect"] >= starting,
        rows.name,
        f"'architect' is {favors['architect']}, must be at least {starting}: each player gets one at the start",
    )
    return favors


def _provinces(rows: Entry) -> tuple[Province, ...]:
    names = list(rows.table)
    require(len(names) == PROVINCE_NB, rows.name, f"must be {PROVINCE_NB} provinces, not {len(names)}: {', '.join(names)}")
    return tuple(_province(rows.table_of(name), name) for name in names)


def _province(row: Entry, name: str) -> Province:
    require(name.isalpha() and name.islower() and name.isascii(), row.name, "a name must consist of small letters")
    province = Province(
        name,
        west=row.word("bank", ("W", "E")) == "W",
        upper=row.word("half", ("L", "U")) == "U",
        nile=row.truth("nile"),
        **{key: row.number(key, 0, most) if key in row.table else 0 for key, most in PROVINCE_NUMBERS.items()},
    )
    row.finish()
    return province
