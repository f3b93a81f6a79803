"""The actions of a Tekhenu turn in plain Python, each as all its results: six gods and the production.

An action is a list of steps on `Table.todo`, the next one last. A step gives every way to do it as (words, table).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from tests.games.tekhenu.turn_gains import (
    World,
    discard,
    draw,
    fill_slots,
    first_of,
    food_cost,
    gain,
    gain_named,
    pay,
    play_blessing,
    raise_happiness,
    raise_population,
    raise_production,
    score,
    stones_cost,
    take_card,
    with_seat,
)
from tests.games.tekhenu.turn_table import (
    BACKGROUNDS,
    BASICS,
    CELLS,
    GIFTS,
    GOD_SPACES,
    GODS,
    GOLD,
    OTHER_SHOWN,
    PEOPLE,
    RIM,
    SCRIBE,
    SITE_COST,
    SITE_LINES,
    SLOTS,
    STATUE_COST,
    Table,
    tile_cost,
    tile_edges,
)

Ways = Iterator[tuple[str, Table]]
HORUS, RA, HATHOR, BASTET, THOTH, OSIRIS = range(6)
BOARDS = {"B01": (2, 4), "B02": (3, 4), "B03": (1, 4), "B04": (0, 4), "B05": (GOLD, 3), "B06": (SCRIBE, 2)}


def push(table: Table, *steps: tuple[Any, ...]) -> Table:
    """Steps to be done now, the first one first."""
    return table._replace(todo=(*table.todo, *reversed(steps)))


def start_god(world: World, table: Table, god: int, value: int, *, with_die: bool, shift: bool = True) -> Ways:
    """Begin the action of a god with a value; T14 may shift it, and T11 looks at the value the action is done with."""
    shifts = range(-2, 3) if shift and world.owns(table, "T14") else (0,)
    own = world.me(table).gods[god] > 0
    for by in shifts:
        if 1 <= value + by <= 6:
            low = with_die and value + by == 1 and world.owns(table, "T11")
            begun = score(table, world.who, 2 if low else 0)
            yield f"{GODS[god]} {value + by}", push(begun, ("god", god, value + by), ("bonus", god, own))


def do_god(world: World, table: Table, god: int, value: int) -> Ways:
    """What a technology gives for the action comes first, since it may be used for it."""
    who = world.who
    owned = world.me(table).technologies
    for technology, its_god in (("T01", OSIRIS), ("T02", RA), ("T03", THOTH), ("T04", HORUS), ("T06", BASTET)):
        if god == its_god and technology in owned:
            table = score(table, who, 2)
    for technology, its_god, kind in (("T04", HORUS, 3), ("T20", THOTH, 0), ("T21", HATHOR, 1)):
        if god == its_god and technology in owned:
            table = gain(table, who, kind)
    yield from (horus, ra, hathor, bastet, thoth, osiris)[god](world, table, value)


def free_or_paid(world: World, table: Table, cost: tuple[int, int, int, int], cards: tuple[str, str]) -> Ways:
    """Pay, or play a blessing that makes it unnecessary; a second one would have nothing to do."""
    for after in pay(world, table, cost):
        yield "pay", after
    for card in first_of(world.me(table).blessings, cards):
        yield f"free by {card}", play_blessing(world, table, card)


# -- Horus --------------------------------------------------------------------------------------------------------


def horus(world: World, table: Table, value: int) -> Ways:
    seat = world.me(table)
    if seat.statues == len(STATUE_COST):
        return
    cost = stones_cost(0, STATUE_COST[seat.statues])
    places: list[tuple[str, Callable[[Table], Table]]] = []
    god = GODS.index(world.setting.horus[value - 1])
    if sum(other.gods[god] for other in table.seats) < GOD_SPACES[world.setting.players]:
        places.append((f"statue of {GODS[god]}", lambda after: build_for_god(world, after, god)))
    for space in PEOPLE:
        if not any(space in other.people for other in table.seats):
            places.append((f"statue {space}", lambda after, space=space: build_for_people(world, after, space)))  # type: ignore[misc]
    for words, build in places:
        for paid, after in free_or_paid(world, table, cost, ("B13", "B14")):
            yield f"{words}, {paid}", build(after)


def build_for_god(world: World, table: Table, god: int) -> Table:
    gods = list(world.me(table).gods)
    first = not gods[god]
    gods[god] += 1
    table = with_seat(table, world.who, gods=tuple(gods))
    if world.setting.players == 3 and first:
        return push(table, ("pay-bonus", god, world.who))
    return table


def build_for_people(world: World, table: Table, space: str) -> Table:
    seat = world.me(table)
    table = with_seat(table, world.who, people=seat.people | {space})
    table = gain(table, world.who, GOLD)  # laid there in the set-up, and nobody has been here before
    line = {"row": 0, "column": 1}.get(space)
    if line is not None:
        table = score(table, world.who, 3 * sum(cell[line] == 3 for cell in seat.pillars))
    return table


def bonus(world: World, table: Table, god: int, own: bool) -> Ways:
    """After an action of a god: statues of the others pay, with two players those of the actor, too."""
    order = world.setting.order
    place = order.index(world.who)
    steps = []
    for other in [*order[place + 1 :], *order[:place]]:
        if table.seats[other].gods[god]:
            steps.append(("pay-bonus", god, other))
    if world.setting.players == 2 and own:
        steps.append(("pay-bonus", god, world.who))
    yield "", push(table, *steps)


def pay_bonus(world: World, table: Table, god: int, who: int) -> Ways:
    space = world.setting.horus.index(GODS[god]) + 1
    if "T07" in table.seats[who].technologies:
        table = gain_named(table, who, "granite")
    if space == 5:
        yield "", score(table, who, 2)
        return
    kinds = {1: ("faith",), 2: ("papyrus", "bread"), 3: ("limestone", "granite"), 4: ("gold",), 6: ("scribe",)}[space]
    for kind in kinds:
        yield f"p{who + 1} gets {kind}", gain_named(table, who, kind)


# -- Ra -----------------------------------------------------------------------------------------------------------


def ra(world: World, table: Table, value: int) -> Ways:
    slot = (6 - value) // 2  # 5-6 left, 3-4 middle, 1-2 right
    tile = table.slots[slot]
    if not tile or len(world.me(table).pillars) == 8:
        return
    taken = {cell for cell, _, _ in table.temple}
    cost = stones_cost(*tile_cost(tile))
    turns = {tile_edges(tile, number): number for number in (3, 2, 1, 0)}
    for paid, after in free_or_paid(world, table, cost, ("B13", "B14")):
        for cell in CELLS:
            if cell in taken or f"r{cell[0]}c{cell[1]}" not in world.cells:
                continue
            for edges in turns if world.turns_tiles else list(turns)[:1]:
                yield f"{tile} on r{cell[0]}c{cell[1]} {edges}, {paid}", raise_pillar(world, after, slot, cell, edges)


def raise_pillar(world: World, table: Table, slot: int, cell: tuple[int, int], edges: str) -> Table:
    who = world.who
    tile = table.slots[slot]
    houses = buildings_in_line(table, cell)
    matches = matching_edges(table, cell, edges)
    corner = cell[0] in (1, 5) and cell[1] in (1, 5)
    table = score(table, who, houses + matches * (2 if corner else 1) + 3 - slot)
    table = gain(table, who, *GIFTS[cell])
    table = table._replace(temple=table.temple | {(cell, tile, edges)})
    table = push(table, ("slide", slot, cell))
    light = world.setting.light(RA)
    ability = next((background for background, tiles in BACKGROUNDS.items() if tile in tiles), None)
    if ability is None or (ability != light and not world.owns(table, "T09")):
        return table
    return push(table, ("ability", tile, cell, matches, houses))


def buildings_in_line(table: Table, cell: tuple[int, int]) -> int:
    sides = {f"west{cell[0]}", f"east{cell[0]}", f"north{cell[1]}", f"south{cell[1]}"}
    return sum(len(sides & seat.sites) for seat in table.seats)


def matching_edges(table: Table, cell: tuple[int, int], edges: str) -> int:
    row, column = cell
    lying = {where: colours for where, _, colours in table.temple}
    number = 0
    for side, (down, right, rim) in enumerate(((-1, 0, "north"), (0, 1, "east"), (1, 0, "south"), (0, -1, "west"))):
        beyond = (row + down, column + right)
        if beyond in lying:
            touching = lying[beyond][(side + 2) % 4]
        elif beyond not in GIFTS:
            touching = RIM[rim][(column if down else row) - 1]
        else:
            continue
        number += touching == edges[side]
    return number


def slide(world: World, table: Table, slot: int, cell: tuple[int, int]) -> Ways:
    """The pillar is put on the tile, the tiles left of the one used move right, a new one comes to the left."""
    table = with_seat(table, world.who, pillars=world.me(table).pillars | {cell})
    rest = [tile for place, tile in enumerate(table.slots) if place != slot]
    new = min(table.tiles, key=world.rank, default="")
    yield "", table._replace(slots=(new, *rest), tiles=table.tiles - {new})


def ability(world: World, table: Table, tile: str, cell: tuple[int, int], matches: int, houses: int) -> Ways:
    who = world.who
    if tile in ("P10", "P11"):
        yield from tile_action(world, table, [(THOTH, 1)])
    elif tile == "P12":
        yield from tile_action(world, table, [(HORUS, 1), (HORUS, 2), (HORUS, 3)])
    elif tile == "P15":
        yield from tile_action(world, table, [(OSIRIS, 3)])
    elif tile in ("P13", "P14"):
        table, card = draw(world, table, 2)
        yield "", with_seat(table, who, decrees=world.me(table).decrees | {card}) if card else table
    elif tile in ("P01", "P03"):
        yield "", raise_population(world, table, who, 3) if tile == "P01" else raise_happiness(table, who, 2)
    elif tile in ("P19", "P20", "P21"):
        yield "", gain(table, who, *GIFTS[cell])
    elif tile in ("P02", "P16", "P17", "P18"):
        yield "", gain_named(table, who, "scribe") if tile == "P02" else gain(table, who, GOLD, 2)
    else:
        yield "", score(table, who, {"P04": matches, "P05": matches, "P06": houses}.get(tile, 1))


def tile_action(world: World, table: Table, choices: list[tuple[int, int]]) -> Ways:
    """The action a tile brings has to be done; it is lost if that is not possible without playing a blessing for it."""
    for god, value in choices:
        yield from start_god(world, table, god, value, with_die=False, shift=False)
    bare = with_seat(table, world.who, blessings=frozenset())
    if not any(can_be_done(world, bare, god, value) for god, value in choices):
        yield "lost", table


def can_be_done(world: World, table: Table, god: int, value: int) -> bool:
    """Whether an action of a tile can be done as things are; none of them is one of Ra or Hathor."""
    for _, begun in do_god(world, table, god, value):
        if god != THOTH or any(words.startswith("take") for words, _ in cards(world, begun, 1, frozenset(range(1, 5)))):
            return True
    return False


# -- Hathor and Bastet --------------------------------------------------------------------------------------------


def hathor(world: World, table: Table, value: int) -> Ways:
    if world.me(table).buildings == 10:
        return
    for side, lines in SITE_LINES[world.setting.players].items():
        for line in lines:
            site = f"{side}{line}"
            if site not in world.sites or any(site in seat.sites for seat in table.seats):
                continue
            for paid, after in free_or_paid(world, table, food_cost(bread=SITE_COST[line]), ("B15", "B16")):
                yield f"{site}, {paid}", build_at_temple(world, after, site, value)


def build_at_temple(world: World, table: Table, site: str, value: int) -> Table:
    who = world.who
    seat = world.me(table)
    table = with_seat(table, who, sites=seat.sites | {site})
    along = 0 if site[:-1] in ("west", "east") else 1
    taken = {cell for cell, _, _ in table.temple}
    for cell in CELLS:
        if cell[along] != int(site[-1]):
            continue
        if cell in seat.pillars:
            table = score(table, who, 5 if "T05" in seat.technologies else 3)
        elif cell not in taken:
            table = gain(table, who, GIFTS[cell][0])
    return raise_population(world, table, who, value)


def bastet(world: World, table: Table, value: int) -> Ways:
    for paid, after in free_or_paid(world, table, food_cost(papyrus=2), ("B15", "B16")):
        after = gain(after, world.who, SCRIBE, {1: 2, 2: 2, 3: 1, 4: 1}.get(value, 0))
        if not world.owns(table, "T06"):
            yield paid, raise_happiness(after, world.who, value)
            continue
        for first in ("card", "die"):
            both = after
            for part in ("card", "die") if first == "card" else ("die", "card"):
                if part == "card":
                    both = raise_happiness(raise_population(world, both, world.who, 1), world.who, 1)
                else:
                    both = raise_happiness(both, world.who, value)
            yield f"{paid}, {first} first", both


# -- Thoth --------------------------------------------------------------------------------------------------------


def thoth(world: World, table: Table, value: int) -> Ways:
    """Whoever has not got what an action costs must choose another one (p. 15), even if a blessing within it would help."""
    number = (value + 1) // 2
    if any(words.startswith("take") for words, _ in cards(world, table, number, frozenset(range(1, 5)))):
        yield "", push(table, ("cards", number, frozenset()))


def cards(world: World, table: Table, number: int, refreshed: frozenset[int]) -> Ways:
    """Replace the cards of a section for papyrus, or take cards; B07 and B08 can be played in between (see turn_model)."""
    for section in sorted(table.opened - refreshed):
        filled = [place for place, slot in enumerate(SLOTS) if slot[0] == section and table.market[place]]
        for paid in pay(world, table, food_cost(papyrus=1)) if filled else ():
            for place in filled:
                paid = discard(paid, table.market[place])
            after = fill_slots(world, paid, filled)
            yield f"refresh {section}", push(after, ("cards", number, refreshed | {section}))
    happiness = world.me(table).happiness
    usable = sum(happiness >= needed for needed in (1, 5, 9, 13))
    for section in sorted(section for section in table.opened if section <= usable):
        filled = [place for place, slot in enumerate(SLOTS) if slot[0] == section and table.market[place]]
        for chosen in combinations(filled, number):
            for after in pay(world, table, food_cost(papyrus=(0, 0, 2, 3)[number])):
                market = list(after.market)
                for place in chosen:
                    after = take_card(after, world.who, market[place])
                    market[place] = ""
                yield "take " + "+".join(table.market[place] for place in chosen), after._replace(market=tuple(market))


# -- Osiris -------------------------------------------------------------------------------------------------------


def osiris(world: World, table: Table, value: int) -> Ways:
    who = world.who
    seat = world.me(table)
    if not seat.happiness or seat.buildings == 10:
        return
    for kind, district in enumerate(BASICS):
        shop = f"{district}{value}"
        if any(shop in other.shops for other in table.seats):
            continue
        after = with_seat(table, who, happiness=seat.happiness - 1, shops=seat.shops | {shop})
        if value == 2 and not any(f"{other}2" in player.shops for other in BASICS for player in table.seats):
            after = gain(after, who, GOLD)
        if value in (3, 4):
            partner = BASICS.index(OTHER_SHOWN[value][district])
            after = raise_production(raise_production(after, who, kind, 1), who, partner, 1)
            after = gain(after, who, GOLD) if value == 4 else after
            for gained in (kind, partner):
                yield f"{shop} for {BASICS[gained]}", gain(after, who, gained)
            continue
        much = 1 if value <= 2 else 2
        after = gain(raise_production(after, who, kind, much), who, kind, much)
        if value < 6:
            yield shop, after
            continue
        below = [any_kind for any_kind in range(4) if world.me(after).production[any_kind] < 6]
        for any_kind in below or [kind]:  # a marker at the top cannot be chosen while another one can be raised
            yield f"{shop} and {BASICS[any_kind]}", raise_production(after, who, any_kind, 1)


# -- production ---------------------------------------------------------------------------------------------------


def produce(world: World, table: Table, kind: int, value: int, with_die: bool) -> Ways:
    """Any blessings of production may be played with it, in any order (see turn_model for what may come between them)."""
    yield f"produce {BASICS[kind]} {value}", push(table, ("bless", kind, value, with_die, 1))


def bless_production(world: World, table: Table, kind: int, value: int, with_die: bool, times: int) -> Ways:
    """One more blessing, each of B21 and B22 for one production more; or no more of them."""
    yield "", push(table, *[("yield", kind, value, with_die)] * times)
    held = world.me(table).blessings
    for card, gift in BOARDS.items():
        if card in held:
            after = gain(play_blessing(world, table, card), world.who, *gift)
            yield card, push(after, ("bless", kind, value, with_die, times))
    for card in first_of(held, ("B21", "B22")):
        yield card, push(play_blessing(world, table, card), ("bless", kind, value, with_die, times + 1))


def yield_once(world: World, table: Table, kind: int, value: int, with_die: bool) -> Ways:
    """A technology shifts the value of a die, so not that of an action without one, which may have any value anyway."""
    who = world.who
    owned = world.me(table).technologies
    if kind == 1 and "T17" in owned:
        table = score(table, who, 2)
    for by in range(-2, 3) if with_die and "T13" in owned else (0,):
        if not 1 <= value + by <= 6:
            continue
        kept = min(value + by, world.me(table).production[kind])
        surplus = value + by - kept
        after = gain(table, who, kind, kept + ("T13" in owned))
        after = score(after, who, 2 if with_die and value + by == 1 and "T11" in owned else 0)
        after = with_seat(after, who, surplus=world.me(after).surplus + surplus)
        yield f"yield {value + by}", score(after, who, surplus if "T12" in owned else 0)


STEPS: dict[str, Callable[..., Ways]] = {
    "god": do_god,
    "bonus": bonus,
    "pay-bonus": pay_bonus,
    "slide": slide,
    "ability": ability,
    "cards": cards,
    "bless": bless_production,
    "yield": yield_once,
}
