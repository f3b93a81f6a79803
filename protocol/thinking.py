"""One `go`, from its limits to its `bestmove`; runs on the worker thread."""

from __future__ import annotations

from collections.abc import Sequence

from egypt import Limits, Result, View
from egypt.protocol.clock import budget
from egypt.protocol.commands import Go
from egypt.protocol.job_thread import JobThread
from egypt.protocol.options import Options
from egypt.protocol.responder import Responder
from egypt.protocol.searching import Searcher


class Thinking:
    """What one `go` needs to know; options are read once, at its start."""

    def __init__(
        self,
        go: Go,
        view: View | None,
        legal: Sequence[str],
        searcher: Searcher,
        options: Options,
        responder: Responder,
        worker: JobThread,
    ) -> None:
        self._go = go
        self._view = view
        self._legal = legal
        self._searcher = searcher
        self._multipv = options["MultiPV"]
        self._move_time = options["MoveTime"]
        self._info_interval = options["InfoInterval"]
        self._seed = options["Seed"]
        self._overhead = options["MoveOverhead"]
        self._responder = responder
        self._worker = worker
        self._show_seats = bool(options["PVSeats"])

    def run(self) -> None:
        """Think, tell, and answer with exactly one bestmove. Blocks until then."""
        best, told = self._best()
        if self._go.until_stop and not self._worker.stopped.is_set():
            self._responder.lines(told)
            told = []
            self._worker.stopped.wait()  # `infinite` and `ponder` answer only when asked
        self._worker.finish()
        self._responder.best_move(best, self._go.id, told)

    def _best(self) -> tuple[str | None, list[str]]:
        """The answer (None if the view's owner is not to act), and the last info lines: what others may do is told, too."""
        if self._view is None or self._view.is_over:
            return None, []
        if len(self._legal) == 1 and not self._go.until_stop and set(self._go.searchmoves) <= set(self._legal):
            return self._legal[0], self._evaluation(self._view, self._legal)  # the only move needs no search
        limits = self._limits(self._view)
        repeats = limits.movetime is None and limits.iterations is not None
        result = self._searcher.run(
            self._view,
            limits,
            None if repeats else self._tell,  # interim lines come by the clock; this output repeats exactly
            float(self._info_interval),
        )
        told = self._lines(result) if result.lines else self._evaluation(self._view)  # nature is to draw: no move to tell
        return result.best if self._legal else None, told

    def _evaluation(self, view: View, pv: Sequence[str] = ()) -> list[str]:
        points, chances = view.evaluate(seed=self._seed)
        return [self._responder.eval_line(chances, points, pv, self._go.id, view.viewer, self._show_seats)]

    def _lines(self, result: Result) -> list[str]:
        return self._responder.search_lines(result, self._multipv, self._go.id, self._show_seats)

    def _tell(self, result: Result) -> None:
        """Called from time to time while a search runs."""
        if result.lines:
            self._responder.lines(self._lines(result))
        if self._responder.broken:
            self._worker.stop()

    def _limits(self, view: View) -> Limits:
        """The limits of the command as one: the first one reached ends the search."""
        go, times, target = self._go, [], None
        if go.movetime is not None:
            times.append(float(go.movetime))
        if go.clock:
            increment = go.inc[view.viewer] if go.inc else 0
            allowed = budget(go.clock[view.viewer], increment, self._overhead)
            times.append(allowed.most)
            target = allowed.target
        if not times and go.iterations is None and not go.until_stop:
            times.append(float(self._move_time))
        return Limits(
            iterations=go.iterations, movetime=min(times) if times else None, target=target, searchmoves=go.searchmoves
        )
