"""Drives an EGI program as a child process: its commands as methods, its answers as values.

>>> with Client(["egypt-engine", "--game", "ra"]) as engine:        # doctest: +SKIP
...     engine.position_deal(players=3, seed=7)
...     print(engine.go(iterations=1000).best)

What can go wrong has a name: CannotStart, Crashed, Stalled, Flooded and BrokenProtocol (all EngineFailure:
the process has been ended), and Refused, after which the engine is ready for the next command.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from egypt.protocol.answers import (
    Answer,
    Error,
    Identity,
    Info,
    Outcome,
    ProtocolError,
    parse_answer,
    read_handshake,
    read_outcome,
)
from egypt.protocol.child import CannotStart, Child, Crashed, EngineFailure, Flooded, Stalled

__all__ = [
    "BrokenProtocol", "CannotStart", "Client", "Crashed", "EngineFailure", "Flooded", "Identity", "Info",
    "Outcome", "Refused", "Stalled", "Thought",
]


PATIENCE = 600.0        # seconds that a search without a time limit may take


class BrokenProtocol(EngineFailure):
    """The process answered something that EGI/1 does not allow."""


class Refused(Exception):
    """The engine answered `error <code> : <text>` and is ready for the next command."""

    def __init__(self, code: str, text: str, command: str) -> None:
        super().__init__(f"{code} : {text} (in answer to: {command[:200]})")
        self.code = code
        self.text = text


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
    ) -> None:
        self.timeout = timeout
        self._go = "go"
        self._child = Child(command, env, cwd)
        try:
            self.identity: Identity = self._handshake(start_timeout)
        except EngineFailure as problem:
            raise CannotStart(str(problem)) from None
        except BaseException:
            self.kill()
            raise

    # -- life and death --------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_alive(self) -> bool:
        return self._child.exit_code is None

    def close(self, timeout: float = 2.0) -> int | None:
        """Say `quit`, wait a little, then insist. Safe to call twice. Returns the exit code."""
        if self.is_alive:
            with contextlib.suppress(EngineFailure):
                self._child.send("quit", time.monotonic() + timeout)
                self._child.wait(timeout)
        self.kill()
        return self._child.exit_code

    def kill(self) -> None:
        """End the process now; it is gone when this returns."""
        self._child.kill()

    # -- questions and answers -------------------------------------------------------------------------------

    def is_ready(self, timeout: float | None = None) -> None:
        """Wait until the engine has worked off everything said so far."""
        self._obey("isready", timeout)

    def set_option(self, name: str, value: object) -> None:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._obey(f"setoption name {name} value {text}")

    def new_game(self, game: str | None = None) -> None:
        self._obey("newgame" if game is None else f"newgame game {game}")

    def position_view(self, view: str) -> None:
        self._obey(f"position view {view}")

    def position_full(self, text: str) -> None:
        self._obey(f"position full {text}")

    def position_deal(
        self, players: int, seed: int | None = None, variant: str | None = None, moves: Sequence[str] = ()
    ) -> None:
        words = [f"position deal players {players}"]
        words += [f"seed {seed}"] if seed is not None else []
        words += [f"variant {variant}"] if variant is not None else []
        words += [f"moves {len(moves)}", *moves] if moves else []
        self._obey(" ".join(words))

    def legal(self, seat: int | None = None) -> list[str]:
        answer = self._ask(_with_seat("legal", seat), "legal")
        count, _, moves = answer.rest.partition(" ")
        listed = moves.split(",") if moves else []
        if count != str(len(listed)):
            raise self._broken(answer.line)
        return listed

    def play(self, move: str, seat: int | None = None) -> Outcome:
        """Referee: apply a move; what happened and who acts now. `play("chance")` lets nature draw."""
        return self._outcome(f"play {move}" if seat is None else f"play p{seat + 1} {move}")

    def turn(self) -> Outcome:
        return self._outcome("turn")

    def events(self, seat: int | None = None, since: int = 1) -> Outcome:
        """What happened, as a seat perceived it (None: the truth), and who acts now as far as it knows."""
        return self._outcome(f"events {'all' if seat is None else f'p{seat + 1}'} since {since}")

    def undo(self) -> None:
        self._obey("undo")

    def view(self, seat: int | None) -> str:
        """The view of a seat, or the truth for None."""
        return self._ask(f"view {'all' if seat is None else f'p{seat + 1}'}", "view").rest

    def json(self, seat: int | None = None) -> Any:
        answer = self._ask(_with_seat("json", seat), "json")
        try:
            return json.loads(answer.rest)
        except ValueError:
            raise self._broken(answer.line) from None

    def board(self, seat: int | None = None) -> str:
        command = _with_seat("d", seat)
        deadline = self._start(command)
        lines: list[str] = []
        while line := self._child.read_line(command, deadline):
            if line.startswith("error ") and not lines:
                code, _, text = line.removeprefix("error ").partition(" : ")
                raise Refused(code, text, command)
            lines.append("" if line == " " else line)
        return "\n".join(lines)

    def evaluate(self) -> Info:
        answer = self._ask("eval", "info")
        if not isinstance(answer, Info):
            raise self._broken(answer.line)
        return answer

    def sample(self, count: int) -> list[str]:
        command = f"sample {count}"
        deadline = self._start(command)
        return [self._expect(command, deadline, "sample").rest for _ in range(count)]

    def perft(self, depth: int, seed: int | None = None, timeout: float = 60.0) -> int:
        command = f"perft {depth}" if seed is None else f"perft {depth} seed {seed}"
        answer = self._ask(command, "perft", timeout)
        try:
            return int(answer.line.split()[3])
        except (IndexError, ValueError):
            raise self._broken(answer.line) from None

    # -- thinking --------------------------------------------------------------------------------------------

    def go(
        self,
        *,
        movetime: int | None = None,
        iterations: int | None = None,
        clock: Sequence[int] = (),
        inc: Sequence[int] = (),
        searchmoves: Sequence[str] = (),
        timeout: float | None = None,
    ) -> Thought:
        """Think and wait for the answer.

        `timeout` seconds count from now, thinking time included; without it, a time limit plus the usual timeout,
        or ten minutes if there is no time limit.
        """
        self.go_start(movetime=movetime, iterations=iterations, clock=clock, inc=inc, searchmoves=searchmoves)
        if timeout is None:
            times = [*([movetime] if movetime is not None else []), *([max(clock)] if clock else [])]
            timeout = self.timeout + min(times) / 1000 if times else PATIENCE
        return self.go_wait(timeout)

    def go_start(
        self,
        *,
        movetime: int | None = None,
        iterations: int | None = None,
        clock: Sequence[int] = (),
        inc: Sequence[int] = (),
        infinite: bool = False,
        ponder: bool = False,
        searchmoves: Sequence[str] = (),
        view: str | None = None,
    ) -> None:
        """Begin to think; `go_wait` or `stop` fetches the answer.

        With a view, that is set up first, all in one breath; returns when the engine has taken it. If it does not, it is
        ended, since it thinks about something else already: raises BrokenProtocol.
        """
        words = ["go"]
        words += [f"movetime {movetime}"] if movetime is not None else []
        words += [f"iterations {iterations}"] if iterations is not None else []
        words += [f"clock {','.join(map(str, clock))}"] if clock else []
        words += [f"inc {','.join(map(str, inc))}"] if inc else []
        words += ["infinite"] if infinite else []
        words += ["ponder"] if ponder else []
        words += [f"searchmoves {','.join(searchmoves)}"] if searchmoves else []
        self._go = " ".join(words)
        if view is None:
            self._start(self._go)
            return
        try:
            self._obey(f"position view {view}", None, self._go)
        except Refused as refusal:
            raise self._broken(f"error {refusal}") from None

    def go_wait(self, timeout: float = PATIENCE) -> Thought:
        """The answer to the running `go`."""
        infos: list[Info] = []
        deadline = time.monotonic() + timeout
        while True:
            answer = self._expect(self._go, deadline, "bestmove", "info")
            if isinstance(answer, Info):
                infos.append(answer)
            elif answer.word == "bestmove":
                words = answer.rest.split()
                if len(words) != 1:
                    raise self._broken(answer.line)
                return Thought(None if words[0] == "none" else words[0], infos)

    def go_answered(self, timeout: float) -> bool:
        """Wait until `go_wait` need not wait; False if that takes longer than `timeout`. The search goes on."""
        return self._child.has_answer(self._go, time.monotonic() + timeout)

    def stop(self, timeout: float | None = None) -> Thought:
        """End the running `go` and fetch its answer."""
        self._start("stop")
        return self.go_wait(self.timeout if timeout is None else timeout)

    # -- lines -----------------------------------------------------------------------------------------------

    def ask(self, line: str, last: str, timeout: float | None = None) -> list[str]:
        """Any command: the answers up to the one that begins with the word `last`, or with `error`."""
        deadline = self._start(line, timeout)
        answers: list[str] = []
        while not answers or answers[-1].split(" ", 1)[0] not in (last, "error"):
            answers.append(self._child.read_line(line, deadline))
        return answers

    def _handshake(self, timeout: float) -> Identity:
        deadline = self._start("egi", timeout)
        lines: list[str] = []
        while not lines or not lines[-1].startswith("egiok"):
            lines.append(self._child.read_line("egi", deadline))
        try:
            return read_handshake(lines)
        except ProtocolError as problem:
            raise self._broken(str(problem)) from None

    def _obey(self, command: str, timeout: float | None = None, *then: str) -> None:
        """A command that is silent when all is well: `isready` tells when it is done. More commands may follow at once."""
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        self._child.send(command, deadline, *(["isready"] if command != "isready" else []), *then)
        problem: Error | None = None
        while True:
            answer = self._expect(command, deadline, "readyok", "info", "error")
            if isinstance(answer, Error):
                problem = problem or answer
            elif answer.word == "readyok":
                break
        if problem is not None:
            raise Refused(problem.code, problem.text, command)

    def _ask(self, command: str, word: str, timeout: float | None = None) -> Answer:
        return self._expect(command, self._start(command, timeout), word)

    def _outcome(self, command: str) -> Outcome:
        deadline = self._start(command)
        answers: list[Answer] = []
        while not answers or answers[-1].word == "event":
            answers.append(self._expect(command, deadline, "event", "turn", "gameover"))
        try:
            return read_outcome(answers)
        except ProtocolError as problem:
            raise self._broken(str(problem)) from None

    def _expect(self, command: str, deadline: float, *words: str) -> Answer:
        """The next answer that is no mere remark; its word must be among `words`. Raises Refused."""
        while True:
            line = self._child.read_line(command, deadline)
            try:
                answer = parse_answer(line)
            except ProtocolError:
                raise self._broken(line) from None
            if answer.word in words:
                return answer
            if isinstance(answer, Error):
                raise Refused(answer.code, answer.text, command)
            if not line.startswith("info string"):
                raise self._broken(line)

    def _broken(self, line: str) -> BrokenProtocol:
        self.kill()
        return BrokenProtocol(f"{self._child} answered {line[:200]!r}")

    def _start(self, command: str, timeout: float | None = None) -> float:
        deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
        self._child.send(command, deadline)
        return deadline

class Thought:
    """What came of a `go`: the move (None for `bestmove none`) and the info lines before it."""

    def __init__(self, best: str | None, infos: list[Info]) -> None:
        self.best = best
        self.infos = infos

    def __iter__(self) -> Iterator[Info]:
        return iter(self.infos)

    def __repr__(self) -> str:
        return f"Thought(best={self.best!r}, {len(self.infos)} infos)"


def _with_seat(word: str, seat: int | None) -> str:
    return word if seat is None else f"{word} p{seat + 1}"
