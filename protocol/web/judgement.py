"""What a decision cost, in words and numbers. Pure: chances in, judgement out.

A loss is the mover's chance with the best move minus that with the move played, both from the same view, in points of a
hundred. A class has a threshold that shrinks with the number of seats, as chances do: with two seats an inaccuracy begins
at 5 points, with four at 2.5. A class is only named if the loss is larger than two standard errors of the difference.

Luck is what nature's draws gave to a seat: its chance as they came, less the mean over all that could have come. A fair
judge tells it, who knows the whole position. So a good move that a bad draw follows stays a good move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

THRESHOLDS = {"blunder": 15.0, "mistake": 10.0, "inaccuracy": 5.0}  # points of a hundred, with two seats
GOOD_ENOUGH = 1.0  # points below which another move is as good as the best
LUCKY, VERY_LUCKY = 7.5, 15.0  # points of a hundred that draws give or take, with two seats
MOST_MOMENTS = 12
CLASSES = ("forced", "best", "good", "unclear", "inaccuracy", "mistake", "blunder")


def scale(seats: int) -> float:
    """How much smaller differences count at a table of `seats` seats."""
    return 2 / max(2, seats)


def thresholds(seats: int) -> dict[str, float]:
    """From how many points of a hundred on something is called so at a table of `seats` seats."""
    named = {**THRESHOLDS, "good": GOOD_ENOUGH, "lucky": LUCKY, "very lucky": VERY_LUCKY}
    return {name: points * scale(seats) for name, points in named.items()}


def standard_error(visits: int) -> float:
    """Of a chance, in points: that of `visits` games won or lost at the worst."""
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
    loss: float  # points of a hundred
    points: float  # expected points of the score lost
    kind: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How a seat played: of its unforced decisions the mean accuracy (None without any) and all losses; counts by class.

    Luck is no part of it, and told beside it: what nature gave, in points of a hundred and in expected points of the score.
    """

    decisions: int
    unforced: int
    accuracy: float | None
    loss: float
    points: float
    counts: dict[str, int]
    luck: float
    luck_points: float


def summarize(decisions: Sequence[Judged], seat: int, seats: int, luck: float = 0.0, luck_points: float = 0.0) -> Summary:
    own = [one for one in decisions if one.seat == seat]
    unforced = [one for one in own if one.kind != "forced"]
    rates = [accuracy(one.loss, seats) for one in unforced]
    return Summary(
        len(own),
        len(unforced),
        round(sum(rates) / len(rates), 1) if rates else None,
        round(sum(max(0.0, one.loss) for one in unforced), 1),
        round(sum(max(0.0, one.points) for one in unforced), 1),
        {name: sum(one.kind == name for one in own) for name in CLASSES},
        round(luck, 1),
        round(luck_points, 1),
    )


# -- why it ended so -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One decision and the draws that followed it, up to the next one. All numbers are by seat, in points of a hundred."""

    seat: int
    best: Sequence[float]  # chances with the best move
    played: Sequence[float]  # chances with the move played
    luck: Sequence[float]  # what the draws gave: chances as they came, less their mean


@dataclass(frozen=True, slots=True)
class Change:
    """What lies between the chances at one decision and those at the next: change = error + luck + rest."""

    error: tuple[float, ...]
    luck: tuple[float, ...]
    rest: tuple[float, ...]  # what a seat learned that another knew, and the noise of the judge


@dataclass(frozen=True, slots=True)
class Account:
    """Why a seat won or lost, in points of a hundred: result - start = luck + own + others + knowledge + foresight.

    The last two are what is left over where one judgement meets the next, with the noise of the search in both: in the
    first another seat judges next, who knows other things, or the end does; in the second the same seat, a move later.
    """

    start: float
    luck: float  # what nature gave
    own: float  # what the seat's decisions lost it
    others: float  # what the others' decisions gave it
    knowledge: float  # what one seat knew and the other did not
    foresight: float  # what the search had not seen coming
    result: float


def changes(steps: Sequence[Step], result: Sequence[float]) -> list[Change]:
    """The game taken apart, step by step; after the last one comes the result."""
    following = [*(step.best for step in steps[1:]), result]
    found = []
    for step, after in zip(steps, following, strict=True):
        error = tuple(played - best for played, best in zip(step.played, step.best, strict=True))
        rest = tuple(
            there - here - lost - luck for there, here, lost, luck in zip(after, step.best, error, step.luck, strict=True)
        )
        found.append(Change(error, tuple(step.luck), rest))
    return found


def accounts(start: Sequence[float], deal: Sequence[float], steps: Sequence[Step], result: Sequence[float]) -> list[Account]:
    """For every seat. `start` are the chances before anything was dealt, `deal` is what the deal gave, `result` the end."""
    parts = changes(steps, result)
    first = steps[0].best if steps else result
    again = [*(here.seat == there.seat for here, there in pairwise(steps)), *([False] if steps else [])]
    found = []
    for seat in range(len(start)):
        luck = deal[seat] + sum(part.luck[seat] for part in parts)
        own = sum(part.error[seat] for step, part in zip(steps, parts, strict=True) if step.seat == seat)
        others = sum(part.error[seat] for step, part in zip(steps, parts, strict=True) if step.seat != seat)
        foresight = sum(part.rest[seat] for part, same in zip(parts, again, strict=True) if same)
        knowledge = sum(part.rest[seat] for part, same in zip(parts, again, strict=True) if not same)
        knowledge += first[seat] - start[seat] - deal[seat]
        terms = start[seat], luck, own, others, knowledge, foresight, result[seat]
        found.append(Account(*(round(one, 1) + 0.0 for one in terms)))
    return found


# -- key moments -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the game turned: a decision, or the draws after it (after decision -1: the deal)."""

    ply: int
    what: str  # "decision" or "draw"
    seat: int  # who decided, or whom the draws moved most
    size: float  # points of a hundred that were lost, or given (or taken, below 0)


def luck_word(luck: float, seats: int) -> str:
    """What draws are called that gave a seat `luck` points of a hundred; empty for the usual."""
    size = abs(luck) / scale(seats)
    if size < LUCKY:
        return ""
    return ("very " if size >= VERY_LUCKY else "") + ("lucky" if luck > 0 else "unlucky")


def key_moments(decisions: Sequence[Judged], draws: Mapping[int, Sequence[float]], seats: int) -> list[Moment]:
    """The largest errors and the luckiest draws, in the order of the game. `draws` are by the decision before them."""
    found = [
        Moment(ply, "decision", one.seat, one.loss)
        for ply, one in enumerate(decisions)
        if one.kind in ("mistake", "blunder")
    ]
    for ply, luck in draws.items():
        seat = max(range(seats), key=lambda seat, luck=luck: abs(luck[seat]))  # type: ignore[misc]
        if luck_word(luck[seat], seats):
            found.append(Moment(ply, "draw", seat, round(luck[seat], 2)))
    found.sort(key=lambda moment: -abs(moment.size))
    return sorted(found[:MOST_MOMENTS], key=lambda moment: (moment.ply, moment.what))
