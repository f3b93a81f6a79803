"""How much the tests look at. The suite takes a part of what they can do, `make soak` all of it, in other random games.

EGYPT_TEST_SCALE=1: the share of random positions, deals and changed texts; from 1 on every value that is listed, too.
EGYPT_TEST_SEED=7: other random games.
EGYPT_TEST_GAME=sobek: of the tests that run over all games, this one, with as few players as can be.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SCALE = float(os.environ.get("EGYPT_TEST_SCALE", "0.25"))
SEED = int(os.environ.get("EGYPT_TEST_SEED", "0"))
ONLY_GAME = os.environ.get("EGYPT_TEST_GAME", "")
IS_FULL = SCALE >= 1


def scaled(number: int) -> int:
    return max(1, round(number * SCALE))


def seeded(seed: int) -> int:
    return seed + 1_000_000 * SEED


def part(values: Sequence[T], number: int) -> Sequence[T]:
    """As many of the values of a parameter, evenly spread; all of them in the full form."""
    return values if IS_FULL or number >= len(values) else [values[at * len(values) // number] for at in range(number)]
