"""The page "Write a bot": every program on it is run as it stands, every command line is typed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from egypt.bots.arena.record import FINISHED, read_run
from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import NO_GUESTS

pytestmark = pytest.mark.program  # all of them start processes

PAGE = (ROOT / "bots" / "WRITE_A_BOT.md").read_text()
PYTHON = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
(C_PROGRAM,) = re.findall(r"^```c\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [
    command
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for command in re.findall(r"^\$ (.*)$", block, re.MULTILINE)
]
ARENAS = [command for command in COMMANDS if command.startswith("egypt-arena --")]
CHECKS = [command for command in COMMANDS if command.startswith("egypt-arena check")]
(STRENGTH,) = re.findall(r"`(python -m bench strength [^`]*)`", PAGE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bots")
    for name, text in zip(("hoarder.py", "sampler.py", "egi_bot.py"), PYTHON, strict=True):
        (made / name).write_text(text)
    (made / "egi_bot.c").write_text(C_PROGRAM)
    compiler = next(name for name in ("cc", "gcc", "clang") if shutil.which(name))
    (command,) = [command for command in COMMANDS if command.startswith("cc ")]
    subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", *shlex.split(command)[1:]], cwd=made, check=True)
    return made


def typed(command: str, folder: Path, **fewer: str) -> subprocess.CompletedProcess[str]:
    """A command of the page, with the programs of this environment and fewer deals."""
    engine = f"{sys.executable} -m egypt.protocol"
    for name, value in fewer.items():
        command = re.sub(rf"--{name} \d+", f"--{name} {value}", command)
    command = re.sub(r"(cmd=|check \")python ", rf"\g<1>{sys.executable} ", command)
    words = shlex.split(command.replace("egypt-engine", engine))
    program = {"egypt-arena": [sys.executable, "-m", "egypt.bots.arena.cli"], "python": [sys.executable]}[words[0]]
    path = {"PYTHONPATH": str(ROOT)} if "bench" in words else {}
    done = subprocess.run(
        [*program, *words[1:]], cwd=folder, env={**NO_GUESTS, **path}, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("command", ARENAS)
def test_the_bots_of_the_page_play(command: str, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    out = typed(f"{command} --out {path}", folder, deals="1").stdout
    assert "forfeited" not in out and "Standings" in out
    records = read_run(path).records
    assert records and all(record.end == FINISHED for record in records)


def test_the_first_bot_beats_the_random_one_as_shown(folder: Path) -> None:
    block = PAGE[PAGE.index(f"$ {ARENAS[0]}\n") :].partition("```")[0]
    rows = [line.split() for line in block.splitlines() if line.startswith((" Hoarder", " random"))]
    said = [line.split() for line in typed(ARENAS[0], folder).stdout.splitlines()]
    assert len(rows) == 2 and all(row in said for row in rows)
    shares = [float(next(word for word in row if word.endswith("%")).rstrip("%")) for row in rows]
    assert shares[0] > 90 > shares[1]


@pytest.mark.parametrize("command", CHECKS)
def test_the_programs_of_the_page_are_checked(command: str, folder: Path) -> None:
    said = typed(f"{command} --start {PATIENCE} --stall {PATIENCE} --overhead {1000 * PATIENCE}", folder).stdout
    assert said.endswith(" checked: all as SPEC.md says\n")


def test_the_page_has_a_bot_of_every_kind() -> None:
    assert len(ARENAS) == 4 and CHECKS and sum("cmd=" in command for command in ARENAS) == 2
    hoarder = [line for line in PYTHON[0].splitlines() if line.strip()]
    assert len(hoarder) <= 15


def test_a_bot_of_your_own_in_a_match_and_in_many_processes(folder: Path, tmp_path: Path) -> None:
    done = typed(f"{STRENGTH} --processes 2", folder, deals="6")
    assert "hoarder:Hoarder" in done.stdout and "games          12" in done.stdout
    path = tmp_path / "run.jsonl"
    typed(f"{ARENAS[0]} --concurrency 2 --out {path}", folder, deals="2")
    assert {record.end for record in read_run(path).records} == {FINISHED}
