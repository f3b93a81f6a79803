"""The interval of a match, also where nothing varies."""

from __future__ import annotations

from bench.strength import share_interval


def test_an_interval_holds_the_mean() -> None:
    low, high = share_interval([0.0, 0.5, 1.0, 0.5] * 25, 1)
    assert low is not None and high is not None
    assert 0.4 < low < 0.5 < high < 0.6


def test_a_shut_out_has_an_honest_bound() -> None:
    assert share_interval([1.0] * 200, 1) == [0.9817, 1.0]
    assert share_interval([0.0] * 200, 1) == [0.0, 0.0183]
