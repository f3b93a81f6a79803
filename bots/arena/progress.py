"""The live line of a run: games done, rate, remaining time, current table. Plain lines where there is no terminal."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.results import Batch
from egypt.bots.arena.schedule import Config

LOG_SECONDS = 10.0
REFRESH_SECONDS = 0.1


class LiveProgress:
    """On a terminal: one line that is redrawn. Elsewhere: a line of text now and then."""

    def __init__(self, config: Config, done: int, console: Console | None = None) -> None:
        self._config = config
        self._console = console or Console(stderr=True, emoji=False)
        self._total, self._already, self._done, self._faults = config.games, done, done, 0
        self._began = self._shown = time.monotonic()
        self._test = ""
        self._table = ""
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TextColumn("games"),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(compact=True, elapsed_when_finished=True),
                TextColumn("{task.fields[table]}", markup=False),  # names are no markup
                console=self._console,
                transient=True,
                refresh_per_second=5,
            )
            self._task = self._bar.add_task("", total=self._total, completed=done, rate="", table="")

    def __enter__(self) -> Self:
        if self._bar is not None:
            try:
                self._bar.start()
            except RuntimeError:  # it is drawn by a thread of its own
                self._bar.stop()
                raise ArenaError("the system gives no more threads") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
        elif self._done > self._already:
            self._log()

    # -- what the runner tells -------------------------------------------------------------------------------

    def started(self, number: int) -> None:
        deal = number // len(self._config.seatings)
        self._table = f"deal {deal + 1}: {' - '.join(self._config.seats_of(number))}"
        if self._bar is not None and time.monotonic() - self._shown > REFRESH_SECONDS:
            self._draw()

    def played(self, batch: Batch) -> None:
        self._done += len(batch)
        self._faults += len(batch.faults)
        now = time.monotonic()
        if self._bar is not None:
            if now - self._shown > REFRESH_SECONDS or self._done == self._total:
                self._draw()
        elif now - self._shown > LOG_SECONDS:
            self._log()

    def tested(self, text: str) -> None:
        self._test = text

    # -- what is shown ---------------------------------------------------------------------------------------

    @property
    def rate(self) -> float:
        """Games a second of this sitting."""
        return (self._done - self._already) / max(1e-9, time.monotonic() - self._began)

    def _remarks(self) -> str:
        faults = f"{self._faults} forfeited" if self._faults else ""
        return "  ".join(filter(None, [self._table, faults, self._test]))

    def _draw(self) -> None:
        assert self._bar is not None
        self._shown = time.monotonic()
        self._bar.update(self._task, completed=self._done, rate=f"{self.rate:,.1f}/s", table=self._remarks())

    def _log(self) -> None:
        self._shown = time.monotonic()
        left = (self._total - self._done) / self.rate if self._done > self._already else 0.0
        most = "at most " if self._config.sprt else ""
        with suppress(OSError):  # a log that cannot be written stops no run
            print(
                f"egypt-arena: {self._done}/{self._total} games, {self.rate:,.1f}/s, {most}{left:,.0f} s left; "
                f"{self._remarks()}",
                file=sys.stderr,
                flush=True,
            )
