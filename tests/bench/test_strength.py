"""The interval of a match, also where nothing varies."""

from __future__ import annotations

from bench.strength import share_interval


def test_an_interval_holds_the_mean() -> None:
    low, high = share_interval([0.0, 0.5, 1.0, 0.5] * 25, 1)
    assert 0.4 < low < 0.5 < high < 0.6


def test_where_all_deals_end_alike_there_is_still_an_honest_bound() -> None:
    assert share_interval([1.0] * 200, 1) == [0.9812, 1.0]
    assert share_interval([0.0] * 200, 1) == [0.0, 0.0188]
    low, high = share_interval([0.5] * 4, 1)
    assert 0.1 < low < 0.5 < high < 0.9
