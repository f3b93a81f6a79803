"""The program at a terminal, and its argument `--format`."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import Any

import pytest

from egypt.protocol.helping import GREETING
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes

PROGRAM = [sys.executable, "-m", "egypt.protocol"]


def run(*arguments: str, **source: Any) -> list[str]:
    command = [*PROGRAM, *arguments]
    finished = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, cwd=ROOT, check=True, **source)
    return finished.stdout.splitlines()


def test_a_person_is_greeted_and_a_program_is_not() -> None:
    keyboard, terminal = pty.openpty()
    os.write(keyboard, b"isready\nquit\n")
    assert run(stdin=terminal) == [f"info string {GREETING}", "readyok"]
    os.close(terminal)
    os.close(keyboard)
    assert run(input="isready\nquit\n") == ["readyok"]


def test_json_from_the_start() -> None:
    (handshake,) = run("--format", "json", input="egi\nquit\n")
    assert json.loads(handshake)["message"] == "handshake"
