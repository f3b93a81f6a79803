"""A second interpreter in the same process: the compiled modules cannot be there twice, and the first import says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.program

PROGRAM = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
{first}
ADDRESS = interpreters.create()
CODE = '''
try:
    import {module}
except ImportError as problem:
    print(problem, flush=True)
'''
interpreters.run_string(ADDRESS, CODE)
{then}
"""
REFUSED = "egypt can be loaded into one interpreter per process, and another one has loaded it\n"


def run(first: str, module: str, then: str = "") -> str:
    program = PROGRAM.format(first=first, module=module, then=then)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize(
    "module", ["egypt", "egypt.core.position", "egypt.search.searcher", "egypt.protocol.client", "egypt.bots"]
)
def test_the_second_interpreter_is_refused_at_the_first_import(module: str) -> None:
    assert run("import egypt", module) == REFUSED


def test_the_first_one_goes_on() -> None:
    then = "print(egypt.game('ra').deal(3, seed=1).actor)"
    assert run("import egypt", "egypt", then) == f"{REFUSED}0\n"
