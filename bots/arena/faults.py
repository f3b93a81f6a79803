"""What a player can do wrong, told apart. A fault costs the seat its game and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from egypt.bots.arena.reading import BadField, Fields, shown
from egypt.protocol.client import BrokenProtocol, CannotStart, Crashed, EngineFailure, Flooded, Refused, Stalled
from egypt.protocol.commands import printable

MAX_TEXT = 500  # characters of a message that are kept
MAX_LOG = 300  # of them from the end of an engine's log


class Kind(StrEnum):
    CRASH = "crash"  # the process ended or closed its output; a bot raises or exits
    ILLEGAL = "illegal move"  # an answer that is no legal move here
    TIME = "time over"  # the answer came, but later than clock or movetime plus overhead
    STALL = "stall"  # no answer at all
    PROTOCOL = "protocol error"  # something that EGI/1 does not allow, or an error in answer to a good command
    START = "cannot start"  # no such program, or no handshake


class PlayerFault(Exception):
    """A player failed; raised by players, caught at the table."""

    def __init__(self, kind: Kind, text: str, late: float | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.late = late  # milliseconds used, where the fault is one of time


@dataclass(frozen=True, slots=True)
class Fault:
    """What one seat did wrong in a game."""

    seat: int
    kind: Kind
    text: str

    def __post_init__(self) -> None:
        """What an engine said is shown on terminals: no control characters, on one line, and not without end."""
        object.__setattr__(self, "text", printable(" ".join(self.text[:MAX_TEXT].split()))[:MAX_TEXT])

    def to_json(self) -> dict[str, str]:
        return {"seat": f"p{self.seat + 1}", "kind": self.kind.value, "text": self.text}

    @staticmethod
    def from_json(data: object) -> Fault:
        """Raises BadField if it is none."""
        fields = Fields(data, ("seat", "kind", "text"))
        seat, kind = fields.text("seat"), fields.text("kind")
        if not re.fullmatch("p[1-9]", seat):
            raise BadField(f"seat '{shown(seat)}' is no seat")
        if kind not in set(Kind):
            raise BadField(f"kind '{shown(kind)}' is no fault")
        return Fault(int(seat[1]) - 1, Kind(kind), fields.any_text("text"))


_KINDS: tuple[tuple[type[Exception], Kind], ...] = (
    (CannotStart, Kind.START),
    (Crashed, Kind.CRASH),
    (Stalled, Kind.STALL),
    (Flooded, Kind.PROTOCOL),
    (BrokenProtocol, Kind.PROTOCOL),
    (Refused, Kind.PROTOCOL),
    (EngineFailure, Kind.CRASH),
)


def as_fault(problem: BaseException, command: Sequence[str] = ()) -> PlayerFault:
    """Any failure of a player by its kind; what has no name of its own is a crash. `command` is the program's own."""
    if isinstance(problem, PlayerFault):
        return problem
    for kind_of_problem, kind in _KINDS:
        if isinstance(problem, kind_of_problem):
            return PlayerFault(kind, cause(problem, command)[:MAX_TEXT])
    try:
        text = str(problem)
    except Exception:  # an exception of somebody's own may fail at this, too
        text = "its message cannot be read"
    return PlayerFault(Kind.CRASH, f"{type(problem).__name__}: {text}"[:MAX_TEXT])


def cause(problem: Exception, command: Sequence[str] = ()) -> str:
    """What went wrong, in few words: without the command line of the program, and of what it was asked the first words.

    Of its log the last line: there programs say why they stop.
    """
    if isinstance(problem, Refused):
        return f"error {problem.code} : {problem.text}"
    text, has_log, log = str(problem).removeprefix(" ".join(command)).lstrip(" :").partition("; its log: ")
    text = re.sub(r"(when asked|answer to) (['\"])(\S+(?: \S{1,20}\b)?).*?\2", r"\1 \2\3\2", text)
    text = re.sub(r"(answered (['\"]).*?) \(in answer to: .*$", r"\1\2", text)
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    return f"{text}; its log ends: {lines[-1][-MAX_LOG:]}" if has_log and lines else text


def forfeit_ranks(players: int, faulty: set[int]) -> list[int]:
    """Ranks of a forfeited game: the faulty seats are last, all others share the first place."""
    first_last = players - len(faulty) + 1 if len(faulty) < players else 1
    return [first_last if seat in faulty else 1 for seat in range(players)]
