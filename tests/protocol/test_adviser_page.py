"""The programs of ADVISER.md, run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from egypt import Rng, Table, get_game
from egypt.bots.arena.cli import main
from egypt.protocol.client import Client
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes

PAGE = (ROOT / "protocol" / "ADVISER.md").read_text("utf-8")
PROGRAMS = {"python": ("adviser.py", [sys.executable]), "javascript": ("adviser.mjs", ["node"])}
every_language = pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=pytest.mark.node)])


def program(language: str, folder: Path) -> list[str]:
    (code,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    name, command = PROGRAMS[language]
    folder.joinpath(name).write_text(code, "utf-8")
    return [*command, str(folder / name)]


@every_language
def test_a_program_of_the_page_plays(language: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # where egypt-engine is installed
    table, rng = Table.deal(get_game("jars"), 3, 7), Rng(7)
    command, environment = program(language, tmp_path), {**os.environ, "PATH": path}
    with Client(command, timeout=PATIENCE, start_timeout=PATIENCE, env=environment) as client:
        assert client.identity.name == "storyteller"
        for _ in range(12):
            seat = table.position.pending[rng.below(len(table.position.pending))]
            view = table.view(seat)
            client.position_view(view.to_text())
            move = client.go(movetime=10).best
            sentences = {move: len(view.say(move).sentence) for move in view.legal_moves()}
            assert move is not None and sentences[move] == max(sentences.values())
            table.play(move, seat)
            if table.is_over:
                break
        assert client.ask("hello", "error") == ["error unknown-command : 'hello' is not a command"]


@every_language
def test_a_program_of_the_page_passes_refusals_on_and_goes_on(language: str, tmp_path: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    view = Table.deal(get_game("jars"), 3, 7).view(0)
    command, environment = program(language, tmp_path), {**os.environ, "PATH": path}
    with Client(command, timeout=PATIENCE, start_timeout=PATIENCE, env=environment) as client:
        assert client.ask("go", "error")[-1].startswith("error no-position : ")
        assert client.ask("position view nonsense", "error")[-1].startswith("error unknown-game : 'nonsense'")
        client.position_view(view.to_text())
        assert client.go(movetime=10).best in view.legal_moves()


@every_language
def test_a_program_of_the_page_does_what_an_adviser_must(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    patient = ["--start", str(PATIENCE), "--stall", str(PATIENCE), "--overhead", str(1000 * PATIENCE)]
    assert main(["check", shlex.join(program(language, tmp_path)), "--game", "jars", *patient]) == 0
    assert capsys.readouterr().out.endswith("10 checked: all as SPEC.md says\n")


def test_both_languages_are_there() -> None:
    assert re.findall(r"^```(python|javascript)$", PAGE, re.MULTILINE) == ["python", "javascript"]
