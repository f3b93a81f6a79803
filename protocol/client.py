"""Drives an EGI program as a child process: its commands as methods, its answers as values.

>>> with Client(["egypt-engine", "--game", "ra"]) as engine:        # doctest: +SKIP
...     engine.position_deal(players=3, seed=7)
...     print(engine.go(iterations=1000).best)

What can go wrong has a name: CannotStart, Crashed, Stalled, Flooded and BrokenProtocol (all EngineFailure:
the process has been ended), and Refused, after which the engine is ready for the next command.

Client is the blocking face of `AsyncClient`, which is for programs with an event loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self, Unpack

from egypt.protocol.answers import Identity, Info, Outcome
from egypt.protocol.async_client import UNTIMED_SECONDS, AsyncClient, BrokenProtocol, GoLimits, LiveSearch, Refused, Thought
from egypt.protocol.child import OWN_ENGINE, CannotStart, Crashed, EngineFailure, Flooded, Stalled, Trace, run_blocking

__all__ = [
    "OWN_ENGINE",
    "AsyncClient",
    "BrokenProtocol",
    "CannotStart",
    "Client",
    "Crashed",
    "EngineFailure",
    "Flooded",
    "GoLimits",
    "Identity",
    "Info",
    "LiveSearch",
    "Outcome",
    "Refused",
    "Stalled",
    "Thought",
]


class Client:
    """One engine. Not for use from several threads, except that `kill` may be called from anywhere.

    `timeout` seconds limit every answer that needs no thought; `start_timeout` limits the handshake.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 5.0,
        start_timeout: float = 20.0,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        trace: Trace | None = None,
    ) -> None:
        self._search: LiveSearch | None = None
        self._engine = AsyncClient(
            command, timeout=timeout, start_timeout=start_timeout, env=env, cwd=cwd, trace=trace, blocking=True
        )
        self._run(self._engine.connect())
        self.identity: Identity = self._engine.identity

    # -- life and death --------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def timeout(self) -> float:
        return self._engine.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._engine.timeout = seconds

    @property
    def pid(self) -> int:
        return self._engine.pid

    @property
    def is_alive(self) -> bool:
        return self._engine.is_alive

    def close(self, timeout: float = 2.0) -> int | None:
        """Say `quit`, wait a little, then insist. Safe to call twice. Returns the exit code."""
        return self._run(self._engine.close(timeout))

    def kill(self) -> None:
        """End the process now; it is gone when this returns."""
        self._engine.kill()

    # -- questions and answers -------------------------------------------------------------------------------

    def is_ready(self, timeout: float | None = None) -> None:
        """Wait until the engine has worked off everything said so far."""
        self._run(self._engine.is_ready(timeout))

    def set_option(self, name: str, value: object) -> None:
        self._run(self._engine.set_option(name, value))

    def rules_of(self, game: str) -> str | None:
        """The hash of the rules by which the engine plays a game; None if it does not say."""
        return self._engine.rules_of(game)

    def new_game(self, game: str | None = None) -> None:
        self._run(self._engine.new_game(game))

    def position_view(self, view: str) -> None:
        self._run(self._engine.position_view(view))

    def position_full(self, text: str) -> None:
        self._run(self._engine.position_full(text))

    def position_deal(
        self, players: int, seed: int | None = None, variant: str | None = None, moves: Sequence[str] = ()
    ) -> int | None:
        """Deal; returns the seed, also if the engine chose it (None if it does not tell)."""
        return self._run(self._engine.position_deal(players, seed, variant, moves))

    def legal(self, seat: int | None = None) -> list[str]:
        return self._run(self._engine.legal(seat))

    def play(self, move: str, seat: int | None = None) -> Outcome:
        """Referee: apply a move; what happened and who acts now. `play("chance")` lets nature draw."""
        return self._run(self._engine.play(move, seat))

    def turn(self) -> Outcome:
        return self._run(self._engine.turn())

    def events(self, seat: int | None = None, since: int = 1) -> Outcome:
        """What happened, as a seat perceived it (None: the truth), and who acts now as far as it knows."""
        return self._run(self._engine.events(seat, since))

    def undo(self) -> None:
        self._run(self._engine.undo())

    def view(self, seat: int | None) -> str:
        """The view of a seat, or the truth for None."""
        return self._run(self._engine.view(seat))

    def json(self, seat: int | None = None) -> Any:
        return self._run(self._engine.json(seat))

    def board(self, seat: int | None = None) -> str:
        return self._run(self._engine.board(seat))

    def evaluate(self) -> Info:
        return self._run(self._engine.evaluate())

    def sample(self, count: int) -> list[str]:
        return self._run(self._engine.sample(count))

    def perft(self, depth: int, seed: int | None = None, timeout: float = 60.0) -> int:
        return self._run(self._engine.perft(depth, seed, timeout))

    def ask(self, line: str, last: str, timeout: float | None = None) -> list[str]:
        """Any command: the answers up to the one that begins with the word `last`, or with `error`."""
        return self._run(self._engine.ask(line, last, timeout))

    def answers(self, line: str, timeout: float | None = None) -> list[str]:
        """Any command that is answered at once: all its answers, none to a command that is obeyed in silence."""
        return self._run(self._engine.answers(line, timeout))

    # -- thinking --------------------------------------------------------------------------------------------

    def go(self, *, timeout: float | None = None, **limits: Unpack[GoLimits]) -> Thought:
        """Think and wait for the answer.

        `timeout` seconds count from now, thinking time included; without it, a time limit plus the usual timeout,
        or ten minutes if there is no time limit.
        """
        self._search = self._engine.go(timeout=timeout, **limits)
        return self._run(self._search.answer())

    def go_start(
        self, *, view: str | None = None, infinite: bool = False, ponder: bool = False, **limits: Unpack[GoLimits]
    ) -> None:
        """Begin to think; `go_wait` or `stop` fetches the answer.

        With a view, that is set up first, all in one breath; returns when the engine has taken it. If it does not, it is
        ended, since it thinks about something else already: raises BrokenProtocol.
        """
        self._search = self._engine.go(view=view, infinite=infinite, ponder=ponder, **limits)
        self._run(self._search.begin())

    def go_wait(self, timeout: float = UNTIMED_SECONDS) -> Thought:
        """The answer to the running `go`."""
        return self._run(self._begun().answer(timeout))

    def go_answered(self, timeout: float) -> bool:
        """Wait until `go_wait` need not wait; False if that takes longer than `timeout`. The search goes on."""
        return self._run(self._begun().has_answer(timeout))

    def stop(self, timeout: float | None = None) -> Thought:
        """End the running `go` and fetch its answer."""
        search = self._begun()
        self._run(search.stop())
        return self._run(search.answer(self.timeout if timeout is None else timeout))

    def _begun(self) -> LiveSearch:
        if self._search is None:
            raise RuntimeError("no `go` was begun")
        return self._search

    _run = staticmethod(run_blocking)
