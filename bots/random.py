"""Any legal move, each as likely as the other: the floor of every strength table."""

from __future__ import annotations

from egypt import Game, Rng, View
from egypt.bots.base import Bot


class RandomBot(Bot):
    """Repeats exactly with the same seed and the same sequence of views."""

    name = "random"

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        super().__init__(game, seed=seed)
        self._rng = Rng(seed)

    def choose(self, view: View) -> str:
        codes = view.legal_codes()
        return view.game.move_text(codes[self._rng.below(len(codes))])
