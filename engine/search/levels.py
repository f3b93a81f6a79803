"""Levels for people: the search made weaker without being made silly.

A level below the highest thinks less, and takes one of the moves that seem nearly equal to it, the better ones more often:
with the probability exp(-loss / temperature), where the loss is in chances to win, and a point of the lead over the best
other seat counts as a hundredth. What seems to lose more than REACH temperatures, or more than MOST_LOSS, is never taken, so
no game is given away by a random blunder. What each level wins against the one below: bench/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from egypt.core.position import View
from egypt.search.mixture import draw_line
from egypt.search.results import Limits, Line, Result

REACH = 2.0  # temperatures
MOST_LOSS = 0.3  # chances to win
POINT_WORTH = 0.01  # chances to win that a point of lead counts for
KNOWN_WELL = 10  # a move with fewer visits than the first has, divided by this, is not known well enough to be taken
CANDIDATES = 6  # moves that a level may choose from


@dataclass(frozen=True, slots=True)
class Level:
    iterations: int  # at most
    temperature: float  # of the choice

    def weaken(self, settings: Mapping[str, Any], limits: Limits) -> tuple[dict[str, Any], Limits]:
        """The settings and limits of a search at this level.

        Nothing is solved, nothing remembered from move to move, and no priors say where to look: with them a handful of
        iterations plays as well as a hundred, and neighbouring levels are alike.
        """
        iterations = self.iterations if limits.iterations is None else min(limits.iterations, self.iterations)
        lines = max(settings["lines"], CANDIDATES) if self.temperature > 0 else settings["lines"]
        weaker = {"lines": lines, "exact": False, "reuse": "never", "prior": 0.0, "sealed": False}
        return {**settings, **weaker}, replace(limits, iterations=iterations)

    def choose(self, result: Result, view: View, seed: int) -> Result:
        """The result with another best move, perhaps, whose line is the first then. Same view and seed, same choice."""
        if view.actor != view.viewer or len(result.lines) < 2 or self.temperature <= 0:
            return result
        known = [line for line in result.lines[:CANDIDATES] if line.visits * KNOWN_WELL >= result.lines[0].visits]
        worth = [_worth(line, view.viewer) for line in known]
        losses = [max(worth) - each for each in worth]
        limit = min(REACH * self.temperature, MOST_LOSS)
        chances = [exp(-loss / self.temperature) if loss <= limit else 0.0 for loss in losses]
        return draw_line(result, known, chances, f"{seed} {view.to_text()}")


def _worth(line: Line, seat: int) -> float:
    """What a line promises a seat."""
    lead = line.points[seat] - max(points for other, points in enumerate(line.points) if other != seat)
    return line.chances[seat] + POINT_WORTH * lead


LEVELS = {
    1: Level(7, 0.18),
    2: Level(10, 0.135),
    3: Level(14, 0.105),
    4: Level(20, 0.085),
    5: Level(28, 0.070),
    6: Level(52, 0.053),
    7: Level(105, 0.038),
    8: Level(220, 0.025),
    9: Level(430, 0.017),
}
