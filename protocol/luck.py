"""What nature's last draws gave to every seat and took from it: what the position promises after them, and on average.

The judge is fair: it knows the whole truth of the position, as no seat does, but nothing that is not drawn yet.
All draws between two decisions count as one, as a throw of two dice does. A position is worth what the static evaluation
says of the truth. That is blind to what only foresight sees, the worth of a market or of dice; so short searches by the
seat that acts next may be added: what they find beyond the static evaluation of the same knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from egypt import CHANCE, Position, Rng, Table, View
from egypt.protocol.ranges import LUCK_OUTCOMES, LUCK_SAMPLES, LUCK_SEARCHED

VIEW_WORLDS = 64  # behind the static evaluation of what a seat knows

Values = tuple[float, ...]
Outlook = tuple[Values, Values]  # chances and points
Search = Callable[[View], Outlook]  # of the best move
Draw = tuple[Position, float]  # where it leads, and its probability


@dataclass(frozen=True, slots=True)
class Luck:
    """Chances to win and expected points of every seat: as it came, and the mean over all that could have come."""

    draws: int  # since the last decision; with none there is no luck
    outcomes: int  # that were judged
    searched: int  # of them, by a search as well
    exact: bool  # all that there are were judged in full, each with its probability; else some were sampled
    chances: Values
    mean_chances: Values
    points: Values
    mean_points: Values


def last_luck(table: Table, seed: int, search: Search | None = None) -> Luck:
    """The luck of all draws since the last decision; nature owes none now. The seed decides what is sampled."""
    draws = 0
    while draws < len(table.events) and table.events[-1 - draws].actor == CHANCE:
        draws += 1
    came = _judge(table.position)
    if not draws:
        return Luck(0, 1, 0, True, came[0], came[0], came[1], came[1])
    rng = Rng(seed)
    before = table.events[-draws].before
    every = _all_draws(before)
    judged = every or [(before.settle(rng), 1 / LUCK_SAMPLES) for _ in range(LUCK_SAMPLES)]
    mean = _mean([(_judge(position), weight) for position, weight in judged])
    some: list[Draw] = []
    if search is not None and len(judged) > 1:
        some = judged if len(judged) <= LUCK_SEARCHED else _some(judged, rng)
        mean = _sum(mean, _mean([(_foresight(position, search), weight) for position, weight in some]))
        came = _sum(came, _foresight(table.position, search))
    is_exact = every is not None and (not some or len(some) == len(every))
    return Luck(draws, len(judged), len(some), is_exact, came[0], mean[0], came[1], mean[1])


def _judge(position: Position) -> Outlook:
    points, chances = position.evaluate()
    return tuple(chances), tuple(points)


def _foresight(position: Position, search: Search) -> Outlook:
    """What a search finds beyond the static evaluation, both by what the seat to act knows."""
    if position.is_over:
        return (0.0,) * position.players, (0.0,) * position.players
    view = position.view(position.actor)
    chances, points = search(view)
    static_points, static_chances = view.evaluate(VIEW_WORLDS, 0)
    return (
        tuple(one - other for one, other in zip(chances, static_chances, strict=True)),
        tuple(one - other for one, other in zip(points, static_points, strict=True)),
    )


def _all_draws(before: Position) -> list[Draw] | None:
    """Where nature may lead from here, with the probability of each way; None if there are too many ways."""
    found: list[Draw] = []
    for end in _ways(before, 1.0):
        if len(found) == LUCK_OUTCOMES:
            return None
        found.append(end)
    return found


def _ways(position: Position, probability: float) -> Iterator[Draw]:
    if not position.is_chance:
        yield position, probability
        return
    for outcome, share in position.outcomes():
        yield from _ways(position.after(outcome), probability * share)


def _some(draws: Sequence[Draw], rng: Rng) -> list[Draw]:
    """A sample of equal weights, spread evenly over all draws as they are listed."""
    total = sum(weight for _, weight in draws)
    offset = rng.below(1 << 20) / (1 << 20)
    marks = [total * (step + offset) / LUCK_SEARCHED for step in range(LUCK_SEARCHED)]
    chosen, reached, at = [], 0.0, 0
    for position, weight in draws:
        reached += weight
        while at < LUCK_SEARCHED and marks[at] < reached:
            chosen.append((position, 1 / LUCK_SEARCHED))
            at += 1
    return chosen


def _mean(values: Sequence[tuple[Outlook, float]]) -> Outlook:
    total = sum(weight for _, weight in values)
    seats = range(len(values[0][0][0]))
    return (
        tuple(sum(one[0][seat] * weight for one, weight in values) / total for seat in seats),
        tuple(sum(one[1][seat] * weight for one, weight in values) / total for seat in seats),
    )


def _sum(one: Outlook, other: Outlook) -> Outlook:
    return (
        tuple(a + b for a, b in zip(one[0], other[0], strict=True)),
        tuple(a + b for a, b in zip(one[1], other[1], strict=True)),
    )
