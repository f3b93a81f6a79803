from collections.abc import Callable
from typing import Any, Self

from egypt.core.game import Game
from egypt.core.position import View
from egypt.core.weights import GameWeights
from egypt.search.results import Limits as Limits
from egypt.search.results import Line as Line
from egypt.search.results import Result as Result

class Search:
    """A search of one game: settings, memory for the tree, and a stop flag.

    `threads` search together; `hash_mb` is the memory of their trees in MB. `weights` replace the game's own for the
    evaluation: a GameWeights, or data in the form of a room's weights.json. All further keywords are settings of the search
    (egypt.search.settings.SETTINGS); None leaves one to the game. Raises EgyptError for what is unknown or out of range.

    With one thread and an iteration limit the result depends on the view, the settings and the seed alone, on every machine.
    One `run` at a time; `stop` may come from any thread.
    """

    game: Game
    threads: int
    hash_mb: int
    seed: int
    chosen: dict[str, Any]
    weights: GameWeights
    def __new__(
        cls,
        game: Game,
        *,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int = 0,
        weights: GameWeights | dict[str, Any] | None = None,
        lines: int | None = None,
        level: int | None = None,
        family: str | None = None,
        worlds: int | None = None,
        exploration: float | None = None,
        urgency: float | None = None,
        prior: float | None = None,
        history: float | None = None,
        siblings: bool | None = None,
        mixing: float | None = None,
        sealed: bool | None = None,
        margin: float | None = None,
        keyed_draws: int | None = None,
        playout: int | None = None,
        candidates: int | None = None,
        reuse: str | None = None,
        early: bool | None = None,
        early_movetime: bool | None = None,
        exact: bool | None = None,
    ) -> Self: ...
    def settings(self, players: int) -> dict[str, Any]:
        """All settings of a search for that number of players: name -> value."""
    def run(
        self, view: View, limits: Limits, on_info: Callable[[Result], None] | None = None, info_interval: float = 1000.0
    ) -> Result:
        """Search the view; blocks until a limit is reached or `stop` is called, with the GIL free meanwhile.

        `on_info`, if given, is called with an interim Result about every `info_interval` milliseconds. Raises
        IllegalMoveError for a searchmove that is not legal, EgyptError for a game that is over, or in a process that was
        forked while this search ran.
        """
    def forget(self) -> None:
        """A new game begins: nothing learned so far counts."""
    def stop(self) -> None:
        """End a running `run` soon; must not block. A stop before `run` ends that run after one iteration."""
    def clear(self) -> None:
        """Forget a pending stop, so that the next `run` runs."""
