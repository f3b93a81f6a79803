"""Tests and time: `wait_until` for what another thread or process does; `slowness()` for how fast this machine computes just
now. A bound of the processor's time is one of a quiet machine times that.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

from tests import PATIENCE

NOMINAL = 0.014  # seconds of processor time that the loop below takes on a machine on which the bounds were chosen


def slowness() -> float:
    """How many times slower than that machine this one is, at least 1."""
    began = time.process_time()
    total = 0
    for number in range(400_000):
        total += number & 7
    return max(1.0, (time.process_time() - began) / NOMINAL)


def wait_until(condition: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Fails the test if it never happens, or if the process that should do it has ended before."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process is None or process.poll() is None or condition(), "the process has ended"
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.005)
