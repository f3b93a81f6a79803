"""The search with its settings and weights of November 2026: what the generation after it is measured against."""

from __future__ import annotations

from pathlib import Path

from egypt import EgyptError, Game
from egypt.bots.ismcts import IsmctsBot

WEIGHTS = Path(__file__).with_name("second_version")


class SecondVersionBot(IsmctsBot):
    """ISMCTS on one thread, as it searched all four games by default. Its files name every setting there was, so only
    settings that were added since are left to their defaults in engine/search/settings.py: there they must be off. `exact`
    is on for Ra alone, the only game whose ends could be solved then."""

    name = "ismcts-v2"

    def __init__(
        self, game: Game, *, iterations: int | None = None, movetime: float | None = None, seed: int = 0, hash_mb: int = 64
    ) -> None:
        weights = WEIGHTS / f"{game.name}.json"
        if not weights.exists():
            raise EgyptError(f"ismcts-v2: '{game.name}' came later than the second version")
        super().__init__(game, iterations=iterations, movetime=movetime, seed=seed, hash_mb=hash_mb, weights=str(weights))
