"""Drives an EGI program from asyncio: its commands as coroutines, a search as an iterator over its info lines.

>>> async with AsyncClient(["egypt-engine", "--game", "ra"]) as engine:        # doctest: +SKIP
...     seed = await engine.position_deal(players=3)
...     search = engine.go(movetime=5000)
...     async for info in search:
...         print(info.wp, info.pv)
...     print(search.best)

Several tasks may share one client: their questions wait for each other, and `stop`, `is_ready` and a search that is being
read go on side by side. `egypt.protocol.client` is the same for programs without an event loop, and names all failures.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypedDict, TypeVar, Unpack

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
from egypt.protocol.child import CHECK_SECONDS, CannotStart, Child, EngineFailure, Trace

UNTIMED_SECONDS = 600.0  # that a search without a time limit may take
READY = ("readyok", '{"message":"readyok"}')  # in either format
MAX_REMARKS = 1000  # unread info lines that are kept; older ones are dropped

T = TypeVar("T")


class BrokenProtocol(EngineFailure):
    """The process answered something that EGI/1 does not allow."""


class Refused(Exception):
    """The engine answered `error <code> : <text>` and is ready for the next command."""

    def __init__(self, code: str, text: str, command: str) -> None:
        super().__init__(f"{code} : {text} (in answer to: {command[:200]})")
        self.code = code
        self.text = text


class Thought:
    """What came of a `go`: the move (None for `bestmove none`) and the info lines before it."""

    def __init__(self, best: str | None, infos: list[Info]) -> None:
        self.best = best
        self.infos = infos

    def __iter__(self) -> Iterator[Info]:
        return iter(self.infos)

    def __repr__(self) -> str:
        return f"Thought(best={self.best!r}, {len(self.infos)} infos)"


class GoLimits(TypedDict, total=False):
    """What `go` may say: milliseconds, iterations, everybody's clock and increment, and the moves to choose from."""

    movetime: int | None
    iterations: int | None
    clock: Sequence[int]
    inc: Sequence[int]
    searchmoves: Sequence[str]


