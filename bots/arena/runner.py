"""Plays the games of a configuration that are not played yet, and keeps what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Protocol

from egypt.bots.arena.deals import DealSorter
from egypt.bots.arena.pool import play_in_pool
from egypt.bots.arena.record import RunFile, Writer, read_run
from egypt.bots.arena.results import Batch, Results
from egypt.bots.arena.resume import must_agree
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.sprt import SequentialTest, deal_scores
from egypt.bots.arena.verify import must_be_planned, must_be_played
from egypt.bots.arena.work import Job, JobRunner, Played, jobs_of


class Watcher(Protocol):
    """Is notified while games are played."""

    def started(self, number: int) -> None: ...
    def played(self, batch: Batch) -> None: ...
    def tested(self, text: str) -> None: ...


class Quiet:
    """A watcher that does nothing."""

    def started(self, number: int) -> None:
        pass

    def played(self, batch: Batch) -> None:
        pass

    def tested(self, text: str) -> None:
        pass


def play_here(config: Config, jobs: Iterator[Job], on_start: Callable[[int], None]) -> Iterator[Played]:
    """Play one job after the other in this process."""
    runner = JobRunner(config)
    try:
        for job in jobs:
            yield runner.play(job, on_start)
    finally:
        runner.close()


class Run:
    """One run: the games of earlier sittings, and those that are played now."""

    def __init__(self, config: Config, out: Path | None = None, resume: bool = False) -> None:
        self.config = config
        self.batches: list[Batch] = []
        self.done: set[int] = set()
        self._writer: Writer | None = None
        resumed: RunFile | None = None
        if out is not None and resume:
            resumed = read_run(out)
            must_agree(resumed.config, config, out)
            must_be_planned(resumed, out)
            must_be_played(resumed, out)
            self.done = {record.number for record in resumed.records}
            if resumed.records:
                self.batches.append(Batch.of(resumed.records, config.players))
        if out is not None:
            self._writer = Writer(out, config, resumed)

    @property
    def results(self) -> Results:
        return Results(self.config, self.batches)

    def play(self, concurrency: int = 1, cluster: str | None = None, watcher: Watcher | None = None) -> None:
        """Play what is missing. Blocks. An interrupt leaves the file ready for a later sitting."""
        watcher = watcher or Quiet()
        jobs = jobs_of(self.config, self.done, by_deal=cluster is not None)
        if cluster is not None:
            from egypt.bots.arena.cluster import play_on_cluster

            played = play_on_cluster(self.config, jobs, cluster, watcher.started)
        elif concurrency == 1:
            played = play_here(self.config, jobs, watcher.started)
        else:
            played = play_in_pool(self.config, jobs, concurrency, watcher.started)
        with closing(played):  # type: ignore[type-var]  # a generator: closing it ends the workers
            kept = self._until_decided(played, watcher) if self.config.sprt else played
            for result in kept:
                self._keep(result)
                watcher.played(result.batch)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()

    def _keep(self, played: Played) -> None:
        if self._writer is not None:
            self._writer.add(played.lines)
        self.batches.append(played.batch)

    def _until_decided(self, played: Iterable[Played], watcher: Watcher) -> Iterator[Played]:
        """Pass deals on whole and in their order, and stop where the sequential test does.

        So the games that are kept do not depend on which of them happened to end first.
        """
        assert self.config.sprt is not None
        test = SequentialTest(self.config.sprt)
        sorter = DealSorter(self.config, self.results)
        for result in chain([None], played):  # None: first come the deals of earlier sittings
            if result is not None:
                sorter.add(result)
            for fresh, deal in sorter.whole_deals():
                yield from fresh
                ((_, score),) = deal_scores(deal)
                verdict = test.add(score)
                watcher.tested(f"LLR {verdict.llr:.2f} [{verdict.lower:.2f}, {verdict.upper:.2f}]")
                if verdict.accepted:
                    return
