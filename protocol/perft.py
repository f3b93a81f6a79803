"""Counting positions: a regression check on move generation that needs no judgement."""

from __future__ import annotations

from collections.abc import Callable

from egypt import Position, Rng


class Interrupted(Exception):
    """Somebody asked to stop."""


class Perft:
    """Counts the leaves `depth` decisions away.

    Nature's draws are no decisions and cost no depth. Without a seed all of them are counted; with a seed
    nature draws one, which depends on the seed, the pool and the number of draws before it on the path alone.
    """

    def __init__(self, seed: int | None, is_stopped: Callable[[], bool]) -> None:
        self._seed = seed
        self._is_stopped = is_stopped

    def count(self, position: Position, depth: int, draws: int = 0) -> int:
        """Leaves below a position; a finished game is one leaf. Raises Interrupted."""
        if self._is_stopped():
            raise Interrupted
        if position.is_chance:
            outcomes = self._outcomes(position, draws)
            return sum(self.count(position.after(outcome), depth, draws + 1) for outcome in outcomes)
        if depth == 0 or position.is_over:
            return 1
        codes = position.legal_codes()
        return sum(self.count(position.after(code), depth - 1, draws) for code in codes)

    def _outcomes(self, position: Position, draws: int) -> list[int | str]:
        if self._seed is None:
            return [outcome for outcome, probability in position.outcomes() if probability > 0]
        return [position.draw_code(Rng.stream(self._seed, position.chance_pool, draws))]
