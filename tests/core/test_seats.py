"""Seats follow each other clockwise."""

from __future__ import annotations

import tests.toy  # noqa: F401
from tests.toy.build import load

probe = load("tests.toy.probe")


def test_the_seat_to_the_left_is_the_next_one_and_the_first_after_the_last() -> None:
    assert [probe.next_seat(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert [probe.next_seat(seat, 5) for seat in range(5)] == [1, 2, 3, 4, 0]
