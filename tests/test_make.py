"""`make run` installs what running needs, and no more; the rest comes with the targets that need it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests import ROOT

EVERYTHING = "test,lint,profile,arena,cluster,play,rl,openspiel"


@pytest.mark.parametrize(
    ("target", "extras"),
    [
        ("run", []),
        ("play", ["play"]),
        ("annotate", []),
        ("test", [EVERYTHING]),
        ("lint", [EVERYTHING]),
        ("sanitize", [EVERYTHING]),
    ],
)
def test_what_a_target_installs(target: str, extras: list[str], tmp_path: Path) -> None:
    shown = subprocess.run(
        ["make", "-n", target, f"VENV={tmp_path / 'none'}"], capture_output=True, text=True, cwd=ROOT, check=True
    ).stdout
    installed = re.findall(r"pip install -q -e (\S+)", shown)
    assert installed == [".", *(f"'.[{names}]'" for names in extras)]
    assert re.findall(r'install -q "(\w+)', shown) == ["setuptools"]  # with Cython: what a build needs
