"""What the sentence of an event says of things: what a reader of it believes to lie where afterwards, kind by kind.

A game says what lies where (`held`), from plain data, and what the clauses of its sentences do to that (`PHRASES`).
Points are told item by item, and add up in tests/contract/test_sayings.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import cycle
from typing import Any

from egypt import Game, Position, Rng
from egypt.core.saying import number
from egypt.core.table import Event


class Things(Counter[tuple[str, str]]):
    """Units by place and kind, a seat being a place."""

    there = ""  # the place that was named last


Data = dict[str, Any]
Phrases = Mapping[str, Callable[..., None]]  # what clauses look like, and what each does to the things

NUMBERS = {**{number(units): units for units in range(400)}, "a": 1, "an": 1, "nothing": 0}
NUMBERS |= {str(units): units for units in range(400)}


def random_events(game: Game, players: int, variant: str, seeds: Iterable[int], often: str = "") -> Iterator[Event]:
    """A move that is legal often may be played three times in four: uniform play does not see all of a game."""
    for seed in seeds:
        rng, where = Rng(seed), Position.start(game, players, variant)
        while not where.is_over:
            codes = where.legal_codes() or [game.move_code(text) for text, _ in where.outcomes()]
            code = codes[rng.below(len(codes))]
            if often and rng.below(4) and often in where.legal_moves():
                code = game.move_code(often)
            event = Event(1, where.actor, where, code)
            yield event
            where = event.after


def clauses(event: Event, seat: int | None = None) -> list[str]:
    """The sentence as a seat is told it, without the names of cards, clause by clause."""
    return re.sub("“[^”]*”", "“”", event.saying(seat).sentence).split("; ")


def tables(event: Event, seat: int | None = None) -> tuple[Data, Data]:
    """What lies where before and after the event, as far as a seat sees it."""
    known = (event.before, event.after) if seat is None else (event.before.view(seat), event.after.view(seat))
    return known[0].as_dict(), known[1].as_dict()


def parts(listing: str) -> list[str]:
    """`a flood tile, two art tiles and sun 1`, one by one."""
    return re.split(r", | and ", listing)


def move(things: Things, kind: str, units: int, source: str = "", goal: str = "") -> None:
    """From one place to another; without a name it is the supply."""
    if source:
        things[source, kind] -= units
    if goal:
        things[goal, kind] += units


def move_all(things: Things, source: str, goal: str = "", kinds: Callable[[str], bool] = lambda kind: True) -> None:
    for (place, kind), units in list(things.items()):
        if place == source and kinds(kind):
            move(things, kind, units, source, goal)


def believed(phrases: Phrases, told: list[str], before: Things) -> Things:
    """What lies where after the clauses; a phrase hands its groups on to what it does."""
    things = Things(before)
    for clause in told:
        for phrase, effect in phrases.items():
            if found := re.fullmatch(phrase, clause):
                effect(things, *found.groups())
    return things


def differences(
    event: Event,
    held: Callable[[Data], Things],
    phrases: Phrases,
    seat: int | None = None,
    counted: Callable[[Things], Things] = Things,
) -> list[str]:
    """Where a reader of the sentence believes something else than what is so: an onlooker who sees all, or a seat."""
    before, after = map(held, tables(event, seat))
    told = counted(believed(phrases, clauses(event, seat), before))
    before, after = counted(before), counted(after)
    return [
        f"{event.text()}: {place} {kind} grows by {after[place, kind] - before[place, kind]}, "
        f"told are {told[place, kind] - before[place, kind]}"
        for place, kind in wrong(told, after)
    ]


def wrong(told: Things, after: Things) -> list[tuple[str, str]]:
    return [key for key in sorted({*told, *after}) if told[key] != after[key]]


def differences_in_turn(
    events: Iterable[Event],
    held: Callable[[Data], Things],
    phrases: Phrases,
    players: int,
    counted: Callable[[Things], Things] = Things,
) -> list[str]:
    """Event by event for another reader: an onlooker who sees all, then each seat, which may have to count what it sees."""
    readers = cycle([None, *range(players)])
    return [
        found
        for event, seat in zip(events, readers, strict=False)
        for found in differences(event, held, phrases, seat, Things if seat is None else counted)
    ]


def phrases_never_missed(events: Iterable[Event], held: Callable[[Data], Things], phrases: Phrases) -> set[str]:
    """Phrases that do not occur in the events, or whose clauses can be left out and all adds up nevertheless."""
    left = dict(phrases)
    for event in events:
        told = clauses(event)
        for phrase in list(left):
            without = [clause for clause in told if not re.fullmatch(phrase, clause)]
            if without != told:
                before, after = map(held, tables(event))
                if wrong(believed(phrases, without, before), after):
                    del left[phrase]
        if not left:
            break
    return set(left)
