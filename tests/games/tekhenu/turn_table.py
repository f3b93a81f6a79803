"""The table of a Tekhenu turn as plain Python values, read from a position text; for the brute force of turn_model.py.

The numbers of the box are written down a second time here, and nothing of the engine's rules is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")
BASICS = ("papyrus", "bread", "limestone", "granite")
GOODS = (*BASICS, "gold", "scribe", "faith")
COLOURS = ("yellow", "brown", "white", "black", "grey")  # the first four produce the basic resources
GOLD, SCRIBE, FAITH = 4, 5, 6
LIGHTS = ("sunny", "sunny", "shaded", "dark", "dark", "shaded")  # clockwise from the first sunny sector
PANS = {
    "sunny": ("tainted", "forbidden", "pure", "forbidden", "tainted"),
    "shaded": ("pure", "pure", "tainted", "tainted", "tainted"),
    "dark": ("forbidden", "tainted", "forbidden", "pure", "tainted"),
}
SECTIONS = ("BBT", "BBTT", "BTTD", "BTDD")
DECKS = "BTD"
SLOTS = tuple((section, deck) for section, decks in enumerate(SECTIONS, 1) for deck in decks)
SLOT_NAMES = tuple(f"{section}{'abcd'[place]}" for section, decks in enumerate(SECTIONS, 1) for place in range(len(decks)))
CELLS = tuple((row, column) for row in range(1, 6) for column in range(1, 6))
CELL_GIFTS = (
    "1 papyrus,2 limestone,3 faith,2 granite,1 bread",
    "2 limestone,1 gold,2 bread,1 gold,2 granite",
    "3 faith,2 papyrus,2 gold,2 limestone,3 faith",
    "2 bread,1 gold,2 granite,1 gold,2 papyrus",
    "1 granite,2 bread,3 faith,2 papyrus,1 limestone",
)
GIFTS = {
    (row, column): (GOODS.index(gift.split()[1]), int(gift.split()[0]))
    for row, line in enumerate(CELL_GIFTS, 1)
    for column, gift in enumerate(line.split(","), 1)
}
RIM = {"north": "RGBYR", "east": "GBYRG", "south": "YRGBY", "west": "BYRGB"}
SITE_COST = {1: 2, 2: 3, 3: 4, 4: 3, 5: 2}
SITE_LINES = {
    2: {"west": (1, 2, 3, 4, 5), "south": (1, 2, 3, 4, 5)},
    3: {"west": (1, 2, 3, 4, 5), "south": (1, 2, 3, 4, 5), "east": (1, 3, 5), "north": (2, 4)},
    4: {side: (1, 2, 3, 4, 5) for side in ("west", "south", "east", "north")},
}
STATUE_COST = (2, 2, 3, 3, 4, 4)
GOD_SPACES = {2: 1, 3: 2, 4: 3}
PEOPLE = ("workshops", "quarries", "row", "column")
OTHER_SHOWN = {3: {"papyrus": "bread", "bread": "papyrus", "limestone": "granite", "granite": "limestone"},
               4: {"papyrus": "limestone", "bread": "granite", "limestone": "bread", "granite": "papyrus"}}  # fmt: skip
TILES = {
    "P01": "2L1G RGBY", "P02": "1L2G RRGG", "P03": "2L1G RBRB", "P04": "3L RRRG", "P05": "1L2G BBBY", "P06": "2L1G GGYY",
    "P07": "2L RGYB", "P08": "1L1G GBGB", "P09": "2G RRBB", "P10": "1L2G GGBY", "P11": "3L RBGY", "P12": "2L1G YYRG",
    "P13": "3L1G BYBY", "P14": "1L3G RGRG", "P15": "2L2G RRGB", "P16": "2L2G RBYG", "P17": "3L1G GGBB", "P18": "1L3G RYRY",
    "P19": "3L GGGB", "P20": "2L1G BBYR", "P21": "1L2G YYYR", "P22": "2L RYGB", "P23": "2L BBYY", "P24": "1L1G GYGY",
    "P25": "1L1G RYBG", "P26": "2G RRYY", "P27": "2G GRBY",
}  # fmt: skip
BACKGROUNDS = {
    "sunny": ("P01", "P04", "P07", "P11", "P13", "P17", "P19"),
    "shaded": ("P03", "P06", "P08", "P12", "P15", "P16", "P20"),
    "dark": ("P02", "P05", "P09", "P10", "P14", "P18", "P21"),
}


def tile_cost(tile: str) -> tuple[int, int]:
    """Limestone and granite."""
    cost = TILES[tile].split()[0]
    amounts = {cost[place + 1]: int(cost[place]) for place in range(0, len(cost), 2)}
    return amounts.get("L", 0), amounts.get("G", 0)


def tile_edges(tile: str, turns: int) -> str:
    """Colours north, east, south, west after quarter turns clockwise."""
    edges = TILES[tile].split()[1]
    return "".join(edges[(side - turns) % 4] for side in range(4))


class Seat(NamedTuple):
    vp: int
    population: int
    happiness: int
    production: tuple[int, ...]
    goods: tuple[int, ...]
    sites: frozenset[str]
    shops: frozenset[str]
    pillars: frozenset[tuple[int, int]]
    gods: tuple[int, ...]
    people: frozenset[str]
    blessings: frozenset[str]
    technologies: frozenset[str]
    shown: frozenset[str]  # decrees that all have seen
    decrees: frozenset[str]  # all decrees held
    rewards: frozenset[str]
    dice: tuple[str, ...]
    surplus: int

    @property
    def statues(self) -> int:
        return sum(self.gods) + len(self.people)

    @property
    def buildings(self) -> int:
        return len(self.sites) + len(self.shops)


class Turn(NamedTuple):
    """What a player has done so far in the turn."""

    stage: str = "start"  # start, taking, acting, over
    anubis: bool = False
    sector: int = -1
    die: str = ""
    colour: int = -1
    value: int = 0
    any_value: bool = False  # a blessing has set the value, so that scribes have nothing left to do
    pan: str = ""
    extras: tuple[str, ...] = ()  # extra actions owed: "beside", "opposite"
    main_done: bool = False
    worked: bool = False  # the production before prayer of T19
    swapped: frozenset[str] = frozenset()  # technologies whose exchange has been paid for with a point
    due: int = 0  # actions owed for the end of the track


class Table(NamedTuple):
    seats: tuple[Seat, ...]
    wheel: tuple[tuple[str, ...], ...]
    slots: tuple[str, ...]
    temple: frozenset[tuple[tuple[int, int], str, str]]  # cell, tile, edges as they lie
    tiles: frozenset[str]
    market: tuple[str, ...]
    opened: frozenset[int]
    decks: tuple[frozenset[str], ...]
    discards: tuple[frozenset[str], ...]
    turn: Turn = Turn()
    todo: tuple[tuple[Any, ...], ...] = ()  # steps of the action under way, the next one last


class Setting(NamedTuple):
    """What does not change within a turn."""

    players: int
    order: tuple[int, ...]
    who: int
    sun: int
    horus: tuple[str, ...]
    place: int
    round: int

    def light(self, sector: int) -> str:
        return LIGHTS[(sector - self.sun) % 6]


# -- reading ------------------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    return [] if text in ("-", "") else text.split("+")


def counted(text: str, names: tuple[str, ...]) -> tuple[int, ...]:
    found = dict.fromkeys(names, 0)
    for word in words_of(text):
        name, _, number = word.partition("*")
        found[name] += int(number or 1)
    return tuple(found.values())


def attributes_of(text: str) -> dict[str, str]:
    return {} if text == "-" else dict(part.split(":", 1) for part in text.split(","))


def fields_of(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split(";")[1:])


def cell_of(text: str) -> tuple[int, int]:
    return int(text[1]), int(text[3])


def read_seat(text: str, decrees: str) -> Seat:
    row = attributes_of(text)
    return Seat(
        int(row.get("vp", 0)),
        int(row.get("population", 0)),
        int(row.get("happiness", 0)),
        tuple(map(int, row["production"].split("+"))),
        counted(row.get("goods", "-"), GOODS),
        frozenset(words_of(row.get("sites", "-"))),
        frozenset(words_of(row.get("shops", "-"))),
        frozenset(map(cell_of, words_of(row.get("pillars", "-")))),
        counted(row.get("gods", "-"), GODS),
        frozenset(words_of(row.get("people", "-"))),
        frozenset(words_of(row.get("blessings", "-"))),
        frozenset(words_of(row.get("technologies", "-"))),
        frozenset(words_of(row.get("decrees", "-"))),
        frozenset(words_of(decrees)),
        frozenset(words_of(row.get("rewards", "-"))),
        tuple(sorted(words_of(row.get("dice", "-")))),
        int(row.get("surplus", 0)),
    )


def read_table(text: str) -> Table:
    """The table of a full position, with any seat to move."""
    fields = fields_of(text)
    hands = attributes_of(fields["hands"])
    seats = [f"p{number + 1}" for number in range(int(fields["players"]))]
    wheel = attributes_of(fields["wheel"])
    market = attributes_of(fields["market"])
    temple = {cell_of(cell): tile.split("/") for cell, tile in attributes_of(fields["temple"]).items()}
    slots = fields["slots"].split(",") if fields["slots"] != "-" else ["-"] * 3
    return Table(
        tuple(read_seat(fields[seat], hands.get(seat, "-")) for seat in seats),
        tuple(tuple(sorted(words_of(wheel.get(god, "-")))) for god in GODS),
        tuple("" if tile == "-" else tile for tile in slots),
        frozenset((cell, tile, tile_edges(tile, int(turns))) for cell, (tile, turns) in temple.items()),
        frozenset(words_of(fields["tiles"])),
        tuple(market.get(name, "") for name in SLOT_NAMES),
        frozenset(map(int, words_of(fields["open"]))),
        (
            frozenset(words_of(fields["blessings"])),
            frozenset(words_of(fields["technologies"])),
            frozenset(words_of(fields["deck"])),
        ),
        tuple(frozenset(words_of(fields[f"discard-{deck}"])) for deck in ("blessings", "technologies", "decrees")),
    )


# -- comparing ----------------------------------------------------------------------------------------------------

TWINS = {f"B{number:02}": f"B{number - 1:02}" for number in (8, 10, 12, 14, 16, 18, 20, 22, 24)}


def by_text(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by what they say: a blessing that exists twice is the same either way."""
    return tuple(sorted(TWINS.get(card, card) for card in cards))


def comparable(table: Table) -> tuple[Any, ...]:
    """What two ends of a turn are compared by."""
    seats = tuple(seat._replace(blessings=by_text(seat.blessings)) for seat in table.seats)  # type: ignore[arg-type]
    rows = table._replace(
        seats=seats,
        market=tuple(TWINS.get(card, card) for card in table.market),
        decks=tuple(map(by_text, table.decks)),  # type: ignore[arg-type]
        discards=tuple(map(by_text, table.discards)),  # type: ignore[arg-type]
    )
    return tuple(rows[:9])


def read_setting(text: str) -> Setting:
    fields = fields_of(text)
    return Setting(
        int(fields["players"]),
        tuple(int(seat[1:]) - 1 for seat in fields["order"].split("+")),
        int(fields["seat"][1:]) - 1,
        GODS.index(fields["sun"]),
        tuple(fields["horus"].split(",")),
        int(fields["place"]),
        int(fields["round"]),
    )
