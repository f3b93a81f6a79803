"""Jobs: which games are played together, and who plays them in a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bots.arena.results import Batch
from bots.arena.schedule import Config
from bots.arena.table import Room

FAST_GAMES = 4096       # games of one job where a game takes microseconds


@dataclass(frozen=True, slots=True)
class Job:
    """Some games of a run, by their numbers, in ascending order."""

    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a job: the lines for the file, and the same for the statistics."""

    job: Job
    lines: bytes
    batch: Batch


class Crew:
    """Plays the jobs of one process, one after the other."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._room = Room(config)

    def play(self, job: Job, on_start: Callable[[int], None] = lambda number: None) -> Played:
        """Play the games of a job. Blocks."""
        records = self._room.play_all(job.numbers, on_start)
        lines = "".join(record.to_line() for record in records).encode()
        return Played(job, lines, Batch.of(records, self._config.players))

    def close(self) -> None:
        self._room.close()


def is_fast(config: Config) -> bool:
    """Whether whole games are played below Python: all engines do nothing but draw legal moves."""
    return all(engine.is_plain_random for engine in config.engines)


def jobs_of(config: Config, done: set[int], by_deal: bool = False) -> Iterator[Job]:
    """The games that are still to be played, in the order of their numbers."""
    size = FAST_GAMES if is_fast(config) else len(config.seatings) if by_deal else 1
    for first in range(0, config.games, size):
        numbers: Sequence[int] = range(first, min(first + size, config.games))
        if done:
            numbers = [number for number in numbers if number not in done]
        if numbers:
            yield Job(numbers)
