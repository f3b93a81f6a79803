"""The short form of `python -m tests.mutants`, and proof that it notices what it is there for."""

from __future__ import annotations

import subprocess
import sys

import pytest

from egypt import game_names
from tests import ROOT
from tests.contract.cases import scaled

MUTANTS = 4000
NOT_YET = ("amunre", "sobek", "tekhenu")    # readers that are being mended


@pytest.mark.parametrize("game", [name for name in game_names() if name not in NOT_YET])
def test_every_accepted_mutant_can_be_played(game: str) -> None:
    """In a process of its own: it forks, and what it forks may crash."""
    command = [sys.executable, "-m", "tests.mutants", "--game", game, "--jobs", "1", "--mutants", str(scaled(MUTANTS))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{scaled(MUTANTS):,} mutants" in done.stdout
