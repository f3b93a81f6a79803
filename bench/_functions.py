"""Where the time goes by function: samples of `perf` if the system allows it, else instructions by callgrind.

Both watch the normal build in a process of its own, and only while the kernel runs: the start of Python does
not count. Functions that the compiler inlined are part of their caller.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench._workload import Kernel

ROOT = Path(__file__).resolve().parent.parent
HERTZ = 2000
TOOLS = ("perf", "callgrind")  # in the order in which they are tried

# Where callgrind begins and ends to count, by kernel. The wrapper of a Python function is never inlined.
ENTRY = {"search": "__pyx_f_*worker_run", "playouts": "__pyx_pw_*time_playouts"}


@dataclass(frozen=True, slots=True)
class FunctionProfile:
    tool: str
    unit: str  # what was counted
    counts: dict[str, int]  # by readable name

    def shares(self) -> list[tuple[str, float]]:
        """Names with their share of the whole, the largest first."""
        total = sum(self.counts.values()) or 1
        rows = ((name, count / total) for name, count in self.counts.items())
        return sorted(rows, key=lambda row: (-row[1], row[0]))


class ToolMissingError(Exception):
    """A tool is not installed or not permitted; the message says which and why."""


# -- names ---------------------------------------------------------------------------------------------------


def readable(symbol: str) -> str:
    """`__pyx_f_5egypt_6search_4tree_tree_find` is `egypt.search.tree.tree_find`; other symbols stay.

    Cython writes every part of a module's name behind its length. Functions that Python can call have a
    running number in front of their own name, and the compiler adds endings like `.part.0` to pieces of a
    function."""
    match = re.match(r"__pyx_(?:f|pf|pw|fuse_\w+?_f)_(.*)", symbol.split(".")[0])
    if match is None:
        return symbol
    rest, parts = match[1], []
    while (length := re.match(r"\d+", rest)) is not None:
        begin, end = length.end(), length.end() + int(length[0])
        if rest[end : end + 1] != "_":
            rest = rest[begin:]  # the running number
            break
        parts.append(rest[begin:end])
        rest = rest[end + 1 :]
    return ".".join([*parts, rest])


def name_of(symbol: str, library: str) -> str:
    """The name in the table: our own functions one by one, the rest by the library it lies in."""
    library = Path(library.strip()).name
    if symbol.startswith("__pyx_"):
        return readable(symbol)
    if library.startswith("[") or symbol.startswith("[k]"):
        return "(system)"
    if "python" in library and "-linux-" not in library:
        return "(Python)"
    if re.match(r"(0x)?[0-9a-f]{8,}$", symbol):
        return f"({library})"
    return f"{symbol} ({library})"


# -- perf ----------------------------------------------------------------------------------------------------


def parse_perf(report: str) -> dict[str, int]:
    """Counts from `perf report --stdio -F sample,dso,symbol -t <tab>`."""
    counts: Counter[str] = Counter()
    for line in report.splitlines():
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 3 or not fields[0].isdigit():
            continue
        space, _, symbol = fields[2].partition(" ")
        counts["(system)" if space == "[k]" else name_of(symbol.strip(), fields[1])] += int(fields[0])
    return dict(counts)


def with_perf(kernel: Kernel, seconds: float) -> FunctionProfile:
    """Sample the running kernel for `seconds` seconds. Raises ToolMissingError."""
    if shutil.which("perf") is None:
        raise ToolMissingError("perf is not installed (Debian: linux-perf)")
    child = subprocess.Popen(
        [sys.executable, "-m", "bench._workload", "timed", kernel.to_json(), str(seconds + 2)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child, tempfile.TemporaryDirectory() as folder:
        try:
            assert child.stdout is not None
            if child.stdout.readline().strip() != "ready":
                raise ToolMissingError("the kernel did not start; see above")
            recorded = subprocess.run(
                [
                    "perf",
                    "record",
                    "-q",
                    "-F",
                    str(HERTZ),
                    "-o",
                    f"{folder}/data",
                    "-p",
                    str(child.pid),
                    "--",
                    "sleep",
                    str(seconds),
                ],
                capture_output=True,
                text=True,
            )
            report = subprocess.run(
                [
                    "perf",
                    "report",
                    "-i",
                    f"{folder}/data",
                    "--stdio",
                    "--no-children",
                    "-F",
                    "sample,dso,symbol",
                    "-t",
                    "\t",
                ],
                capture_output=True,
                text=True,
            )
        finally:
            child.kill()
    counts = parse_perf(report.stdout)
    if not counts:
        said = [line.strip(" :") for line in (recorded.stderr + report.stderr).splitlines()]
        why = next((line for line in said if line not in ("", "Error")), "no samples")
        raise ToolMissingError(f"perf may not look ({why}); lower kernel.perf_event_paranoid to allow it")
    return FunctionProfile("perf", "samples", counts)


# -- callgrind -----------------------------------------------------------------------------------------------


def parse_callgrind(text: str) -> dict[str, int]:
    """Instructions by function, without those of the functions it calls, from callgrind's own file format.

    Names are given once as `(12) name` and then as `(12)`. The line after `calls=` is the cost of the callee.
    """
    names: dict[tuple[str, str], str] = {}
    counts: Counter[str] = Counter()
    library = function = ""
    skip = False
    for line in text.splitlines():
        name = re.match(r"(c?)(fn|ob|fi|fe|fl)=(?:\((\d+)\))?\s*(.*)", line)
        if name is not None:
            called, kind, number, value = name.groups()
            table = kind if kind in ("fn", "ob") else "fl"  # files share one table of names
            if value:
                names[table, number] = value
            value = names.get((table, number), value)
            if not called and kind == "fn":
                function = value.partition("'")[0]  # 'n marks a level of recursion
            elif not called and kind == "ob":
                library = value
        elif line.startswith("calls="):
            skip = True
        elif re.match(r"(0x[0-9a-f]+|\d|[+*-])", line):
            fields = line.split()
            if not skip and len(fields) > 1:
                counts[name_of(function, library)] += int(fields[-1])
            skip = False
    return {name: count for name, count in counts.items() if count}


def with_callgrind(kernel: Kernel, amount: int) -> FunctionProfile:
    """Count the instructions of `amount` iterations or playouts. Raises ToolMissingError."""
    if shutil.which("valgrind") is None:
        raise ToolMissingError("valgrind is not installed (Debian: valgrind)")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        done = subprocess.run(
            [
                "valgrind",
                "-q",
                "--tool=callgrind",
                f"--callgrind-out-file={out}",
                f"--toggle-collect={ENTRY[kernel.what]}",
                sys.executable,
                "-m",
                "bench._workload",
                "once",
                kernel.to_json(),
                str(amount),
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        counts = parse_callgrind(out.read_text(errors="replace")) if out.exists() else {}
    if not counts:
        why = (done.stderr.strip() or "nothing was counted").splitlines()[-1]
        raise ToolMissingError(f"valgrind counted nothing ({why})")
    return FunctionProfile("callgrind", "instructions", counts)


def profile_functions(kernel: Kernel, tool: str, seconds: float) -> FunctionProfile:
    """With the given tool, or with the first that works. Raises ToolMissingError naming what to install."""
    reasons = []
    if tool in ("auto", "perf"):
        try:
            return with_perf(kernel, seconds)
        except ToolMissingError as error:
            reasons.append(str(error))
    if tool in ("auto", "callgrind"):
        try:
            return with_callgrind(kernel, 2000)
        except ToolMissingError as error:
            reasons.append(str(error))
    raise ToolMissingError("; ".join(reasons))
