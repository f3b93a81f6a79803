"""What the environments have in common: their tables, their spaces, and whether a stored network fits them."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

import gymnasium
import numpy as np

from egypt import Game, get_game

LOWEST, HIGHEST = -(2.0**15), 2.0**16  # no entry of a tensor lies outside
UNIT = "unit"  # observations between 0 and 1
VERSION = "v0"  # of the environments, in all their names
DIGITS = 16  # of a fingerprint


def game_given(game: str | Game) -> Game:
    return game if isinstance(game, Game) else get_game(game)


def default_players(game: Game, players: int | None, variant: str | None) -> int:
    """The number that is asked for, or the fewest that the variant allows."""
    return game.seats_of(variant or game.variants[0])[0] if players is None else players


def observation_space(size: int, actions: int, observation: str) -> gymnasium.spaces.Dict:
    """Of one game."""
    low, high = (0.0, 1.0) if observation == UNIT else (LOWEST, HIGHEST)
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(low, high, (size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
        }
    )


@lru_cache(maxsize=256)
def fingerprint(game: Game, players: int, variant: str | None, observation: str) -> str:
    """Of all that a stored network depends on: the actions in their order, the names of the observation in theirs, and how
    its counts are scaled. A network fits an environment if it was trained in one with the same fingerprint.
    """
    actions = [game.action_move(action) for action in range(game.action_count(players, variant))]
    layout = game.layout_of(players, variant)
    known = [game.name, actions, layout.names, layout.largest if observation == UNIT else None]
    return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:DIGITS]
