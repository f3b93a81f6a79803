"""Locks, guards and signals of other platforms; what can run here runs here."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

import pytest

from egypt.bots.arena import guardian, jobs
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import Writer, read_run
from egypt.protocol.locking import FAR_BYTE, lock
from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import NO_GUESTS, config_of
from tests.pace import wait_until
from tests.platforms import run_as_windows
from tests.protocol.test_client import is_gone

# -- one writer at a time ----------------------------------------------------------------------------------------


class FakeMsvcrt(types.ModuleType):
    """Locks bytes of files as Windows does, for all who ask it."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.locked: set[tuple[int, int]] = set()

    def locking(self, file: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        byte = (os.fstat(file).st_ino, os.lseek(file, 0, os.SEEK_CUR))
        if byte in self.locked:
            raise PermissionError(13, "Permission denied")
        self.locked.add(byte)


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_a_file_has_one_writer(platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if platform == "win32":
        monkeypatch.setitem(sys.modules, "msvcrt", FakeMsvcrt())
        monkeypatch.setitem(sys.modules, "fcntl", None)
        monkeypatch.setattr(sys, "platform", platform)
    config = config_of("bot=random", "bot=greedy")
    path = tmp_path / "run.jsonl"
    first = Writer(path, config, None)
    with pytest.raises(ArenaError, match="another arena is writing to it"):
        Writer(path, config, None)
    first.close()
    assert read_run(path).config == config and path.stat().st_size < FAR_BYTE


def test_windows_locks_a_byte_that_no_file_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock there keeps everybody from reading, too."""
    fake = FakeMsvcrt()
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    monkeypatch.setattr(sys, "platform", "win32")
    with open(tmp_path / "file", "wb") as file:
        lock(file.fileno())
        ((_, byte),) = fake.locked
        assert byte == FAR_BYTE


# -- children go with the arena ----------------------------------------------------------------------------------


def be_a_worker(parent: int) -> None:
    """A worker of the pool on a platform that does not end it by itself."""
    from egypt.bots.arena import pool

    sys.platform = "darwin"
    pool._die_with_parent(parent)
    print(os.getpid(), flush=True)
    time.sleep(3600)


@pytest.mark.program
def test_a_worker_notices_that_the_arena_is_gone() -> None:
    code = """import multiprocessing, os, time
from tests.bots.arena.test_platforms import be_a_worker
if __name__ == '__main__':
    multiprocessing.get_context('spawn').Process(target=be_a_worker, args=(os.getpid(),)).start()
    time.sleep(3600)
"""
    arena = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=NO_GUESTS, stdout=subprocess.PIPE)
    assert arena.stdout is not None
    worker = int(arena.stdout.readline())
    assert not is_gone(worker)
    arena.kill()
    arena.wait()
    arena.stdout.close()
    wait_until(lambda: is_gone(worker))


@pytest.mark.program
def test_marks_are_told_by_ps_where_there_is_no_proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "told"
    program = tmp_path / "ps"
    program.write_text(
        f"#!/bin/sh\necho \"$@\" > '{told}'\ncat <<EOF\n"
        f"  1 /sbin/launchd\n  77 engine --game ra HOME=/ {guardian.MARK}=abc LANG=C\n"
        f"  78 engine {guardian.MARK}=abcd\n  {os.getpid()} arena {guardian.MARK}=abc\nEOF\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(os.path, "isdir", lambda path: False)
    for platform, flags in (("darwin", "-axwwE"), ("freebsd14", "axwwe")):
        monkeypatch.setattr(sys, "platform", platform)
        assert guardian.marked_processes("abc") == [77]
        assert told.read_text() == f"{flags} -o pid=,command=\n"


class FakeKernel:
    """The five functions of Windows that are needed; each remembers what it was asked."""

    def __init__(self, works: bool = True) -> None:
        self.asked: list[tuple[str, tuple[Any, ...]]] = []
        for name, answer in (
            ("CreateJobObjectW", 0x1234),
            ("GetCurrentProcess", 0xFFFF),
            ("SetInformationJobObject", 1),
            ("AssignProcessToJobObject", int(works)),
            ("GetLastError", 5),
        ):
            setattr(self, name, self._function(name, answer))

    def _function(self, name: str, answer: int) -> Any:
        def function(*arguments: Any) -> int:
            self.asked.append((name, arguments))
            return answer

        return function


def test_a_job_object_ends_the_children_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = FakeKernel()
    monkeypatch.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    keeper = guardian.Guardian()
    assert keeper.environment("seat-1")[guardian.SEAT_MARK] == "seat-1"
    assert keeper.environment("seat-2")[guardian.SEAT_MARK] == "seat-2"
    assert [name for name, _ in kernel.asked] == [
        "CreateJobObjectW",
        "SetInformationJobObject",
        "GetCurrentProcess",
        "AssignProcessToJobObject",
    ]  # once
    job, kind, limits, size = kernel.asked[1][1]
    assert (job.value, kind, size.value) == (0x1234, 9, ctypes.sizeof(jobs.JobLimits))
    assert limits._obj.BasicLimitInformation.LimitFlags == 0x2000
    assert [handle.value for handle in kernel.asked[3][1]] == [0x1234, 0xFFFF]
    assert guardian.marked_processes("any") == []
    with pytest.raises(OSError, match="Windows error 5"):
        jobs.end_children_with_us(FakeKernel(works=False))


def test_the_layout_of_the_limits_is_that_of_windows() -> None:
    assert (ctypes.sizeof(jobs.JobLimits), jobs._BasicLimits.LimitFlags.offset) == (144, 16)  # on 64 bits


@pytest.mark.program
def test_the_arena_plays_as_on_windows(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    code = f"""import ctypes, sys, types
from tests.bots.arena.test_platforms import FakeKernel, FakeMsvcrt
sys.modules['msvcrt'] = FakeMsvcrt()
ctypes.windll = types.SimpleNamespace(kernel32=FakeKernel())
from egypt.bots.arena.cli import main
program = sys.executable + ' -m egypt.protocol --game ra'
sys.exit(main(['--game', 'ra', '--deals', '1', '--out', {str(path)!r}, '--engine', 'bot=random',
               '--engine', 'name=program,iterations=2,start={PATIENCE:.0f},cmd=' + program]))
"""
    command = run_as_windows(code, first="import rich.console, rich.live, rich.progress")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert len(read_run(path).records) == 2 and not any(record.faults for record in read_run(path).records)
