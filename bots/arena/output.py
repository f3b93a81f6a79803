"""Standard output and error of the programs, whatever has become of them."""

from __future__ import annotations

import contextlib
import io
import os
import sys


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
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
