"""Self-play for `bench train`: games of one search against itself, kept as arrays of positions in files.

A position is kept with what became of its game, what the search thought of it, and what it thought later on, each by seat.
Some are off the trajectory: a random move leads there, and a search judges it. A judgement must be right about them, too,
for a search looks mostly at moves that are not played.

This module goes to the workers of a cluster as it is, so it imports the package and numpy only.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from egypt import Game, Limits, Position, Rng, Search, Table

NOISE = (0, 30, 60, 120)  # random moves, in thousandths: games differ in their share
KEPT = 600  # decisions that are kept, in thousandths
OFF_TRAJECTORY = 125  # decisions after which a random move gives another position, in thousandths
DEEPER = 2  # such a position has no later decisions, so it is searched with DEEPER times the iterations


@dataclass(frozen=True)
class Shard:
    """What is in one file, and how it is made: the same shard has the same bytes wherever it is played."""

    game: Game  # it takes its rules along
    players: int
    variant: str | None
    iterations: int
    decay: float  # of the weight of later search values, per decision: the lambda of TD(lambda)
    weights: dict[str, Any]  # in the form of a weights.json
    first: int  # seed of the first game
    games: int


@dataclass(frozen=True)
class Positions:
    """Arrays with a row per position."""

    features: Any  # by seat and column
    stages: Any
    points: Any  # by seat: at the end of the game; off the trajectory, as the search expects
    won: Any  # by seat: who won; off the trajectory, the search value
    search_values: Any  # by seat: the chances, as the search saw them
    later: Any  # by seat: search values from here on and who won, mixed
    off_trajectory: Any  # whether it was reached by a random move and not played on

    def __len__(self) -> int:
        return len(self.stages)

    def part(self, which: Any) -> Positions:
        return Positions(*(getattr(self, field.name)[which] for field in fields(self)))

    def save(self, path: Path) -> None:
        """Whole or not at all: a file that is there is complete."""
        beginning = path.with_suffix(".part")
        with open(beginning, "wb") as file:
            np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
            file.flush()
            os.fsync(file.fileno())
        os.replace(beginning, path)

    @staticmethod
    def load(path: Path) -> Positions:
        with np.load(path) as arrays:
            return Positions(*(arrays[field.name] for field in fields(Positions)))

    @staticmethod
    def join(parts: Iterable[Positions]) -> Positions:
        every = list(parts)
        return Positions(*(np.concatenate([getattr(part, field.name) for part in every]) for field in fields(Positions)))


def td_targets(search_values: list[Any], won: Any, decay: float) -> list[Any]:
    """TD(lambda), by decision: its own search value, those that followed with falling weight, and for the rest who won."""
    mixed, wanted = won, []
    for search_value in reversed(search_values):
        mixed = (1 - decay) * search_value + decay * mixed
        wanted.append(mixed)
    return wanted[::-1]


def rows_of(position: Position) -> tuple[int, list[list[int]]]:
    stage, seats = position.features()
    return stage, [list(seat.values()) for seat in seats]


def as_shares(chances: tuple[float, ...]) -> Any:
    shares = np.array(chances)
    return shares / max(1e-9, float(shares.sum()))


class Player:
    """Plays the games of a shard, one after the other."""

    def __init__(self, shard: Shard) -> None:
        self.shard = shard
        self.search = Search(shard.game, hash_mb=8, seed=shard.first, weights=shard.weights)
        self.rows: list[tuple[Any, ...]] = []

    def ask(self, position: Position, iterations: int) -> tuple[str, Any, Any]:
        """The move of the search, and what it thinks of chances and points."""
        best = self.search.run(position.view(position.actor), Limits(iterations=iterations)).lines[0]
        return best.move, as_shares(best.chances), best.points

    def search_off_trajectory(self, position: Position, legal: list[int], rng: Rng) -> None:
        other = position.after(legal[rng.below(len(legal))]).settle(rng)
        if not other.is_over:
            _, chances, points = self.ask(other, DEEPER * self.shard.iterations)
            self.rows.append((*reversed(rows_of(other)), points, chances, chances, chances, True))

    def play(self, seed: int) -> None:
        shard, rng = self.shard, Rng.stream(seed, 77, 2)
        table = Table.deal(shard.game, shard.players, seed, shard.variant)
        noise = NOISE[rng.below(len(NOISE))]
        search_values: list[Any] = []
        kept: list[tuple[int, int, list[list[int]]]] = []
        while not table.position.is_over:
            position = table.position
            legal = position.legal_codes()
            if len(legal) == 1:
                table.play(legal[0])
                continue
            move, search_value, _ = self.ask(position, shard.iterations)
            if rng.below(1000) < KEPT:
                kept.append((len(search_values), *rows_of(position)))
            search_values.append(search_value)
            if rng.below(1000) < OFF_TRAJECTORY:
                self.search_off_trajectory(position, legal, rng)
            table.play(legal[rng.below(len(legal))] if rng.below(1000) < noise else move)
        ranks, points = table.position.ranks(), table.position.scores()
        won = np.array([(rank == 1) / ranks.count(1) for rank in ranks])
        later = td_targets(search_values, won, shard.decay)
        for decision, stage, rows in kept:
            self.rows.append((rows, stage, points, won, search_values[decision], later[decision], False))


def play_shard(shard: Shard) -> tuple[int, Positions]:
    """The number of a shard, by its first seed, and its positions; every seat thinks by the same weights."""
    player = Player(shard)
    for seed in range(shard.first, shard.first + shard.games):
        player.search.forget()
        player.play(seed)
    kinds = (np.int16, np.int8, np.float32, np.float32, np.float32, np.float32, np.bool_)
    columns = zip(*player.rows, strict=True)
    return shard.first, Positions(*(np.array(column, kind) for column, kind in zip(columns, kinds, strict=True)))