class AsyncClient:
    """One engine. `async with` or `await client.connect()` does the handshake. Not for use from several threads, except that
    `kill` may be called from anywhere.

    `timeout` seconds limit every answer that needs no thought; `start_timeout` limits the handshake. A task that is
    cancelled while it waits for such an answer ends the engine: the answer could be taken for that to the next question.
    With `blocking` its coroutines wait for no loop and run to their end at once, which `Client` makes use of.
    """

    identity: Identity

    def __init__(
        self,
        command: Sequence[str],
        *,
        timeout: float = 5.0,
        start_timeout: float = 20.0,
        env: Mapping[str, str] | None = None,
        cwd: str | None = None,
        trace: Trace | None = None,
        blocking: bool = False,
    ) -> None:
        self.timeout = timeout
        self._start_timeout = start_timeout
        self._is_connected = False
        self._answers: deque[str] = deque()  # to what is being asked; those of a search are kept with the search
        self._search: LiveSearch | None = None  # whose answer is still to come
        self._asked: str | None = None
        self._question = asyncio.Lock()  # one question at a time
        self._reading = asyncio.Lock()  # one task reads, and hands to the others what is theirs
        self._readers = 0  # tasks that read or wait for their turn
        self._child = Child(command, env, cwd, trace, blocking)

    # -- life and death --------------------------------------------------------------------------------------

    async def connect(self) -> Self:
        """The handshake; raises CannotStart."""
        if self._is_connected:
            return self
        try:
            self.identity = await self._ask("egi", self._start_timeout, self._read_handshake)
        except EngineFailure as problem:
            raise CannotStart(str(problem)) from None
        except BaseException:
            self.kill()
            raise
        self._is_connected = True
        return self

    async def __aenter__(self) -> Self:
        return await self.connect()

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def is_alive(self) -> bool:
        return self._child.exit_code is None

    async def close(self, timeout: float = 2.0) -> int | None:
        """Say `quit`, wait a little, then insist. Safe to call twice. Returns the exit code."""
        try:
            if self.is_alive:
                with contextlib.suppress(EngineFailure):
                    await self._child.send("quit", time.monotonic() + timeout)
                    await self._child.wait(timeout)
        finally:
            self.kill()
        return self._child.exit_code

    def kill(self) -> None:
        """End the process now; it is gone when this returns."""
        self._child.kill()

    # -- questions and answers -------------------------------------------------------------------------------

    async def is_ready(self, timeout: float | None = None) -> None:
        """Wait until the engine has worked off everything said so far."""
        await self._obey("isready", timeout)

    async def set_option(self, name: str, value: object) -> None:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        await self._obey(f"setoption name {name} value {text}")

    def rules_of(self, game: str) -> str | None:
        """The hash of the rules by which the engine plays a game; None if it does not say."""
        return next((known.rules for known in self.identity.games if known.name == game and known.rules != "-"), None)

    async def new_game(self, game: str | None = None) -> None:
        await self._obey("newgame" if game is None else f"newgame game {game}")

    async def position_view(self, view: str) -> None:
        await self._obey(f"position view {view}")

    async def position_full(self, text: str) -> None:
        await self._obey(f"position full {text}")

    async def position_deal(
        self, players: int, seed: int | None = None, variant: str | None = None, moves: Sequence[str] = ()
    ) -> int | None:
        """Deal; returns the seed, also if the engine chose it (None if it does not tell)."""
        words = [f"position deal players {players}"]
        words += [f"seed {seed}"] if seed is not None else []
        words += [f"variant {variant}"] if variant is not None else []
        words += [f"moves {len(moves)}", *moves] if moves else []
        told = [note.split() for note in await self._obey(" ".join(words))]
        chosen = [int(note[1]) for note in told if note[:1] == ["seed"] and len(note) == 2 and note[1].isdecimal()]
        return seed if seed is not None else next(iter(chosen), None)

    async def legal(self, seat: int | None = None) -> list[str]:
        answer = await self._ask_word(_with_seat("legal", seat), "legal")
        count, _, moves = answer.rest.partition(" ")
        listed = moves.split(",") if moves else []
        if count != str(len(listed)):
            raise self._broken(answer.line)
        return listed

    async def play(self, move: str, seat: int | None = None) -> Outcome:
        """Referee: apply a move; what happened and who acts now. `play("chance")` lets nature draw."""
        return await self._outcome(f"play {move}" if seat is None else f"play p{seat + 1} {move}")

    async def turn(self) -> Outcome:
        return await self._outcome("turn")

    async def events(self, seat: int | None = None, since: int = 1) -> Outcome:
        """What happened, as a seat perceived it (None: the truth), and who acts now as far as it knows."""
        return await self._outcome(f"events {'all' if seat is None else f'p{seat + 1}'} since {since}")

    async def undo(self) -> None:
        await self._obey("undo")

    async def view(self, seat: int | None) -> str:
        """The view of a seat, or the truth for None."""
        return (await self._ask_word(f"view {'all' if seat is None else f'p{seat + 1}'}", "view")).rest

    async def json(self, seat: int | None = None) -> Any:
        answer = await self._ask_word(_with_seat("json", seat), "json")
        try:
            return json.loads(answer.rest)
        except ValueError:
            raise self._broken(answer.line) from None

    async def board(self, seat: int | None = None) -> str:
        return await self._ask(_with_seat("d", seat), None, self._read_board)

    async def evaluate(self) -> Info:
        answer = await self._ask_word("eval", "info")
        if not isinstance(answer, Info):
            raise self._broken(answer.line)
        return answer

    async def sample(self, count: int) -> list[str]:
        async def read(command: str, deadline: float) -> list[str]:
            return [(await self._expect(command, deadline, "sample")).rest for _ in range(count)]

        return await self._ask(f"sample {count}", None, read)

    async def perft(self, depth: int, seed: int | None = None, timeout: float = 60.0) -> int:
        command = f"perft {depth}" if seed is None else f"perft {depth} seed {seed}"
        answer = await self._ask_word(command, "perft", timeout)
        try:
            return int(answer.line.split()[3])
        except (IndexError, ValueError):
            raise self._broken(answer.line) from None

    async def ask(self, line: str, last: str, timeout: float | None = None) -> list[str]:
        """Any command: the answers up to the one that begins with the word `last`, or with `error`."""

        async def read(command: str, deadline: float) -> list[str]:
            answers: list[str] = []
            while not answers or answers[-1].split(" ", 1)[0] not in (last, "error"):
                answers.append(await self._line(command, deadline))
            return answers

        return await self._ask(line, timeout, read)

    async def answers(self, line: str, timeout: float | None = None) -> list[str]:
        """Any command that is answered at once: all its answers, none to a command that is obeyed in silence."""

        async def read(command: str, deadline: float) -> list[str]:
            answers: list[str] = []
            while not answers or answers[-1] not in READY:
                answers.append(await self._line(command, deadline))
            return answers[:-1]

        return await self._ask(line, timeout, read, "isready")

    # -- thinking --------------------------------------------------------------------------------------------

    def go(
        self,
        *,
        view: str | None = None,
        infinite: bool = False,
        ponder: bool = False,
        timeout: float | None = None,
        **limits: Unpack[GoLimits],
    ) -> LiveSearch:
        """A search that begins when it is first awaited: `async for info in …`, `await …`, or `await ….begin()`.

        With a view, that is set up first, all in one breath. `timeout` seconds count from the beginning, thinking time
        included; without it, a time limit plus the usual timeout, or ten minutes if there is no time limit.
        """
        if timeout is None:
            clock, movetime = limits.get("clock") or (), limits.get("movetime")
            times = [*([movetime] if movetime is not None else []), *([max(clock)] if clock else [])]
            timeout = self.timeout + min(times) / 1000 if times else UNTIMED_SECONDS
        if infinite or ponder:
            timeout = math.inf  # until `stop`
        return LiveSearch(self, _go_command(limits, infinite, ponder), view, timeout)

    # -- lines -----------------------------------------------------------------------------------------------

    async def _ask(self, command: str, timeout: float | None, read: Callable[[str, float], Awaitable[T]], *then: str) -> T:
        """Send a command, and more at once, and read the answer to it."""
        async with self._question:
            deadline = time.monotonic() + (self.timeout if timeout is None else timeout)
            self._asked = command
            try:
                await self._child.send(command, deadline, *then)
                return await read(command, deadline)
            except (asyncio.CancelledError, KeyboardInterrupt):
                self.kill()
                raise
            finally:
                self._asked = None

    async def _ask_word(self, command: str, word: str, timeout: float | None = None) -> Answer:
        return await self._ask(command, timeout, lambda command, deadline: self._expect(command, deadline, word))

    async def _obey(self, command: str, timeout: float | None = None, *then: str) -> list[str]:
        """A command that is silent when all is well: `isready` tells when it is done. More commands may follow at once.

        Returns the remarks (`info string`) that came before.
        """

        async def read(command: str, deadline: float) -> list[str]:
            remarks: list[str] = []
            problem: Error | None = None
            while True:
                answer = await self._expect(command, deadline, "readyok", "info", "error")
                if isinstance(answer, Error):
                    problem = problem or answer
                elif answer.word == "readyok":
                    break
                else:
                    remarks.append(answer.rest.removeprefix("string "))
            if problem is not None:
                raise Refused(problem.code, problem.text, command)
            return remarks

        return await self._ask(command, timeout, read, *(["isready"] if command != "isready" else []), *then)

    async def _outcome(self, command: str) -> Outcome:
        async def read(command: str, deadline: float) -> Outcome:
            answers: list[Answer] = []
            while not answers or answers[-1].word == "event":
                answers.append(await self._expect(command, deadline, "event", "turn", "gameover"))
            try:
                return read_outcome(answers)
            except ProtocolError as problem:
                raise self._broken(str(problem)) from None

        return await self._ask(command, None, read)

    async def _read_handshake(self, command: str, deadline: float) -> Identity:
        lines: list[str] = []
        while not lines or not lines[-1].startswith("egiok"):
            lines.append(await self._line(command, deadline))
        try:
            return read_handshake(lines)
        except ProtocolError as problem:
            raise self._broken(str(problem)) from None

    async def _read_board(self, command: str, deadline: float) -> str:
        lines: list[str] = []
        while line := await self._line(command, deadline):
            if line.startswith("error ") and not lines:
                code, _, text = line.removeprefix("error ").partition(" : ")
                raise Refused(code, text, command)
            lines.append("" if line == " " else line)
        return "\n".join(lines)

    async def _expect(self, command: str, deadline: float, *words: str) -> Answer:
        """The next answer that is no mere remark; its word must be among `words`. Raises Refused."""
        while True:
            answer = self._parse(await self._line(command, deadline))
            if answer.word in words:
                return answer
            if isinstance(answer, Error):
                raise Refused(answer.code, answer.text, command)
            if not answer.line.startswith("info string"):
                raise self._broken(answer.line)

    async def _line(self, command: str, deadline: float) -> str:
        """The next line that is for those who ask; raises Stalled."""
        while not self._answers:
            if not await self._read_on(lambda: bool(self._answers), command, deadline):
                raise self._child.stalled(command)
        return self._answers.popleft()

    async def _read_on(self, has_come: Callable[[], bool], command: str, deadline: float) -> bool:
        """Read a line, whosever it is, or let another task read what we wait for; False at the deadline."""
        self._readers += 1
        try:
            if self._readers > 1:  # else there is no other reader to wait for: the usual case, and quicker so
                async with asyncio.timeout(max(0.0, deadline - time.monotonic())):
                    await self._reading.acquire()
            else:
                await self._reading.acquire()
        except BaseException as problem:
            self._readers -= 1
            if isinstance(problem, TimeoutError):
                return has_come()
            raise
        try:
            if has_come():
                return True
            line = await self._child.read_line(command, deadline)
            if line is not None:
                self._sort(line)
            return line is not None
        finally:
            self._readers -= 1
            self._reading.release()

    def _sort(self, line: str) -> None:
        """Whose is a line? While a search runs, the only other question that is not refused is `isready`."""
        search, word = self._search, line.split(" ", 1)[0]
        is_of_search = search is not None and (
            word in ("info", "bestmove") or self._asked is None or (word == "error" and self._asked == "isready")
        )
        if search is None or not is_of_search:
            self._answers.append(line)
            return
        search.receive(line)
        if word != "info":
            self._search = None

    def _parse(self, line: str) -> Answer:
        try:
            return parse_answer(line)
        except ProtocolError:
            raise self._broken(line) from None

    def _broken(self, line: str) -> BrokenProtocol:
        self.kill()
        return BrokenProtocol(f"{self._child} answered {line[:200]!r}")


