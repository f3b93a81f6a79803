"""A child process that talks in lines. Every wait ends, every failure has a name, no child stays behind."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO

MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_REMARKS = 1000                  # lines kept while waiting for an answer; older remarks are forgotten
MAX_LOG_BYTES = 16 * 1024 * 1024    # of stderr; a longer log is begun anew
LOG_CHECK_SECONDS = 0.5
STDERR_TAIL_BYTES = 4000


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


class Child:
    """Not for use from several threads, except that `kill` may be called from anywhere."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str] | None = None, cwd: str | None = None
    ) -> None:
        self.command = list(command)
        self._received = bytearray()    # of a line that is not complete yet
        self._lines: deque[str] = deque()
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the child
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, bufsize=0,
                env=None if env is None else dict(env), cwd=cwd,
                start_new_session=True,     # a Ctrl-C at our terminal is for us; we end the child ourselves
            )
        except (OSError, ValueError, IndexError) as problem:
            self._log.close()
            raise CannotStart(f"{self}: {problem}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        self._finalizer = weakref.finalize(self, _end_process, self._process, self._log)

    def __str__(self) -> str:
        return " ".join(self.command)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while the process lives; negative if a signal ended it."""
        return self._process.poll()

    def wait(self, timeout: float) -> bool:
        """Wait for the process to end by itself; False if it does not."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """End the process now; it and its children are gone when this returns. Safe to call twice."""
        self._finalizer()

    # -- lines, both ways ------------------------------------------------------------------------------------

    def send(self, command: str, deadline: float, *more: str) -> None:
        """Write one line, or several at once; raises Stalled if the process does not take them, Crashed if it is gone."""
        for line in (command, *more):
            if "\n" in line or "\r" in line:
                raise ValueError(f"a command is one line: {line!r}")
        data = "".join(f"{line}\n" for line in (command, *more)).encode()
        while data:
            if not _wait(self._stdin, select.POLLOUT, deadline):
                raise self._stalled(command)
            try:
                data = data[os.write(self._stdin, data) :]
            except BlockingIOError:
                continue
            except OSError:
                raise self._crashed(command) from None

    def read_line(self, command: str, deadline: float) -> str:
        """The next line, in answer to `command`; raises Stalled, Crashed or Flooded."""
        while not self._lines:
            if not self._receive(command, deadline):
                raise self._stalled(command)
        return self._lines.popleft()

    def has_answer(self, command: str, deadline: float) -> bool:
        """Wait until a line is there that is no `info`; False at the deadline, and the child is left alone.

        Nothing is taken away but the oldest of very many remarks. Raises Crashed or Flooded.
        """
        known = 0
        while not any(not self._lines[i].startswith("info") for i in range(known, len(self._lines))):
            while len(self._lines) > MAX_REMARKS:
                self._lines.popleft()
            known = len(self._lines)
            if not self._receive(command, deadline):
                return False
        return True

    def _receive(self, command: str, deadline: float) -> bool:
        """Wait for output and read it; False at the deadline, even if the child never pauses for breath."""
        while True:
            now = time.monotonic()
            if now > deadline:
                return False
            self._trim_log()
            has_ended = self._process.poll() is not None
            if _wait(self._stdout, select.POLLIN, min(deadline, now + LOG_CHECK_SECONDS)):
                break
            if has_ended:       # and nothing more comes, though a child of its own holds its output open
                raise self._crashed(command)
        try:
            data = os.read(self._stdout, 65536)
        except OSError:
            data = b""
        if not data:
            raise self._crashed(command)
        self._received += data
        if b"\n" in data:
            *complete, self._received = self._received.split(b"\n")
            self._lines += [_decode(line) for line in complete]
        elif len(self._received) > MAX_LINE_BYTES:
            self.kill()
            raise Flooded(f"{self} wrote a line without end in answer to {command[:200]!r}")
        return True

    def _trim_log(self) -> None:
        """A child that floods its log must not fill the disk. The file's place is shared with the child."""
        if os.fstat(self._log.fileno()).st_size > MAX_LOG_BYTES:
            os.ftruncate(self._log.fileno(), 0)
            os.lseek(self._log.fileno(), 0, os.SEEK_SET)

    def _stalled(self, command: str) -> Stalled:
        self.kill()
        return Stalled(f"{self} gave no answer to {command[:200]!r} in time")

    def _crashed(self, command: str) -> Crashed:
        self.wait(1.0)      # a process that closed its output is usually about to end
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


def _decode(line: bytearray) -> str:
    return line.removesuffix(b"\r").decode("utf-8", errors="replace")


def _wait(descriptor: int, event: int, deadline: float) -> bool:
    """Wait until a pipe can be read or written, or is broken; False at the deadline."""
    poll = select.poll()
    poll.register(descriptor, event)
    return bool(poll.poll(max(0.0, deadline - time.monotonic()) * 1000))


def _exit_name(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _end_process(process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
    """Kill what is left of a child and its children, and collect it."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdin, process.stdout, log):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
