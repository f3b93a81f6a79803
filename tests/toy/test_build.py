"""Programs that the tests start find the compiled modules without the tools that compile them, but only those of their own
build.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE, ROOT
from tests.toy import build
from tests.toy.build import FOLDER, folder

ASK = """
import sys, egypt, tests.toy.build as build
print("jars" in egypt.game_names(), {"Cython", "setuptools", "egypt_setup"} & sys.modules.keys(), build.folder())
"""


@pytest.mark.program
def test_a_child_that_loads_the_toy_imports_no_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, cwd=ROOT, check=True, timeout=PATIENCE
    )
    assert done.stdout == f"True set() {folder()}\n"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("EGYPT_BUILD", "annotate"),
        ("EGYPT_NATIVE", "1"),
        (FOLDER, ""),
        (FOLDER, "release 0:"),
        (FOLDER, f"release 0:{ROOT / 'build' / 'none'}"),
        (FOLDER, f"release 0:{ROOT.parent}"),
    ],
    ids=["another build", "another processor", "not told", "no folder", "a folder that is gone", "of another checkout"],
)
def test_what_does_not_fit_is_computed(variable: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = folder()
    assert build._find_folder() == known
    monkeypatch.setattr(build, "_built_folder", lambda: ROOT / "computed")
    assert build._find_folder() == known
    monkeypatch.setenv(FOLDER, os.environ[FOLDER])  # what is written there goes again after this test
    monkeypatch.setenv(variable, value)
    assert build._find_folder() == ROOT / "computed"


def test_the_folder_has_the_modules() -> None:
    assert list(Path(folder(), "tests", "toy", "jars").glob("*.so"))
