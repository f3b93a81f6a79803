"""What the tests of the arena share: configurations from a command line, runs, programs, processes."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from egypt.bots.arena.cli import bind_bounds, read_config, run_parser
from egypt.bots.arena.record import GameRecord, read_run
from egypt.bots.arena.runner import Run
from egypt.bots.arena.schedule import Config
from tests import PATIENCE, ROOT

PROGRAM = Path(__file__).with_name("engine_program.py")
NO_GUESTS = {key: value for key, value in os.environ.items() if key != "EGYPT_GAMES"}  # they take long to load
ARENA = [sys.executable, "-m", "egypt.bots.arena.cli"]


def program(mode: str, *settings: str, name: str | None = None) -> str:
    """An --engine value for the program of these tests in one of its modes."""
    command = shlex.join([sys.executable, str(PROGRAM), mode])
    if not any(setting.startswith("start=") for setting in settings):
        settings = (*settings, f"start={PATIENCE:.0f}")  # a busy machine takes long to load the house
    return ",".join([f"name={name or mode}", f"cmd={command}", *settings])


def words(*engines: str, game: str = "ra", players: int = 2, deals: int = 2, more: tuple[str, ...] = ()) -> list[str]:
    """A command line."""
    listed = [word for engine in engines for word in ("--engine", engine)]
    return ["--game", game, "--players", str(players), "--deals", str(deals), *listed, *more]


def config_of(*engines: str, **settings: Any) -> Config:
    return read_config(run_parser().parse_args(bind_bounds(words(*engines, **settings))))


def play(config: Config, path: Path, concurrency: int = 1, resume: bool = False) -> list[GameRecord]:
    """Play a run and read it back."""
    run = Run(config, path, resume)
    try:
        run.play(concurrency)
    finally:
        run.close()
    return read_run(path).records


def arena(*arguments: str, check: bool = True, timeout: float = 2 * PATIENCE) -> subprocess.CompletedProcess[str]:
    """The program itself, in a process of its own."""
    done = subprocess.run([*ARENA, *arguments], capture_output=True, text=True, timeout=timeout, cwd=ROOT, env=NO_GUESTS)
    assert not check or done.returncode == 0, done.stderr
    return done


def contents(path: Path) -> list[str]:
    """The lines of a run without its times, in order: what must not depend on chance."""
    lines = [json.dumps(_without_times(json.loads(line))) for line in path.read_text().splitlines()]
    return [lines[0], *sorted(lines[1:])]


def _without_times(data: dict[str, Any]) -> dict[str, Any]:
    for key in ("times", "began", "ended", "check"):  # the checksum is also of the date
        data.pop(key, None)
    for fault in data.get("faults", []):
        fault["text"] = re.sub(r"\d+ ms used", "… ms used", fault["text"])
    return data


def running(text: str) -> dict[int, list[bytes]]:
    """Processes whose environment contains a text, with their words; the dead that wait to be collected do not count.

    A process that is just ending may vanish between two looks at it, and its words are gone before it is.
    """
    found = {}
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            environment = Path(f"/proc/{name}/environ").read_bytes()
            command = Path(f"/proc/{name}/cmdline").read_bytes()
            state = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if text.encode() in environment and state not in "ZX":
            found[int(name)] = command.rstrip(b"\0").split(b"\0")
    return found
