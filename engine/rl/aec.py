"""The games as environments of PettingZoo in which one agent acts at a time."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from egypt import EgyptError, IllegalMoveError
from egypt.rl.agents import Agents
from egypt.rl.single_game import Observation


class TurnEnv(Agents, AECEnv[str, Observation, int | None]):
    """A game whose seats are the agents `player_0`, `player_1` …, of which one acts at a time.

    An observation is a dictionary: `observation` is what the seat knows (`View.tensor`), `action_mask` its legal actions,
    one that does nothing (0) where the seat waits. All rewards come at the end.
    """

    metadata = {**Agents.metadata, "is_parallelizable": False}  # noqa: RUF012 - PettingZoo declares it so

    def observe(self, agent: str) -> Observation:
        """What an agent knows now; raises EgyptError if there is none of that name."""
        if agent not in self.possible_agents:
            raise EgyptError(f"'{agent}' is none of {', '.join(self.possible_agents)}")
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
        self.agent_selection = self.possible_agents[self.single.watched]
        self.single.show(self.single.watched)

    def step(self, action: int | None) -> None:
        """One action of the agent to act; None once it is done. Raises IllegalMoveError, and EgyptError without a game."""
        self.single.need_game(is_under_way=bool(self.agents))
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMoveError("an agent that is not done needs an action")
        self.infos[self.agent_selection] = dict(self.single.play(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.cycles += 1
        if self.single.is_over:
            self.rewards = dict(zip(self.agents, self.single.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.single.watched]
        if self.render_mode is not None:
            self.single.show(self.single.watched)


aec_env = TurnEnv
