"""One game below Python: what the environments of one game share."""

from __future__ import annotations

from io import BytesIO
from secrets import randbits
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from egypt import OVER, EgyptError, Game, Position, View
from egypt.protocol.web.picture import Camera, NoBrowser
from egypt.rl.batch import Games
from egypt.rl.spaces import default_players, fingerprint, game_given, observation_space

SEED_BITS = 48  # of a seed chosen at random
NO_OP = 0  # the action of a seat that waits, or whose game is over: it does nothing
RENDER_MODES = ("human", "ansi", "rgb_array")
INSTALL = "pip install 'egypt-engine[rl]' installs what pictures need"

Observation = dict[str, NDArray[Any]]


class SingleGame:
    """A game with the arrays of its seat to act, and how it is shown."""

    def __init__(
        self,
        game: str | Game,
        players: int | None,
        variant: str | None,
        reward: str,
        render_mode: str | None,
        observation: str,
        illegal: str,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EgyptError(f"render_mode '{render_mode}': choose one of {', '.join(RENDER_MODES)}")
        self.render_mode = render_mode
        self.game = game_given(game)
        self.observation, self.replaces = observation, illegal == "random"
        self.players = default_players(self.game, players, variant)
        self.size, self.actions = self.game.tensor_size(self.players, variant), self.game.action_count(self.players, variant)
        self._observation = np.zeros((1, self.size), np.float32)
        self._mask = np.zeros((1, self.actions), np.int8)
        self._actor = np.zeros(1, np.int8)
        self._rewards = np.zeros((1, self.players), np.float32)
        self.games = Games(
            self.game,
            self.players,
            variant,
            1,
            reward,
            False,
            self._observation,
            self._mask,
            self._actor,
            self._rewards,
            np.zeros(1, np.int8),
            observation=observation,
            illegal=illegal,
        )
        self._is_dealt = False
        self._camera = Camera()

    def deal(self, seed: int | None) -> None:
        """A new game, the one that `Table.deal` with this seed deals; without a seed, with one at random."""
        self.games.deal_one(0, randbits(SEED_BITS) if seed is None else seed)
        self._is_dealt = True

    def need_game(self, is_under_way: bool = True) -> None:
        """Raises EgyptError if there is nothing to play: before the first deal, and when a game has ended."""
        if not self._is_dealt:
            raise EgyptError("there is no game yet: reset() deals one")
        if not is_under_way:
            raise EgyptError("the game has ended: reset() deals the next one")

    def play(self, action: Any) -> dict[str, bool]:
        """One action. Where one that is not legal is replaced by a legal one, the answer says whether it was."""
        self.games.step_one(0, action)
        return {"replaced": self.games.replaced()[0]} if self.replaces else {}

    def legal_actions(self) -> list[int]:
        return np.flatnonzero(self._mask[0]).tolist()

    @property
    def actor(self) -> int:
        """The seat to act, or OVER."""
        return int(self._actor[0])

    @property
    def watched(self) -> int:
        """The seat whose board is shown: the one to act, in the end the first."""
        return int(self._actor[0]) if self._actor[0] > 0 else 0

    @property
    def is_over(self) -> bool:
        return self.actor == OVER

    def rewards(self) -> list[float]:
        """Of a game that has just ended; 0 before."""
        return self._rewards[0].tolist()  # type: ignore[no-any-return]

    def position(self) -> Position:
        return self.games.position(0)

    def observe(self, seat: int) -> Observation:
        """What a seat knows, and what it may do: NO_OP unless it is its turn, since libraries cannot draw from nothing."""
        if seat == self.actor:
            return {"observation": self._observation[0].copy(), "action_mask": self._mask[0].copy()}
        tensor = self.position().view(seat).tensor(np.zeros(self.size, np.float32), self.observation)
        mask = np.zeros(self.actions, np.int8)
        mask[NO_OP] = 1
        return {"observation": tensor, "action_mask": mask}

    def observation_space(self) -> gymnasium.spaces.Dict:
        return observation_space(self.size, self.actions, self.observation)

    def fingerprint(self) -> str:
        return fingerprint(self.game, self.players, self.games.variant, self.observation)

    def show(self, seat: int) -> None:
        """After every step: print the board, if people look on (`human`)."""
        if self.render_mode == "human":
            self.render(seat)

    def render(self, seat: int) -> str | NDArray[np.uint8] | None:
        """What a seat may see of the board: as text, printed, or as the picture that the browser shows."""
        view = self.position().view(seat)
        if self.render_mode == "rgb_array":
            return self._picture(view)
        if self.render_mode == "human":
            print(view.board())
        elif self.render_mode is None:
            gymnasium.logger.warn(f"render() without a render_mode shows nothing; there are {', '.join(RENDER_MODES)}")
        return view.board() if self.render_mode == "ansi" else None

    def _picture(self, view: View) -> NDArray[np.uint8]:
        try:
            from PIL import Image  # for pictures alone
        except ImportError as problem:
            raise EgyptError(f"render_mode 'rgb_array': {problem}; {INSTALL}") from None
        try:
            png = self._camera.png(view.as_dict(), self.game.catalogue())
        except NoBrowser as problem:
            raise EgyptError(f"render_mode 'rgb_array': {problem}") from None
        return np.asarray(Image.open(BytesIO(png)).convert("RGB"), np.uint8)

    def close(self) -> None:
        """Close the browser, if there is one."""
        self._camera.close()
