"""The manual of the arena shows real runs: its examples are typed again, and answer what it says. The suite gives the long
ones a deal or two and leaves the figures to `make soak`.

Times and dates differ from run to run; everything else repeats, because iterations limit all engines.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS
from tests.documents import LEFT_OUT, examples, is_shown

pytestmark = pytest.mark.program  # all of them start processes

MANUAL = (ROOT / "bots" / "arena" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)
OWN_RULES = 'rules_for = "ra"\n\n[game]\nstart_score = 5\n'
LONG = re.compile(r"--out |\.jsonl|--variant solo")  # long runs, and what reads their files
FEWER = ((r"--deals \d+", "--deals 1"), (r"(?m)^deals = \d+", "deals = 1"), (r"--rounds \d+", "--rounds 2"))
FEWER += ((r"--final \d+", "--final 2"), (r"--sprt", "--deals 2 --sprt"))


def block_of(kind: str, begin: str) -> str:
    (text,) = [text for language, text in BLOCKS if language == kind and text.startswith(begin)]
    return text


def commands() -> list[tuple[str, list[str]]]:
    return [example for example in examples(MANUAL) if example[0].startswith("egypt-arena ")]


def fewer(text: str) -> str:
    """The same command or file of matches with hardly a game to play."""
    for pattern, shorter in FEWER:
        text = re.sub(pattern, shorter, text)
    return text


def reader_of_the_manual(folder: Path, matches: str) -> Path:
    """What a reader of the manual has: the programs, one that does nothing, rules of their own, the file of matches."""
    engine = [sys.executable, "-m", "egypt.protocol"]
    for name, line in (
        ("egypt-engine", f'exec {shlex.join(engine)} "$@"'),
        ("egypt-arena", f'exec {shlex.join(ARENA)} "$@"'),
        ("broken", ""),
    ):
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    (folder / "my-ra.toml").write_text(OWN_RULES)
    (folder / "matches.toml").write_text(matches)
    (folder / "hasty.py").write_text(block_of("python", ""))
    type_in(folder, "egypt-arena --config matches.toml")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reader_of_the_manual(tmp_path_factory.mktemp("manual"), block_of("toml", ""))


@pytest.fixture(scope="module")
def short_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reader_of_the_manual(tmp_path_factory.mktemp("short"), fewer(block_of("toml", "")))


def type_in(folder: Path, command: str) -> str:
    """What a command prints, its faults included, but not its progress."""
    env = NO_GUESTS | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    words = shlex.split(command.replace("python ", f"{sys.executable} "))
    if words[1] == "check":  # on a busy machine answers come late
        words += ["--start", str(PATIENCE), "--stall", str(PATIENCE), "--overhead", str(1000 * PATIENCE)]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=4 * PATIENCE)
    assert done.returncode < 2 or done.stderr.startswith("egypt-arena: "), done.stderr
    return done.stderr if done.returncode == 2 else done.stdout


def test_every_example_runs_and_the_short_ones_say_what_they_show(short_folder: Path) -> None:
    assert len(commands()) >= 10
    for command, shown in commands():
        if LONG.search(command):
            assert not type_in(short_folder, fewer(command)).startswith("egypt-arena: ")
        else:
            said = type_in(short_folder, command)
            assert is_shown(shown, said.splitlines()), f"$ {command}\n{said}"


@pytest.mark.soak
def test_every_example_says_what_it_shows(folder: Path) -> None:
    for command, shown in commands():
        said = type_in(folder, command)
        assert is_shown(shown, said.splitlines()), f"$ {command}\n{said}"


@pytest.mark.soak
def test_the_record_of_the_manual_is_the_record_of_the_run(folder: Path) -> None:
    shown = json.loads(re.sub(rf",{LEFT_OUT}", "", block_of("json", "")))
    games = map(json.loads, (folder / "two.jsonl").read_text().splitlines()[1:])
    real = next(game for game in games if game["game"] == shown["game"])  # they stand as they ended, not as they began
    assert list(shown) == list(real)
    for key in ("game", "deal", "seed", "seats", "end", "scores", "ranks", "programs"):
        assert shown[key] == real[key], key
    assert real["moves"].startswith(shown["moves"].rstrip(f" {LEFT_OUT}"))
    assert real["nature"][: len(shown["nature"])] == shown["nature"]
    assert real["thoughts"][: len(shown["thoughts"])] == shown["thoughts"]


@pytest.mark.soak
def test_the_text_of_the_manual_is_what_convert_writes(folder: Path) -> None:
    type_in(folder, "egypt-arena convert two.jsonl games.txt")
    assert is_shown([*block_of("", "%run").splitlines(), LEFT_OUT], (folder / "games.txt").read_text().splitlines())
