"""Nothing that Python code can say to the package ends the interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

from egypt import Game
from tests import ROOT
from tests.contract.cases import every_game

pytestmark = [pytest.mark.program, pytest.mark.attack]


@every_game
def test_odd_arguments_are_survived(game: Game) -> None:
    program = [sys.executable, "-m", "tests.core.odd_arguments", game.name]
    finished = subprocess.run(program, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
    assert finished.stdout == "survived\n", finished.stderr[-2000:]
