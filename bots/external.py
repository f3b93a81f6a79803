"""Any EGI program as a player. It is sent views, so it knows no more than its seat."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from egypt import EgyptError, Game, View
from egypt.bots.base import Bot
from egypt.protocol.client import CannotStart, Client


class ExternalBot(Bot):
    """Starts the program at once; raises CannotStart, and later Crashed, Stalled or BrokenProtocol.

    `command` is a list of arguments or one text in shell quoting. `patience` seconds are added to a movetime
    before the program counts as stalled. A program that plays by other rules than `game` cannot start unless
    `mixed_rules` is true.
    """

    def __init__(
        self,
        game: Game,
        *,
        command: str | Sequence[str],
        iterations: int | None = None,
        movetime: int | None = None,
        seed: int | None = None,
        patience: float = 30.0,
        mixed_rules: bool = False,
    ) -> None:
        super().__init__(game, seed=seed or 0)
        arguments = shlex.split(command) if isinstance(command, str) else list(command)
        if not arguments:
            raise EgyptError("external: 'command' is empty")
        self._iterations = iterations
        self._movetime = movetime
        self._timeout = patience + (movetime or 0) / 1000
        self._client = Client(arguments)
        self.name = self._client.identity.name or arguments[0]
        try:
            rules = self._client.rules_of(game.name)
            if not mixed_rules and not game.has_rules(rules):
                raise CannotStart(
                    f"{self.name}: it plays {game.name} by rules {rules}, here it has rules {game.rules_hash} "
                    "(mixed_rules=true lets them differ)"
                )
            self._client.new_game(game.name)
            if seed is not None:
                self._client.set_option("Seed", seed)
        except BaseException:
            self._client.kill()
            raise

    def choose(self, view: View) -> str:
        self._client.position_view(view.to_text())
        thought = self._client.go(movetime=self._movetime, iterations=self._iterations, timeout=self._timeout)
        if thought.best is None:
            raise EgyptError(f"{self.name}: 'bestmove none' although p{view.viewer + 1} is to act")
        return thought.best

    def new_game(self) -> None:
        self._client.new_game()

    def close(self) -> None:
        self._client.close()
