"""Processes: no child outlives the arena, and a worker that dies costs nothing."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS, config_of, contents, play, program, running, words
from tests.pace import wait_until
from tests.scale import part

pytestmark = pytest.mark.program  # all of them start processes

# Slow enough that a run is not over before one of its workers is found.
ENGINES = ("name=g,bot=greedy", "name=i,bot=ismcts,iterations=400", "name=r,bot=random")
SETTINGS = words(*ENGINES, deals=8)


@pytest.mark.parametrize(
    ("mode", "concurrency"),
    part([("deaf", "2"), ("hang", "1"), ("grandchild", "1"), ("grandchild", "2"), ("ignores-quit", "2")], 2),
)
def test_children_never_outlive_the_arena(mode: str, concurrency: str, tmp_path: Path) -> None:
    """Not even if it is killed while they hang, ignore all signals, or have children of their own in another session."""
    mark = f"EGYPT_TEST_{tmp_path.name}_{os.getpid()}"
    process = subprocess.Popen(
        [
            *ARENA,
            *words(program(mode), program("good"), deals=400),
            "--concurrency",
            concurrency,
            "--out",
            str(tmp_path / "run.jsonl"),
        ],
        cwd=ROOT,
        env={**NO_GUESTS, mark: "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wanted = 2 if mode != "grandchild" else 3
    wait_until(lambda: len(engines(mark)) >= wanted, process)
    process.kill()
    process.wait()
    wait_until(lambda: not running(mark))


def engines(mark: str) -> list[int]:
    """Engines and their children among the processes that carry a mark."""
    return [
        pid
        for pid, words in running(mark).items()
        if words[0] == b"sleep" or any(b"engine_program.py" in word for word in words[1:2])
    ]


def workers(mark: str) -> list[int]:
    return [pid for pid, words in running(mark).items() if any(b"spawn_main" in word for word in words)]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    mark = f"EGYPT_TEST_{tmp_path.name}_{os.getpid()}"
    process = subprocess.Popen(
        [*ARENA, *SETTINGS, "--concurrency", "2", "--out", str(path)],
        cwd=ROOT,
        env={**NO_GUESTS, mark: "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > 4, process)
    wait_until(lambda: len(workers(mark)) == 2, process)
    os.kill(workers(mark)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    play(config_of(*ENGINES, deals=8), tmp_path / "whole.jsonl")
    assert contents(path) == contents(tmp_path / "whole.jsonl")
