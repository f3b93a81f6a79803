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
        self, go: Go, view: View | None, legal: Sequence[str], searcher: Searcher, options: Options,
        responder: Responder, worker: JobThread,
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
        best = self._best()
        if self._go.until_stop:
            self._worker.stopped.wait()  # `infinite` and `ponder` answer only when asked
        self._worker.finish()
        self._responder.best_move(best, self._go.id)

    def _best(self) -> str | None:
        """The answer; None if the view's owner is not to act, but what others are expected to do is told."""
        if self._view is None or self._view.is_over:
            return None
        if len(self._legal) == 1 and not self._go.until_stop and set(self._go.searchmoves) <= set(self._legal):
            return self._forced(self._view)
        limits = self._limits(self._view)
        repeats = limits.movetime is None and limits.iterations is not None
        result = self._searcher.run(
            self._view,
            limits,
            None if repeats else self._tell,  # interim lines come by the clock; this output repeats exactly
            float(self._info_interval),
        )
        self._tell(result)
        if not result.lines:        # nature is to draw: nobody's moves can be told
            points, chances = self._view.evaluate(seed=self._seed)
            self._responder.write_eval(chances, points, go_id=self._go.id)
        return result.best if self._legal else None

    def _forced(self, view: View) -> str:
        """The only legal move needs no search; the static evaluation is told with it."""
        points, chances = view.evaluate(seed=self._seed)
        self._responder.write_eval(chances, points, self._legal, self._go.id, view.viewer)
        return self._legal[0]

    def _tell(self, result: Result) -> None:
        if result.lines:
            self._responder.write_search(result, self._multipv, self._go.id, self._show_seats)
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
            iterations=go.iterations, movetime=min(times) if times else None, target=target, searchmoves=go.searchmoves)
