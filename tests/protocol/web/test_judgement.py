"""Losses become classes, accuracies and an account that adds up."""

from __future__ import annotations

import pytest

from egypt.protocol.web.judgement import Judged, account, accuracy, classify, standard_error, summarize


@pytest.mark.parametrize(("loss", "seats", "kind"), [
    (-1.0, 2, "best"), (0.0, 2, "best"), (0.9, 2, "best"), (1.0, 2, "good"), (4.9, 2, "good"), (5.0, 2, "inaccuracy"),
    (9.9, 2, "inaccuracy"), (10.0, 2, "mistake"), (15.0, 2, "blunder"),
    (2.4, 4, "good"), (2.5, 4, "inaccuracy"), (5.0, 4, "mistake"), (7.5, 4, "blunder"), (6.0, 5, "blunder"),
])
def test_classes_shrink_with_the_number_of_seats(loss: float, seats: int, kind: str) -> None:
    assert classify(loss, 0.0, seats, 3) == kind


def test_what_the_search_cannot_tell_is_unclear() -> None:
    assert classify(8.0, 3.9, 2, 3) == "inaccuracy"
    assert classify(8.0, 4.1, 2, 3) == "unclear"
    assert classify(20.0, 11.0, 2, 3) == "unclear"
    assert classify(20.0, 0.0, 2, 1) == "forced"


@pytest.mark.parametrize(("loss", "rate"), [(0, 100), (1, 97), (2, 92), (5, 81), (10, 65), (20, 41), (40, 16), (100, 0)])
def test_accuracy_is_that_of_the_published_formula(loss: float, rate: int) -> None:
    assert accuracy(loss, 2) == pytest.approx(rate, abs=0.6)
    assert accuracy(loss / 2, 4) == pytest.approx(accuracy(loss, 2))


def test_a_standard_error_shrinks_with_visits() -> None:
    assert standard_error(100) == pytest.approx(5.0) and standard_error(10000) == pytest.approx(0.5)
    assert standard_error(0) == standard_error(1)


def test_forced_moves_count_in_no_mean() -> None:
    decisions = [Judged(0, 0.0, 0.0, "best"), Judged(0, 10.0, 2.0, "mistake"), Judged(0, 0.0, 0.0, "forced"),
                 Judged(1, 30.0, 9.0, "blunder")]
    summary = summarize(decisions, 0, 2)
    assert (summary.decisions, summary.unforced, summary.loss, summary.points) == (3, 2, 10.0, 2.0)
    assert summary.accuracy == pytest.approx((100 + accuracy(10, 2)) / 2, abs=0.1)
    assert summary.counts["mistake"] == 1 and summary.counts["forced"] == 1 and summary.counts["blunder"] == 0
    assert summarize(decisions[2:3], 0, 2).accuracy is None


def test_the_account_adds_up() -> None:
    one = account(start=50.0, result=100.0, own_loss=20.0, given=35.0)
    assert one.start + one.own + one.others + one.rest == pytest.approx(one.result)
    assert one.rest == 35.0
