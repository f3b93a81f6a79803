from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.game import Game
from engine.core.position import View

@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit that is reached. No limit at all means: until `stop`."""

    iterations: int | None = None
    movetime: float | None = None
    searchmoves: tuple[str, ...] = ()

@dataclass(frozen=True, slots=True)
class Line:
    """One root move: how often it was tried and what it promises."""

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
    hashfull: int
    milliseconds: float
    bytes_per_node: int
    @property
    def iterations_per_second(self) -> int: ...

class Search:
    game: Game
    threads: int
    settings: dict[str, Any]
    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int = 0,
        exploration: float | None = None,
        playout: int | None = None,
        informed: bool | None = None,
    ) -> None: ...
    def run(
        self,
        view: View,
        limits: Limits,
        on_info: Callable[[Result], None] | None = None,
        info_interval: float = 1000.0,
    ) -> Result:
        """Blocks until a limit is reached or `stop` is called; the GIL is free meanwhile."""
    def stop(self) -> None:
        """End a running `run` soon; must not block. A stop before `run` ends that run at once."""
    def clear(self) -> None:
        """Forget a pending stop, so that the next `run` runs."""
