"""Many games at once: one call steps them all in the core."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from egypt import Game, IllegalMoveError, Position, View, integer
from egypt.bots import Bot
from egypt.rl.batch import MOST_GAMES, Games
from egypt.rl.opponents import BOT_SEEDS, Seating
from egypt.rl.single_game import Observation
from egypt.rl.spaces import default_players, fingerprint, game_given, observation_space

SEED_MASK = (1 << 64) - 1
IN_CORE = "random"  # opponents that the core plays, without Python


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


class VectorEnv(gymnasium.vector.VectorEnv[Observation, Any, NDArray[Any]]):
    """`count` games of one kind. A step takes one action per game, that of the seat to act there, and fills arrays in place:

    observations  float32 (count, tensor_size)   what the seat to act knows, `Game.tensor_names` says what is what
    masks         int8 (count, action_count)     its legal actions
    actors        int8 (count,)                  that seat; 0 is p1
    rewards       float32 (count, players)       of all seats, in the step in which a game ends, else 0
    dones         int8 (count,)                  which games ended in this step

    `reset` and `step` give these same arrays again each time: copy what must outlast the next step. A game that has ended is
    followed by the next one in the same step (AutoresetMode.SAME_STEP), so that observations and masks are always those of a
    decision; what a seat knew in the end is not kept. `reward` is `win` (1, shared in a tie), `points` or `margin` (over the
    best other seat); `observation` and `illegal` are those of `Agents`.

    With `opponents` (bots as the arena names them, one for all or one for each other seat in turn) the learner has one seat
    in every game and `rewards` are that seat's, float32 (count,). It is `seat`, or with None seat 0 in the first game, 1 in
    the second … `random` opponents are played in the core, others one by one in Python.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        variant: str | None = None,
        count: int = 64,
        reward: str = "win",
        seed: int = 0,
        observation: str = "counts",
        illegal: str = "raise",
        opponents: str | list[str] | None = None,
        seat: int | None = 0,
    ) -> None:
        self.game = game_given(game)
        self.players = default_players(self.game, players, variant)
        self.count = self.num_envs = count = integer(count, "count", 1, MOST_GAMES)
        size, actions = self.game.tensor_size(self.players, variant), self.game.action_count(self.players, variant)
        self.seating = None if opponents is None else Seating(self.game, self.players, variant, seat, opponents)
        self.learners = None if self.seating is None else [self.seating.learner(number) for number in range(count)]
        in_core = self.seating is not None and all(spec == IN_CORE for spec in self.seating.specs)
        self.observations = np.zeros((count, size), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self.actors = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, self.players) if self.learners is None else count, np.float32)
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
            observation=observation,
            illegal=illegal,
            learners=self.learners,
            random_others=in_core,
        )
        self.observation, self.replaces = observation, illegal == "random"
        self._by_python = self.seating is not None and not in_core
        self._bots: list[dict[int, Bot]] = []
        self._random = np.zeros(count, np.int32)
        self._seen: Observation = {"observation": self.observations, "action_mask": self.masks}
        self._terminations: NDArray[np.bool_] = self.dones.view(np.bool_)
        self._truncations: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.reset(seed=seed)

    # Made when they are first asked for: the bounds of many games take as much memory as the games' arrays.

    @cached_property
    def single_observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        return observation_space(self.observations.shape[1], self.masks.shape[1], self.observation)

    @cached_property
    def single_action_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        return gymnasium.spaces.Discrete(self.masks.shape[1])

    @cached_property
    def observation_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        return batch_space(self.single_observation_space, self.count)

    @cached_property
    def action_space(self) -> gymnasium.Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.count)

    @property
    def fingerprint(self) -> str:
        """The same for all environments that a network trained in this one fits."""
        return fingerprint(self.game, self.players, self.games.variant, self.observation)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Deal all games anew; without a seed, the games that come next. Returns observations and infos."""
        self.games.reset(seed)
        if self._by_python and seed is not None:
            self._seat_bots(int(seed) & SEED_MASK)
        self._let_others_play(range(self.count))
        self.dones[:], self.rewards[:] = 0, 0  # the first moves of others end nothing that the learner took part in
        return self._seen, self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One action per game; returns observations, rewards, terminations, truncations and infos (`seat` is the one to
        act). Raises IllegalMoveError, nothing played."""
        self.games.step(_as_int32(actions))
        infos = self._infos()
        self._let_others_play(np.flatnonzero(self.dones).tolist())
        return self._seen, self.rewards, self._terminations, self._truncations, infos

    def _infos(self) -> dict[str, Any]:
        """With the action that was replaced, if any is."""
        return {"seat": self.actors} | ({"replaced": np.array(self.games.replaced())} if self.replaces else {})

    def _seat_bots(self, seed: int) -> None:
        """A bot of its own for every other seat of every game: it may remember what it has seen."""
        assert self.seating is not None and self.learners is not None
        self.close_extras()
        seeds = np.random.default_rng(seed).integers(BOT_SEEDS, size=(self.count, len(self.seating.specs))).tolist()
        for learner, own in zip(self.learners, seeds, strict=True):
            self._bots.append(self.seating.placed(self.seating.bots(own), learner))

    def _let_others_play(self, begun: Any) -> None:
        """Until the learner is to act in every game. In those that have just begun, bots forget the last game."""
        if self.learners is None or not self._by_python:
            return
        for number in begun:
            for bot in self._bots[number].values():
                bot.new_game()
        for number in np.flatnonzero(self.actors != self.learners).tolist():
            bots, was_done = self._bots[number], self.dones[number]
            while (actor := int(self.actors[number])) != self.learners[number]:
                self.games.answer(number, self.game.action_index(bots[actor].choose(self.games.view(number))))
                if self.dones[number] != was_done:
                    was_done = self.dones[number]
                    for bot in bots.values():
                        bot.new_game()

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

    def close_extras(self, **_settings: Any) -> None:
        """Give back what the bots hold."""
        for bots in self._bots:
            for bot in bots.values():
                bot.close()
        self._bots = []


vector_env = VectorEnv


def seat_vector_env(num_envs: int, opponents: str | list[str] = "greedy", **settings: Any) -> VectorEnv:
    """What `gymnasium.make_vec` makes: one seat of each game as `gym_env` has it, greedy ones on the others."""
    return VectorEnv(count=num_envs, opponents=opponents, **settings)
