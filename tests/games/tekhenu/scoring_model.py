"""Maat phases, scorings and the end of Tekhenu a second time, in plain Python over the description of a table.

Numbers of the box are written down a second time, and nothing of the engine's rules is used. Where the engine makes the best
choice for a player, all choices are tried here: which decrees, in which order, paid with what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

from tests.games.tekhenu.positions import DICE
from tests.games.tekhenu.turn_table import BASICS, COLOURS, GOD_SPACES, GODS, PEOPLE, SITE_LINES

SYMBOLS = {
    card: symbol
    for symbol, cards in {
        "scroll": "D01 D02 D03 D08",
        "ankh": "D04 D05 D06 D07",
        "scarab": "D09 D10 D11 D21",
        "lotus": "D12 D13 D14 D15",
        "eye": "D16 D17 D18 D19",
        "feather": "D20 D22 D23 D24",
    }.items()
    for card in cards.split()
}
ROW_VP = (0, 0, 1, 0, 2, 0, 2, 0, 3, 4)
ROW_BREAD = (0, 1, 0, 1, 0, 1, 0, 1, 0, 1)
STATUE_VP = (0, 1, 3, 6, 10, 15, 21)
TRIANGLES = (9, 13, 16, 19, 21)
STORES = dict.fromkeys(BASICS, (0, 0, 1, 2, 3)) | {
    "gold": (0, 0, 1, 2, 3, 11),
    "scribe": (0, 1, 2, 3, 5),
    "faith": (0, 0, 1, 3),
}


@dataclass
class Seat:
    vp: int
    population: int
    happiness: int
    goods: dict[str, int]
    production: tuple[int, ...]
    sites: list[str]
    shops: list[str]
    pillars: list[str]
    gods: list[str]  # one entry for each statue
    people: list[str]
    technologies: list[str]
    decrees: list[str]
    dice: list[str]
    surplus: int
    destiny: str
    balance: int = 0
    scribes_left: int = 0

    def description(self) -> dict[str, object]:
        """As scenes.py wants it."""
        lists = ("sites", "shops", "pillars", "people", "technologies", "decrees", "dice")
        statues = [f"{god}*{self.gods.count(god)}" for god in GODS if god in self.gods]
        rewards = [name for name, space in (("gold", 16), ("scribe", 19), ("action", 21)) if self.happiness >= space]
        plain = ("vp", "population", "happiness", "production", "surplus", "destiny")
        return {
            **{key: getattr(self, key) for key in plain},
            **{key: " ".join(getattr(self, key)) for key in lists},
            "goods": {kind: number for kind, number in self.goods.items() if number},
            "gods": " ".join(name.removesuffix("*1") for name in statues),
            "rewards": " ".join(rewards),
        }


class Table(NamedTuple):
    players: int
    number: int  # of the Maat phase
    order: list[str]
    seats: dict[str, Seat]


# -- a table by chance ---------------------------------------------------------------------------------------------


def deal(rng: Random) -> Table:
    """Pieces and cards of one box, spread over the seats; half of the tables are at the end of the game."""
    players, number = rng.choice((2, 2, 3, 4)), rng.choice((1, 2, 3, 4, 4, 4))
    sites = [f"{side}{line}" for side, lines in SITE_LINES[players].items() for line in lines]
    shops = [f"{kind}{row}" for kind in BASICS for row in range(1, 7)]
    cells = [f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6)]
    statues = [god for god in GODS for _ in range(GOD_SPACES[players])]
    technologies = [f"T{card:02}" for card in range(1, 25) if players > 2 or card != 16]
    decrees = [f"D{card:02}" for card in range(1, 25) if card != 23 and (players > 2 or card != 20)]
    dice = [colour for colour, count in zip(COLOURS, DICE[players], strict=True) for _ in range(count)]
    for colour in ("brown", "yellow"):  # scenes.py leaves one of each on the wheel
        dice.remove(colour)
    destinies, people = ["F01", "F02", "F03", "F04"], list(PEOPLE)
    for pile in (sites, shops, cells, statues, technologies, decrees, dice, destinies, people):
        rng.shuffle(pile)
    for wanted, pile in (("T10", technologies), ("T16", technologies), ("D03", decrees), ("D04", decrees)):
        if wanted in pile and rng.random() < 0.5:  # those that go with others are dealt more often
            pile.append(pile.pop(pile.index(wanted)))

    def some(pile: list[str], most: int) -> list[str]:
        return [pile.pop() for _ in range(min(len(pile), rng.randint(0, most)))]

    seats = {}
    for seat in range(1, players + 1):
        built, stand = some(sites, 4), some(people, 2)
        population = rng.choice((5, 8, 9, 12, 13, 15, 16, 18, 19, 20, 21))
        seats[f"p{seat}"] = Seat(
            vp=rng.randint(0, 60),
            population=population,
            happiness=rng.randint(0, population),
            goods={kind: rng.choice(numbers) for kind, numbers in STORES.items()},
            production=tuple(rng.randint(2, 6) for _ in BASICS),
            sites=built,
            shops=some(shops, 6),
            pillars=some(cells, 6),
            gods=some(statues, 4),
            people=stand,
            technologies=some(technologies, 4),
            decrees=some(decrees, 4),
            dice=[f"{dice.pop()}{rng.randint(1, 6)}/{rng.choice(('pure', 'tainted', 'below'))}" for _ in range(4)],
            surplus=rng.choice((0, 0, 1, 4)),
            destiny=destinies[seat - 1],
        )
    order = list(seats)
    rng.shuffle(order)
    return Table(players, number, order, seats)


# -- the Maat phase ------------------------------------------------------------------------------------------------


def weigh(seat: Seat, faith: int) -> int:
    """Pure pips less tainted ones and surplus, with faith on either pan; the track ends at 10 on both sides."""
    pips = {"pure": 0, "tainted": 0, "below": 0}
    for die in seat.dice:
        face, pan = die.split("/")
        pips[pan] += int(face[-1])
    return max(-10, min(10, pips["pure"] - pips["tainted"] - seat.surplus + faith))


def lose(seat: Seat, points: int) -> None:
    seat.vp = max(0, seat.vp - points)


def penalty(balance: int) -> int:
    return sum(balance <= limit for limit in (-3, -6, -9))


def ankh(seat: Seat) -> int:
    return 5 if "T15" in seat.technologies else int(seat.destiny[1:]) - 1


def new_order(table: Table) -> list[str]:
    return sorted(table.seats, key=lambda name: (abs(table.seats[name].balance), -ankh(table.seats[name])))


# -- a scoring -----------------------------------------------------------------------------------------------------


def district_winners(table: Table) -> list[str]:
    """One for each district in which anybody has built; the statue above it stands higher than row 1."""
    winners = []
    for kind in BASICS:
        statue = "workshops" if kind in ("papyrus", "bread") else "quarries"
        rows = {
            name: [int(shop[-1]) for shop in seat.shops if shop.startswith(kind)] + [0] * (statue in seat.people)
            for name, seat in table.seats.items()
        }
        built = [name for name in rows if rows[name]]
        if built:
            winners.append(max(built, key=lambda name: (len(rows[name]), -min(rows[name]))))
    return winners


def is_in_line(piece: str, cell: str) -> bool:
    row, column = cell[1], cell[3]
    if piece in ("row", "column"):
        return (row if piece == "row" else column) == "3"
    return (row if piece.startswith(("west", "east")) else column) == piece[-1]


def temple_points(seat: Seat, with_statues: bool = True) -> int:
    statues = [piece for piece in seat.people if piece in ("row", "column")]
    pairs = sum(is_in_line(piece, cell) for piece in seat.sites + statues for cell in seat.pillars)
    return len(seat.sites) + len(statues) * with_statues + pairs


def triangles(space: int) -> int:
    return sum(space >= reached for reached in TRIANGLES)


def buildings(seat: Seat) -> int:
    return len(seat.sites) + len(seat.shops)


def board_points(seat: Seat) -> int:
    return (
        temple_points(seat)
        + STATUE_VP[len(seat.gods) + len(seat.people)]
        + 3 * triangles(seat.happiness)
        + 2 * sum(level == 6 for level in seat.production)
        + sum(ROW_VP[: buildings(seat)])
    )


def bread_owed(seat: Seat) -> int:
    return 0 if "T17" in seat.technologies else sum(ROW_BREAD[: buildings(seat)])


def ways_to_pay_bread(seat: Seat) -> list[tuple[int, int, int]]:
    """Bread, gold and, with T10, scribes; less than what is owed, too."""
    owed = bread_owed(seat)
    scribes = seat.goods["scribe"] if "T10" in seat.technologies else 0
    return [
        (bread, gold, scribe)
        for bread in range(min(owed, seat.goods["bread"]) + 1)
        for gold in range(min(owed - bread, seat.goods["gold"]) + 1)
        for scribe in range(min(owed - bread - gold, scribes) + 1)
    ]


def pay_bread(seat: Seat, paid: tuple[int, int, int]) -> None:
    for kind, number in zip(("bread", "gold", "scribe"), paid, strict=True):
        seat.goods[kind] -= number
    lose(seat, 3 * (bread_owed(seat) - sum(paid)))


# -- decrees -------------------------------------------------------------------------------------------------------


class Purse(NamedTuple):
    basics: int
    gold: int
    scribes: int


def plain_points(table: Table, order: list[str], name: str) -> dict[str, int]:
    """Decrees that depend on nothing that is paid."""
    seat = table.seats[name]
    workshops = sum(shop.startswith(("papyrus", "bread")) for shop in seat.shops)
    quarries = len(seat.shops) - workshops
    temple, pillars, gods, people = len(seat.sites), len(seat.pillars), len(seat.gods), len(seat.people)
    pips = sum(int(die.split("/")[0][-1]) for die in seat.dice if die.endswith("/pure"))
    place = order.index(name)
    return {
        "D01": 3 * len(seat.technologies),
        "D02": 4 * len({SYMBOLS[card] for card in seat.decrees}),
        "D05": 4 * triangles(seat.happiness),
        "D06": seat.happiness - min(other.happiness for other in table.seats.values()),
        "D09": 3 * quarries,
        "D10": 3 * workshops,
        "D11": 2 * (workshops + quarries),
        "D12": 3 * temple,
        "D13": 3 * pillars,
        "D14": 2 * (gods + people) + 2 * temple,
        "D15": 2 * pillars + 2 * temple,
        "D16": 4 * gods,
        "D17": 2 * (gods + people) + 2 * pillars,
        "D18": 3 * (gods + people),
        "D19": 5 * people,
        "D20": 10 if place == 0 else 5 if place == 1 else 0,
        "D21": workshops + quarries + temple,
        "D22": (pips + 1) // 2,
        "D24": temple_points(seat, with_statues=False),
    }


def payments(purse: Purse, price: int, basics: bool, swap: bool) -> Iterator[Purse]:
    """All ways to pay a price in resources, or in gold alone; scribes pay where they serve as gold."""
    for basic in range(min(price, purse.basics) + 1 if basics else 1):
        for gold in range(min(price - basic, purse.gold) + 1):
            scribes = price - basic - gold
            if scribes == 0 or (swap and scribes <= purse.scribes):
                yield Purse(purse.basics - basic, purse.gold - gold, purse.scribes - scribes)


def scored(seat: Seat, plain: dict[str, int], card: str, purse: Purse, before: list[str]) -> Iterator[tuple[int, Purse]]:
    """All ways to score a card: its points, and what is left."""
    swap = "T10" in seat.technologies
    if card in plain:
        yield plain[card], purse
    elif card == "D07":
        yield 3 * purse.scribes, purse
    elif card == "D08":
        yield min(20, 2 * purse.gold + purse.basics), purse
    elif card == "D04":
        for number in range(triangles(seat.population) + 1):
            yield from ((4 * number, left) for left in payments(purse, number, True, swap))
    elif card == "D03":
        yield 0, purse
        for left in payments(purse, 2, False, swap):
            for again in before:
                yield from scored(seat, plain, again, left, [])


def best_decrees(table: Table, order: list[str], name: str) -> tuple[int, int]:
    """The most points, and with these the most scribes left: at most three decrees, no two of a symbol."""
    seat = table.seats[name]
    plain = plain_points(table, order, name)
    purse = Purse(sum(seat.goods[kind] for kind in BASICS), seat.goods["gold"], seat.goods["scribe"])
    best = (0, purse.scribes)
    for number in range(1, 4):
        for cards in combinations(seat.decrees, number):
            if len({SYMBOLS[card] for card in cards}) == number:
                for turns in permutations(cards):
                    if not {"D04", "D08"} <= set(turns) or turns.index("D04") < turns.index("D08"):
                        best = max([best, *sums(seat, plain, turns, purse)])
    return best


def sums(seat: Seat, plain: dict[str, int], cards: tuple[str, ...], purse: Purse) -> set[tuple[int, int]]:
    """Points and scribes left after these decrees, scored one after another."""
    reached = {(0, purse)}
    for place, card in enumerate(cards):
        reached = {
            (points + more, left)
            for points, now in reached
            for more, left in scored(seat, plain, card, now, list(cards[:place]))
        }
    return {(points, left.scribes) for points, left in reached}


def finish(table: Table, order: list[str]) -> list[int]:
    """Everything after the last scoring; the ranks by seat."""
    for name, seat in table.seats.items():
        if "T16" in seat.technologies:
            seat.vp += 2 * (name == order[0])
            seat.goods["gold"] += name == order[-1]
    for name, seat in table.seats.items():
        points, seat.scribes_left = best_decrees(table, order, name)
        seat.vp += points
    table.seats[order[0]].vp += 3
    if table.players > 2:
        table.seats[order[1]].vp += 2

    def merit(name: str) -> tuple[int, int, int]:
        return table.seats[name].vp, table.seats[name].scribes_left, -order.index(name)

    ranking = sorted(table.seats, key=merit, reverse=True)
    return [ranking.index(name) + 1 for name in table.seats]
