"""What can go wrong at the boundary, and the one map from a C status to an exception."""

from __future__ import annotations

from collections.abc import Sequence


class EgyptError(ValueError):
    """Base of all errors of this package; the message names the input and the offending token."""


class NotationError(EgyptError):
    """A text is not a position, a view or a move of this game."""


class IllegalMoveError(EgyptError):
    """A move is well formed but may not be played here."""


class StateError(EgyptError):
    """A position contradicts the rules: components do not balance, or no game leads to it."""


class UnknownGameError(EgyptError):
    """No room of that name is registered."""


_SENTENCES = {
    1: "header out of range (actor, players, viewer or variant)",
    2: "phase data contradict each other",
    3: "components do not balance",
    4: "a component lies where it cannot lie",
    5: "a number is outside what the rules can reach",
}


def check(status: int, what: str, field_names: Sequence[str] = (), text: str = "") -> None:
    """Raise StateError unless `status` is OK (0); it names the field that the status names, and its value in the text.

    Where the field is a list and the status counts a part of it, the value is that part.
    """
    if not status:
        return
    place = ""
    if field := status >> 8 & 255:
        name = field_names[field - 1].replace("#", str(status >> 16))
        value = text.partition(f";{name}=")[2].partition(";")[0]
        if value and status >> 16 and "#" not in field_names[field - 1]:  # not a seat, but a part of a list
            value = value.split(",")[(status >> 16) - 1]
        place = f"{name}: '{value[:40]}': " if value else f"{name}: "
    raise StateError(f"{what}: {place}{_SENTENCES.get(status & 255, f'status {status}')}")
