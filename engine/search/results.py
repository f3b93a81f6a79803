"""What goes into a search and what comes out of it, as plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from egypt.core.errors import EgyptError


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit that is reached. No limit at all means: until `stop`."""

    iterations: int | None = None
    movetime: float | None = None       # milliseconds
    target: float | None = None         # milliseconds for a usual decision; a hard one gets up to movetime
    searchmoves: tuple[str, ...] = ()   # only these root moves; empty for all

    def __post_init__(self) -> None:
        if self.iterations is not None and not isinstance(self.iterations, int):
            raise EgyptError(f"iterations: {self.iterations} is no whole number")
        for name, value in (("movetime", self.movetime), ("target", self.target)):
            if value is not None and not isfinite(value):
                raise EgyptError(f"{name}: {value} is no time in milliseconds")


@dataclass(frozen=True, slots=True)
class Line:
    """One root move: how often it was tried and what it promises to every seat."""

    move: str
    visits: int
    chances: tuple[float, ...]
    points: tuple[float, ...]
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found; `lines` are sorted, the best first."""

    best: str | None
    lines: tuple[Line, ...]
    iterations: int
    nodes: int
    hashfull: int                       # permille of the node pool in use
    milliseconds: float
    bytes_per_node: int
    exact: bool = False                 # not searched but solved: chances and points are the truth

    @property
    def iterations_per_second(self) -> int:
        return round(self.iterations * 1000 / self.milliseconds) if self.milliseconds > 0 else 0
