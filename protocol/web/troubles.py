"""What went wrong, in words for everybody at a table; what is behind it is for the host alone.

The text of a failure has what a program was asked and what it wrote before it ended: its command, the paths of the host, the
view of its seat. So a page gets a sentence by the kind of the failure, and the host's stderr gets the rest.
"""

from __future__ import annotations

import contextlib
import sys

from egypt.protocol.client import BrokenProtocol, CannotStart, Crashed, EngineFailure, Flooded, Refused, Stalled

REFUSES = "refuses what it is asked"
WORDS: dict[type[EngineFailure], str] = {
    CannotStart: "cannot be started",
    Crashed: "has ended",
    Stalled: "gives no answer",
    Flooded: "wrote a line without end",
    BrokenProtocol: "gave an answer that the protocol does not allow",
}


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
    with contextlib.suppress(OSError, ValueError):  # nothing that a page waits for depends on the host's terminal
        if sys.stderr is not None:
            print(
                problem if isinstance(problem, OSError) else f"{who}: {problem if known else repr(problem)}",
                file=sys.stderr,
                flush=True,
            )
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)  # without a path
    what = next((words for kind, words in WORDS.items() if isinstance(problem, kind)), "has failed")
    return f"{who} {refused if isinstance(problem, Refused) else what}"
