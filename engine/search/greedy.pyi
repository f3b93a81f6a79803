from typing import Self

from egypt.core.game import Game
from egypt.core.position import View

class GreedyChooser:
    game: Game
    worlds: int
    def __new__(cls, game: Game, worlds: int = 16, seed: int = 0, network: bool = False) -> Self: ...
    def choose(self, view: View) -> str: ...
    def values(self, view: View) -> list[tuple[str, float, float]]: ...
