"""Reads a room's data.toml with errors that name the entry, and refuses what no rule asks for.

A user's own rules are a second file of the same form that replaces some of the numbers. A process plays one set of rules
per game: they are chosen before the room is loaded, while its tables are filled, and stay.
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from egypt.core.errors import EgyptError

DATA_FILE = "data.toml"  # in every room
GAME_KEY = "rules_for"  # in a user's own file: which game its numbers belong to
HASH_DIGITS = 12


class DataError(EgyptError):
    """A data file contradicts itself or what is printed; the message names the file and the entry."""

    def in_file(self, file: str) -> DataError:
        """The same of another file than the room's own."""
        return DataError(file + str(self).removeprefix(DATA_FILE))


def require(condition: bool, entry: str, sentence: str) -> None:
    """Raise DataError naming the entry ("" for the file as a whole) unless the condition holds."""
    if not condition:
        raise DataError(f"{DATA_FILE} [{entry}]: {sentence}" if entry else f"{DATA_FILE}: {sentence}")


# -- files -----------------------------------------------------------------------------------------------------------------


def parse_data(text: str) -> tuple[dict[str, Any], str]:
    """The tables of a data file and the hash that the protocol calls `rules`; raises DataError."""
    return _parse(text), hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]


def read_data(path: Path) -> tuple[dict[str, Any], str]:
    """The same from a file. If it is the file of a room for which own rules are chosen, they replace its numbers."""
    tables, rules_hash = parse_data(_read(path))
    own = _chosen.get(path.resolve())
    return own.overlay(tables, rules_hash) if own is not None else (tables, rules_hash)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except ValueError as error:  # not UTF-8
        raise DataError(f"{DATA_FILE}: {error}") from error


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise DataError(f"{DATA_FILE}: {error}") from error
    except RecursionError:
        raise DataError(f"{DATA_FILE}: it is nested too deeply") from None


# -- rules of one's own ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A user's file, read: its name for messages, the game it is for, its text."""

    file: str
    game: str
    text: str

    @staticmethod
    def read(path: str | os.PathLike[str]) -> OwnRules:
        """Raises DataError, naming the file, if it cannot be read or does not say which game it is for."""
        file = os.fspath(path)
        try:
            text = _read(Path(file))
            game = _parse(text).get(GAME_KEY)
            require(isinstance(game, str), "", f"'{GAME_KEY}' is missing: the name of the game whose rules these are")
        except DataError as problem:
            raise problem.in_file(file) from None
        except OSError as problem:
            raise DataError(f"{file}: {problem.strerror or problem}") from None
        return OwnRules(file, str(game), text)

    def overlay(self, tables: Mapping[str, Any], rules_hash: str) -> tuple[dict[str, Any], str]:
        """A room's tables with these numbers in place of its own, and their hash: the room's own if nothing changes."""
        own = _parse(self.text)
        own.pop(GAME_KEY)
        merged = _merge(tables, own, "")
        if merged == tables:
            return merged, rules_hash
        canonical = json.dumps([rules_hash, merged], sort_keys=True, default=str)
        return merged, hashlib.sha256(canonical.encode()).hexdigest()[:HASH_DIGITS]


def _merge(base: Mapping[str, Any], own: Mapping[str, Any], entry: str) -> dict[str, Any]:
    """Tables are merged entry by entry; numbers, words and lists are replaced. The room refuses what it does not know."""
    merged = dict(base)
    for key, value in own.items():
        name = f"{entry}.{key}" if entry else key
        if isinstance(base.get(key), dict):
            require(isinstance(value, dict), name, f"must be a table, not {value!r}")
            merged[key] = _merge(base[key], value, name)
        else:
            merged[key] = value
    return merged


_chosen: dict[Path, OwnRules] = {}  # by the data file of a room; entered while the room is loaded, kept if that succeeds


@contextmanager
def chosen_rules(data_file: Path, rules: OwnRules) -> Iterator[None]:
    """Inside, the room of that data file is loaded with a user's rules. If that fails, they are forgotten.

    Raises DataError, naming the user's file.
    """
    place = data_file.resolve()
    _chosen[place] = rules
    try:
        yield
    except DataError as problem:
        del _chosen[place]
        raise problem.in_file(rules.file) from None
    except BaseException:
        del _chosen[place]
        raise


def rules_in_use(data_file: Path) -> OwnRules | None:
    """The user's rules with which a room was loaded; None for its own."""
    return _chosen.get(data_file.resolve())


# -- entries ---------------------------------------------------------------------------------------------------------------


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
