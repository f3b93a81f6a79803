"""The page "Add a game", word for word, in a copy of this checkout that has its built modules already."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from egypt.bots.arena.record import FINISHED, read_run
from tests import PATIENCE, ROOT
from tests.toy.build import folder as built_tests

pytestmark = pytest.mark.program

PAGE = ROOT / "docs" / "ADD_A_GAME.md"
NAME = "tomb"
SKIPPED = {
    ".git",
    ".venv",
    "build",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    "node_modules",
}
MINUTES = 5 * PATIENCE  # a compiler is not done at once


def commands() -> list[str]:
    """The lines of the page that are typed, for a game of that name."""
    block = PAGE.read_text("utf-8").split("```")[1]
    lines = [line.strip() for line in block.splitlines()[1:] if line.strip()]
    return [line.replace("<name>", NAME).replace("<Name>", NAME.title()).replace("<NAME>", NAME.upper()) for line in lines]


def program(path: Path, text: str) -> None:
    path.write_text(f"#!{sys.executable}\n{text}\n", "utf-8")
    path.chmod(0o755)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy with what is built here, and a virtual environment that is this one but for the folder of the project."""
    made = tmp_path_factory.mktemp("fifth") / "egypt-engine"
    shutil.copytree(ROOT, made, ignore=lambda _, names: SKIPPED.intersection(names), symlinks=True)
    for built in (*(ROOT / "build").glob("cython-release"), *(ROOT / "build").glob("lib.*"), built_tests()):
        shutil.copytree(built, made / built.relative_to(ROOT))
    for kind in ("*.c", "*.so"):  # what is built here is up to date, whatever its times say: nothing is built again
        for path in made.rglob(kind):
            path.touch()
    for place in (made / ".venv" / "bin", made / "build"):
        place.mkdir(parents=True, exist_ok=True)
    tools = made / ".venv" / "bin"
    program(tools / "python", f"import os, sys; os.execv({sys.executable!r}, [{sys.executable!r}, *sys.argv[1:]])")
    for name, target in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"].items():
        module, _, function = target.partition(":")
        program(tools / name, f"import sys; from {module} import {function}; sys.exit({function}())")
    for stamp in ("ready", "with-all"):
        (made / ".venv" / stamp).touch()
    return made


def typed(command: str, where: Path, **fewer: str) -> str:
    """What a command prints, with some of its numbers replaced."""
    for option, value in fewer.items():
        command = re.sub(rf"--{option} \S+", f"--{option} {value}", command)
    path = os.pathsep.join([str(where / "build" / "links"), str(where)])
    environment = {**os.environ, "PYTHONPATH": path, "EGYPT_GAMES": ""}
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
    done = subprocess.run(
        command, shell=True, cwd=where, env=environment, input="", capture_output=True, text=True, timeout=MINUTES
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_the_page_makes_a_game_that_is_built_tested_played_and_fitted(checkout: Path) -> None:
    copy, rename, build, record, contract, play, arena, fit = commands()
    for command in (copy, rename, build, record):
        typed(command, checkout)
    assert NAME in json.loads((checkout / "tests" / "golden" / "actions.json").read_text("utf-8"))
    assert not re.search(
        "jars", "".join(path.read_text("utf-8") for path in (checkout / "engine/games" / NAME).glob("*.p*"))
    )
    assert re.search(r"\d+ passed", typed(contract, checkout))
    assert re.search(r"1\. p\d with \d+", typed(play, checkout))  # the end of a game
    typed(f"{arena} --out run.jsonl", checkout)
    assert {record.end for record in read_run(checkout / "run.jsonl").records} == {FINISHED}
    file = checkout / "engine" / "games" / NAME / "weights.json"
    before = json.loads(file.read_text("utf-8"))
    assert "written" in typed(fit, checkout, games="20")
    after = json.loads(file.read_text("utf-8"))
    assert after["players"]["2"] != before["players"]["2"] and after["players"]["3"] == before["players"]["3"]
    copied = (
        f"import copy, pickle, egypt; game = egypt.game('{NAME}'); print(pickle.loads(pickle.dumps(copy.deepcopy(game))))"
    )
    assert NAME in typed(f'.venv/bin/python -c "{copied}"', checkout)
    assert NAME in typed(f".venv/bin/python -m bench openspiel --game {NAME} --deals 1 --simulations 2", checkout)
