"""What the environments of PettingZoo share: seats as agents, their spaces, and how the game is shown."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from egypt import Game, integer
from egypt.rl.single_game import RENDER_MODES, SingleGame
from egypt.rl.spaces import VERSION


class Agents:
    """A game whose seats are the agents `player_0`, `player_1` …

    `players` is by default the fewest that the variant allows; `reward` is `win` (1, shared in a tie), `points` or `margin`;
    `max_cycles` decisions truncate a game; `observation` is `counts` or `unit` (all entries between 0 and 1); `illegal` is
    what an action that is not legal does: `raise` IllegalMoveError, or be replaced by a legal one drawn at `random`, of
    which `infos` tells (`replaced`). `fingerprint` says whether a stored network fits.
    """

    usual_illegal = "raise"

    metadata = {  # noqa: RUF012 - PettingZoo declares it so
        "name": f"egypt_{VERSION}",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        variant: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        observation: str = "counts",
        illegal: str | None = None,
    ) -> None:
        super().__init__()
        illegal = self.usual_illegal if illegal is None else illegal
        self.single = SingleGame(game, players, variant, reward, render_mode, observation, illegal)
        self.render_mode = render_mode
        self.max_cycles = None if max_cycles is None else integer(max_cycles, "max_cycles", 1)
        self.cycles = 0
        self.metadata = {**self.metadata, "name": f"egypt_{self.single.game.name}_{VERSION}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.single.players)]
        space, actions = self.single.observation_space(), self.single.actions
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def fingerprint(self) -> str:
        """The same for all environments that a network trained in this one fits."""
        return self.single.fingerprint()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What the seat to act may see of the board; of a game that is over, what the first one may."""
        return self.single.render(self.single.watched)

    def close(self) -> None:
        """Close the browser, if pictures were taken."""
        self.single.close()
