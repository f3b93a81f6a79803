"""A sequential test of an engine against one or several: play until it is clear which of two hypotheses the deals speak for.

The score of a deal is the share of its pairs of seats in which the first engine finished ahead of another, ties half; at
a table of two this is its share of the win. Games of one deal are not independent, so a deal, with all its seatings, is one
observation, as a pair of games is in the pentanomial test of chess engines. Under a difference of d Elo the mean score is
1 / (1 + 10^(-d/400)), at every table. The test statistic is the generalised log-likelihood ratio: how likely the
observed scores can at best become under either mean, whatever else their distribution is.

The test looks at deals in the order of their numbers, not of their arrival, so it stops at the same deal whatever the
concurrency.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from egypt.bots.arena.results import Results
from egypt.bots.arena.schedule import Bounds

PSEUDO = 1e-3  # weight of outcomes that were not seen yet; keeps the ratio finite


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands. `accepted` is "H0", "H1", or "" while it is open."""

    llr: float
    lower: float
    upper: float
    deals: int
    accepted: str

    def sentence(self, bounds: Bounds, names: tuple[str, ...]) -> str:
        low, high = f"{bounds.elo0:g} Elo or less", f"{bounds.elo1:g} Elo or more"
        match = f"{names[0]} - {names[1]}" if len(names) == 2 else f"{names[0]} - the other {len(names) - 1}"
        claim = {
            "H0": f"H0 accepted: {match} is {low} rather than {high}",
            "H1": f"H1 accepted: {match} is {high} rather than {low}",
            "": "undecided: more deals are needed",
        }[self.accepted]
        return f"{claim}. LLR {self.llr:.2f} [{self.lower:.2f}, {self.upper:.2f}] after {self.deals} deals"


def expected_score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def log_likelihood_ratio(counts: Mapping[float, float], score0: float, score1: float) -> float:
    """How much better a mean of score1 explains the outcomes than a mean of score0 (natural logarithm)."""
    seen = dict(counts)
    total = sum(seen.values())
    if total == 0:
        return 0.0
    for outcome in (0.0, 0.5, 1.0):
        seen[outcome] = seen.get(outcome, 0.0) or PSEUDO
    whole = sum(seen.values())
    shares = {value: weight / whole for value, weight in seen.items()}
    fitted0, fitted1 = (_most_likely(shares, score) for score in (score0, score1))
    return total * sum(share * math.log(fitted1[value] / fitted0[value]) for value, share in shares.items())


def _most_likely(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """The distribution on the same values with a given mean under which the observed shares are most likely.

    It is share / (1 + t (value - mean)) for the one t that makes the mean right: Newton's method, kept inside the bounds.
    """
    low, high = -1 / (max(shares) - mean), -1 / (min(shares) - mean)
    t = 0.0
    for _ in range(100):
        excess = slope = 0.0
        for value, share in shares.items():
            part = (value - mean) / (1 + t * (value - mean))
            excess += share * part
            slope += share * part * part
        low, high = (t, high) if excess > 0 else (low, t)
        step = t + excess / slope
        t, before = step if low < step < high else (low + high) / 2, t
        if abs(t - before) < 1e-12:
            break
    return {value: share / (1 + t * (value - mean)) for value, share in shares.items()}


@dataclass
class SequentialTest:
    """Takes the scores of deals in their order and says when to stop."""

    bounds: Bounds
    _counts: Counter[float] = field(default_factory=Counter)
    _deals: int = 0
    _accepted: str = ""

    def add(self, score: float) -> Verdict:
        """One more deal; after a decision nothing changes any more."""
        if not self._accepted:
            self._counts[round(score, 9)] += 1
            self._deals += 1
            verdict = self.verdict()
            self._accepted = verdict.accepted
            return verdict
        return self.verdict()

    def verdict(self) -> Verdict:
        bounds = self.bounds
        lower = math.log(bounds.beta / (1 - bounds.alpha))
        upper = math.log((1 - bounds.beta) / bounds.alpha)
        llr = log_likelihood_ratio(self._counts, expected_score(bounds.elo0), expected_score(bounds.elo1))
        accepted = self._accepted or ("H1" if llr >= upper else "H0" if llr <= lower else "")
        return Verdict(llr, lower, upper, self._deals, accepted)


def deal_scores(results: Results) -> list[tuple[int, float]]:
    """The complete deals of a run, with the score of the first engine; it is one of every pair."""
    first, _, score, deal = results.pairs()
    known, games = np.unique(results.deals, return_counts=True)
    index = np.searchsorted(known, deal)
    sums = np.bincount(index, np.where(first == 0, score, 1 - score), len(known))
    pairs = np.bincount(index, minlength=len(known))
    complete = games == len(results.config.seatings)
    scores = np.where(pairs > 0, sums / np.maximum(pairs, 1), 0.5)  # a deal without decided pairs: a tie
    return [(int(known[i]), float(scores[i])) for i in np.flatnonzero(complete)]


def judge(results: Results, bounds: Bounds) -> Verdict:
    """The verdict on the deals of a run, up to the first one that is missing."""
    test = SequentialTest(bounds)
    for expected, (deal, score) in enumerate(deal_scores(results)):
        if deal != expected:
            break
        test.add(score)
    return test.verdict()
