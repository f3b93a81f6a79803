"""What can go wrong at the boundary, and the one map from a C status to an exception."""

from __future__ import annotations


class EgyptError(ValueError):
    """Base of all errors of this package; the message names the input and the offending token."""


class NotationError(EgyptError):
    """A text is not a position, a view or a move of this game."""


class IllegalMoveError(EgyptError):
    """A move is well formed but may not be played here."""


class StateError(EgyptError):
    """A position contradicts the rules: components do not balance, or nobody could have reached it."""


class UnknownGameError(EgyptError):
    """No room of that name is registered."""


_SENTENCES = {
    1: "header out of range (actor, players, viewer or variant)",
    2: "phase data contradict each other",
    3: "components do not balance",
    4: "a component lies where it cannot lie",
    5: "a number is outside what the rules can reach",
}


def check(status: int, what: str) -> None:
    """Raise StateError unless `status` is OK (0)."""
    if status:
        raise StateError(f"{what}: {_SENTENCES.get(status, f'status {status}')}")
