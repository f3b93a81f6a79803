"""What is said about a game in words: sentences with the ids of what they touch, and why scores change.

A room says both once, from plain data (`as_dict` of a position or a view); protocol and front ends pass them on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence that a person understands, and the ids of what it touches: those of the JSON and of the catalogue."""

    sentence: str
    touches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One reason why a score changed: `ScoreItem(0, "pharaohs", "most pharaohs", 5)`."""

    seat: int  # 0 is p1
    item: str  # one word, the same wherever this reason occurs
    text: str  # the reason for a person
    score: int  # what it adds


class Story:
    """What is told of a move so far, and the ids of what it touches. A room adds what the move changes on the way."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self._clauses: list[str] = []
        self._touches: dict[str, None] = {}  # a set in order

    def tell(self, clause: str, *touches: str) -> None:
        self._clauses.append(clause)
        self.touch(*touches)

    def touch(self, *ids: str) -> None:
        self._touches.update(dict.fromkeys(ids))

    def saying(self) -> Saying:
        return Saying("; ".join(self._clauses), tuple(self._touches))


def ids_in(data: Any) -> Iterator[str]:
    """Every id in plain data: the `id` of an object, and what its `ids` call the plain values beside them.

    `{"id": "seat:p1", "score": 10, "ids": {"score": "score:p1"}}` has two.
    """
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "id":
                yield value
            elif key == "ids":
                yield from value.values()
            else:
                yield from ids_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from ids_in(value)


def components_in(data: Any) -> Iterator[str]:
    """Every component that plain data names: the ids of catalogue entries, under the key `component`."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "component" and value is not None:
                yield value
            else:
                yield from components_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from components_in(value)


# -- words that many sentences need -----------------------------------------------------------------------------------

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
PLACES = (
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


def number(count: int) -> str:
    """`three`; digits above twelve."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def place(rank: int) -> str:
    """`third`; from 1, `13th` above twelve."""
    return PLACES[rank] if 0 <= rank < len(PLACES) else f"{rank}th"


def several(count: int, one: str, many: str = "") -> str:
    """`one card`, `three cards`; a plural of its own if it needs one."""
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def listing(words: list[str], nothing: str = "nothing") -> str:
    """`gold, a flood and a god`."""
    if len(words) < 2:
        return words[0] if words else nothing
    return f"{', '.join(words[:-1])} and {words[-1]}"
