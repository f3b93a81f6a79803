"""One ply on the static evaluation: what looks best right after the move."""

from __future__ import annotations

from egypt import Game, GreedyChooser, View
from egypt.bots.base import Bot


class GreedyBot(Bot):
    """Its choice depends on the view and the seed alone."""

    name = "greedy"

    def __init__(self, game: Game, *, worlds: int = 16, seed: int = 0, network: bool = False) -> None:
        super().__init__(game, seed=seed)
        self._chooser = GreedyChooser(game, worlds, seed, network)

    def choose(self, view: View) -> str:
        return self._chooser.choose(view)
