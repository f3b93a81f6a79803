"""The random generator: the same numbers everywhere, and every number below a bound equally likely."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from egypt import EgyptError, Rng

MASK = 2**64 - 1


def wyrand(state: int) -> tuple[int, int]:
    """The generator once more in plain Python: (new state, number)."""
    state = state + 0xA0761D6478BD642F & MASK
    product = state * (state ^ 0xE7037ED1A0B428DB)
    return state, (product >> 64 ^ product) & MASK


@pytest.mark.parametrize(
    ("seed", "first"),
    [
        (0, [0x111CB3A78F59A58E, 0xCEABD938FF4E856D, 0x61FB51318F47D2A4]),
        (1, [0xCDEF1695E1F8ED2C, 0x61D6D24B1C9AAD40, 0x8CF880C22EEBFADF]),
        (42, [0xAE4A7CBFDDA9B434, 0xE9CC09D33D38D9D2, 0xCB5756512B93433A]),
        (MASK, [0xBA1DC814E82D5D44, 0x57ACCFE85FE29D15, 0x3AFA6E616FB3AA6F]),
    ],
)
def test_known_first_numbers(seed: int, first: list[int]) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in first] == first


@pytest.mark.parametrize("seed", [0, 1, 2**63, MASK, 123456789])
def test_agrees_with_the_plain_python_generator(seed: int) -> None:
    rng, state = Rng(seed), seed
    for _ in range(1000):
        state, number = wyrand(state)
        assert rng.next() == number


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 12, 97, 180])
def test_below_is_uniform(bound: int) -> None:
    rng, draws = Rng(bound), 1000 * bound
    counts = Counter(rng.below(bound) for _ in range(draws))
    assert set(counts) == set(range(bound))
    if bound > 1:
        chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
        freedom = bound - 1
        assert chi_square < freedom * (1 - 2 / (9 * freedom) + 4 * math.sqrt(2 / (9 * freedom))) ** 3


def test_below_has_no_bias_where_a_plain_multiplication_would() -> None:
    """With a bound of 3 * 2**30 a draw without rejection hits every third number twice as often."""
    rng, bound = Rng(1), 3 * 2**30
    counts = Counter(rng.below(bound) % 3 for _ in range(30_000))
    assert all(abs(counts[rest] - 10_000) < 5 * math.sqrt(10_000 * 2 / 3) for rest in range(3))


def test_a_bound_of_nothing_is_refused() -> None:
    with pytest.raises(EgyptError, match="bound: 0"):
        Rng(1).below(0)


def test_streams_differ_in_every_argument() -> None:
    first = {Rng.stream(seed, stream, index).next() for seed in range(10) for stream in range(10) for index in range(10)}
    assert len(first) == 1000


def test_neighbouring_streams_are_not_alike() -> None:
    """The first draw of each of many streams is as uniform as many draws of one."""
    counts = Counter(Rng.stream(7, 0, index).below(8) for index in range(8000))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 30
