"""Where the time goes by line, in a trace build of the core.

There every function of the core reports its calls, lines and returns, also a `cdef` function, which exists in C alone: up
to Python 3.12 to `sys.settrace`, from 3.13 on to `sys.monitoring`.

With Python 3.11 line_profiler takes the times, at a third of the cost; on later ones it sees no compiled lines. It is told
what to watch by function objects, and most of the core has none. So a short first run collects the code objects, and
line_profiler gets them behind a stand-in for the function. It misses what a `finally` does after a return.

Hits are exact. Times contain the tracing itself, about as much for every line, and all that the line calls.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench._workload import Work

ROOT = Path(__file__).resolve().parent.parent  # of the copy that runs, in a trace build
COMPILED = (".pyx", ".pxd")
FIRST_RUN = 50  # iterations or playouts that show which functions there are

Key = tuple[str, str, int]  # file, function, first line
Recorded = dict[Key, list[tuple[int, int, float]]]  # line number, hits, seconds


@dataclass(frozen=True, slots=True)
class SourceLine:
    number: int
    hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class FunctionLines:
    """The lines of one function that ran."""

    file: str  # relative to the project
    name: str
    first: int
    lines: tuple[SourceLine, ...]

    @property
    def hits(self) -> int:
        return sum(line.hits for line in self.lines)

    @property
    def seconds(self) -> float:
        return sum(line.seconds for line in self.lines)


class _Recorder:
    """Hits and nanoseconds of every line, from the calls, lines and returns of compiled functions."""

    def __init__(self) -> None:
        self.lines: dict[Key, dict[int, list[int]]] = {}  # line number -> hits and nanoseconds
        self.codes: set[CodeType] = set()
        self._running: list[tuple[Key, int, int]] = []  # function, the line that runs, since when

    def call(self, code: CodeType, _offset: int = 0) -> None:
        if code.co_filename.endswith(COMPILED):
            self.codes.add(code)
            self._running.append((_key(code), 0, 0))

    def line(self, code: CodeType, number: int) -> None:
        now = time.perf_counter_ns()
        if code.co_filename.endswith(COMPILED):
            key = _key(code)
            self.lines.setdefault(key, {}).setdefault(number, [0, 0])[0] += 1
            if self._ends_line(key, now):
                self._running[-1] = key, number, time.perf_counter_ns()  # what was done here is no time of the line

    def leave(self, code: CodeType, _offset: int = 0, _value: object = None) -> None:
        now = time.perf_counter_ns()
        if code.co_filename.endswith(COMPILED) and self._ends_line(_key(code), now):
            self._running.pop()

    def _ends_line(self, function: Key, now: int) -> bool:
        """Whether this is the function that runs. What a `finally` does comes after its return: it has no time."""
        if not self._running or self._running[-1][0] != function:
            return False
        _, number, began = self._running[-1]
        if number:
            self.lines[function][number][1] += now - began
        return True

    def trace(self, frame: FrameType, event: str, _argument: object) -> Any:
        """For `sys.settrace`."""
        if event == "line":
            self.line(frame.f_code, frame.f_lineno)
        elif event == "call":
            self.call(frame.f_code)
        elif event == "return":
            self.leave(frame.f_code)
        return self.trace  # compiled code calls whatever is returned, even None


if sys.version_info < (3, 13):

    @contextmanager
    def _events_to(recorder: _Recorder) -> Iterator[None]:
        sys.settrace(recorder.trace)
        try:
            yield
        finally:
            sys.settrace(None)

else:

    @contextmanager
    def _events_to(recorder: _Recorder) -> Iterator[None]:
        monitoring, events = sys.monitoring, sys.monitoring.events
        callbacks: dict[int, Callable[..., object]] = {events.PY_START: recorder.call, events.LINE: recorder.line}
        callbacks |= dict.fromkeys([events.PY_RETURN, events.PY_UNWIND], recorder.leave)
        monitoring.use_tool_id(monitoring.PROFILER_ID, "egypt")
        for event, callback in callbacks.items():
            monitoring.register_callback(monitoring.PROFILER_ID, event, callback)
        monitoring.set_events(monitoring.PROFILER_ID, sum(callbacks))
        try:
            yield
        finally:
            monitoring.set_events(monitoring.PROFILER_ID, events.NO_EVENTS)
            monitoring.free_tool_id(monitoring.PROFILER_ID)


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_name, code.co_firstlineno


def source_of(file: str) -> Path:
    """Where a source file lies: compiled code knows it relative to the folder it was built in."""
    for folder in map(Path, [str(ROOT), *sys.path]):
        if (folder / file).is_file():
            return (folder / file).resolve()
    return Path(file)


def work_for(work: Work, seconds: float) -> int:
    """Work in growing steps for about so long; returns how much was done."""
    began, step, done = time.perf_counter(), 1, 0
    while (spent := time.perf_counter() - began) < seconds:
        work(step)
        done += step
        step = max(1, int(done * min(1.0, (seconds - spent) / (spent + 1e-3))))
    return done


class _StandIn:
    """As much of a function as line_profiler asks for."""

    def __init__(self, code: CodeType) -> None:
        self.__code__ = code
        self.__globals__ = {"__file__": str(source_of(code.co_filename))}
        self.__name__ = code.co_name


def _record_here(work: Work, seconds: float) -> tuple[int, Recorded]:
    recorder = _Recorder()
    with _events_to(recorder):
        amount = work_for(work, seconds)
    return amount, {
        key: [(number, hits, spent / 1e9) for number, (hits, spent) in lines.items()]
        for key, lines in recorder.lines.items()
    }


def _record_by_line_profiler(work: Work, seconds: float) -> tuple[int, Recorded]:
    from line_profiler import LineProfiler

    first = _Recorder()
    with _events_to(first):
        work(FIRST_RUN)
    profiler = LineProfiler()
    for code in first.codes:
        profiler.add_function(_StandIn(code))
    with profiler:
        amount = work_for(work, seconds)
    stats = profiler.get_stats()
    # Its keys are (file, first line, function).
    return amount, {
        (file, name, first): [(number, hits, ticks * stats.unit) for number, hits, ticks in lines]
        for (file, first, name), lines in stats.timings.items()
    }


def _has_line_profiler() -> bool:
    """Whether it is there, and of use with this Python."""
    return sys.version_info < (3, 12) and find_spec("line_profiler") is not None


def record(work: Work, seconds: float) -> dict[str, Any]:
    """Runs in the trace build: lines with hits and times, ready for JSON."""
    take = _record_by_line_profiler if _has_line_profiler() else _record_here
    amount, functions = take(work, seconds)
    return {
        "tool": "line_profiler" if take is _record_by_line_profiler else "this program's own count",
        "amount": amount,
        "functions": [
            {"file": str(source_of(file)), "name": name, "first": first, "lines": sorted(lines)}
            for (file, name, first), lines in functions.items()
            if lines
        ],
    }


def read_record(data: dict[str, Any], roots: list[Path]) -> list[FunctionLines]:
    """What `record` wrote, files made relative; the function with the most hits first."""
    functions = []
    for entry in data["functions"]:
        file = Path(entry["file"])
        relative = next((file.relative_to(root) for root in roots if file.is_relative_to(root)), file)
        lines = tuple(SourceLine(*line) for line in entry["lines"])
        functions.append(FunctionLines(str(relative), entry["name"], entry["first"], lines))
    return sorted(functions, key=lambda function: (-function.hits, function.file, function.first))
