"""The search of the house as a player."""

from __future__ import annotations

from bots.base import Bot
from engine.core.errors import EgyptError
from engine.core.game import Game
from engine.core.position import View
from engine.search.searcher import Limits, Search

DEFAULT_ITERATIONS = 1000


class IsmctsBot(Bot):
    """Thinks for a number of iterations, for some milliseconds, or until the first of the two is reached.

    With iterations alone and one thread, its choice depends on the view and the seed alone.
    """

    def __init__(
        self,
        game: Game,
        *,
        iterations: int | None = None,
        movetime: float | None = None,
        seed: int = 0,
        threads: int = 1,
        hash_mb: int = 64,
        exploration: float | None = None,
        playout: int | None = None,
        informed: bool | None = None,
    ) -> None:
        if iterations is None and movetime is None:
            iterations = DEFAULT_ITERATIONS
        self.name = "ismcts"
        self._limits = Limits(iterations=iterations, movetime=movetime)
        self._search = Search(
            game, threads=threads, hash_mb=hash_mb, seed=seed, exploration=exploration, playout=playout,
            informed=informed,
        )

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        if not legal:
            raise EgyptError(f"p{view.viewer + 1} is not to act: there is nothing to choose")
        if len(legal) == 1:
            return legal[0]
        return self._search.run(view, self._limits).best or legal[0]
