"""What went wrong, in words for everybody at a table; what is behind it is for the host alone.

The text of a failure has what a program was asked and what it wrote before it ended: its command, the paths of the host, the
view of its seat. So a page gets a sentence by the kind of the failure, and the host's stderr gets the rest.
"""

from __future__ import annotations

import contextlib
import logging
import math
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from egypt.protocol.client import BrokenProtocol, CannotStart, Crashed, EngineFailure, Flooded, Refused, Stalled

REPEAT_SECONDS = 60.0
REFUSES = "refuses what it is asked"
WORDS: dict[type[EngineFailure], str] = {
    CannotStart: "cannot be started",
    Crashed: "has ended",
    Stalled: "gives no answer",
    Flooded: "wrote a line without end",
    BrokenProtocol: "gave an answer that the protocol does not allow",
}


class Reporter(logging.Handler):
    """What the server's libraries complain about: a line per kind of trouble on stderr, and no more of that kind for a
    minute. What strangers send must not fill the host's terminal or disk.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._told: dict[tuple[str, ...], tuple[float, int]] = {}  # by kind: when, and how many since

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.exc_info[1] if record.exc_info else None
        if isinstance(problem, UnicodeDecodeError):
            return  # a guest's text that is no UTF-8 closes the guest's page, and that is all
        text, *_ = record.getMessage().splitlines() or [""]
        kind = record.name, str(record.msg).partition("\n")[0], type(problem).__name__
        when, since = self._told.get(kind, (-math.inf, 0))
        if self._now() - when < REPEAT_SECONDS:
            self._told[kind] = when, since + 1
            return
        self._told[kind] = self._now(), 0
        why = f": {problem!r:.300}{_place(problem)}" if problem is not None else ""
        again = f" ({since} more since this was last said)" if since else ""
        _print(f"egypt-play: {text[:300].rstrip('. ')}{why}{again}")


def _place(problem: BaseException) -> str:
    """Where a failure comes from: the last line of ours, or of a library's, that it went through."""
    frames = traceback.extract_tb(problem.__traceback__)
    return f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""


def _print(line: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nothing that a page waits for depends on the host's terminal
        if sys.stderr is not None:
            print(line, file=sys.stderr, flush=True)


class Trouble(Exception):
    """Its text is the server's own: every page may have it as it is."""


class NotOffered(Trouble, CannotStart):
    """A program that this server does not have."""


class NotMoved(Trouble, Stalled):
    """A program that thinks for too long."""


class OtherRules(Trouble, Refused):
    """A program that plays a game by other rules."""


def report(problem: Exception, who: str, refused: str = REFUSES) -> str:
    """Print a failure of a program for the host, and return what everybody may be told of it. `who` is the program as the
    table calls it, `refused` what a refusal means.
    """
    if isinstance(problem, Trouble):
        return problem.text if isinstance(problem, OtherRules) else str(problem)
    known = isinstance(problem, EngineFailure | Refused)  # else its text alone may say nothing
    _print(str(problem) if isinstance(problem, OSError) else f"{who}: {problem if known else repr(problem)}")
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)  # without a path
    what = next((words for kind, words in WORDS.items() if isinstance(problem, kind)), "has failed")
    return f"{who} {refused if isinstance(problem, Refused) else what}"
