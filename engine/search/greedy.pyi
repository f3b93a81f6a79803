from typing import Any, Self

from egypt.core.game import Game
from egypt.core.position import View
from egypt.core.weights import GameWeights

class GreedyChooser:
    game: Game
    worlds: int
    weights: GameWeights
    def __new__(
        cls,
        game: Game,
        worlds: int = 16,
        seed: int = 0,
        network: bool = False,
        weights: GameWeights | dict[str, Any] | None = None,
    ) -> Self: ...
    def choose(self, view: View) -> str: ...
    def values(self, view: View) -> list[tuple[str, float, float]]: ...
