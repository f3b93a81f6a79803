"""Reads entries of data.toml with errors that name them, and refuses what nobody asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from egypt.core.errors import EgyptError

PLAYER_COUNTS = (1, 2, 3, 4)  # 1 is the solo game


class DataError(EgyptError):
    """data.toml contradicts itself or what is printed; the message names the entry."""


def require(condition: bool, entry: str, sentence: str) -> None:
    if not condition:
        raise DataError(f"data.toml [{entry}]: {sentence}")


@dataclass(frozen=True, slots=True)
class Gain:
    """What an effect brings at once: basic resources, gold, tokens, points and steps of the two markers."""

    papyrus: int = 0
    bread: int = 0
    limestone: int = 0
    granite: int = 0
    gold: int = 0
    scribe: int = 0
    faith: int = 0
    vp: int = 0
    population: int = 0
    happiness: int = 0

    def units(self) -> tuple[int, ...]:
        """All ten numbers in the order above."""
        return tuple(getattr(self, field.name) for field in fields(self))


GAINS = tuple(field.name for field in fields(Gain))
NOTHING = Gain()


class Entry:
    """One table of the file under its printed name. Every key that is read is ticked off; `finish` refuses the rest."""

    def __init__(self, name: str, table: Any) -> None:
        require(isinstance(table, dict), name, "is missing")
        self.name = name
        self.table: dict[str, Any] = table
        self.unread = set(table)

    def value(self, key: str) -> Any:
        require(key in self.table, self.name, f"'{key}' is missing")
        self.unread.discard(key)
        return self.table[key]

    def finish(self) -> None:
        for key in self.table:
            require(key not in self.unread, self.name, f"'{key}' is not asked for here")

    def table_of(self, key: str) -> Entry:
        value = self.value(key)
        require(isinstance(value, dict), self.name, f"'{key}' must be a table, not {value!r}")
        return Entry(f"{self.name}.{key}", value)

    def number(self, key: str, low: int, high: int) -> int:
        return self._number(self.value(key), key, low, high)

    def _number(self, value: Any, key: str, low: int, high: int) -> int:
        require(type(value) is int, self.name, f"'{key}' must be a whole number, not {value!r}")
        require(low <= value <= high, self.name, f"'{key}' is {value}, must be {low}..{high}")
        return int(value)

    def numbers(self, key: str, length: int, low: int, high: int) -> tuple[int, ...]:
        values = self.list_of(key, length)
        return tuple(self._number(value, key, low, high) for value in values)

    def list_of(self, key: str, length: int | None = None) -> list[Any]:
        value = self.value(key)
        require(isinstance(value, list), self.name, f"'{key}' must be a list, not {value!r}")
        if length is not None:
            require(len(value) == length, self.name, f"'{key}' has {len(value)} entries, must have {length}")
        return list(value)

    def truth(self, key: str) -> bool:
        value = self.value(key)
        require(type(value) is bool, self.name, f"'{key}' must be true or false, not {value!r}")
        return bool(value)

    def word(self, key: str, choices: Sequence[str]) -> str:
        return self.chosen(self.value(key), key, choices)

    def chosen(self, value: Any, key: str, choices: Sequence[str]) -> str:
        require(value in choices, self.name, f"'{key}': {value!r} is not one of {', '.join(choices)}")
        return str(value)

    def words(self, key: str, choices: Sequence[str], length: int | None = None) -> tuple[str, ...]:
        return self.distinct(key, [self.chosen(value, key, choices) for value in self.list_of(key, length)])

    def word_lists(self, key: str, choices: Sequence[str], length: int) -> tuple[tuple[str, ...], ...]:
        rows = self.list_of(key, length)
        require(all(isinstance(row, list) and row for row in rows), self.name, f"'{key}' must hold lists of words")
        return tuple(self.distinct(key, [self.chosen(value, key, choices) for value in row]) for row in rows)

    def distinct(self, key: str, values: list[Any]) -> tuple[Any, ...]:
        for value in values:
            require(values.count(value) == 1, self.name, f"'{key}': {value!r} twice")
        return tuple(values)

    def by_players(self, key: str, low: int, high: int) -> dict[int, int]:
        row = self.table_of(key)
        counts = {players: row.number(str(players), low, high) for players in PLAYER_COUNTS}
        row.finish()
        return counts

    def truth_by_players(self, key: str) -> dict[int, bool]:
        row = self.table_of(key)
        truths = {players: row.truth(str(players)) for players in PLAYER_COUNTS}
        row.finish()
        return truths

    def spaces(self, key: str, high: int) -> dict[int, int]:
        """Numbers by space of the track, both ascending."""
        row = self.table_of(key)
        spaces: dict[int, int] = {}
        for space in row.table:
            require(space.isascii() and space.isdigit(), row.name, f"'{space}' is not a space of the track")
            spaces[int(space)] = row.number(space, 1, high)
        row.finish()
        require(list(spaces) == sorted(spaces), row.name, "the spaces must ascend")
        require(list(spaces.values()) == sorted(set(spaces.values())), row.name, "the numbers must ascend")
        return spaces

    def gain(self, key: str) -> Gain:
        row = self.table_of(key)
        gain = Gain(**{name: row.number(name, 1, 9) for name in row.table if name in GAINS})
        row.finish()
        require(any(gain.units()), row.name, "gains nothing")
        return gain
