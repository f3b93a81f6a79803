from collections.abc import Callable
from typing import Any, Self

from egypt.core.game import Game
from egypt.core.position import View
from egypt.core.weights import GameWeights
from egypt.search.results import Limits as Limits
from egypt.search.results import Line as Line
from egypt.search.results import Result as Result

class Search:
    game: Game
    threads: int
    chosen: dict[str, Any]
    weights: GameWeights
    def __new__(
        cls,
        game: Game,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int = 0,
        weights: GameWeights | dict[str, Any] | None = None,
        **settings: Any,
    ) -> Self: ...
    def settings(self, players: int) -> dict[str, Any]:
        """All settings that a search for so many players uses."""
    def run(
        self,
        view: View,
        limits: Limits,
        on_info: Callable[[Result], None] | None = None,
        info_interval: float = 1000.0,
    ) -> Result:
        """Blocks until a limit is reached or `stop` is called; the GIL is free meanwhile."""
    def forget(self) -> None:
        """A new game begins: nothing learned so far counts."""
    def stop(self) -> None:
        """End a running `run` soon; must not block. A stop before `run` ends that run after one iteration."""
    def clear(self) -> None:
        """Forget a pending stop, so that the next `run` runs."""
