"""The games as environments of PettingZoo in which all agents act at once."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from egypt import Game
from egypt.rl.agents import Agents
from egypt.rl.single_game import Observation


class SimultaneousEnv(Agents, ParallelEnv[str, Observation, int]):
    """A game in which all seats name an action every time: that of the seat to act counts, the others' are passed over.

    What is not legal is replaced by a legal action drawn at random, unless `illegal` says otherwise. For algorithms that
    know only this shape of an environment; TurnEnv asks the seat to act.
    """

    usual_illegal = "random"

    metadata = {**Agents.metadata, "is_parallelizable": True}  # noqa: RUF012 - PettingZoo declares it so

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.single.deal(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        self.single.show(self.single.watched)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """An action of every agent by its name. Raises EgyptError without a game."""
        agents = self.agents
        self.single.need_game(is_under_way=bool(agents))
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        actor = self.possible_agents[self.single.actor]
        infos[actor] = dict(self.single.play(actions.get(actor, -1)))
        self.cycles += 1
        is_over = self.single.is_over
        is_cut = not is_over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations, rewards = self._observations(), dict(zip(agents, self.single.rewards(), strict=True))
        if is_over or is_cut:
            self.agents = []
        self.single.show(self.single.watched)
        return observations, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut), infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.single.observe(seat) for seat, agent in enumerate(self.possible_agents)}


parallel_env = SimultaneousEnv


def simultaneous_env(game: str | Game, **settings: Any) -> AECEnv[str, Observation, int | None]:
    """The same, agent by agent, as PettingZoo converts it: every agent is asked once a cycle."""
    return parallel_to_aec(parallel_env(game, **settings))
