"""The sequential test: its arithmetic, its error rates, and that it stops at the same deal whatever the concurrency."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from egypt.bots.arena.schedule import Bounds
from egypt.bots.arena.sprt import SequentialTest, expected_score, log_likelihood_ratio
from tests.bots.arena.helpers import arena, config_of, contents, play

BOUNDS = Bounds(0, 10, 0.05, 0.05)


def test_expected_scores() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


def test_the_ratio_of_sure_wins_is_that_of_coins() -> None:
    """If every deal was won, the best explanation with mean s is a coin that shows 1 with chance s."""
    ratio = log_likelihood_ratio({1.0: 100}, 0.5, 0.6)
    assert ratio == pytest.approx(100 * math.log(0.6 / 0.5), rel=0.01)


def test_the_ratio_is_near_the_normal_one_for_small_differences() -> None:
    counts = {0.0: 100.0, 0.25: 300.0, 0.5: 500.0, 0.75: 330.0, 1.0: 110.0}
    total = sum(counts.values())
    mean = sum(v * n for v, n in counts.items()) / total
    variance = sum((v - mean) ** 2 * n for v, n in counts.items()) / total
    low, high = expected_score(0), expected_score(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(normal, rel=0.02)


def test_it_is_antisymmetric() -> None:
    counts = {0.0: 3, 0.5: 9, 1.0: 5}
    assert log_likelihood_ratio(counts, 0.5, 0.6) == pytest.approx(-log_likelihood_ratio(counts, 0.6, 0.5))
    assert log_likelihood_ratio({}, 0.5, 0.6) == 0.0


@pytest.mark.parametrize(("elo", "wanted"), [(-5, "H0"), (0, "H0"), (60, "H1")])
def test_it_decides_and_then_stays(elo: float, wanted: str) -> None:
    """Elo differences far enough from the bounds are decided rightly nearly always."""
    rng = np.random.default_rng(7)
    right = 0
    for _ in range(20):
        test = SequentialTest(Bounds(0, 50, 0.05, 0.05))
        while not (verdict := test.add(rng.binomial(2, expected_score(elo)) / 2)).accepted:
            assert verdict.deals < 5000
        right += verdict.accepted == wanted
        assert test.add(0.0) == test.add(1.0)
    assert right >= 17


def test_error_rates_hold() -> None:
    """At the bounds themselves a test with alpha = beta = 0.1 errs in about a tenth of all cases."""
    rng = np.random.default_rng(11)
    for elo, wrong in ((0, "H1"), (80, "H0")):
        errors = 0
        for _ in range(150):
            test = SequentialTest(Bounds(0, 80, 0.1, 0.1))
            while not (verdict := test.add(rng.binomial(2, expected_score(elo)) / 2)).accepted:
                pass
            errors += verdict.accepted == wrong
        assert errors / 150 < 0.17


SETTINGS = ("name=strong,bot=greedy", "name=weak,bot=random")


@pytest.mark.parametrize("players", [2, 3])
def test_it_stops_early_at_the_same_deal_whatever_the_concurrency(players: int, tmp_path: Path) -> None:
    config = config_of(*SETTINGS, players=players, deals=500, more=("--sprt", "0,200,0.05,0.05"))
    one = play(config, tmp_path / "one.jsonl")
    play(config, tmp_path / "two.jsonl", concurrency=2)
    assert 0 < len(one) < config.games / 5 and len(one) % len(config.seatings) == 0
    assert contents(tmp_path / "one.jsonl") == contents(tmp_path / "two.jsonl")
    again = play(config, tmp_path / "one.jsonl", resume=True)  # a decided test is not taken up again
    assert again == one


@pytest.mark.program
def test_the_verdict_is_stated(tmp_path: Path) -> None:
    words = ["--game", "ra", "--sprt", "0,200,0.05,0.05", "--deals", "400"]
    won = arena(*words, "--engine", SETTINGS[0], "--engine", SETTINGS[1], "--out", str(tmp_path / "a.jsonl")).stdout
    assert "H1 accepted: strong - weak is 200 Elo or more rather than 0 Elo or less" in won and "LLR" in won
    lost = arena(*words, "--engine", SETTINGS[1], "--engine", SETTINGS[0]).stdout
    assert "H0 accepted: weak - strong is 0 Elo or less rather than 200 Elo or more" in lost
    open_ = arena(*words[:-1], "1", "--engine", SETTINGS[0], "--engine", SETTINGS[1]).stdout
    assert "undecided" in open_
    assert "H1 accepted" in arena("report", str(tmp_path / "a.jsonl")).stdout
