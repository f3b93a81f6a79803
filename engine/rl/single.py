"""One seat as an environment of Gymnasium; bots play the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from egypt import Game, integer
from egypt.bots import Bot
from egypt.rl.opponents import BOT_SEEDS, Seating
from egypt.rl.single_game import RENDER_MODES, Observation, SingleGame


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game seen from one seat. `opponents` is a bot as `bench strength` and the arena write it (`greedy`,
    `ismcts:iterations=200`, `package.module:Class`), one for all other seats or one for each in turn.

    `seat` is the learner's, or None for another one in every game, in turn. Where an automaton of the rules sits (Tekhenu's
    solo variants), no learner and no bot does. The reward comes at the end; `max_cycles` decisions of the learner truncate
    the game. The other settings are those of `Agents`.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        variant: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        seat: int | None = 0,
        opponents: str | list[str] = "greedy",
        max_cycles: int | None = None,
        observation: str = "counts",
        illegal: str = "raise",
    ) -> None:
        self.single = SingleGame(game, players, variant, reward, render_mode, observation, illegal)
        self.render_mode = render_mode
        self.max_cycles = None if max_cycles is None else integer(max_cycles, "max_cycles", 1)
        self.seating = Seating(self.single.game, self.single.players, variant, seat, opponents)
        self.seat = seat or 0
        self.observation_space = self.single.observation_space()
        self.action_space = gymnasium.spaces.Discrete(self.single.actions)
        self._players: list[Bot] = []
        self._bots: dict[int, Bot] = {}
        self._games = 0
        self._cycles = 0

    @property
    def fingerprint(self) -> str:
        """The same for all environments that a network trained in this one fits."""
        return self.single.fingerprint()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.single.deal(int(self.np_random.integers(1 << 48)))
        self._games = 0 if seed is not None else self._games
        self._cycles = 0
        self.seat = self.seating.learner(self._games)
        self._games += 1
        if seed is not None or not self._players:
            self._dismiss()
            self._players = self.seating.bots([int(self.np_random.integers(BOT_SEEDS)) for _ in self.seating.specs])
        for bot in self._players:
            bot.new_game()
        self._bots = self.seating.placed(self._players, self.seat)
        self._let_others_play()
        self.single.show(self.seat)
        return self.single.observe(self.seat), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action of the learner's seat. Raises IllegalMoveError, and EgyptError without a game."""
        self.single.need_game()
        info = {"seat": self.seat, **self.single.play(action)}
        self._let_others_play()
        self.single.show(self.seat)
        self._cycles += 1
        is_over = self.single.is_over
        is_cut = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        reward = self.single.rewards()[self.seat] if is_over else 0.0
        return self.single.observe(self.seat), reward, is_over, is_cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions as MaskablePPO of sb3-contrib asks for them."""
        return self.single.observe(self.seat)["action_mask"].astype(bool)

    def _let_others_play(self) -> None:
        game, games = self.single.game, self.single.games
        while not self.single.is_over and self.single.actor != self.seat:
            games.answer(0, game.action_index(self._bots[self.single.actor].choose(games.view(0))))

    def _dismiss(self) -> None:
        for bot in self._players:
            bot.close()
        self._players = []

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the learner's seat may see of the board."""
        return self.single.render(self.seat)

    def close(self) -> None:
        """Give back what the bots hold, and close the browser, if pictures were taken."""
        self._dismiss()
        self.single.close()


gym_env = SeatEnv
