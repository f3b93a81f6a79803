"""What a player thought of its move: how much it searched, what it expected. Kept in the record of a game, never trusted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from egypt.bots.arena.reading import BadField, Fields
from egypt.bots.base import Thought
from egypt.protocol.answers import Info
from egypt.protocol.commands import printable
from egypt.protocol.ranges import MAX_ITERATIONS

MAX_PV = 300  # characters
MAX_POINTS = 10**9
_FIELDS = ("iterations", "wp", "pts", "pv")


def thought_of_infos(infos: Sequence[Info], best: str) -> Thought | None:
    """The last word of an engine about the move it chose, as far as it said anything."""
    about = [info for info in infos if not info.pv or info.pv[0] == best] or list(infos)
    if not about:
        return None
    last = about[-1]
    return Thought(last.numbers.get("iterations"), last.wp, last.pts, last.pv)


def checked(thought: Thought | None, players: int) -> Thought | None:
    """What can be kept and shown of a thought: numbers of the right number and size, moves without control characters."""
    if thought is None:
        return None
    iterations, words = thought.iterations, printable(" ".join(map(str, thought.pv)))[:MAX_PV].split()
    pv = takewhile(lambda word: not set(word) & set("{};"), words)  # no move has them, but texts about moves
    if type(iterations) is not int or not 0 <= iterations <= MAX_ITERATIONS:
        iterations = None
    kept = Thought(
        iterations,
        _numbers(thought.chances, players, 0.0, 1.0, 4),
        _numbers(thought.points, players, -MAX_POINTS, MAX_POINTS, 2),
        tuple(pv),
    )
    return None if kept == Thought() else kept


def _numbers(values: Sequence[float], players: int, low: float, high: float, digits: int) -> tuple[float, ...]:
    good = len(values) == players and all(low <= value <= high and math.isfinite(value) for value in values)
    return tuple(round(float(value), digits) for value in values) if good else ()


def thought_to_json(thought: Thought | None) -> dict[str, Any] | None:
    if thought is None:
        return None
    data = {
        "iterations": thought.iterations,
        "wp": list(thought.chances),
        "pts": list(thought.points),
        "pv": " ".join(thought.pv),
    }
    return {key: value for key, value in data.items() if value not in (None, [], "")}


def thought_from_json(data: object) -> Thought | None:
    """Raises BadField if it is none."""
    if data is None:
        return None
    fields = Fields(data, _FIELDS)
    return Thought(
        iterations=fields.whole("iterations", 0, MAX_ITERATIONS) if "iterations" in fields else None,
        chances=fields.numbers("wp", 0, 1) if "wp" in fields else (),
        points=fields.numbers("pts", -MAX_POINTS, MAX_POINTS) if "pts" in fields else (),
        pv=tuple(fields.text("pv", "").split()),
    )


def must_fit(thoughts: Sequence[Thought | None], players: int) -> None:
    """Raises BadField if one of them is about another table."""
    for thought in thoughts:
        if thought is not None and any(len(part) not in (0, players) for part in (thought.chances, thought.points)):
            raise BadField(f"a thought about another table than one of {players}")
