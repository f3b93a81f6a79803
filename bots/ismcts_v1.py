"""The search as it first stood, with the weights it had then: what later versions are measured against."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from egypt import EgyptError, Game
from egypt.bots.ismcts import IsmctsBot

WEIGHTS = Path(__file__).with_name("first_version")

# Whatever was added since is off.
PLAIN: dict[str, Any] = {
    "family": "single",
    "urgency": -1.0,
    "history": 0.0,
    "siblings": False,
    "margin": 0.0,
    "keyed_draws": 1,
    "candidates": 1,
    "reuse": "never",
    "early": False,
    "exact": False,
}


class FirstVersionBot(IsmctsBot):
    """Plain single-observer ISMCTS, one thread. Knows the games that stood when it was frozen: Ra and Sobek."""

    name = "ismcts-v1"

    def __init__(
        self, game: Game, *, iterations: int | None = None, movetime: float | None = None, seed: int = 0, hash_mb: int = 64
    ) -> None:
        weights = WEIGHTS / f"{game.name}.json"
        if not weights.exists():
            raise EgyptError(f"ismcts-v1: '{game.name}' came later than the first version")
        super().__init__(
            game, iterations=iterations, movetime=movetime, seed=seed, hash_mb=hash_mb, weights=str(weights), **PLAIN
        )
