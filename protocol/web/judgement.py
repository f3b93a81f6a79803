"""What a decision cost, in words and numbers. Pure: chances in, judgement out.

A loss is the mover's chance with the best move minus that with the move played, both from the same view, in points of a
hundred. A class has a threshold that shrinks with the number of seats, as chances do: with two seats an inaccuracy begins
at 5 points, with four at 2.5. A class is only named if the loss is larger than two standard errors of the difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

THRESHOLDS = {"blunder": 15.0, "mistake": 10.0, "inaccuracy": 5.0}      # points of a hundred, with two seats
GOOD_ENOUGH = 1.0           # points below which another move is as good as the best
CLASSES = ("forced", "best", "good", "unclear", "inaccuracy", "mistake", "blunder")


def scale(seats: int) -> float:
    """How much smaller differences count at a table of so many."""
    return 2 / max(2, seats)


def standard_error(visits: int) -> float:
    """Of a chance, in points: that of so many games won or lost at the worst."""
    return 100 * 0.5 / math.sqrt(max(1, visits))


def classify(loss: float, error: float, seats: int, choices: int) -> str:
    """The class of a decision: its loss and the joint standard error in points, the number of seats and of legal moves."""
    if choices <= 1:
        return "forced"
    if loss <= 0:
        return "best"
    for name, threshold in THRESHOLDS.items():
        if loss >= threshold * scale(seats):
            return name if loss > 2 * error else "unclear"
    return "best" if loss < GOOD_ENOUGH * scale(seats) else "good"


def accuracy(loss: float, seats: int) -> float:
    """Of one decision, 0 to 100, by the formula that lichess publishes, on the scale of two seats."""
    if loss <= 0:
        return 100.0
    points = loss / scale(seats)
    return min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * points) - 3.1669 + 1))


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of a game."""

    seat: int
    loss: float         # points of a hundred
    points: float       # expected points of the score lost
    kind: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How a seat played: of its unforced decisions the mean accuracy (None without any) and all losses; counts by class."""

    decisions: int
    unforced: int
    accuracy: float | None
    loss: float
    points: float
    counts: dict[str, int]


def summarize(decisions: Sequence[Judged], seat: int, seats: int) -> Summary:
    own = [one for one in decisions if one.seat == seat]
    unforced = [one for one in own if one.kind != "forced"]
    rates = [accuracy(one.loss, seats) for one in unforced]
    return Summary(
        len(own), len(unforced), round(sum(rates) / len(rates), 1) if rates else None,
        round(sum(max(0.0, one.loss) for one in unforced), 1), round(sum(max(0.0, one.points) for one in unforced), 1),
        {name: sum(one.kind == name for one in own) for name in CLASSES},
    )


@dataclass(frozen=True, slots=True)
class Account:
    """Why a seat won or lost, in points of a hundred: result - chance at the start = own + others + rest."""

    start: float
    result: float
    own: float          # what the seat's decisions lost it
    others: float       # what the others' decisions gave it
    rest: float         # draws, what was hidden, and the noise of the search


def account(start: float, result: float, own_loss: float, given: float) -> Account:
    """`start` and `result` are chances in points; `own_loss` what its decisions lost, `given` what others gave it."""
    return Account(start, result, -own_loss, given, round(result - start + own_loss - given, 1))
