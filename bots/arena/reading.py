"""Reads JSON that may be broken, forged or meant to harm: a value is what it should be, or BadField names it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterator
from typing import IO, Any, TypeVar

from egypt.protocol.commands import printable

T = TypeVar("T")
MAX_LINE_BYTES = 8 * 1024 * 1024  # a header may have thousands of positions
MAX_VALUES = 500_000
MAX_SHOWN = 60  # characters of a bad value that are shown


class BadField(ValueError):
    """A value that cannot be used; the message names it."""


def read_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file one by one; the last one may lack its end. Raises BadField for one that is too long: nobody has to
    hold it to refuse it.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise BadField(f"line {number} is longer than {MAX_LINE_BYTES} bytes")
        yield line


def load(line: bytes) -> Any:
    """One line as plain data. Raises BadField, or JSONDecodeError or UnicodeDecodeError where it is not JSON at all."""
    if line.count(b",") + line.count(b"[") > MAX_VALUES:  # each of them would become an object of many times its size
        raise BadField(f"it has more than {MAX_VALUES} values")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_each_key_once)
    except RecursionError:
        raise BadField("it is nested too deeply") from None
    except (json.JSONDecodeError, UnicodeDecodeError, BadField):
        raise
    except ValueError as problem:  # a number of thousands of digits
        raise BadField(str(problem)) from None


def _refuse_constant(word: str) -> None:
    raise BadField(f"{word} is no number")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise BadField("a key stands twice")
    return data


def shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return printable(text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…")


class Fields:
    """The fields of one JSON object, each asked for by its kind. A missing one is its default, if it has any."""

    def __init__(self, data: object, known: Collection[str]) -> None:
        if not isinstance(data, dict):
            raise BadField(f"{shown(data)} is no object")
        for key in data:
            if key not in known:
                raise BadField(f"there is no field '{shown(key)}'")
        self._data: dict[str, Any] = data

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def raw(self, key: str) -> Any:
        if key not in self._data:
            raise BadField(f"'{key}' is missing")
        return self._data[key]

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """An integer: 1.5 and true are none."""
        return default if default is not None and key not in self else _whole(key, self.raw(key), low, high)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        return default if default is not None and key not in self else _number(key, self.raw(key), low, high)

    def text(self, key: str, default: str | None = None) -> str:
        """A text that can be shown as it is."""
        value = self.any_text(key, default)
        if not value.isprintable():
            raise BadField(f"{key} '{shown(value)}' has characters that cannot be shown")
        return value

    def any_text(self, key: str, default: str | None = None) -> str:
        """Any text at all: never to be shown as it is."""
        return default if default is not None and key not in self else _text(key, self.raw(key))

    def wholes(self, key: str, low: int, high: int) -> tuple[int, ...]:
        return self._all(key, lambda value: _whole(key, value, low, high))

    def numbers(self, key: str, low: float, high: float) -> tuple[float, ...]:
        return self._all(key, lambda value: _number(key, value, low, high))

    def texts(self, key: str) -> tuple[str, ...]:
        return self._all(key, lambda value: _text(key, value))

    def words(self, key: str) -> dict[str, str]:
        """An object whose values are texts; empty if it is missing."""
        data = self.raw(key) if key in self else {}
        if not isinstance(data, dict):
            raise BadField(f"{key} {shown(data)} is no object")
        return {name: _text(key, value) for name, value in data.items()}

    def items(self, key: str) -> list[Any]:
        value = self.raw(key)
        if not isinstance(value, list):
            raise BadField(f"{key} {shown(value)} is no list")
        return value

    def _all(self, key: str, read: Callable[[object], T]) -> tuple[T, ...]:
        return tuple(read(value) for value in self.items(key))


def _whole(key: str, value: object, low: int, high: int) -> int:
    if type(value) is not int:
        raise BadField(f"{key} {shown(value)} must be an integer")
    if not low <= value <= high:
        raise BadField(f"{key} {shown(value)} is not from {low} to {high}")
    return value


def _number(key: str, value: object, low: float, high: float) -> float:
    if type(value) not in (int, float) or (isinstance(value, float) and not math.isfinite(value)):
        raise BadField(f"{key} {shown(value)} is no number")
    assert isinstance(value, int | float)
    if not low <= value <= high:
        raise BadField(f"{key} {shown(value)} is not from {low:g} to {high:g}")
    return value


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadField(f"{key} {shown(value)} is no text")
    return value
