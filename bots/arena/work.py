"""Jobs: which games are played together, and who plays them in a process."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.random_games import RandomGames
from egypt.bots.arena.replay import now
from egypt.bots.arena.results import Batch
from egypt.bots.arena.schedule import Config, game_of
from egypt.bots.arena.table import PlayerPool

FAST_GAMES = 4096  # games of one job where a game takes microseconds


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


class JobRunner:
    """Plays the jobs of one process, one after the other."""

    def __init__(self, config: Config, fast: bool = True) -> None:
        if (rules_hash := game_of(config).rules_hash) != config.rules:
            raise ArenaError(
                f"{config.game} is in use with rules {rules_hash or '-'} here, this run is played by {config.rules or '-'}"
            )
        self._config = config
        self._players = PlayerPool(config)
        self._random_games = _random_games(config) if fast and is_fast(config) else None

    def play(self, job: Job, on_start: Callable[[int], None] = lambda number: None) -> Played:
        """Play the games of a job. Blocks."""
        if self._random_games is not None:
            on_start(job.numbers[0])
            return self._play_fast(self._random_games, job)
        records = self._players.play_all(job.numbers, on_start)
        lines = "".join(record.to_line() for record in records).encode()
        return Played(job, lines, Batch.of(records, self._config.players))

    def close(self) -> None:
        self._players.close()

    def _play_fast(self, random_games: RandomGames, job: Job) -> Played:
        numbers = np.asarray(job.numbers, dtype=np.int64)
        lines, scores, ranks = random_games.play(numbers, now)
        scores_array, ranks_array = (
            np.frombuffer(data, dtype=np.int32).astype(np.int64).reshape(len(numbers), -1) for data in (scores, ranks)
        )
        return Played(job, lines, Batch(numbers, scores_array, ranks_array))


def _random_games(config: Config) -> RandomGames:
    seats = [
        json.dumps([config.names[engine] for engine in seating], separators=(",", ":"), ensure_ascii=False).encode()
        for seating in config.seatings
    ]
    return RandomGames(game_of(config), config.players, config.variant, config.seed, seats)


def is_fast(config: Config) -> bool:
    """Whether whole games are played below Python: all engines do nothing but draw legal moves."""
    plain = not config.positions and not config.words and config.adjudication is None
    return plain and all(engine.is_plain_random for engine in config.engines)


def jobs_of(config: Config, done: set[int], by_deal: bool = False) -> Iterator[Job]:
    """The games that are still to be played, in the order of their numbers."""
    size = FAST_GAMES if is_fast(config) else len(config.seatings) if by_deal else 1
    for first in range(0, config.games, size):
        numbers: Sequence[int] = range(first, min(first + size, config.games))
        if done:
            numbers = [number for number in numbers if number not in done]
        if numbers:
            yield Job(numbers)
