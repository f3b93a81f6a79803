"""The search of the house as a player."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from egypt import EgyptError, Game, Limits, Search, View, with_settings
from egypt.bots.base import Bot, Thought

DEFAULT_ITERATIONS = 1000


class IsmctsBot(Bot):
    """Searches for a number of iterations, for some milliseconds, or until the first of the two is reached.

    `weights` is the path of a file in the form of a room's weights.json; further keywords are settings of the search.

    With iterations alone, on one thread, its choice depends on the view and the seed alone.
    """

    name = "ismcts"

    @with_settings
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
        **settings: Any,
    ) -> None:
        super().__init__(game, seed=seed)
        if iterations is None and movetime is None:
            iterations = DEFAULT_ITERATIONS
        self._limits = Limits(iterations=iterations, movetime=movetime)
        self._search = Search(
            game,
            threads=threads,
            hash_mb=hash_mb,
            seed=seed,
            weights=None if weights is None else read_weights(weights),
            **settings,
        )

    def new_game(self) -> None:
        self._search.forget()

    def allow(self, usual: float, most: float) -> None:
        self._limits = replace(self._limits, target=usual, movetime=most)

    def choose(self, view: View) -> str:
        legal = view.legal_moves()
        if not legal:
            raise EgyptError(f"p{view.viewer + 1} is not to act: there is nothing to choose")
        self.thought = None
        if len(legal) == 1:
            return legal[0]
        result = self._search.run(view, self._limits)
        best = result.lines[0]
        self.thought = Thought(result.iterations, best.chances, best.points, best.pv)
        return result.chosen()


def read_weights(path: str) -> dict[str, Any]:
    """Weights in the form of a room's weights.json."""
    try:
        return dict(json.loads(Path(path).read_text()))
    except (OSError, TypeError, ValueError) as error:
        raise EgyptError(f"weights: cannot read '{path}': {error}") from None
