"""Standard output and error of the programs, whatever has become of them."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TextIO


def prepare_output() -> None:
    """Whatever is shown can be written: a closed output swallows it, a poor encoding escapes what it lacks."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - lives as long as the program
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def give_up_output() -> None:
    """Nothing more is written to standard output, or the exit would complain again."""
    _give_up(sys.stdout)


def finish_log() -> None:
    """A log that cannot be written changes no exit code: Python would try once more at the exit, and make it 120."""
    try:
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
