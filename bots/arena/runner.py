"""Plays the games of a configuration that are not played yet, and keeps what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

import numpy as np

from bots.arena.errors import ArenaError
from bots.arena.pool import play_in_pool
from bots.arena.record import RunFile, Writer, read_run
from bots.arena.results import Batch, Results
from bots.arena.schedule import Config
from bots.arena.sprt import SequentialTest, deal_scores
from bots.arena.work import Crew, Job, Played, jobs_of


class Watcher(Protocol):
    """Whoever looks on while games are played."""

    def started(self, number: int) -> None: ...
    def played(self, batch: Batch) -> None: ...
    def tested(self, text: str) -> None: ...


class Quiet:
    """Nobody looks on."""

    def started(self, number: int) -> None:
        pass

    def played(self, batch: Batch) -> None:
        pass

    def tested(self, text: str) -> None:
        pass


def play_here(config: Config, jobs: Iterator[Job], on_start: Callable[[int], None]) -> Iterator[Played]:
    """Play one job after the other in this process."""
    crew = Crew(config)
    try:
        for job in jobs:
            yield crew.play(job, on_start)
    finally:
        crew.close()


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
            _must_agree(resumed.config, config, out)
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
            from bots.arena.cluster import play_on_cluster

            played = play_on_cluster(self.config, jobs, cluster, watcher.started)
        elif concurrency == 1:
            played = play_here(self.config, jobs, watcher.started)
        else:
            played = play_in_pool(self.config, jobs, concurrency, watcher.started)
        with closing(played):       # type: ignore[type-var]  # a generator: closing it ends the workers
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
        per_deal = len(self.config.seatings)
        waiting: dict[int, Played] = {}                 # by first game
        early = self.results
        have: dict[int, Batch] = {}                     # single games of the deal at hand and of later ones
        for row in range(len(early)):
            have[int(early.numbers[row])] = _row(early, row)
        next_deal = 0

        def decided() -> bool:
            nonlocal next_deal
            while all(number in have for number in range(next_deal * per_deal, (next_deal + 1) * per_deal)):
                games = [have.pop(number) for number in range(next_deal * per_deal, (next_deal + 1) * per_deal)]
                ((_, score),) = deal_scores(Results(self.config, games))
                verdict = test.add(score)
                next_deal += 1
                watcher.tested(f"LLR {verdict.llr:.2f} [{verdict.lower:.2f}, {verdict.upper:.2f}]")
                if verdict.accepted:
                    return True
            return False

        if decided():
            return
        for result in played:
            for single in _singles(result):
                waiting[int(single.batch.numbers[0])] = single
            while True:
                ready = [n for n in range(next_deal * per_deal, (next_deal + 1) * per_deal) if n not in have]
                if any(number not in waiting for number in ready):
                    break
                for number in ready:
                    single = waiting.pop(number)
                    have[number] = single.batch
                    yield single
                if decided():
                    return


def _row(results: Results, row: int) -> Batch:
    number = int(results.numbers[row])
    faults = {number: results.faults[number]} if number in results.faults else {}
    return Batch(results.numbers[row : row + 1], results.scores[row : row + 1], results.ranks[row : row + 1], faults)


def _singles(played: Played) -> Iterator[Played]:
    """The games of a job one by one."""
    lines = played.lines.splitlines(keepends=True)
    batch = played.batch
    for row, number in enumerate(batch.numbers.tolist()):
        faults = {number: batch.faults[number]} if number in batch.faults else {}
        one = Batch(np.array([number]), batch.scores[row : row + 1], batch.ranks[row : row + 1], faults)
        yield Played(Job([number]), lines[row], one)


def _must_agree(old: Config, new: Config, path: Path) -> None:
    """A run is resumed with its own settings or not at all."""
    mine, theirs = new.to_json(), old.to_json()
    for key in {**mine, **theirs}:
        if mine.get(key) != theirs.get(key):
            raise ArenaError(
                f"{path}: this run was started with {key} = {theirs.get(key)!r}, not {mine.get(key)!r}; "
                "resume it with its own settings, or write to another file")
