"""A secret simultaneous choice is drawn: a player that always makes the best choice can be predicted and exploited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from egypt.core.position import View
from egypt.search.results import Line, Result

LEAST = 0.05  # share of the visits of the most visited move; what has less was only tried


def draw_choice(result: Result, view: View, seed: int) -> Result:
    """The result with a best move drawn by visits, if the view's owner chooses in secret. Same search and seed, same choice.

    Its line becomes the first, as the best move's always is.
    """
    if len(view.pending) < 2 or view.actor != view.viewer or len(result.lines) < 2:
        return result
    most = max(line.visits for line in result.lines)
    likely = [line for line in result.lines if line.visits >= LEAST * most]
    key = f"{seed} {[line.visits for line in result.lines]}"
    return draw_line(result, likely, [line.visits for line in likely], key)


def draw_line(result: Result, lines: Sequence[Line], weights: Sequence[float], key: str) -> Result:
    """The result with one of these lines, drawn by weight, as its best and first. Same key, same choice."""
    from random import Random  # most searches draw nothing: kept out of the start

    digest = sha256(key.encode()).digest()
    (drawn,) = Random(int.from_bytes(digest[:8], "big")).choices(lines, weights)
    return replace(result, best=drawn.move, lines=(drawn, *(line for line in result.lines if line is not drawn)))