class LiveSearch:
    """A `go`, from its first info line to its `bestmove`.

    Iterating gives the info lines as they come and ends with the answer; awaiting gives the whole Thought. Who leaves the
    iteration early leaves the engine thinking: `stop` ends that.
    """

    def __init__(self, client: AsyncClient, command: str, view: str | None, timeout: float) -> None:
        self._client = client
        self._command = command
        self._view = view
        self._timeout = timeout
        self._deadline = math.inf
        self._has_begun = False
        self._has_answer = False  # in the inbox, or read
        self._inbox: deque[str] = deque()
        self._thought: Thought | None = None
        self._problem: Exception | None = None
        self.infos: list[Info] = []  # those that were read

    @property
    def best(self) -> str | None:
        """The move, once the search is over; None also for `bestmove none`."""
        return self._thought.best if self._thought is not None else None

    @property
    def is_over(self) -> bool:
        return self._thought is not None

    async def begin(self) -> Self:
        """Have the engine think; returns when it was told, or, with a view, when it has taken that.

        Raises Refused if it thinks already. If it does not take the view, it is ended, since it thinks about something else
        already: raises BrokenProtocol.
        """
        client = self._client
        if self._has_begun:
            return self
        if client._search is not None:
            await client.is_ready()  # it may have answered, and the answer is still unread
        if client._search is not None:
            raise Refused("busy", "another search is running", self._command)
        self._has_begun = True
        client._search = self
        self._deadline = time.monotonic() + self._timeout
        if self._view is None:
            async with client._question:
                await client._child.send(self._command, time.monotonic() + client.timeout)
            return self
        try:
            await client._obey(f"position view {self._view}", None, self._command)
        except Refused as refusal:
            raise client._broken(f"error {refusal}") from None
        return self

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        await self.begin()
        while self._thought is None:
            if self._problem is not None:
                raise self._problem
            if self._inbox:
                answer = self._read(self._inbox.popleft())
                if answer is not None:
                    return answer
            elif time.monotonic() > self._deadline:
                raise self._client._child.stalled(self._command)
            else:  # for a while: `stop`, from another task, may set a deadline
                until = min(self._deadline, time.monotonic() + CHECK_SECONDS)
                await self._client._read_on(lambda: bool(self._inbox), self._command, until)
        raise StopAsyncIteration

    def __await__(self) -> Generator[Any, None, Thought]:
        return self.answer().__await__()

    async def answer(self, timeout: float | None = None) -> Thought:
        """Wait for the end; `timeout` seconds count from now and replace those of `go`."""
        await self.begin()
        if timeout is not None:
            self._deadline = time.monotonic() + timeout
        async for _ in self:
            pass
        assert self._thought is not None
        return self._thought

    async def has_answer(self, timeout: float) -> bool:
        """Wait until `answer` need not wait; False if that takes longer than `timeout`. The search goes on.

        Nothing is lost but the oldest of very many info lines.
        """
        deadline = time.monotonic() + timeout
        while not self._has_answer:
            if not await self._client._read_on(lambda: self._has_answer, self._command, deadline):
                break
        return self._has_answer

    async def stop(self) -> None:
        """Ask the engine to come to its end; the answer reaches those who iterate or await."""
        await self.begin()
        if not self._has_answer:
            self._deadline = time.monotonic() + self._client.timeout
            await self._client._child.send("stop", self._deadline)

    def receive(self, line: str) -> None:
        """Called by the client that has read a line of this search."""
        self._inbox.append(line)
        if len(self._inbox) > MAX_REMARKS:
            self._inbox.popleft()
        self._has_answer = self._has_answer or not line.startswith("info")

    def _read(self, line: str) -> Info | None:
        """Take in a line; gives it back if it is an info line with numbers."""
        answer = self._client._parse(line)
        if isinstance(answer, Info):
            self.infos.append(answer)
            return answer
        if isinstance(answer, Error):
            self._problem = Refused(answer.code, answer.text, self._command)
            raise self._problem
        words = answer.rest.split()
        if answer.word == "bestmove" and len(words) == 1:
            self._thought = Thought(None if words[0] == "none" else words[0], self.infos)
        elif not line.startswith("info string"):
            raise self._client._broken(line)
        return None


def _with_seat(word: str, seat: int | None) -> str:
    return word if seat is None else f"{word} p{seat + 1}"


def _go_command(limits: GoLimits, infinite: bool, ponder: bool) -> str:
    words = ["go"]
    words += [f"movetime {limits['movetime']}"] if limits.get("movetime") is not None else []
    words += [f"iterations {limits['iterations']}"] if limits.get("iterations") is not None else []
    words += [f"clock {','.join(map(str, limits['clock']))}"] if limits.get("clock") else []
    words += [f"inc {','.join(map(str, limits['inc']))}"] if limits.get("inc") else []
    words += ["infinite"] if infinite else []
    words += ["ponder"] if ponder else []
    words += [f"searchmoves {','.join(limits['searchmoves'])}"] if limits.get("searchmoves") else []
    return " ".join(words)
