"""One program that `egypt-arena check` asks: what it says, to the last line, and when.

Behind every question goes `isready`, so that all that the program says before its `readyok` is known to be the answer.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from egypt.bots.arena.faults import cause
from egypt.protocol.async_client import READY
from egypt.protocol.child import Child, EngineFailure, Trace, run_blocking
from egypt.protocol.commands import printable

MAX_LINES = 10_000  # of one answer
MAX_QUOTED = 1000  # characters of an answer that a report repeats
MAX_ASKED = 60  # of a command

T = TypeVar("T")


class Short(Exception):
    """The program falls short of SPEC.md in a way that ends this point; the text is a line of the report."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long to wait: seconds for the handshake and for an answer; milliseconds by which a timed answer may be late."""

    start: float
    stall: float
    overhead: float


@dataclass(frozen=True, slots=True)
class Spoken:
    """What came after a `go`: the lines before its answer, the answer, and the milliseconds it took."""

    before: list[str]
    last: str
    used: float

    @property
    def move(self) -> str:
        """What `bestmove` names, without an id; empty if the answer is none."""
        found = re.fullmatch(r"bestmove (?:id \d+ )?(\S+)", self.last)
        return found[1] if found else ""


def quoted(text: str, most: int = MAX_QUOTED) -> str:
    text = printable(text)
    return f"'{text}'" if len(text) <= most else f"'{text[: most - 1]}…'"


def asked(command: str) -> str:
    """A command for a report: its beginning tells which one it is."""
    return quoted(command, MAX_ASKED)


def listed(lines: Sequence[str]) -> str:
    """The lines of an answer for a report: the first of them, and how many follow."""
    if not lines:
        return "nothing"
    return quoted(lines[0]) + (f" and {len(lines) - 1} more" if len(lines) > 1 else "")


class Conversation:
    """Starts the program when it is asked something and does not run, so that one that dies is asked the next question."""

    def __init__(self, command: Sequence[str], times: Times, trace: Trace | None = None) -> None:
        self.times = times
        self.prepared: list[str] = []  # what every new process is told after its handshake
        self._command = list(command)
        self._trace = trace
        self._child: Child | None = None
        self._is_prepared = False

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def handshake(self) -> list[str]:
        """The lines from a new process up to `egiok`. Raises Short."""
        self.close()
        self._is_prepared = False
        self._child = self._try(lambda: Child(self._command, trace=self._trace, blocking=True))
        return self._until(["egi"], lambda line: line.startswith("egiok"), self.times.start)

    def answers(self, *lines: str) -> list[str]:
        """All that the program says to these lines. Raises Short if it dies, or does not answer `isready` in time."""
        self._begin()
        return self._until([*lines, "isready"], READY.__contains__, self.times.stall)[:-1]

    def until(self, line: str, is_last: Callable[[str], bool], seconds: float) -> list[str]:
        """What the program says to a line, up to the last of it."""
        self._begin()
        return self._until([line], is_last, seconds)

    def go(self, command: str, then: str = "", allowed: float | None = None) -> Spoken:
        """A search and its answer. `then` follows at once; of `allowed` milliseconds the program may use up all."""
        self._begin()
        began = time.perf_counter()
        wait = self.times.stall + ((allowed or 0.0) + self.times.overhead) / 1000
        lines = [command, *([then] if then else [])]
        said = self._until(lines, lambda line: line.split(" ", 1)[0] in ("bestmove", "error"), wait)
        return Spoken(said[:-1], said[-1], (time.perf_counter() - began) * 1000)

    def hear(self, seconds: float) -> list[str]:
        """What the program says unasked within a time."""
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while (line := self._line("nothing", deadline)) is not None and len(lines) < MAX_LINES:
            lines.append(line)
        return lines

    def leave(self) -> int | None:
        """Say `quit`; the exit code, or None if the program does not end."""
        self._begin()
        child = self._child
        assert child is not None
        self._try(lambda: run_blocking(child.send("quit", time.monotonic() + self.times.stall)))
        self._try(lambda: run_blocking(child.wait(self.times.stall)))
        code = child.exit_code
        self.close()
        return code

    def _begin(self) -> None:
        """A process that is ready for questions: the one that runs, or a new one."""
        if self._child is None:
            self.handshake()
        if not self._is_prepared:
            self._is_prepared = True
            self._until([*self.prepared, "isready"], READY.__contains__, self.times.start)

    def _until(self, lines: Sequence[str], is_last: Callable[[str], bool], seconds: float) -> list[str]:
        child, command = self._child, lines[-2] if lines[-1] == "isready" and len(lines) > 1 else lines[-1]
        assert child is not None
        deadline = time.monotonic() + seconds
        said: list[str] = []
        self._try(lambda: run_blocking(child.send(lines[0], deadline, *lines[1:])))
        while not said or not is_last(said[-1]):
            line = self._line(command, deadline)
            if line is None:
                self.close()
                raise Short(f"{asked(command)} is not answered within {seconds:.3g} s; said so far: {listed(said)}")
            said.append(line)
            if len(said) > MAX_LINES:
                self.close()
                raise Short(f"{asked(command)} is answered with more than {MAX_LINES} lines: {listed(said[:1])} …")
        return said

    def _line(self, command: str, deadline: float) -> str | None:
        child = self._child
        assert child is not None
        return self._try(lambda: run_blocking(child.read_line(command, deadline)))

    def _try(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except EngineFailure as problem:
            self.close()
            raise Short(printable(cause(problem, self._command))) from None
