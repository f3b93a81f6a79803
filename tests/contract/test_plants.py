"""The contract's tests find planted faults in a quarter of the positions as they do in all of them."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests import PATIENCE, ROOT
from tests.contract.plants import PLANT, PLANTS

pytestmark = [pytest.mark.program, pytest.mark.soak]


def found(plant: str, scale: str) -> set[str]:
    """The tests that fail."""
    settings = {PLANT: plant, "EGYPT_TEST_SCALE": scale, "EGYPT_TEST_GAME": PLANTS[plant], "EGYPT_TEST_SEED": "0"}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.contract.plants",
            "-p",
            "no:xdist",
            "-m",
            "not program",
            "tests/contract",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=4 * PATIENCE,
        env=os.environ | settings,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return set(re.findall(r"^FAILED \S+::(\w+)", done.stdout, re.MULTILINE))


@pytest.mark.parametrize("plant", PLANTS)
def test_a_quarter_finds_what_all_find(plant: str) -> None:
    """The fault; a test or two that see all of it may see none of it in a quarter."""
    quarter, whole = found(plant, "0.25"), found(plant, "1")
    assert quarter and len(quarter & whole) >= len(whole) / 2, sorted(whole - quarter)
