"""Ratings on an Elo-like scale, from who finished ahead of whom.

Every pair of seats of different engines at a table is one comparison: ahead, behind, or a tie, which is half of each. The
model is Bradley and Terry's: an engine rated d above another finishes ahead of it in 1 / (1 + 10^(-d/400)) of their pairs.
So at a table of two this is Elo. The fit is the most likely one if each engine had, besides, played one drawn pair against a
player rated 0: this keeps everything finite after a shut-out, gives engines that never met a place, and is soon outweighed.
The function that is maximised is strictly concave, so there is exactly one answer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from egypt.bots.arena.results import Floats, Results
from egypt.bots.arena.statistics import Estimate, grouped, interval, resamples

ELO = 400 / math.log(10)  # rating points that multiply the odds by e
PRIOR_PAIRS = 1.0  # drawn pairs against a player rated 0
RATING_RESAMPLES = 1000
MAX_STEP = 2.0  # of a Newton step, in units of ELO


def fit(wins: Floats) -> Floats:
    """Ratings from wins[…, i, j], how often i finished ahead of j (ties half); many fits at a time. Their mean is 0."""
    engines = wins.shape[-1]
    pairs = wins + np.swapaxes(wins, -1, -2)
    ratings = np.zeros(wins.shape[:-1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(ratings[..., None, :] - ratings[..., :, None]))  # of i against j
        own = 1 / (1 + np.exp(-ratings))
        slope = (wins - pairs * chance).sum(axis=-1) + PRIOR_PAIRS * (0.5 - own)
        weight = pairs * chance * (1 - chance)
        diagonal = weight.sum(axis=-1) + PRIOR_PAIRS * own * (1 - own)
        curve = diagonal[..., None] * np.eye(engines) - weight
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        largest = np.abs(step).max(axis=-1, keepdims=True)
        ratings = ratings + step * np.minimum(1.0, MAX_STEP / np.maximum(largest, 1e-12))
        if largest.max() < 1e-9:
            break
    result: Floats = (ratings - ratings.mean(axis=-1, keepdims=True)) * ELO
    return result


def wins_by_deal(results: Results) -> Floats:
    """wins[deal, i, j], deals without gaps."""
    engines = len(results.config.names)
    first, second, score, deal = results.pairs()
    known = np.unique(results.deals)
    index = np.searchsorted(known, deal)
    size = len(known) * engines * engines
    ahead = np.bincount((index * engines + first) * engines + second, score, size)
    behind = np.bincount((index * engines + second) * engines + first, 1 - score, size)
    table: Floats = (ahead + behind).astype(float).reshape(len(known), engines, engines)
    return table


@dataclass(frozen=True, slots=True)
class Lead:
    """How far the first engine is rated above the second, and how likely it is that it is better at all."""

    elo: Estimate
    likelihood: float


def superiority(scores: Floats) -> float:
    """How likely it is that the first of two is better, from its share of each deal: a normal test of their sum.

    As in chess, z = (wins - losses) / sqrt(wins + losses), where a deal may be won by any part. It does not estimate the
    spread from the deals themselves, so two deals that ended alike are little evidence: 92 %, not 100 %.
    """
    leads = scores - 0.5
    spread = math.sqrt(float((leads**2).sum()))
    return 0.5 if spread == 0 else 0.5 * (1 + math.erf(float(leads.sum()) / spread / math.sqrt(2)))


def rate(results: Results) -> tuple[list[Estimate], Lead | None]:
    """The engines' ratings in the order of the command line, with intervals by a bootstrap over deals; and the lead of
    the first over the second, if there are two engines and at least two deals."""
    by_deal = wins_by_deal(results)
    values = fit(by_deal.sum(axis=0))
    if len(by_deal) < 2:
        return [Estimate(float(value)) for value in values], None
    units = grouped(by_deal.reshape(len(by_deal), -1))
    samples = np.concatenate(
        [
            fit((weights @ units).reshape(-1, *by_deal.shape[1:]))
            for weights in resamples(len(units), results.config.seed, RATING_RESAMPLES)
        ]
    )
    estimates = [Estimate(float(value), *interval(samples[:, i])) for i, value in enumerate(values)]
    if len(values) != 2:
        return estimates, None
    lead = samples[:, 0] - samples[:, 1]
    met = by_deal[:, 0, 1] + by_deal[:, 1, 0]
    likelihood = superiority(by_deal[met > 0, 0, 1] / met[met > 0])
    return estimates, Lead(Estimate(float(values[0] - values[1]), *interval(lead)), likelihood)
