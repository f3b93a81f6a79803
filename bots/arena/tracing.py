"""What is said to engines and by them, with times: a file per engine, which all its processes share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from egypt.bots.arena.errors import ArenaError
from egypt.protocol.commands import printable


def tracer(folder: str, engine: str) -> Callable[[str, str], None] | None:
    """Writes `12:30:01.123456 [7] > go movetime 100`, where 7 tells this process of the engine from others; None without a
    folder. Lines are added whole, so several writers do no harm. Raises ArenaError."""
    if not folder:
        return None
    path = Path(folder) / f"{re.sub(r'[^A-Za-z0-9._-]', '_', engine)}.log"
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    except OSError as problem:
        raise ArenaError(f"--log {path}: {problem.strerror}") from None
    return _Trace(file)


class _Trace:
    """Owns the file; it is closed with the engine."""

    _count = 0

    def __init__(self, file: int) -> None:
        _Trace._count += 1
        self._file = file
        self._label = f"{os.getpid()}.{_Trace._count}"

    def __call__(self, direction: str, line: str) -> None:
        now = datetime.now(UTC).strftime("%H:%M:%S.%f")
        with suppress(OSError):  # a full disk costs no engine its game
            os.write(self._file, f"{now} [{self._label}] {direction} {printable(line)}\n".encode(errors="replace"))

    def __del__(self) -> None:
        os.close(self._file)
