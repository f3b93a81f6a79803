"""Where the time goes by line: line_profiler on a trace build of the core.

line_profiler is told what to watch by function objects, and most of the core has none: a `cdef` function
exists in C alone. But in a trace build each of them announces itself with a code object when it is called.
So a short first run collects the code objects, and line_profiler gets them behind a stand-in for the
function. Without line_profiler the same events are counted here, without times.

Hits are exact. Times contain the tracing itself, about as much for every line, and all that the line calls.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from bench._workload import Work

ROOT = Path(__file__).resolve().parent.parent  # of the copy that runs, in a trace build
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


class _StandIn:
    """As much of a function as line_profiler asks for."""

    def __init__(self, code: CodeType) -> None:
        self.__code__ = code
        self.__globals__ = {"__file__": str(source_of(code.co_filename))}
        self.__name__ = code.co_name


def source_of(file: str) -> Path:
    """Where a source file lies: compiled code knows it relative to the folder it was built in."""
    for folder in map(Path, [str(ROOT), *sys.path]):
        if (folder / file).is_file():
            return (folder / file).resolve()
    return Path(file)


def compiled_code(work: Work) -> list[CodeType]:
    """The code objects of all compiled functions that run."""
    codes: dict[Key, CodeType] = {}

    def note(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code.co_filename.endswith((".pyx", ".pxd")):
            codes.setdefault((code.co_filename, code.co_name, code.co_firstlineno), code)
        return note  # compiled code calls whatever is returned, even None

    sys.settrace(note)
    try:
        work(FIRST_RUN)
    finally:
        sys.settrace(None)
    return list(codes.values())


def work_for(work: Work, seconds: float) -> int:
    """Work in growing steps for about so long; returns how much was done."""
    began, step, done = time.perf_counter(), 1, 0
    while (spent := time.perf_counter() - began) < seconds:
        work(step)
        done += step
        step = max(1, int(done * min(1.0, (seconds - spent) / (spent + 1e-3))))
    return done


def record_times(work: Work, codes: list[CodeType], seconds: float) -> tuple[int, Recorded]:
    """With line_profiler: how often every line ran, and how long. Raises ImportError without it."""
    from line_profiler import LineProfiler

    profiler = LineProfiler()
    for code in codes:
        profiler.add_function(_StandIn(code))
    with profiler:
        amount = work_for(work, seconds)
    stats = profiler.get_stats()
    # Its keys are (file, first line, function).
    return amount, {
        (file, name, first): [(number, hits, ticks * stats.unit) for number, hits, ticks in lines]
        for (file, first, name), lines in stats.timings.items()
    }


def record_hits(work: Work, seconds: float) -> tuple[int, Recorded]:
    """Without line_profiler: how often every line ran."""
    counts: Counter[tuple[Key, int]] = Counter()

    def note(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if event == "line" and code.co_filename.endswith((".pyx", ".pxd")):
            counts[(code.co_filename, code.co_name, code.co_firstlineno), frame.f_lineno] += 1
        return note

    sys.settrace(note)
    try:
        amount = work_for(work, seconds)
    finally:
        sys.settrace(None)
    result: Recorded = {}
    for (key, number), hits in counts.items():
        result.setdefault(key, []).append((number, hits, 0.0))
    return amount, result


def record(work: Work, seconds: float) -> dict[str, Any]:
    """Runs in the trace build: lines with hits and times, ready for JSON."""
    codes = compiled_code(work)
    try:
        amount, functions = record_times(work, codes, seconds)
        tool = "line_profiler"
    except ImportError:
        amount, functions = record_hits(work, seconds)
        tool = "hits only"
    return {
        "tool": tool,
        "amount": amount,
        "seen": len(codes),
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
