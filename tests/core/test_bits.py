"""The bit helpers against plain Python."""

from __future__ import annotations

import random

import tests.toy  # noqa: F401
from tests.toy.build import load

probe = load("tests.toy.probe")


def masks() -> list[int]:
    numbers = random.Random(1)
    sparse = [sum(1 << bit for bit in numbers.sample(range(64), size)) for size in range(1, 65) for _ in range(20)]
    return [1, 1 << 63, 2**64 - 1, 0b1010, *sparse]


def test_nth_bit() -> None:
    for mask in masks():
        expected = [bit for bit in range(64) if mask >> bit & 1]
        assert [probe.nth(mask, n) for n in range(len(expected))] == expected


def test_number_lowest_and_highest() -> None:
    for mask in masks():
        assert probe.facts(mask) == (mask.bit_count(), (mask & -mask).bit_length() - 1, mask.bit_length() - 1)
