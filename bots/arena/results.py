"""The games of a run as arrays, one row per game: what all statistics are made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egypt.bots.arena.faults import Fault, Kind
from egypt.bots.arena.record import ADJUDICATED, FORFEIT, GameRecord
from egypt.bots.arena.schedule import Config

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(slots=True)
class Batch:
    """Games as they arrive: numbers, points and ranks of many games at once, and the faults among them."""

    numbers: Ints
    scores: Ints  # games x seats
    ranks: Ints
    faults: dict[int, tuple[Fault, ...]] = field(default_factory=dict)  # by game number
    rulings: dict[int, int | None] = field(default_factory=dict)  # of adjudicated games: the seat that won

    @staticmethod
    def of(records: Iterable[GameRecord], players: int) -> Batch:
        kept = list(records)
        return Batch(
            np.array([record.number for record in kept], dtype=np.int64),
            np.array([record.scores for record in kept], dtype=np.int64).reshape(-1, players),
            np.array([record.ranks for record in kept], dtype=np.int64).reshape(-1, players),
            {record.number: record.faults for record in kept if record.end == FORFEIT},
            {record.number: record.winner for record in kept if record.end == ADJUDICATED},
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def singles(self) -> Iterator[tuple[int, Batch]]:
        """The games one by one, with their numbers."""
        for row, number in enumerate(self.numbers.tolist()):
            faults = {number: self.faults[number]} if number in self.faults else {}
            rulings = {number: self.rulings[number]} if number in self.rulings else {}
            only = slice(row, row + 1)
            yield number, Batch(self.numbers[only], self.scores[only], self.ranks[only], faults, rulings)


class Results:
    """All games of a run, in the order of their numbers, whenever they were played."""

    def __init__(self, config: Config, batches: Iterable[Batch]) -> None:
        parts = list(batches)
        self.config = config
        players = config.players
        numbers = np.concatenate([part.numbers for part in parts]) if parts else np.zeros(0, np.int64)
        order = np.argsort(numbers, kind="stable")
        self.numbers: Ints = numbers[order]
        self.scores: Ints = _stack([part.scores for part in parts], players)[order]
        self.ranks: Ints = _stack([part.ranks for part in parts], players)[order]
        self.faults: dict[int, tuple[Fault, ...]] = {}
        self.rulings: dict[int, int | None] = {}
        for part in parts:
            self.faults |= part.faults
            self.rulings |= part.rulings
        per_deal = len(config.seatings)
        self.deals: Ints = self.numbers // per_deal
        self.seats: Ints = np.array(config.seatings, dtype=np.int64)[self.numbers % per_deal].reshape(-1, players)
        self.finished: Bools = ~np.isin(self.numbers, [*self.faults, *self.rulings])  # played to their end
        self.ranked: Bools = self.finished.copy()  # every rank counts; else only who is behind the others
        self.forfeits: Bools = np.zeros(self.ranks.shape, dtype=np.bool_)  # the seats at fault, or behind by a ruling
        rows = {int(number): row for row, number in enumerate(self.numbers)} if self.faults or self.rulings else {}
        for number, winner in self.rulings.items():
            self.ranked[rows[number]] = winner is None
            self.forfeits[rows[number]] = [winner not in (None, seat) for seat in range(players)]
        for number, faults in self.faults.items():
            for fault in faults:
                self.forfeits[rows[number], fault.seat] = True

    def __len__(self) -> int:
        return len(self.numbers)

    def singles(self) -> Iterator[tuple[int, Batch]]:
        """The games one by one, with their numbers."""
        return Batch(self.numbers, self.scores, self.ranks, self.faults, self.rulings).singles()

    @property
    def shares(self) -> Floats:
        """Each seat's part of the win: 1 for a sole winner, split among those who tie for first."""
        first = self.ranks == 1
        share: Floats = first / np.maximum(1, first.sum(axis=1, keepdims=True))
        return share

    @property
    def margins(self) -> Floats:
        """Each seat's points above the mean of the seats of other engines (of all others where there are none)."""
        result = np.zeros(self.scores.shape)
        players = self.scores.shape[1]
        for seat in range(players):
            rivals = self.seats != self.seats[:, seat : seat + 1]
            alone = ~rivals.any(axis=1)
            rivals[alone] = True
            rivals[:, seat] = False
            mean = (self.scores * rivals).sum(axis=1) / np.maximum(1, rivals.sum(axis=1))
            result[:, seat] = self.scores[:, seat] - mean
        return result

    def fault_counts(self) -> dict[str, Counter[Kind]]:
        """Faults by engine and kind."""
        counts: dict[str, Counter[Kind]] = {name: Counter() for name in self.config.names}
        for number, faults in self.faults.items():
            seats = self.config.seats_of(number)
            for fault in faults:
                counts[seats[fault.seat]][fault.kind] += 1
        return counts

    def pairs(self) -> tuple[Ints, Ints, Floats, Ints]:
        """Who finished ahead of whom: (engine, engine, 1, ½ or 0 for the first, deal), a row per pair of seats.

        Two seats of one engine are no pair. In a forfeited game only the seat at fault is behind, in one that was
        adjudicated the winner is ahead; between the others nothing was decided.
        """
        columns: list[tuple[Any, Any, Any, Any]] = []
        players = self.config.players
        for one in range(players):
            for other in range(one + 1, players):
                decided = self.ranked | (self.forfeits[:, one] != self.forfeits[:, other])
                rows = decided & (self.seats[:, one] != self.seats[:, other])
                a, b = self.ranks[rows, one], self.ranks[rows, other]
                columns.append((self.seats[rows, one], self.seats[rows, other], (a < b) + 0.5 * (a == b), self.deals[rows]))
        first, second, score, deal = (
            np.concatenate([column[i] for column in columns]) if columns else np.zeros(0) for i in range(4)
        )
        return first.astype(np.int64), second.astype(np.int64), score.astype(np.float64), deal.astype(np.int64)


def _stack(parts: list[Ints], players: int) -> Ints:
    return np.concatenate(parts) if parts else np.zeros((0, players), np.int64)
