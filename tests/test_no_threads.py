"""A system that gives no more threads: every program says so in one line and ends, or goes on without them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import egypt
from egypt.protocol.job_thread import JobThread
from egypt.protocol.responder import Responder
from egypt.protocol.session import Session
from egypt.protocol.web.picture import Camera
from tests import PATIENCE

REFUSING = """
import sys, threading
def refuse(thread):
    raise RuntimeError("can't start new thread")
from {module} import main
threading.Thread.start = refuse
if __name__ == "__main__":
    sys.exit(main())
"""
SAID = "the system gives no more threads"


def run(folder: Path, module: str, *words: str, data: str = "") -> subprocess.CompletedProcess[str]:
    program = folder / "program.py"
    program.write_text(REFUSING.format(module=module), encoding="utf-8")
    command = [sys.executable, str(program), *words]
    return subprocess.run(command, input=data, capture_output=True, text=True, timeout=PATIENCE, check=False)


@pytest.mark.program
@pytest.mark.parametrize(
    ("name", "module", "words"),
    [
        ("egypt-engine", "egypt.protocol.__main__", ()),
        ("egypt-play", "egypt.protocol.web.__main__", ("--terminal", "--game", "ra", "--records", "records")),
    ],
)
def test_programs_say_so_in_one_line(name: str, module: str, words: tuple[str, ...], tmp_path: Path) -> None:
    words = tuple(str(tmp_path / word) if word == "records" else word for word in words)
    done = run(tmp_path, module, *words, data="egi\n")
    assert (done.returncode, done.stderr) == (2, f"{name}: {SAID}\n")


def refuse(_thread: object) -> None:
    raise RuntimeError("can't start new thread")


def test_an_engine_answers_a_search_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[bytes] = []
    session = Session(Responder(told.append), egypt.game("ra"))
    session.handle("position deal players 2 seed 1")
    monkeypatch.setattr("threading.Thread.start", refuse)
    for _ in range(2):
        session.handle("go iterations 10")
        assert told[-1].decode() == f"error internal : {SAID}\n"
    monkeypatch.undo()
    session.handle("go iterations 10")
    assert session.close() and b"bestmove" in told[-1] and capsys.readouterr().err == ""


def test_what_needs_a_thread_raises_an_egypt_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", refuse)
    camera, worker = Camera(), JobThread()
    for _ in range(2):
        with pytest.raises(egypt.EgyptError, match=SAID):
            camera.png({}, {})
        with pytest.raises(egypt.EgyptError, match=SAID):
            worker.start(lambda: None)
    camera.close()
    assert not worker.busy
