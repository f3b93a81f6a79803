"""The words that the terminal and the page share."""

from __future__ import annotations

from egypt.bots.review.game import Reviewed
from egypt.protocol.web.records import Course, Deal


def test_how_it_was_judged_is_told_with_the_numbers_of_the_review() -> None:
    deal = Deal("t", "ra", 3, "standard", 1, "", 0.0, 0, (), ())
    points = {"inaccuracy": 31.0, "mistake": 32.0, "blunder": 33.0, "good": 34.0, "lucky": 35.0, "very lucky": 36.0}
    summary = {"effort": {"iterations": 37}, "thresholds": points, "limits": {"outcomes": 38, "samples": 39, "searched": 40}}
    text = " ".join(Reviewed(deal, Course(), {}, [], summary).how)
    assert [number for number in range(31, 41) if str(number) not in text] == []
