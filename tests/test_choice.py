"""Which tests run where: the suite, `make quick` and `make soak` choose as they say, and markers are where they belong."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests import PATIENCE, ROOT
from tests.scale import IS_FULL, SCALE, part, scaled


def collected(*words: str, **settings: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:xdist", *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        env=os.environ | settings,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return re.findall(r"^tests/.*", done.stdout, re.MULTILINE)


@pytest.mark.program
def test_a_process_needs_the_marker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["true"], check=True)
    monkeypatch.setattr(request.config.option, "markexpr", "not program and not browser")
    with pytest.raises(RuntimeError, match=r"test_a_process_needs_the_marker starts .* needs the marker `program`"):
        subprocess.run(["true"], check=True)


def test_markers_that_are_named_are_there(pytestconfig: pytest.Config) -> None:
    """Workers end without a word over an unknown one."""
    registered = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    for file in ("Makefile", "tests/soak.sh"):
        named = re.findall(r'-m "(.*)"', (ROOT / file).read_text())
        assert named and set(re.findall(r"\w+", " ".join(named))) - {"not", "and", "or"} <= registered, file


@pytest.mark.skipif(IS_FULL, reason="of the suite's short form")
def test_the_suite_takes_a_part() -> None:
    assert scaled(100) == 100 * SCALE and scaled(1) == 1
    assert part([1, 2, 3, 4, 5], 2) == [1, 3] and part([1, 2], 3) == [1, 2] and part(range(9), 1) == [0]


@pytest.mark.program
@pytest.mark.parametrize(("scale", "share"), [("0.25", 2), ("1", 4)])
def test_the_soak_takes_all(scale: str, share: int) -> None:
    found = "\n".join(
        collected("tests/bots/arena/test_resume.py", "tests/bots/arena/test_manual.py", EGYPT_TEST_SCALE=scale)
    )
    assert found.count("test_a_killed_run_goes_on[") == share
    assert ("test_every_example_says_what_it_shows" in found) == (scale == "1")


@pytest.mark.program
def test_quick_takes_one_game() -> None:
    """Not whatever has `ra` in its name: transcript, contract, random."""
    found = collected("tests/contract", "tests/golden", "tests/mutants", EGYPT_TEST_GAME="ra")
    assert len(found) > 50
    names = [line.rpartition("[")[2] for line in found]
    assert all(re.search(r"\bra\b", name) for name in names)
    assert not any(re.search(r"\bra-[345]-", name) for name in names)
    assert {line.split("/")[1] for line in found} == {"contract", "golden", "mutants"}


@pytest.mark.program
def test_longer_takes_what_has_a_longer_form() -> None:
    words = (
        "-p",
        "tests.longer",
        "tests/contract/test_text.py",
        "tests/core/test_bits.py",
        "tests/bots/arena/test_manual.py",
    )
    settings = {"EGYPT_TEST_SCALE": "1"}
    one, same, other = (
        [line.partition("::")[0] for line in collected(*words, **settings, EGYPT_TEST_SEED=seed)] for seed in ("1", "1", "0")
    )
    assert one == same and set(one) == {"tests/contract/test_text.py", "tests/bots/arena/test_manual.py"}
    assert sorted(one) == sorted(other) and one != other
