"""The program and its client where there is no poll, no fcntl and no process group."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import IO

import pytest

from egypt.protocol import child
from egypt.protocol.client import AsyncClient, Client, Crashed, Flooded, Stalled
from egypt.protocol.pipes import BlockingPipes, BlockingThreadPipes, LoopPipes, Pipes, ThreadPipes, open_pipes
from tests import PATIENCE, ROOT
from tests.architecture import module_of, sources
from tests.pace import wait_until
from tests.platforms import run_as_windows
from tests.protocol.test_client import ENGINE, HANDSHAKE, is_gone
from tests.protocol.test_program import DEAL, ends_well, read_until, say

pytestmark = pytest.mark.program  # all of them start processes

RA = [sys.executable, "-m", "egypt.protocol", "--game", "ra"]
PROGRAM = run_as_windows(
    "import runpy, sys\nsys.argv = ['egypt-engine', '--game', 'ra']\n"
    "runpy.run_module('egypt.protocol', run_name='__main__', alter_sys=True)"
)


# -- the program -------------------------------------------------------------------------------------------------


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, cwd=ROOT
    ) as running:
        yield running
        running.kill()


def test_every_module_can_be_imported() -> None:
    modules = [module_of(path) for path in sources() if path.suffix == ".py" and "bench" not in path.parts[:-1]]
    assert {"egypt.protocol.__main__", "egypt.bots.arena.record"} <= set(modules)
    code = f"import importlib\nfor module in {modules!r}: importlib.import_module(module)"
    libraries = "rich.console, rich.live, rich.progress, uvicorn, gymnasium, pettingzoo, pyspiel, matplotlib.font_manager"
    command = run_as_windows(code, first=f"import {libraries}")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def test_a_conversation(process: subprocess.Popen[bytes]) -> None:
    say(process, DEAL + b"legal\ngo infinite\nisready\n")
    assert read_until(process, b"readyok")[0] == b"legal 2 draw,invoke\n"
    say(process, b"stop\n")
    read_until(process, b"bestmove")
    say(process, b"go infinite\nisready\n")
    read_until(process, b"readyok")
    say(process, b"quit\n")
    assert ends_well(process).count(b"bestmove") == 1


def test_the_end_of_input_ends_it(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    say(process, DEAL + b"go infinite\n")
    process.stdin.close()
    process.stdin = None
    assert ends_well(process).count(b"bestmove") == 1


def test_an_interrupt_ends_it(process: subprocess.Popen[bytes]) -> None:
    say(process, b"isready\n")
    read_until(process, b"readyok")
    process.send_signal(signal.SIGINT)
    ends_well(process)


def test_a_reader_that_is_gone_ends_it_with_the_next_answer(process: subprocess.Popen[bytes]) -> None:
    say(process, b"isready\n")
    read_until(process, b"readyok")
    assert process.stdout is not None and process.stdin is not None
    process.stdout.close()
    say(process, b"isready\nisready\n")
    process.stdin.close()
    assert process.wait(PATIENCE) == 0


def test_non_blocking_pipes_lose_nothing() -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=writer, cwd=ROOT) as running:
        os.close(writer)
        assert running.stdin is not None
        with open(reader, "rb") as output:
            running.stdin.write(DEAL + b"sample 1000\n" * 5 + b"isready\n")
            running.stdin.close()
            lines = output.read().split(b"\n")
    assert len(lines) == 5002 and lines[-2:] == [b"readyok", b""]


# -- the client, with threads for its pipes ----------------------------------------------------------------------


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def open_with_threads(stdin: IO[bytes], stdout: IO[bytes], blocking: bool) -> Pipes:
        return BlockingThreadPipes(stdin, stdout) if blocking else ThreadPipes(stdin, stdout)

    monkeypatch.setattr(child, "open_pipes", open_with_threads)


def liar(code: str, timeout: float = PATIENCE) -> Client:
    return Client([sys.executable, "-c", HANDSHAKE + code], timeout=timeout, start_timeout=PATIENCE)


@pytest.mark.parametrize(
    ("platform", "blocking", "kind"),
    [
        ("linux", False, LoopPipes),
        ("darwin", False, LoopPipes),
        ("win32", False, ThreadPipes),
        ("linux", True, BlockingPipes),
        ("darwin", True, BlockingPipes),
        ("win32", True, BlockingThreadPipes),
    ],
)
def test_which_pipes_a_platform_gets(
    platform: str, blocking: bool, kind: type[Pipes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None and running.stdout is not None
        with monkeypatch.context() as patched:
            patched.setattr(sys, "platform", platform)
            pipes = open_pipes(running.stdin, running.stdout, blocking)
        assert type(pipes) is kind
        pipes.close()


@pytest.mark.usefixtures("threads")
def test_threads_carry_a_conversation() -> None:
    with Client(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE) as client:
        client.position_deal(players=3, seed=1)
        assert client.legal() == ["lay:3", "lay:5", "lay:8"]
        assert len(client.sample(1000)) == 1000  # more than is read ahead
        client.go_start(infinite=True)
        client.is_ready()
        assert client.stop().best is not None
        assert client.close() == 0
    assert is_gone(client.pid)


@pytest.mark.usefixtures("threads")
def test_threads_carry_a_conversation_in_a_loop() -> None:
    async def scene() -> None:
        async with AsyncClient(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE) as client:
            await client.position_deal(players=3, seed=1)
            assert len(await client.sample(1000)) == 1000
            search = await client.go(infinite=True).begin()
            await client.is_ready()
            await search.stop()
            assert (await search).best is not None

    asyncio.run(scene())


@pytest.mark.usefixtures("threads")
def test_threads_tell_of_every_failure() -> None:
    crashing = liar("input(); sys.exit(3)")
    with pytest.raises(Crashed, match="exit code 3"):
        crashing.legal()
    silent = liar("time.sleep(3600)", timeout=0.2)
    with pytest.raises(Stalled):
        silent.is_ready()
    deaf = liar("time.sleep(3600)", timeout=0.2)
    with pytest.raises(Stalled):
        deaf.position_view("x" * 1_000_000)
    endless = liar("while True: sys.stdout.write('x' * 65536)")
    with pytest.raises(Flooded):
        endless.is_ready()
    for client in (crashing, silent, deaf, endless):
        assert is_gone(client.pid)
        with pytest.raises(Crashed):
            client.is_ready()


@pytest.mark.usefixtures("threads")
def test_threads_end_with_their_child() -> None:
    client = Client(ENGINE, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE)
    ours = [thread for thread in threading.enumerate() if thread.name in ("egi-reader", "egi-writer")]
    assert len(ours) >= 2
    client.kill()
    for thread in ours:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in ours)


@pytest.mark.parametrize("kind", [LoopPipes, ThreadPipes])
def test_pipes_that_are_closed_while_somebody_waits(kind: type[LoopPipes] | type[ThreadPipes]) -> None:
    """`kill` may come from another thread: the wait ends, and the pipe is closed after it."""
    child = [sys.executable, "-c", "import time; time.sleep(1000)"]  # it does not end with its input
    running = subprocess.Popen(child, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert running.stdin is not None and running.stdout is not None
    pipes, stdout = kind(running.stdin, running.stdout), running.stdout

    async def scene() -> bytes | None:
        waiting = asyncio.create_task(pipes.read(float("inf")))
        await asyncio.sleep(0.05)
        pipes.close()
        assert not stdout.closed  # its number must not be given to another file while it is waited for
        running.kill()
        return await asyncio.wait_for(waiting, PATIENCE)

    assert asyncio.run(scene()) == b""
    wait_until(lambda: stdout.closed)
    assert running.wait(PATIENCE) == -signal.SIGKILL


def test_a_whole_client_as_on_windows() -> None:
    """Its child is another process of this machine; `taskkill` is not there, and the child ends all the same."""
    code = f"""from egypt.protocol.client import Client, Stalled
with Client({RA!r}, timeout={PATIENCE}, start_timeout={PATIENCE}) as client:
    client.position_deal(players=3, seed=1)
    assert client.go(iterations=20).best in client.legal()
assert client.close() == 0
import sys
mute = Client([sys.executable, '-c', {HANDSHAKE + "time.sleep(3600)"!r}], timeout=0.2, start_timeout={PATIENCE})
try:
    mute.is_ready()
except Stalled:
    assert not mute.is_alive
    print('well')
"""
    done = subprocess.run(run_as_windows(code), cwd=ROOT, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)
    assert done.stdout == "well\n", done.stderr


def test_how_a_child_is_started_and_ended_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    waits = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waits, stdin=subprocess.PIPE) as running, monkeypatch.context() as patched:
        patched.setattr(sys, "platform", "win32")
        patched.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
        patched.setattr(subprocess, "run", lambda command, **_: ran.append(command))
        assert child._own_group() == {"creationflags": 512}
        child._kill_group(running)
        assert running.wait(PATIENCE) == -signal.SIGKILL
    assert ran == [["taskkill", "/F", "/T", "/PID", str(running.pid)]]
