from collections.abc import Iterable
from typing import Any

from egypt.core.game import Game
from egypt.core.position import Position, View

MOST_GAMES: int
REWARDS: tuple[str, ...]
ILLEGAL: tuple[str, ...]

class Games:
    """Many games of one table, stepped at once without Python objects."""

    game: Game
    players: int
    variant: str
    count: int
    renews: bool
    def __init__(
        self,
        game: Game,
        players: int,
        variant: str | None,
        count: int,
        reward: str,
        renews: bool,
        observations: Any,
        masks: Any,
        actors: Any,
        rewards: Any,
        dones: Any,
        *,
        observation: str = "counts",
        illegal: str = "raise",
        learners: Iterable[int] | None = None,
        random_others: bool = False,
    ) -> None: ...
    def reset(self, seed: int | None) -> None:
        """Deal all games anew; without a seed, the next ones."""
    def deal_one(self, number: int, seed: int) -> None:
        """Deal one game anew, the one that `Table.deal` with this seed deals."""
    def step(self, actions: Any) -> None:
        """One action in every game (int32, count); raises IllegalMoveError before anything is played if one is not legal."""
    def step_one(self, number: int, action: int) -> None:
        """One action in one game; raises IllegalMoveError if it is not legal, and is not to be replaced."""
    def answer(self, number: int, action: int) -> None:
        """One action in one game of a seat that is not the learner's: what the step before reported of it stays."""
    def replaced(self) -> list[bool]:
        """Which last actions of the games were not legal, so that others were played."""
    def random_actions(self, out: Any) -> Any:
        """Write a legal action of every game (int32, count), each equally likely; 0 where a game is over."""
    def legal_counts(self) -> list[int]:
        """How many legal moves the acting seats have, as the rules list them: 0 where a game is over."""
    def seeds(self) -> list[int]:
        """The seeds of the games under way: `Table.deal` with one of them deals the same."""
    def position(self, number: int) -> Position:
        """The truth of one game."""
    def view(self, number: int) -> View:
        """What the acting seat of one game knows; that of p1 if the game is over."""
