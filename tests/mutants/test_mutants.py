"""The short form of `python -m tests.mutants`, and proof that it notices what it is there for."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests import ROOT
from tests.contract.cases import chosen_games
from tests.mutants.check import names_a_field
from tests.scale import scaled

pytestmark = [pytest.mark.program, pytest.mark.attack]

MUTANTS = 4000


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: it forks, and what it forks may crash."""
    return subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("game", [game.name for game in chosen_games()])
def test_every_accepted_mutant_can_be_played_and_every_refusal_names_a_field(game: str) -> None:
    done = run("tests.mutants", "--game", game, "--jobs", "1", "--mutants", str(scaled(MUTANTS)))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{scaled(MUTANTS):,} mutants" in done.stdout and " 0 accepted" not in done.stdout


def planted(name: str) -> Any:
    done = run("tests.mutants.planted", name)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_reader_that_accepts_too_much_is_found_out() -> None:
    found = planted("lenient")
    assert found["mutants"] == 400
    assert any("no legal move" in kind for kind in found["kinds"])
    assert any("sample" in kind for kind in found["kinds"])
    assert all(text.startswith("lenient/1;") for text in found["texts"])


def test_rules_that_write_what_no_text_says_are_found_out() -> None:
    found = planted("straying")
    assert any("is not read back from its text" in kind for kind in found["kinds"])


def test_a_crash_and_a_hang_are_failures_and_the_run_goes_on() -> None:
    found = planted("dying")
    assert found["mutants"] == 200
    assert set(found["kinds"]) == {"crash while reading: SIGSEGV", "hang while reading", "planted"}
    assert len(found["texts"]) == 3 and all(text.startswith("jars/1;") for text in found["texts"])


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("ra position: phase data contradict each other", False),
        ("ra position: a number is outside what the rules can reach", False),
        ("ra position: act: 'p3': phase data contradict each other", True),
        ("p1 goods: more than there are", True),
        ("field 'bag' is missing", True),
        ("'p3' is not a seat", True),
        ("'p9' is not a seat", False),
    ],
)
def test_a_refusal_names_a_field_or_quotes_a_token(message: str, named: bool) -> None:
    assert names_a_field(message, "ra/1;players=2;phase=draw;act=p3;p1=10,-") == named
