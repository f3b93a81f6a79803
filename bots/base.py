"""What every player is: a view in, a move out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from egypt.core.position import View


class Bot(ABC):
    """A player of one game. It is shown views and nothing else; it may remember what it was shown."""

    name: str

    @abstractmethod
    def choose(self, view: View) -> str:
        """The text of a legal move for the viewer of this view, who is to act. May block while it thinks."""

    def new_game(self) -> None:  # noqa: B027 - most players remember nothing
        """Forget the last game."""

    def allow(self, usual: float, most: float) -> None:  # noqa: B027 - most players need no time
        """How many milliseconds a usual choice deserves, and the hardest may take. Said before each choice with clocks."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds: processes, memory. Safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
