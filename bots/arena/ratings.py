"""Ratings on an Elo-like scale, from who finished ahead of whom.

Every pair of seats of different engines at a table is one comparison: ahead, behind, or a tie, which is half of each. The model
is Bradley and Terry's: an engine rated d above another finishes ahead of it in 1 / (1 + 10^(-d/400)) of their pairs. So at
a table of two this is Elo. The fit is the most likely one if each engine had, besides, played one drawn pair
against a player rated 0: this keeps everything finite after a shut-out, gives engines that never met a place, and is soon
outweighed. The function that is maximised is strictly concave, so there is exactly one answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bots.arena.results import Floats, Results
from bots.arena.statistics import Estimate, grouped, interval, resamples

ELO = 400 / math.log(10)        # rating points that multiply the odds by e
PRIOR_PAIRS = 1.0               # drawn pairs against a player rated 0
RATING_RESAMPLES = 500
MAX_STEP = 2.0                  # of a Newton step, in units of ELO


@dataclass(frozen=True, slots=True)
class Rating:
    name: str
    elo: Estimate


def fit(wins: Floats) -> Floats:
    """Ratings from wins[i, j], how often i finished ahead of j (ties half). The mean is 0."""
    engines = len(wins)
    pairs = wins + wins.T
    ratings = np.zeros(engines)
    for _ in range(100):
        chance = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))      # of i against j
        own = 1 / (1 + np.exp(-ratings))
        slope = (wins - pairs * chance).sum(axis=1) + PRIOR_PAIRS * (0.5 - own)
        weight = pairs * chance * (1 - chance)
        curve = np.diag(weight.sum(axis=1) + PRIOR_PAIRS * own * (1 - own)) - weight
        step = np.linalg.solve(curve, slope)
        largest = float(np.abs(step).max())
        ratings = ratings + step * min(1.0, MAX_STEP / max(largest, 1e-12))
        if largest < 1e-9:
            break
    result: Floats = (ratings - ratings.mean()) * ELO
    return result


def wins_by_deal(results: Results) -> Floats:
    """wins[deal, i, j], deals without gaps."""
    engines = len(results.config.engines)
    first, second, score, deal = results.pairs()
    known = np.unique(results.deals)
    index = np.searchsorted(known, deal)
    size = len(known) * engines * engines
    ahead = np.bincount((index * engines + first) * engines + second, score, size)
    behind = np.bincount((index * engines + second) * engines + first, 1 - score, size)
    table: Floats = (ahead + behind).reshape(len(known), engines, engines)
    return table


def ratings(results: Results) -> list[Rating]:
    """One per engine, in the order of the command line; intervals by a bootstrap over deals."""
    names = results.config.names
    by_deal = wins_by_deal(results)
    values = fit(by_deal.sum(axis=0)) if len(by_deal) else np.zeros(len(names))
    if len(by_deal) < 2:
        return [Rating(name, Estimate(float(value))) for name, value in zip(names, values, strict=True)]
    samples = _samples(by_deal, results.config.seed)
    return [
        Rating(name, Estimate(float(value), *interval(samples[:, i])))
        for i, (name, value) in enumerate(zip(names, values, strict=True))
    ]


def superiority(results: Results) -> float | None:
    """The chance, over resampled deals, that the first engine is rated above the second; None below two deals."""
    by_deal = wins_by_deal(results)
    if len(by_deal) < 2:
        return None
    samples = _samples(by_deal, results.config.seed)
    difference = samples[:, 0] - samples[:, 1]
    return float(((difference > 0) + 0.5 * (difference == 0)).mean())


def _samples(by_deal: Floats, seed: int) -> Floats:
    engines = by_deal.shape[1]
    flat = grouped(by_deal.reshape(len(by_deal), -1))
    return np.array([
        fit(wins.reshape(engines, engines))
        for weights in resamples(len(flat), seed, RATING_RESAMPLES) for wins in weights @ flat
    ])
