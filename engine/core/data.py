"""Reads a room's data.toml with errors that name the entry, and refuses what no rule asks for."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from egypt.core.errors import EgyptError


class DataError(EgyptError):
    """data.toml contradicts itself or what is printed; the message names the entry."""


def require(condition: bool, entry: str, sentence: str) -> None:
    """Raise DataError naming the entry ("" for the file as a whole) unless the condition holds."""
    if not condition:
        raise DataError(f"data.toml [{entry}]: {sentence}" if entry else f"data.toml: {sentence}")


def read_data(path: Path) -> tuple[dict[str, Any], str]:
    """The tables of a data file and the hash that the protocol calls `rules`; raises DataError."""
    raw = path.read_bytes()
    try:
        return tomllib.loads(raw.decode()), hashlib.sha256(raw).hexdigest()[:12]
    except ValueError as error:     # not UTF-8, or not TOML
        raise DataError(f"data.toml: {error}") from error


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

    def table_of(self, key: str) -> Self:
        value = self.value(key)
        require(isinstance(value, dict), self.name, f"'{key}' must be a table, not {value!r}")
        return type(self)(f"{self.name}.{key}" if self.name else key, value)

    def number(self, key: str, low: int, high: int) -> int:
        return self._number(self.value(key), key, low, high)

    def _number(self, value: Any, key: str, low: int, high: int) -> int:
        require(type(value) is int, self.name, f"'{key}' must be an integer, not {value!r}")
        require(low <= value <= high, self.name, f"'{key}' is {value}, must be {low}..{high}")
        return int(value)

    def numbers(self, key: str, length: int, low: int, high: int) -> tuple[int, ...]:
        values = self.list_of(key, length)
        return tuple(self._number(value, key, low, high) for value in values)

    def ascending(self, key: str, length: int, low: int, high: int) -> tuple[int, ...]:
        row = self.numbers(key, length, low, high)
        require(list(row) == sorted(set(row)), self.name, f"'{key}' must ascend, not {list(row)}")
        return row

    def list_of(self, key: str, length: int | None = None) -> list[Any]:
        value = self.value(key)
        require(isinstance(value, list), self.name, f"'{key}' must be a list, not {value!r}")
        if length is not None:
            require(len(value) == length, self.name, f"'{key}' has {len(value)} entries, must have {length}")
        return list(value)

    def tables(self, key: str, length: int | None = None) -> list[Self]:
        """The rows of a list of tables, named by their place: `tiles #2`."""
        rows = self.list_of(key, length)
        for row in rows:
            require(isinstance(row, dict), self.name or key, f"'{key}' must be a list of tables, not {row!r}")
        prefix = f"{self.name}." if self.name else ""
        return [type(self)(f"{prefix}{key} #{place}", row) for place, row in enumerate(rows, 1)]

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

    def keys_in_order(self, names: Sequence[str]) -> None:
        """The table lists just these keys, in this order: their places are numbers in the code."""
        for place, name in enumerate(names):
            require(name in self.table, self.name, f"'{name}' is missing")
            found = list(self.table)[place]
            require(found == name, self.name, f"'{found}' stands where '{name}' belongs")
        for name in self.table:
            require(name in names, self.name, f"'{name}' is not asked for here")

    def by_players(self, key: str, counts: Sequence[int], low: int, high: int) -> dict[int, int]:
        """A number for every number of players."""
        row = self.table_of(key)
        numbers = {players: row.number(str(players), low, high) for players in counts}
        row.finish()
        return numbers
