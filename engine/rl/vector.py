"""Many games at once: one call steps them all in the core."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from egypt import Game, IllegalMoveError, Position, View, get_game, integer
from egypt.rl.batch import MOST_GAMES, Games


def default_players(game: Game, players: int | None, variant: str | None) -> int:
    """The number that is asked for, or the fewest that the variant allows."""
    return game.seats_of(variant or game.variants[0])[0] if players is None else players


def _as_int32(actions: Any) -> NDArray[np.int32]:
    """The same numbers; raises IllegalMoveError for those that would become others, which might be legal."""
    given = np.asarray(actions)
    if given.dtype == np.int32:
        return np.ascontiguousarray(given)
    if given.dtype.kind not in "biuf":
        raise IllegalMoveError(f"actions: an array of integers is wanted, not one of {given.dtype}")
    with np.errstate(invalid="ignore"):
        chosen = np.ascontiguousarray(given, np.int32)
    if (changed := np.flatnonzero(chosen != given)).size:
        raise IllegalMoveError(f"game {changed[0]}: action '{given.flat[changed[0]]}' is not legal here")
    return chosen


class VectorEnv:
    """`count` games of one kind. A step takes one action per game, that of the seat to act there, and fills arrays in place:

    observations  float32 (count, tensor_size)   what the seat to act knows, `Game.tensor_names` says what is what
    masks         int8 (count, action_count)     its legal actions
    actors        int8 (count,)                  that seat; 0 is p1
    rewards       float32 (count, players)       of all seats, in the step in which a game ends, else 0
    dones         int8 (count,)                  which games ended in this step

    A game that has ended is followed by the next one in the same step, so that observations and masks are always those of a
    decision. `reward` is `win` (1, shared in a tie), `points` or `margin` (over the best other seat).
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        variant: str | None = None,
        count: int = 64,
        reward: str = "win",
        seed: int = 0,
    ) -> None:
        self.game = game if isinstance(game, Game) else get_game(game)
        self.players = default_players(self.game, players, variant)
        self.count = count = integer(count, "count", 1, MOST_GAMES)
        size, actions = self.game.tensor_size(self.players, variant), self.game.action_count(self.players, variant)
        self.observations = np.zeros((count, size), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self.actors = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, self.players), np.float32)
        self.dones = np.zeros(count, np.int8)
        self.games = Games(
            self.game,
            self.players,
            variant,
            count,
            reward,
            True,
            self.observations,
            self.masks,
            self.actors,
            self.rewards,
            self.dones,
        )
        self._random = np.zeros(count, np.int32)
        self.reset(seed)

    def reset(self, seed: int = 0) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Deal all games anew; returns observations and masks."""
        self.games.reset(seed)
        return self.observations, self.masks

    def step(self, actions: Any) -> tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.float32], NDArray[np.int8]]:
        """One action per game; returns observations, masks, rewards and dones. Raises IllegalMoveError, nothing played."""
        self.games.step(_as_int32(actions))
        return self.observations, self.masks, self.rewards, self.dones

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action of every game, each equally likely; the same array every time."""
        self.games.random_actions(self._random)
        return self._random

    def view(self, number: int) -> View:
        """What the seat to act in one game knows: what a bot is given."""
        return self.games.view(number)

    def position(self, number: int) -> Position:
        """The truth of one game."""
        return self.games.position(number)


vector_env = VectorEnv
