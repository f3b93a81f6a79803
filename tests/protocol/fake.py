"""A searcher that searches nothing: it shows what a session sees of a search, always the same."""

from __future__ import annotations

import threading
from collections.abc import Callable

from egypt import Limits, Line, Result, View


class FakeSearcher:
    """Ends at once under an iteration limit, at the right time under a time limit, else at `stop`."""

    def __init__(self) -> None:
        self.calls: list[tuple[View, Limits]] = []
        self.problem: Exception | None = None  # raised by the next run
        self._stopped = threading.Event()

    def run(
        self, view: View, limits: Limits, on_info: Callable[[Result], None] | None = None, info_interval: float = 1000.0
    ) -> Result:
        self.calls.append((view, limits))
        if self.problem is not None:
            raise self.problem
        if on_info is not None:
            on_info(self._result(view, limits, 10))
        if limits.iterations is None:
            self._stopped.wait(None if limits.movetime is None else limits.movetime / 1000)
        return self._result(view, limits, limits.iterations or 20)

    def stop(self) -> None:
        self._stopped.set()

    def clear(self) -> None:
        self._stopped.clear()

    def _result(self, view: View, limits: Limits, iterations: int) -> Result:
        moves = limits.searchmoves or view.legal_moves()
        share = 1 / view.players
        lines = tuple(
            Line(move, iterations - rank, (share,) * view.players, (10.0 + rank,) * view.players, (move,), (view.viewer,))
            for rank, move in enumerate(moves)
        )
        return Result(
            best=moves[0] if moves else None,
            lines=lines,
            iterations=iterations,
            nodes=iterations,
            hashfull=1,
            milliseconds=4.0,
            bytes_per_node=32,
        )
