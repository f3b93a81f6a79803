"""A child process that talks in lines. Every wait ends, every failure has a name, no child stays behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import weakref
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import IO, Any, TypeVar

from egypt.protocol.pipes import Pipes, open_pipes

# The program of this package; -P: a folder `egypt` that lies where we are started is not the package.
OWN_ENGINE = (sys.executable, "-P", "-m", "egypt.protocol")
MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_LOG_BYTES = 16 * 1024 * 1024  # of stderr; a longer log is begun anew
CHECK_SECONDS = 0.5  # how often a wait looks after the log and the process
MAX_PAUSE_SECONDS = 0.02  # between two looks at a process that is about to end
STDERR_TAIL_BYTES = 4000

T = TypeVar("T")


class EngineFailure(Exception):
    """The child can no longer be relied on. Its process has been ended."""


class CannotStart(EngineFailure):
    """There is no such program, it may not be run, or it never finished its handshake."""


class Crashed(EngineFailure):
    """The process ended, or closed its output, while an answer was due."""


class Stalled(EngineFailure):
    """No answer within the time limit."""


class Flooded(EngineFailure):
    """The process wrote a line without end."""


Trace = Callable[[str, str], None]  # hears ">" or "<" and every line that was sent or came


class Child:
    """Waits in the event loop that asks, or blocks without one.

    Not for several threads, except that `kill` may be called from anywhere.
    """

    def __init__(
        self,
        command: Sequence[str],
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        trace: Trace | None = None,
        blocking: bool = False,
    ) -> None:
        self.command = list(command)
        self._trace = trace
        self._received = bytearray()  # of a line that is not complete yet
        self._lines: deque[str] = deque()
        self._next_check = 0.0  # when to look after the log and the process again
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the child
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
                env=None if env is None else dict(env),
                cwd=cwd,
                **_own_group(),
            )
        except (OSError, ValueError, IndexError) as problem:
            self._log.close()
            raise CannotStart(f"{self}: {problem}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._pipes = open_pipes(self._process.stdin, self._process.stdout, blocking)
        self._finalizer = weakref.finalize(self, _end_process, self._process, self._pipes, self._log)

    def __str__(self) -> str:
        return " ".join(self.command)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while the process lives; negative if a signal ended it."""
        return self._process.poll()

    async def wait(self, timeout: float) -> bool:
        """Wait for the process to end by itself; False if it does not."""
        deadline, pause = time.monotonic() + timeout, 0.0005
        while self._process.poll() is None:
            if time.monotonic() > deadline:
                return False
            await self._pipes.pause(pause)
            pause = min(2 * pause, MAX_PAUSE_SECONDS)
        return True

    def kill(self) -> None:
        """End the process now; it and its children are gone when this returns. Safe to call twice."""
        self._finalizer()

    # -- lines, both ways ------------------------------------------------------------------------------------

    async def send(self, command: str, deadline: float, *more: str) -> None:
        """Write one line, or several at once; raises Stalled if the process does not take them, Crashed if it is gone."""
        for line in (command, *more):
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command is one line: {line!r}")
        try:
            was_taken = await self._pipes.write("".join(f"{line}\n" for line in (command, *more)).encode(), deadline)
        except OSError:
            raise await self._crashed(command) from None
        if not was_taken:
            raise self.stalled(command)
        if self._trace is not None:
            for line in (command, *more):
                self._trace(">", line)

    async def read_line(self, command: str, deadline: float) -> str | None:
        """The next line, in answer to `command`; None at the deadline. Raises Crashed or Flooded."""
        while not self._lines:
            if not await self._receive(command, deadline):
                return None
        return self._lines.popleft()

    async def _receive(self, command: str, deadline: float) -> bool:
        """Wait for output and read it; False at the deadline, even if the child never pauses for breath."""
        while True:
            now = time.monotonic()
            if now > deadline:
                return False
            has_ended = False
            if now > self._next_check:
                self._next_check = now + CHECK_SECONDS
                self._trim_log()
                has_ended = self._process.poll() is not None
            data = await self._pipes.read(min(deadline, now + CHECK_SECONDS))
            if data is not None:
                break
            if has_ended:  # and nothing more comes, though a child of its own holds its output open
                raise await self._crashed(command)
        if not data:
            raise await self._crashed(command)
        self._received += data
        if b"\n" in data:
            *complete, self._received = self._received.split(b"\n")
            lines = [_decode(line) for line in complete]
            self._lines += lines
            if self._trace is not None:
                for text in lines:
                    self._trace("<", text)
        elif len(self._received) > MAX_LINE_BYTES:
            self.kill()
            raise Flooded(f"{self} wrote a line without end in answer to {command[:200]!r}")
        return True

    def _trim_log(self) -> None:
        """A child that floods its log must not fill the disk. The file's place is shared with the child."""
        with contextlib.suppress(ValueError, OSError):  # killed meanwhile: the log is closed
            if os.fstat(self._log.fileno()).st_size > MAX_LOG_BYTES:
                os.ftruncate(self._log.fileno(), 0)
                os.lseek(self._log.fileno(), 0, os.SEEK_SET)

    def stalled(self, command: str) -> Stalled:
        """The failure of a child that did not answer in time; ends it."""
        self.kill()
        return Stalled(f"{self} gave no answer to {command[:200]!r} in time")

    async def _crashed(self, command: str) -> Crashed:
        await self.wait(1.0)  # a process that closed its output is usually about to end
        code, tail = self._process.poll(), self._stderr_tail()
        self.kill()
        how = "closed its output" if code is None else f"ended with {_exit_name(code)}"
        log = f"; its log: {tail}" if tail else ""
        return Crashed(f"{self} {how} when asked {command[:200]!r}{log}")

    def _stderr_tail(self) -> str:
        if self._log.closed:
            return ""
        size = self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, size - STDERR_TAIL_BYTES))
        return self._log.read().decode("utf-8", errors="replace").strip()


def run_blocking(work: Coroutine[Any, Any, T]) -> T:
    """Do some work of a child that blocks: it has nothing to wait for, so one step is all of it."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    work.close()
    raise AssertionError("a blocking child has waited for an event loop")


def _decode(line: bytearray) -> str:
    return line.removesuffix(b"\r").decode("utf-8", errors="replace")


def _exit_name(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _own_group() -> dict[str, Any]:
    """How a child is started that hears no Ctrl-C of our terminal: that is for us, and we end the child ourselves."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and those that it started."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
        else:
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(OSError):
        process.kill()


def _end_process(process: subprocess.Popen[bytes], pipes: Pipes, log: IO[bytes]) -> None:
    """Kill what is left of a child and its children, and collect it."""
    if process.poll() is None:
        _kill_group(process)
        process.wait()
    elif sys.platform != "win32":  # it has just ended; while a child of its own lives, nobody else gets its number
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    pipes.close()
    with contextlib.suppress(OSError):
        log.close()
