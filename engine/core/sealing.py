"""Secret simultaneous choices: who takes part, when all have chosen, and in which order a seat is told then."""

from __future__ import annotations

from egypt.core.position import Position


def choosing_seats(before: Position, is_open: bool) -> list[int]:
    """The seats that have still to make their part of a secret simultaneous choice; [] if there is none.

    The last one to choose is alone, so `is_open` must say whether a choice has begun and was not over so far.
    """
    return before.pending if is_open or len(before.pending) > 1 else []


def still_sealed(before: Position, after: Position, is_open: bool) -> bool:
    """Whether what led from one position to the next is part of a choice that others have still to make."""
    return bool(after.pending) and set(after.pending) <= set(choosing_seats(before, is_open))


def telling_order(actor: int, seat: int) -> tuple[bool, int]:
    """A key to sort the parts of a choice by, as a seat is told of them: its own first, the others by their seats."""
    return (actor != seat, actor)
