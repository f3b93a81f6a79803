"""What every player is: a view in, a move out. WRITE_A_BOT.md beside this file shows how to write one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from egypt import Game, View


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot can tell of its last choice; the record of a game keeps it. All of it may be left out."""

    iterations: int | None = None
    chances: tuple[float, ...] = ()  # to win, by seat
    points: tuple[float, ...] = ()  # expected at the end, by seat
    pv: tuple[str, ...] = ()  # the moves it expects, its own first


class Bot(ABC):
    """A player of one game. It is shown views and nothing else; it may remember what it was shown.

    Derive a class and write `choose`; all else may stay as it is. The keyword arguments of `__init__` are the settings of
    the bot: `--engine bot=package.module:Class,option.depth=3` gives `depth=3`. Annotate them with `int`, `float`, `bool` or
    `str`, so that texts can be read. These names have a meaning of their own:

    - `seed`: the arena gives a different one for every game and seat, which repeats with the run;
    - `movetime`, `iterations`: what `movetime=` (milliseconds a move) and `iterations=` of an engine say.
    """

    name: str = "bot"
    thought: Thought | None = None  # a bot may set it in `choose`

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        """The arena makes a new bot for every game. Raise EgyptError for a setting that cannot be."""
        self.game = game
        self.seed = seed

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """A bot without a name has that of its class."""
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    @abstractmethod
    def choose(self, view: View) -> str:
        """The text of a legal move for the viewer of this view, who is to act. May block while it thinks.

        `view.legal_moves()` lists them. An exception, or a move that is not legal, forfeits the game.
        """

    def new_game(self) -> None:  # noqa: B027 - most players remember nothing
        """Forget the last game."""

    def allow(self, usual: float, most: float) -> None:  # noqa: B027 - most players need no time
        """How many milliseconds a usual choice deserves, and the hardest may take. Said before each choice with clocks."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds: processes, memory. Safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
