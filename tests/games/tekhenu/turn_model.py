"""A brute force over all orders of a Tekhenu turn, written from the rulebook alone: every way to play a turn to its end.

`all_ends` searches from the start of a turn: a die with or without Anubis, blessings at every moment at which they may be
played, the normal action and the extra ones in every order, every way to pay. A turn counts only if it comes to its end,
so whoever takes a die has to be able to do an action with it, and whoever pays for an extra action to do that.

`python -m tests.games.tekhenu.turn_model --positions 3000 --seed 1` compares the ends with those the engine reaches.

Left out, since they only waste something: scribes beyond the number a change of value needs, and scribes for the value of
a die that a blessing has already set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.games.tekhenu.turn_gains import (
    World,
    first_of,
    pay_scribes,
    play_blessing,
    raise_happiness,
    raise_population,
    refill_market,
    score,
    with_seat,
    with_turn,
)
from tests.games.tekhenu.turn_gods import STEPS, Ways, produce, start_god
from tests.games.tekhenu.turn_table import COLOURS, GODS, PANS, SLOTS, Table, Turn, tile_cost

ANY_TIME = ("B07", "B08")
SET_VALUE = ("B09", "B10")
RECOLOUR = ("B11", "B12")
BESIDE = ("B17", "B18")
OPPOSITE = ("B19", "B20")
ANUBIS = ("B23", "B24")


class TooManyStates(Exception):
    """The search has met more states than it was allowed to."""


def ways(world: World, table: Table) -> Ways:
    """Everything that can be done next, as words and the table afterwards."""
    turn = table.turn
    if table.todo:
        name, *arguments = table.todo[-1]
        if name in ("cards", "bless"):
            yield from at_any_time(world, table)
        yield from STEPS[name](world, table._replace(todo=table.todo[:-1]), *arguments)
        return
    yield from at_any_time(world, table)
    if turn.due:
        yield from end_of_track(world, with_turn(table, due=turn.due - 1))
    elif turn.stage == "start":
        yield from start(world, table)
    elif turn.stage == "taking":
        yield from taking(world, table)
    elif turn.stage == "acting":
        yield from acting(world, table)


def held(world: World, table: Table, cards: tuple[str, ...]) -> list[str]:
    return first_of(world.me(table).blessings, cards)


def at_any_time(world: World, table: Table) -> Ways:
    for card in held(world, table, ANY_TIME):
        after = play_blessing(world, table, card)
        yield f"{card} population", raise_population(world, after, world.who, 3)
        yield f"{card} happiness", raise_happiness(after, world.who, 3)


def end_of_track(world: World, table: Table) -> Ways:
    """Any action as with any die of any value."""
    for value in range(1, 7):
        for god in range(6):
            yield from start_god(world, table, god, value, with_die=False, shift=False)
        for kind in range(4):
            yield from produce(world, table, kind, value, with_die=False)


# -- taking a die -------------------------------------------------------------------------------------------------


def start(world: World, table: Table) -> Ways:
    if not table.turn.anubis:
        declared = [(f"Anubis by {card}", play_blessing(world, table, card)) for card in held(world, table, ANUBIS)]
        declared += [("Anubis for scribes", paid) for paid in pay_scribes(world, table, 2)]
        for words, after in declared:
            after = score(after, world.who, 3 if world.owns(after, "T23") else 0)
            yield words, with_turn(after, anubis=True)
    for sector, dice in enumerate(table.wheel):
        for die in sorted(set(dice)):
            wheel = list(table.wheel)
            left = list(dice)
            left.remove(die)
            wheel[sector] = tuple(left)
            colour = COLOURS.index(die[:-1])
            taken = with_turn(table, stage="taking", sector=sector, die=die, colour=colour, value=int(die[-1]))
            yield f"take {GODS[sector]} {die}", taken._replace(wheel=tuple(wheel))


def taking(world: World, table: Table) -> Ways:
    turn = table.turn
    for card in held(world, table, SET_VALUE):
        after = play_blessing(world, table, card)
        for value in range(1, 7):
            yield f"{card} to {value}", with_turn(after, value=value, any_value=True)
    for card in held(world, table, RECOLOUR):
        after = play_blessing(world, table, card)
        for colour in range(5):
            for value in range(max(1, turn.value - 1), min(6, turn.value + 1) + 1):
                if colour != turn.colour:
                    yield f"{card} to {COLOURS[colour]}{value}", with_turn(after, colour=colour, value=value)
    for card in held(world, table, BESIDE):
        for after in pay_scribes(world, table, 1):
            yield card, with_turn(play_blessing(world, after, card), extras=(*turn.extras, "beside"))
    seat = world.me(table)
    for card in held(world, table, OPPOSITE) if seat.happiness and seat.population else ():
        after = with_seat(table, world.who, happiness=seat.happiness - 1, population=seat.population - 1)
        yield card, with_turn(play_blessing(world, after, card), extras=(*turn.extras, "opposite"))
    yield from lay_down(world, table)


def lay_down(world: World, table: Table) -> Ways:
    """The die goes to its pan with the face it has; scribes change the value it is used with."""
    turn = table.turn
    status = "below" if turn.anubis else PANS[world.setting.light(turn.sector)][turn.colour]
    pans = (status,)
    if status == "forbidden":
        pans = ("pure", "tainted") if world.owns(table, "T08") else ()
    for pan in pans:
        laid = with_seat(table, world.who, dice=tuple(sorted((*world.me(table).dice, f"{turn.die}/{pan}"))))
        laid = score(laid, world.who, 1 if pan == "pure" and world.owns(table, "T18") else 0)
        for value in range(1, 7):
            change = abs(value - turn.value)
            if change and turn.any_value:
                continue
            for after in pay_scribes(world, laid, (change + 1) // 2):
                kept = tuple(sorted(turn.extras))
                yield f"use it as {value}, {pan}", with_turn(after, stage="acting", pan=pan, value=value, extras=kept)


# -- actions ------------------------------------------------------------------------------------------------------


def acting(world: World, table: Table) -> Ways:
    turn = table.turn
    if turn.main_done and not turn.extras:
        yield "end of the turn", with_turn(refill_market(world, table), **over(turn))
        return
    if not turn.main_done:
        yield from normal_action(world, table)
    for kind in sorted(set(turn.extras)):
        left = list(turn.extras)
        left.remove(kind)
        after = with_turn(table, extras=tuple(left))
        for by in (1, 5) if kind == "beside" else (3,):
            for words, begun in start_god(world, after, (turn.sector + by) % 6, turn.value, with_die=True):
                yield f"extra {words}", begun


def over(turn: Turn) -> dict[str, object]:
    return {**Turn()._asdict(), "stage": "over"}


def normal_action(world: World, table: Table) -> Ways:
    turn = table.turn
    done = with_turn(table, main_done=True)
    for god in range(6) if turn.anubis else (turn.sector,):
        yield from start_god(world, done, god, turn.value, with_die=True)
    kinds = range(4) if turn.anubis else (turn.colour,) if turn.colour < 4 else ()
    if turn.worked:
        return
    for kind in kinds:
        yield from produce(world, done, kind, turn.value, with_die=True)
    if world.owns(table, "T19") and turn.pan == "tainted" and turn.colour < 4:
        for after in pay_scribes(world, table, 1):
            for words, begun in produce(world, with_turn(after, worked=True), turn.colour, turn.value, with_die=True):
                yield f"first {words}", begun


# -- the search ---------------------------------------------------------------------------------------------------


def worst_draws(before: Table, after: Table) -> Iterator[Table]:
    """`after` with other things drawn since `before`: cards without effect, and a tile of every cost.

    Whatever is left in a deck that is used up comes for certain.
    """
    drawn = {new for old, new in zip(before.market, after.market, strict=True) if new and new != old}
    drawn -= {card for cards in before.decks if cards <= drawn for card in cards}
    market = tuple(f"{deck}?{place}" if new in drawn else new for place, (new, (_, deck)) in enumerate(
        zip(after.market, SLOTS, strict=True)))  # fmt: skip
    if after.tiles == before.tiles:
        yield after._replace(market=market)
        return
    by_cost = {tile_cost(tile): tile for tile in sorted(before.tiles)}
    for tile in by_cost.values():
        yield after._replace(market=market, slots=(tile, *after.slots[1:]), tiles=before.tiles - {tile})


class Search:
    """All tables met on the way, each with the one it was first reached from.

    Whoever still owes an action may not trust to luck: before anything is drawn, there has to be a way to the end of the
    turn whatever comes.
    """

    def __init__(self, world: World, limit: int, safe: dict[Table, bool] | None = None) -> None:
        self.world = world
        self.whole = world.without_limits()
        self.limit = limit
        self.safe: dict[Table, bool] = {} if safe is None else safe
        self.met: dict[Table, tuple[Table, str] | None] = {}
        self.ends: set[Table] = set()

    def run(self, start_table: Table, *, first_only: bool = False) -> set[Table]:
        self.met[start_table] = None
        waiting = [start_table]
        while waiting:
            table = waiting.pop()
            if table.turn.stage == "over":
                self.ends.add(table)
                if first_only:
                    break
                continue
            for words, after in ways(self.world, table):
                if after not in self.met and self.needs_no_luck(table, after):
                    self.met[after] = (table, words)
                    waiting.append(after)
            if len(self.met) > self.limit:
                raise TooManyStates
        return self.ends

    def needs_no_luck(self, before: Table, after: Table) -> bool:
        turn = after.turn
        if turn.stage == "over" or (turn.main_done and not turn.extras and not turn.due):
            return True
        return all(worst == after or self.can_end(worst) for worst in worst_draws(before, after))

    def can_end(self, table: Table) -> bool:
        if table not in self.safe:
            self.safe[table] = bool(Search(self.whole, self.limit, self.safe).run(table, first_only=True))
        return self.safe[table]

    def path(self, table: Table) -> Iterator[str]:
        """The words of the way to a table."""
        words: list[str] = []
        while (step := self.met[table]) is not None:
            table = step[0]
            words.append(step[1])
        return (word for word in reversed(words) if word)


if __name__ == "__main__":
    from tests.games.tekhenu.turn_compare import main

    sys.exit(main())
