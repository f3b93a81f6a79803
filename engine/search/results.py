"""What goes into a search and what comes out of it, as plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf
from numbers import Real
from typing import Any

from egypt.core.errors import EgyptError
from egypt.core.integers import integer, shown


def _is_time(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return 0 <= float(value) < inf
    except OverflowError:  # an integer of more than 308 digits
        return False


@dataclass(frozen=True, slots=True, repr=False)
class Limits:
    """When a search ends: at the first limit that is reached. No limit at all means: until `stop`."""

    iterations: int | None = None
    movetime: float | None = None  # milliseconds
    target: float | None = None  # milliseconds for a usual decision; a hard one gets up to movetime
    searchmoves: tuple[str, ...] = ()  # only these root moves; empty for all

    def __post_init__(self) -> None:
        if self.iterations is not None:
            object.__setattr__(self, "iterations", integer(self.iterations, "iterations", 1))
        moves: object = self.searchmoves
        if not isinstance(moves, tuple | list) or not all(isinstance(move, str) for move in moves):
            raise EgyptError(f"searchmoves: {shown(moves)} must be a tuple of moves")
        object.__setattr__(self, "searchmoves", tuple(moves))
        for name, value in (("movetime", self.movetime), ("target", self.target)):
            if value is not None and not _is_time(value):
                raise EgyptError(f"{name}: {shown(value)} must be a finite number of milliseconds, not negative")

    def __repr__(self) -> str:
        given = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return f"Limits({', '.join(f'{name}={value!r}' for name, value in given if value not in (None, ()))})"


@dataclass(frozen=True, slots=True, repr=False)
class Line:
    """One root move: how often it was tried and what it promises to every seat."""

    move: str
    visits: int
    chances: tuple[float, ...]
    points: tuple[float, ...]
    pv: tuple[str, ...]
    pv_actors: tuple[int, ...]  # who makes each move of pv: a seat, or CHANCE

    def __repr__(self) -> str:
        chances, points = (
            ", ".join(f"{value:.{digits}f}" for value in values) for values, digits in ((self.chances, 3), (self.points, 1))
        )
        return f"<Line {self.move}: {self.visits} visits, chances ({chances}), points ({points}), pv {' '.join(self.pv)}>"


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """What a search found; `lines` are sorted, the best first."""

    best: str | None  # None if, and only if, the viewer is not to act
    lines: tuple[Line, ...]  # moves of whoever acts, the best for them first
    iterations: int
    nodes: int
    hashfull: int  # permille of the node pool in use now; a full pool keeps some places free
    milliseconds: float
    bytes_per_node: int
    exact: bool = False  # not searched but solved: chances and points are the truth

    def __repr__(self) -> str:
        effort = "solved exactly" if self.exact else f"{self.iterations} iterations"
        effort += f", {self.nodes} nodes, {self.milliseconds:.0f} ms"
        return f"<Result {self.best}, best of {len(self.lines)} moves: {effort}>"

    def chosen(self) -> str:
        """The best move; raises EgyptError if the viewer is not to act."""
        if self.best is None:
            raise EgyptError("the viewer is not to act: there is no best move")
        return self.best

    @property
    def iterations_per_second(self) -> int:
        return round(self.iterations * 1000 / self.milliseconds) if self.milliseconds > 0 else 0
