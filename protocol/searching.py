"""Where searchers come from. A session is told, so that its tests can bring a searcher of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from egypt import Game, Limits, Result, Search, View
from egypt.protocol.options import Options


class Searcher(Protocol):
    """What a session needs of a search (egypt.Search has it)."""

    def run(
        self, view: View, limits: Limits, on_info: Callable[[Result], None] | None = None, info_interval: float = 1000.0
    ) -> Result:
        """Blocks until a limit is reached or `stop` is called."""

    def stop(self) -> None:
        """Must not block; a stop before `run` ends that run after one iteration."""

    def clear(self) -> None:
        """Forget a pending stop."""


MakeSearcher = Callable[[Game, Options], Searcher]


def make_searcher(game: Game, options: Options) -> Searcher:
    """The search of the house, set as the options say."""
    return Search(
        game, threads=options["Threads"], hash_mb=options["Hash"], seed=options["Seed"], **options.chosen_settings()
    )
