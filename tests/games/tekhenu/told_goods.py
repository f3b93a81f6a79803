"""What Tekhenu's sentences say about goods: by how much each kind of each seat grows, as a reader would add it up."""

from __future__ import annotations

import re

from tests.games.sums import NUMBERS, Data, Phrases, Things, move, move_all

KINDS = re.compile(r"(\w+) (papyrus|bread|limestone|granite|gold|scribe|faith)s?\b")
SEATS = [f"p{seat}" for seat in range(1, 5)]


def held(data: Data) -> Things:
    return Things({(seat["seat"], kind): units for seat in data["seats"] for kind, units in seat["goods"].items()})


def _gain(things: Things, seat: str, goods: str) -> None:
    for units, kind in KINDS.findall(goods):
        move(things, kind, NUMBERS[units], goal=seat)


def _pay(things: Things, seat: str, goods: str) -> None:
    for units, kind in KINDS.findall(goods):
        move(things, kind, NUMBERS[units], source=seat)


def _lose_faith(things: Things) -> None:
    for seat in SEATS:
        move_all(things, seat, kinds=lambda kind: kind == "faith")


PHRASES: Phrases = {
    r"(p\d) (?:gives up|pays|puts) (.*?)(?: and leaves .*)?": _pay,
    r"(p\d) (?:gains|starts with) (.*)": _gain,
    r".*surplus and faith into the supply.*": _lose_faith,
}
