"""Who sits where, and the secret words that open a seat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

TOKEN_BYTES = 16
MAX_MOVETIME = 60_000  # milliseconds that an engine thinks
RECORDED = "recorded"  # the game was played elsewhere
AUTOMATON = "automaton"  # of the rules: nature moves it; also the field by which a room marks its seat
KINDS = ("here", "link", "engine", "other", RECORDED, AUTOMATON)


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the host's device or at one of their own, an engine with its effort, or an automaton of the rules."""

    kind: str  # "here", "link", "engine", RECORDED, AUTOMATON, or "other": at a real table, elsewhere
    name: str
    level: int | None = None  # of an engine: one of advisers.LEVEL_ITERATIONS, or
    movetime: int | None = None  # milliseconds
    program: str = ""

    @property
    def is_engine(self) -> bool:
        return self.kind == "engine"

    def public(self) -> dict[str, Any]:
        """What everybody at the table may know."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}


@dataclass(frozen=True, slots=True)
class Pass:
    """What a token allows: to play these seats, or to look over their shoulders; `sees_all`: the whole truth;
    `public`: what everybody knows.
    """

    token: str
    seats: tuple[int, ...]
    may_play: bool
    sees_all: bool = False
    public: bool = False

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"seats": list(self.seats)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Pass:
        return cls(
            str(data["token"]),
            tuple(int(seat) for seat in data["seats"]),
            bool(data["may_play"]),
            bool(data["sees_all"]),
            bool(data.get("public", False)),
        )


def is_real(seats: Sequence[Seat]) -> bool:
    """Whether the game is played with the box, and only followed here."""
    return any(seat.kind == "other" for seat in seats)


def may_branch(seats: Sequence[Seat], entry: Pass) -> bool:
    """Whether another move may be tried at a new table: by those at the host's device, and by who looks at a game of
    engines or a record. A guest with the link of a seat makes no tables.
    """
    return entry.sees_all or (entry.may_play and {seats[seat].kind for seat in entry.seats} == {"here"})


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def make_passes(seats: Sequence[Seat]) -> tuple[Pass, ...]:
    """One pass for all who sit at the host's device, one for each seat with a link, one to watch for each person, and one
    for onlookers.

    At a table of engines there is nothing to hide: the one pass shows everything.
    """
    here = tuple(number for number, seat in enumerate(seats) if seat.kind == "here")
    people = [number for number, seat in enumerate(seats) if seat.kind in ("here", "link")]
    if not people:
        return (Pass(new_token(), (), False, True),)
    passes = [Pass(new_token(), here, True)] if here else []
    passes += [Pass(new_token(), (number,), True) for number in people if number not in here]
    passes += [Pass(new_token(), (number,), False) for number in people]
    if not is_real(seats):
        passes.append(Pass(new_token(), (), False, public=True))
    return tuple(passes)


def find_pass(passes: Sequence[Pass], token: str) -> Pass | None:
    """The pass with this token, compared in constant time."""
    found = None
    for one in passes:
        if secrets.compare_digest(one.token.encode(), token.encode()):
            found = one
    return found
