"""What the chapters of a Tekhenu turn share, in plain Python: gains, markers, draws and all ways to pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.games.tekhenu.turn_table import CELLS, DECKS, GOLD, GOODS, SCRIBE, SLOTS, Seat, Setting, Table

END_OF_TRACK = 21
ALL_CELLS = frozenset(f"r{row}c{column}" for row, column in CELLS)
ALL_SITES = frozenset(f"{side}{line}" for side in ("west", "south", "east", "north") for line in range(1, 6))


class World:
    """A turn to be searched: what stays the same, in which order nature deals, and which places are looked at.

    Nature deals the cards and tiles of each deck in one fixed order, `ranks`; `cells` and `sites` restrict the search to
    some places of the temple. Both hold for the engine as well, so that the sets of results can be compared. Whether a
    turn can be finished at all is asked of the whole temple: `without_limits`. How a tile is turned makes no difference
    to that.
    """

    def __init__(self, setting: Setting, ranks: Mapping[str, int], cells: frozenset[str], sites: frozenset[str]) -> None:
        self.setting = setting
        self.who = setting.who
        self.ranks = ranks
        self.cells = cells
        self.sites = sites
        self.turns_tiles = True

    def without_limits(self) -> World:
        world = World(self.setting, self.ranks, ALL_CELLS, ALL_SITES)
        world.turns_tiles = False
        return world

    def rank(self, name: str) -> tuple[int, str]:
        return self.ranks.get(name, len(self.ranks)), name

    def me(self, table: Table) -> Seat:
        return table.seats[self.who]

    def owns(self, table: Table, technology: str) -> bool:
        return technology in table.seats[self.who].technologies


def with_seat(table: Table, who: int, **changes: object) -> Table:
    seats = list(table.seats)
    seats[who] = seats[who]._replace(**changes)  # type: ignore[arg-type]
    return table._replace(seats=tuple(seats))


def with_turn(table: Table, **changes: object) -> Table:
    return table._replace(turn=table.turn._replace(**changes))  # type: ignore[arg-type]


def gain(table: Table, who: int, kind: int, number: int = 1) -> Table:
    goods = list(table.seats[who].goods)
    goods[kind] += number
    return with_seat(table, who, goods=tuple(goods))


def gain_named(table: Table, who: int, kind: str, number: int = 1) -> Table:
    return gain(table, who, GOODS.index(kind), number)


def score(table: Table, who: int, points: int) -> Table:
    return with_seat(table, who, vp=table.seats[who].vp + points) if points else table


def raise_production(table: Table, who: int, kind: int, steps: int) -> Table:
    tracks = list(table.seats[who].production)
    tracks[kind] = min(6, tracks[kind] + steps)
    return with_seat(table, who, production=tuple(tracks))


# -- cards --------------------------------------------------------------------------------------------------------


def draw(world: World, table: Table, deck: int) -> tuple[Table, str]:
    """The next card of a deck; an empty deck is made of its discard pile."""
    decks, discards = list(table.decks), list(table.discards)
    if not decks[deck]:
        decks[deck], discards[deck] = discards[deck], frozenset()
    if not decks[deck]:
        return table, ""
    card = min(decks[deck], key=world.rank)
    decks[deck] = decks[deck] - {card}
    return table._replace(decks=tuple(decks), discards=tuple(discards)), card


def discard(table: Table, card: str) -> Table:
    discards = list(table.discards)
    deck = DECKS.index(card[0])
    discards[deck] = discards[deck] | {card}
    return table._replace(discards=tuple(discards))


def fill_slots(world: World, table: Table, places: list[int]) -> Table:
    for place in places:
        table, card = draw(world, table, DECKS.index(SLOTS[place][1]))
        market = list(table.market)
        market[place] = card
        table = table._replace(market=tuple(market))
    return table


def refill_market(world: World, table: Table) -> Table:
    empty = [place for place, (section, _) in enumerate(SLOTS) if section in table.opened and not table.market[place]]
    return fill_slots(world, table, empty)


def take_card(table: Table, who: int, card: str) -> Table:
    seat = table.seats[who]
    if card[0] == "B":
        return with_seat(table, who, blessings=seat.blessings | {card})
    if card[0] == "T":
        return with_seat(table, who, technologies=seat.technologies | {card})
    return with_seat(table, who, shown=seat.shown | {card}, decrees=seat.decrees | {card})


def first_of(held: frozenset[str], twins: tuple[str, ...]) -> list[str]:
    """Of cards that say the same, the first one in hand: it makes no difference which of them is played."""
    return [card for card in twins if card in held][:1]


def play_blessing(world: World, table: Table, card: str) -> Table:
    """The card is discarded; T24 pays for it."""
    seat = world.me(table)
    table = with_seat(table, world.who, blessings=seat.blessings - {card})
    table = discard(table, card)
    return gain(table, world.who, GOLD) if "T24" in seat.technologies else table


# -- markers ------------------------------------------------------------------------------------------------------


def raise_population(world: World, table: Table, who: int, steps: int) -> Table:
    reached = min(END_OF_TRACK, table.seats[who].population + steps)
    table = with_seat(table, who, population=reached)
    for section, needed in ((3, 9), (4, 13)):
        if reached >= needed and section not in table.opened:
            table = table._replace(opened=table.opened | {section})
            table = fill_slots(world, table, [place for place, slot in enumerate(SLOTS) if slot[0] == section])
    return table


def raise_happiness(table: Table, who: int, steps: int) -> Table:
    seat = table.seats[who]
    reached = min(seat.population, seat.happiness + steps)
    table = with_seat(table, who, happiness=max(seat.happiness, reached))
    for needed, reward in ((16, "gold"), (19, "scribe"), (21, "action")):
        if reached >= needed and reward not in table.seats[who].rewards:
            table = with_seat(table, who, rewards=table.seats[who].rewards | {reward})
            if reward == "action":
                table = with_turn(table, due=table.turn.due + 1)
            else:
                table = gain_named(table, who, reward)
    return table


# -- paying -------------------------------------------------------------------------------------------------------


def exchange(world: World, table: Table, technology: str) -> Table:
    """A point for the first exchange of a technology in the turn."""
    if technology in table.turn.swapped:
        return table
    return score(with_turn(table, swapped=table.turn.swapped | {technology}), world.who, 1)


def pay(world: World, table: Table, cost: tuple[int, int, int, int]) -> Iterator[Table]:
    """All ways to pay papyrus, bread, limestone and granite: gold for any of them, and what T10 and T22 allow."""
    seat = world.me(table)
    stones = cost[2] + cost[3]
    swap = "T22" in seat.technologies
    for papyrus in range(min(cost[0], seat.goods[0]) + 1):
        for bread in range(min(cost[1], seat.goods[1]) + 1):
            for limestone in range(min(stones if swap else cost[2], seat.goods[2]) + 1):
                for granite in range(min(stones - limestone if swap else cost[3], seat.goods[3]) + 1):
                    yield from _pay_rest(world, table, cost, (papyrus, bread, limestone, granite))


def _pay_rest(world: World, table: Table, cost: tuple[int, ...], paid: tuple[int, ...]) -> Iterator[Table]:
    seat = world.me(table)
    rest = sum(cost) - sum(paid)
    for gold in range(min(rest, seat.goods[GOLD]) + 1):
        scribes = rest - gold
        if scribes and ("T10" not in seat.technologies or scribes > seat.goods[SCRIBE]):
            continue
        goods = list(seat.goods)
        for kind, number in enumerate((*paid, gold, scribes)):
            goods[kind] -= number
        after = with_seat(table, world.who, goods=tuple(goods))
        if scribes:
            after = exchange(world, after, "T10")
        if paid[2] > cost[2] or paid[3] > cost[3]:
            after = exchange(world, after, "T22")
        yield after


def pay_scribes(world: World, table: Table, number: int) -> Iterator[Table]:
    seat = world.me(table)
    for gold in range(min(number, seat.goods[GOLD]) + 1 if "T10" in seat.technologies else 1):
        if number - gold > seat.goods[SCRIBE]:
            continue
        goods = list(seat.goods)
        goods[SCRIBE] -= number - gold
        goods[GOLD] -= gold
        after = with_seat(table, world.who, goods=tuple(goods))
        yield exchange(world, after, "T10") if gold else after


def stones_cost(limestone: int, granite: int) -> tuple[int, int, int, int]:
    return 0, 0, limestone, granite


def food_cost(papyrus: int = 0, bread: int = 0) -> tuple[int, int, int, int]:
    return papyrus, bread, 0, 0
