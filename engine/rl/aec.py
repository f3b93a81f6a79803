"""The games as environments of PettingZoo in which one agent acts at a time."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from egypt.core.game import Game
from egypt.rl.single_game import RENDER_MODES, Observation, SingleGame


class TurnEnv(AECEnv[str, Observation, int | None]):
    """A game whose seats are the agents `player_0`, `player_1` …

    An observation is a dictionary: `observation` is what the seat knows (`View.tensor`), `action_mask` its legal actions. An
    action that is not legal raises IllegalMoveError. All rewards come at the end; `max_cycles` decisions truncate the game.
    """

    metadata = {  # noqa: RUF012 - PettingZoo declares it so
        "name": "egypt_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False, "render_fps": 2}

    def __init__(
        self, game: str | Game, players: int | None = None, variant: str | None = None, reward: str = "win",
        render_mode: str | None = None, max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        self.single = SingleGame(game, players, variant, reward, render_mode)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {**self.metadata, "name": f"{self.single.game.name}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.single.players)]
        space, actions = self.single.observation_space(), self.single.actions
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        return self.single.observe(self.possible_agents.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the one that `Table.deal` deals with the same seed. Without one, at random."""
        self.single.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[max(0, self.single.actor)]

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is not done needs an action")
        self.single.play(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.cycles += 1
        if self.single.is_over:
            self.rewards = dict(zip(self.agents, self.single.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
            return
        if self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.single.actor]

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole truth of the board."""
        return self.single.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


def aec_env(
    game: str | Game, players: int | None = None, variant: str | None = None, reward: str = "win",
    render_mode: str | None = None, max_cycles: int | None = None,
) -> TurnEnv:
    """A game as a PettingZoo environment in which one agent acts at a time; see TurnEnv.

    `players` is by default the fewest that the variant allows; `reward` is `win` (1, shared in a tie), `points` or `margin`.
    """
    return TurnEnv(game, players, variant, reward, render_mode, max_cycles)
