"""Threads that use one object at the same time: none crashes or hangs the process, whatever else is refused."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests import PATIENCE, ROOT
from tests.races import REACHED

pytestmark = pytest.mark.program

DEFINITION = re.compile(r"^ *(?:def|cpdef|cdef)\b[^(=\n]*?(\w+)\(", re.MULTILINE)


def functions_without_gil(source: str) -> set[str]:
    places = [found.start() for found in re.finditer(r"^ *with nogil:", source, re.MULTILINE)]
    return {[found[1] for found in DEFINITION.finditer(source, 0, place)][-1] for place in places}


def test_every_function_that_drops_the_gil_is_reached() -> None:
    found = {}
    for folder in ("engine", "bots"):
        for path in (ROOT / folder).rglob("*.pyx"):
            if functions := functions_without_gil(path.read_text(encoding="utf-8")):
                found[path.relative_to(ROOT).as_posix()] = functions
    assert found == {path: functions for path, (functions, _) in REACHED.items()}


def test_threads_that_share_an_object_do_no_harm() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "tests.races", "shared"],
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr[-3000:]
    worked = {tuple(line.split()[:2]): [int(word) for word in line.split()[2:]] for line in done.stdout.splitlines()}
    assert len(worked) == 2 * len({kind for _, kind in REACHED.values()}) and all(made for made, _ in worked.values())
