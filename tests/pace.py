"""How fast this machine computes just now, for tests that bound the processor's time: such a bound is one of a quiet machine
times `slowness()`.
"""

from __future__ import annotations

import time

NOMINAL = 0.014  # seconds of processor time that the loop below takes on a machine on which the bounds were chosen


def slowness() -> float:
    """How many times slower than that machine this one is, at least 1."""
    began = time.process_time()
    total = 0
    for number in range(400_000):
        total += number & 7
    return max(1.0, (time.process_time() - began) / NOMINAL)
