"""Integers that a user passes, checked in one place: what is none, or does not fit, is refused by name."""

from __future__ import annotations

from operator import index
from typing import Any

from egypt.core.errors import EgyptError

LONGEST = 60  # characters of a value in a message
MOST_WORLDS = (1 << 31) - 1  # that are sampled for one answer


def shown(value: object) -> str:
    """A value for a message, however long it is."""
    try:
        text = repr(value)
    except Exception:  # an integer of more digits than Python writes, or an object of somebody's own
        return f"<{type(value).__name__} that cannot be written>"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def integer(
    value: Any, name: str, low: int | None = None, high: int | None = None, error: type[EgyptError] = EgyptError
) -> int:
    """The value as an int, also one of NumPy's; raises `error`, naming it, if it is out of range or no integer.

    A float is none, whatever its value, and neither is a bool.
    """
    number = value
    if type(value) is not int:
        try:
            number = None if isinstance(value, bool) else index(value)
        except TypeError:
            number = None
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        which = "" if low is None else f" of at least {low}" if high is None else f" from {low} to {high}"
        raise error(f"{name}: {shown(value)} must be an integer{which}")
    return int(number)


def bits(value: Any, name: str) -> int:
    """The 64 bits of an integer of any size that count, as in a seed; raises EgyptError for what is none."""
    return integer(value, name) & 0xFFFFFFFFFFFFFFFF
