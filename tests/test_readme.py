"""The programs in the README run as they stand there; tests/protocol/test_spec.py replays its transcript."""

from __future__ import annotations

import re
import sys

import pytest

from tests import ROOT

TEXT = (ROOT / "README.md").read_text()
PROGRAMS = [
    program.replace('"egypt-engine"', f'"{sys.executable}", "-m", "egypt.protocol"')
    for program in re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
]


def test_the_front_end_plays_a_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = PROGRAMS[0].replace("2000", "50")
    said: list[str] = []

    def answer(prompt: str) -> str:
        """A person who mistypes the first move, and then plays what is offered first."""
        offered = capsys.readouterr().out.rstrip("\n").split("\n")[-1].removeprefix("Your moves: ").split()
        said.append("jump" if not said else offered[0])
        return said[-1]

    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("builtins.input", answer)
    exec(program, {})
    assert len(said) > 5
    assert re.search(r"^Scores: -?\d+ -?\d+ -?\d+$", capsys.readouterr().out, re.MULTILINE)


def test_the_analysis_tells_what_it_finds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    exec(PROGRAMS[1].replace("3000", "50"), {})
    seed, *infos, best = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"seed \d+", seed) and infos and re.fullmatch(r"best \S+", best)


def test_the_game_without_processes_ends(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[2].replace("500", "20"), {})
    assert re.match(r"\[\d+, \d+, \d+\] \[[123], [123], [123]\]\n$", capsys.readouterr().out)
