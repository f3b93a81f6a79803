"""Means with 95 % intervals. The intervals come from a bootstrap over deals: games of one deal share their luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from egypt.bots.arena.results import Floats, Ints, Results

RESAMPLES = 2000
MAX_UNITS = 1000  # of a bootstrap; more deals than that are first added up in equal groups
BLOCK_CELLS = 4_000_000  # of resampling weights held in memory at a time
CONFIDENCE = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its interval. Without games there is no value; without deals that differ, no interval."""

    value: float | None
    low: float | None = None
    high: float | None = None


def resamples(deals: int, seed: int, count: int = RESAMPLES) -> Iterator[NDArray[np.float64]]:
    """Blocks of rows: how often each deal was drawn when as many deals were drawn with replacement."""
    rng = np.random.default_rng(seed)
    block = max(1, min(count, BLOCK_CELLS // max(1, deals)))
    done = 0
    while done < count:
        rows = min(block, count - done)
        draws = rng.integers(0, deals, (rows, deals))
        draws += np.arange(rows)[:, None] * deals
        yield np.bincount(draws.ravel(), minlength=rows * deals).reshape(rows, deals).astype(np.float64)
        done += rows


def grouped(by_deal: Floats) -> Floats:
    """Sums over groups of deals where there are very many: deals are independent, so nothing is lost but time."""
    deals = len(by_deal)
    if deals <= MAX_UNITS:
        return by_deal
    starts = np.arange(MAX_UNITS) * deals // MAX_UNITS
    sums: Floats = np.add.reduceat(by_deal, starts, axis=0)
    return sums


def interval(samples: Any) -> tuple[float | None, float | None]:
    """The middle 95 % of the finite samples. None if they do not vary: where all deals end alike, no bootstrap can tell."""
    finite = np.asarray(samples, dtype=float)
    finite = finite[np.isfinite(finite)]
    if len(finite) == 0 or np.ptp(finite) < 1e-9:
        return None, None
    low, high = np.percentile(finite, CONFIDENCE)
    return float(low), float(high)


def ratio_estimates(sums: Floats, counts: Floats, seed: int) -> list[Estimate]:
    """Means of several quantities from their sums and counts by deal (deals x quantities)."""
    total, number = sums.sum(axis=0), counts.sum(axis=0)
    sums, counts = grouped(sums), grouped(counts)
    deals = len(sums)
    values = [float(t / n) if n > 0 else None for t, n in zip(total, number, strict=True)]
    if deals < 2:
        return [Estimate(value) for value in values]
    means = []
    with np.errstate(invalid="ignore", divide="ignore"):
        for weights in resamples(deals, seed):
            means.append((weights @ sums) / (weights @ counts))
    samples = np.concatenate(means)
    return [
        Estimate(value, *interval(samples[:, i])) if value is not None else Estimate(None) for i, value in enumerate(values)
    ]


def mean_interval(per_deal: Any, seed: int = 0) -> Estimate:
    """The mean of one number per deal."""
    values = np.asarray(per_deal, dtype=float)[:, None]
    return ratio_estimates(values, np.ones_like(values), seed)[0]


@dataclass(frozen=True, slots=True)
class Row:
    """How one engine, or one seat, did."""

    name: str
    games: int  # a game counts once for every seat the engine has in it
    share: Estimate  # of the win, per seat
    rank: Estimate
    points: Estimate  # of games that were played to their end
    margin: Estimate


def deal_index(results: Results) -> tuple[Ints, int]:
    """The deals of the games as 0, 1, 2, … without gaps, and how many there are."""
    known, index = np.unique(results.deals, return_inverse=True)
    return index, len(known)


def lines(results: Results, groups: Ints, names: list[str], seed: int) -> list[Row]:
    """Statistics of seats that belong together; `groups` says for each game and seat to which line it belongs."""
    index, deals = deal_index(results)
    players = results.config.players
    cells = np.repeat(index, players) * len(names) + groups.ravel()
    size = deals * len(names)
    ended = np.repeat(results.finished, players).astype(np.float64)

    def by_deal(values: Any) -> Floats:
        table: Floats = np.bincount(cells, np.asarray(values, dtype=float), size).astype(float).reshape(deals, len(names))
        return table

    games, finished = by_deal(np.ones(len(cells))), by_deal(ended)
    columns = [
        (by_deal(results.shares.ravel()), games),
        (by_deal(results.ranks.ravel()), games),
        (by_deal(results.scores.ravel() * ended), finished),
        (by_deal(results.margins.ravel() * ended), finished),
    ]
    estimates = ratio_estimates(
        np.concatenate([sums for sums, _ in columns], axis=1),
        np.concatenate([counts for _, counts in columns], axis=1),
        seed,
    )
    return [
        Row(name, int(games[:, i].sum()), *(estimates[column * len(names) + i] for column in range(4)))
        for i, name in enumerate(names)
    ]


def engine_lines(results: Results) -> list[Row]:
    """One line per engine, in the order of the command line."""
    return lines(results, results.seats, list(results.config.names), results.config.seed)


def seat_lines(results: Results) -> list[Row]:
    """One line per seat, over all engines that sat there."""
    players = results.config.players
    groups = np.tile(np.arange(players), (len(results), 1))
    return lines(results, groups, [f"p{seat + 1}" for seat in range(players)], results.config.seed)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How one engine did against another: in what share of their pairs of seats it finished ahead, ties half."""

    pairs: int
    score: float
    margin: float | None  # mean points of the one minus the other, in games that were played to their end


def cross_table(results: Results) -> list[list[Meeting | None]]:
    """Everybody against everybody; None where two never met."""
    engines, players = len(results.config.names), results.config.players
    first, second, score, _ = results.pairs()
    wins = np.zeros((engines, engines))
    pairs = np.zeros((engines, engines))
    np.add.at(wins, (first, second), score)
    np.add.at(wins, (second, first), 1 - score)
    np.add.at(pairs, (first, second), 1)
    np.add.at(pairs, (second, first), 1)
    margin, ended = np.zeros((engines, engines)), np.zeros((engines, engines))
    for one in range(players):
        for other in range(players):
            rows = results.finished & (results.seats[:, one] != results.seats[:, other])
            where = (results.seats[rows, one], results.seats[rows, other])
            np.add.at(margin, where, results.scores[rows, one] - results.scores[rows, other])
            np.add.at(ended, where, 1)
    return [
        [
            Meeting(
                int(pairs[i, j]), float(wins[i, j] / pairs[i, j]), float(margin[i, j] / ended[i, j]) if ended[i, j] else None
            )
            if pairs[i, j]
            else None
            for j in range(engines)
        ]
        for i in range(engines)
    ]
