"""One seat as an environment of Gymnasium; bots play the other seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from egypt import EgyptError, Game, integer
from egypt.bots import Bot, BotSpecError, make_bot
from egypt.bots.automaton import automaton_seats
from egypt.rl.single_game import RENDER_MODES, Observation, SingleGame

BOT_SEEDS = 1 << 16


def seeded_bot(spec: str, game: Game, seed: int) -> Bot:
    """The bot that a spec names, with this seed if it takes one and the spec does not say which."""
    if "seed=" not in spec and "command=" not in spec:
        try:
            return make_bot(f"{spec}{',' if '=' in spec else ':'}seed={seed}", game)
        except BotSpecError:
            pass  # it takes no seed, or the spec is wrong, which is said below
    return make_bot(spec, game)


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game seen from one seat. `opponents` is a bot as `bench strength` and the arena write it (`greedy`,
    `ismcts:iterations=200`, `package.module:Class`), one for all other seats or one for each in turn.

    `seat` is the learner's, or None for another one in every game, in turn. Where an automaton of the rules sits (Tekhenu's
    solo variants), no learner and no bot does. The reward comes at the end; an action that is not legal raises
    IllegalMoveError.
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
    ) -> None:
        self.single = SingleGame(game, players, variant, reward, render_mode)
        self.render_mode = render_mode
        automata = automaton_seats(self.single.game, self.single.players, variant)
        self._seats = [seat for seat in range(self.single.players) if seat not in automata]
        others = len(self._seats) - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise EgyptError(f"{len(self.opponents)} opponents: there are {others} other seats")
        if seat is not None and integer(seat, "seat", 0, self.single.players - 1) in automata:
            raise EgyptError(f"seat: the automaton sits on {seat}")
        self.fixed_seat = seat
        self.seat = seat or 0
        self.observation_space = self.single.observation_space()
        self.action_space = gymnasium.spaces.Discrete(self.single.actions)
        self._players: list[Bot] = []
        self._bots: dict[int, Bot] = {}
        self._games = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.single.deal(int(self.np_random.integers(1 << 48)))
        self._games = 0 if seed is not None else self._games
        self.seat = self._seats[self._games % len(self._seats)] if self.fixed_seat is None else self.fixed_seat
        self._games += 1
        others = [seat for seat in self._seats if seat != self.seat]
        if seed is not None or not self._players:
            self._dismiss()
            self._players = [
                seeded_bot(spec, self.single.game, int(self.np_random.integers(BOT_SEEDS))) for spec in self.opponents
            ]
        for bot in self._players:
            bot.new_game()
        self._bots = dict(zip(others, self._players, strict=True))
        self._let_others_play()
        self.single.show(self.seat)
        return self.single.observe(self.seat), {"seat": self.seat}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """One action of the learner's seat. Raises IllegalMoveError, and EgyptError without a game."""
        self.single.need_game()
        self.single.play(action)
        self._let_others_play()
        self.single.show(self.seat)
        is_over = self.single.is_over
        reward = self.single.rewards()[self.seat] if is_over else 0.0
        return self.single.observe(self.seat), reward, is_over, False, {"seat": self.seat}

    def _let_others_play(self) -> None:
        game, games = self.single.game, self.single.games
        while not self.single.is_over and self.single.actor != self.seat:
            games.step_one(0, game.action_index(self._bots[self.single.actor].choose(games.view(0))))

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
