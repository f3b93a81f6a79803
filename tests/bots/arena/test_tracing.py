"""Logs of what is said to programs: what goes wrong with them is no fault of an engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from egypt.bots.arena.cli import main
from egypt.bots.arena.record import FINISHED, read_run
from tests.bots.arena.helpers import program, words

pytestmark = pytest.mark.program  # all of them start processes

ENGINES = (program("good"), "name=a,bot=random")


def test_a_full_log_costs_no_engine_its_game(tmp_path: Path) -> None:
    (tmp_path / "good.log").symlink_to("/dev/full")
    path = tmp_path / "run.jsonl"
    assert main([*words(*ENGINES, deals=1), "--log", str(tmp_path), "--out", str(path)]) == 0
    assert [record.end for record in read_run(path).records] == [FINISHED] * 2


@pytest.mark.parametrize("more", [[], ["--no-check"], ["--no-check", "--concurrency", "2"]], ids=str)
def test_a_log_that_cannot_be_opened_is_no_fault_of_an_engine(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words(*ENGINES, deals=1), *more, "--log", "/dev/null/x"]) == 2
    assert re.search(r"^egypt-arena: --log /dev/null/x/good.log: Not a directory$", capsys.readouterr().err, flags=re.M)
