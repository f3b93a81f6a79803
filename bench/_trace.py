"""A trace build of the core in a copy of its own, so that the normal build stays as it is.

build/trace/<game> gets the core, the search, one game and the bench. Files are copied only when they
changed, so that the next build compiles only those. A game from outside engine/games sees to its own build,
by EGYPT_BUILD."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench._lines import FunctionLines, read_record
from bench._workload import Kernel

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".py", ".pyx", ".pxd", ".json", ".toml", ".md")
KEPT = (".so", ".pyd")  # compiled files stay as long as their source does


class TraceError(Exception):
    """The trace build or its run failed; the message says why."""


def wanted_files(game: str) -> set[Path]:
    """What the copy consists of, relative to the project."""
    rooms = ROOT / "engine" / "games"
    files = {Path("setup.py"), Path("pyproject.toml"), Path("README.md")}
    for path in [*(ROOT / "engine").rglob("*"), *(ROOT / "bench").glob("*.py")]:
        in_room = path.is_relative_to(rooms) and path.parent != rooms
        if path.suffix in SOURCES and (not in_room or path.is_relative_to(rooms / game)):
            files.add(path.relative_to(ROOT))
    return files


def synchronise(target: Path, files: set[Path]) -> None:
    """Make the copy equal to the project, touching only what differs."""
    for file in files:
        source, copy = ROOT / file, target / file
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    for copy in [*(target / "engine").rglob("*"), *(target / "bench").rglob("*")]:
        file = copy.relative_to(target)
        source = file.with_name(file.name.partition(".")[0] + ".pyx") if copy.suffix in KEPT else file
        if copy.suffix in SOURCES + KEPT and source not in files:
            copy.unlink()


def environment(target: Path) -> dict[str, str]:
    """The copy comes first on the path, the project behind it."""
    paths = [str(target / "build" / "links"), str(target), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "EGYPT_BUILD": "trace", "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def build(game: str) -> Path:
    """The folder of the trace build, brought up to date. Takes a minute the first time. Raises TraceError."""
    if not (ROOT / "setup.py").exists():
        raise TraceError("a profile by line needs a checkout with setup.py, to build the core with tracing")
    target = ROOT / "build" / "trace" / game
    synchronise(target, wanted_files(game))
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=target,
        env=environment(target),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    (target / "log").write_text(done.stdout)
    if done.returncode:
        last = (done.stdout.strip() or "no output").splitlines()[-1]
        raise TraceError(f"the trace build failed ({last}); see {(target / 'log').relative_to(ROOT)}")
    return target


def profile_lines(kernel: Kernel, seconds: float) -> tuple[dict[str, Any], list[FunctionLines]]:
    """Build, run and read: the raw record, and its functions. Raises TraceError."""
    target = build(kernel.game)
    done = subprocess.run(
        [sys.executable, "-m", "bench._workload", "lines", kernel.to_json(), str(seconds)],
        cwd=target,
        env=environment(target),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise TraceError((done.stderr.strip() or "the traced run failed").splitlines()[-1])
    data: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if not data["functions"]:
        raise TraceError(f"Python {sys.version.split()[0]} reports no lines of compiled code")
    return data, read_record(data, [target, ROOT])
