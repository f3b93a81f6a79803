"""The search of the house as a player."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from egypt.bots.base import Bot
from egypt.core.errors import EgyptError
from egypt.core.game import Game
from egypt.core.position import View
from egypt.search.searcher import Limits, Search

DEFAULT_ITERATIONS = 1000


class IsmctsBot(Bot):
    """Thinks for a number of iterations, for some milliseconds, or until the first of the two is reached.

    With iterations alone, on one thread, its choice depends on the view and the seed alone.
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
        weights: str | None = None,
        family: str | None = None,
        worlds: int | None = None,
        exploration: float | None = None,
        urgency: float | None = None,
        history: float | None = None,
        widening: float | None = None,
        siblings: bool | None = None,
        margin: float | None = None,
        keyed_draws: int | None = None,
        playout: int | None = None,
        candidates: int | None = None,
        reuse: str | None = None,
        early: bool | None = None,
        exact: bool | None = None,
    ) -> None:
        if iterations is not None and iterations < 1:
            raise EgyptError(f"iterations: {iterations} is less than 1")
        if iterations is None and movetime is None:
            iterations = DEFAULT_ITERATIONS
        self.name = "ismcts"
        self._limits = Limits(iterations=iterations, movetime=movetime)
        self._search = Search(
            game, threads=threads, hash_mb=hash_mb, seed=seed,
            weights=None if weights is None else _read_weights(weights),
            family=family, worlds=worlds, exploration=exploration, urgency=urgency, history=history, widening=widening,
            siblings=siblings, margin=margin, keyed_draws=keyed_draws, playout=playout, candidates=candidates,
            reuse=reuse, early=early, exact=exact,
        )

    def new_game(self) -> None:
        self._search.forget()

    def allow(self, usual: float, most: float) -> None:
        self._limits = replace(self._limits, target=usual, movetime=most)

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        if not legal:
            raise EgyptError(f"p{view.viewer + 1} is not to act: there is nothing to choose")
        if len(legal) == 1:
            return legal[0]
        return self._search.run(view, self._limits).best or legal[0]


def _read_weights(path: str) -> dict[str, Any]:
    """Weights in the form of a room's weights.json."""
    try:
        return dict(json.loads(Path(path).read_text()))
    except (OSError, TypeError, ValueError) as error:
        raise EgyptError(f"weights: cannot read '{path}': {error}") from None
