"""The programs in the README run as they stand there; tests/protocol/test_spec.py replays its transcript."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

TEXT = (ROOT / "README.md").read_text()
PROGRAMS = [
    program.replace('"egypt-engine"', f'"{sys.executable}", "-m", "egypt.protocol"')
    for program in re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
]


def test_the_front_end_plays_a_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
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


def test_own_rules_are_played_and_refused_as_shown(tmp_path: Path) -> None:
    """The file of the chapter on own rules, the handshake with it, and the refusal after a slip."""
    chapter = TEXT.partition("## Rules of your own\n")[2].partition("\n## ")[0]
    (rules,) = re.findall(r"^```toml\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)
    name = next(word for word in chapter.split() if word.startswith("my-") and word.endswith(".toml"))
    (tmp_path / name).write_text(rules, encoding="utf-8")
    engine = [sys.executable, "-m", "egypt.protocol", "--rules", name]
    said = subprocess.run(engine, input="egi\nquit\n", capture_output=True, text=True, cwd=tmp_path, check=True).stdout
    shown = [line for line in chapter.splitlines() if line.startswith("game ")]
    assert len(shown) == 1 and shown[0] in said.splitlines()
    (tmp_path / name).write_text(rules.replace("fields", "field"), encoding="utf-8")
    refused = subprocess.run(engine, capture_output=True, text=True, cwd=tmp_path, check=False, stdin=subprocess.DEVNULL)
    assert refused.returncode == 2 and refused.stderr.strip() in chapter.splitlines()
