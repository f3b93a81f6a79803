"""What the targets of the Makefile install, and the environment that they run in."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.program  # all of them start processes

EVERYTHING = "test,lint,arena,cluster,play,rl,openspiel"


@pytest.mark.parametrize(
    ("target", "extras"),
    [
        ("run", []),
        ("play", ["play"]),
        ("annotate", []),
        ("quick", [EVERYTHING]),
        ("check", [EVERYTHING]),
        ("test", [EVERYTHING]),
        ("soak", [EVERYTHING]),
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


def test_compiled_python_is_kept(tmp_path: Path) -> None:
    """Without it a run of the tests takes a tenth longer, since every program that they start compiles all modules."""
    (tmp_path / "more.mk").write_text("show:\n\t@env\n")
    shown = subprocess.run(
        ["make", "-f", "Makefile", "-f", tmp_path / "more.mk", "show"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    ).stdout
    assert "PATH=" in shown and "PYTHONDONTWRITEBYTECODE" not in shown
