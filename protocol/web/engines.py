"""Engines as children of the event loop: the one that talks in JSON, for the referee, and a search that can be given up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Self, TypeVar

from egypt.protocol.answers import Info
from egypt.protocol.async_client import AsyncClient
from egypt.protocol.client import BrokenProtocol, EngineFailure, Refused

ANSWER_SECONDS = 10.0
START_SECONDS = 30.0

Json = dict[str, Any]
Answer = TypeVar("Answer")


class Places:
    """How many programs work at the same time; whoever comes first takes a place first. One place is never a guest's: so the
    host waits for no guest, however many there are.
    """

    def __init__(self, count: int) -> None:
        self._all = asyncio.Semaphore(count)
        self._of_guests = asyncio.Semaphore(count - 1)
        self._waiting = {True: 0, False: 0}  # guests, and others

    @asynccontextmanager
    async def taken(self, is_guest: bool = False) -> AsyncIterator[None]:
        async with AsyncExitStack() as places:
            self._waiting[is_guest] += 1
            try:
                if is_guest:
                    await places.enter_async_context(self._of_guests)
                await places.enter_async_context(self._all)
            finally:
                self._waiting[is_guest] -= 1
            yield

    def is_awaited(self, is_guest: bool) -> bool:
        """Whether one who has a place could give it to another."""
        return self._waiting[False] > 0 or (is_guest and self._waiting[True] > 0)


async def to_the_end(question: Coroutine[Any, Any, Answer]) -> Answer:
    """Ask a question to its end, also if it is cancelled: an engine whose answer is not awaited would have to be ended."""
    task = asyncio.ensure_future(question)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class Engine(AsyncClient):
    """An EGI program. `game` is the one that its user has chosen."""

    game = ""

    @classmethod
    async def start(cls, command: Sequence[str]) -> Self:
        """Start a program and shake hands; raises CannotStart."""
        return await cls(command, timeout=ANSWER_SECONDS, start_timeout=START_SECONDS).connect()

    async def think(
        self,
        *,
        iterations: int | None,
        movetime: int | None,
        searchmoves: Sequence[str],
        on_info: Callable[[Info], bool | None],
    ) -> str | None:
        """The best move, None if there is none; every info line is told. The search is stopped if `on_info` says that it is
        enough, and if this is cancelled.
        """
        search = self.go(iterations=iterations, movetime=movetime, searchmoves=searchmoves)
        is_enough = False
        try:
            async for info in search:
                if on_info(info) and not is_enough:
                    is_enough = True
                    await search.stop()
        except asyncio.CancelledError:
            try:
                await search.stop()
                await search.answer(ANSWER_SECONDS)
            except (EngineFailure, Refused):
                self.kill()
            raise
        return search.best


class JsonEngine(Engine):
    """The same in the format json: every answer is an object whose `message` says what it is."""

    async def connect(self) -> Self:
        await super().connect()
        await self.obey("setoption name Format value json")
        return self

    async def messages(self, command: str, *last: str, timeout: float | None = None) -> list[Json]:
        """The answers to a command, up to the first one that is among `last`; raises Refused."""

        async def read(command: str, deadline: float) -> list[Json]:
            found: list[Json] = []
            while not found or found[-1]["message"] not in last:
                found.append(self._object(await self._line(command, deadline)))
                if found[-1]["message"] == "error":
                    raise Refused(found[-1]["code"], found[-1]["text"], command)
            return found

        return await self._ask(command, timeout, read)

    async def obey(self, command: str) -> None:
        """A command that is silent when all is well; raises Refused."""

        async def read(command: str, deadline: float) -> list[Json]:
            found: list[Json] = []
            while not found or found[-1]["message"] != "readyok":
                found.append(self._object(await self._line(command, deadline)))
            return found

        for message in await self._ask(command, None, read, "isready"):
            if message["message"] == "error":
                raise Refused(message["code"], message["text"], command)

    def _object(self, line: str) -> Json:
        try:
            message = json.loads(line)
            if isinstance(message["message"], str):
                return dict(message)
        except (ValueError, TypeError, KeyError):
            pass
        self.kill()
        raise BrokenProtocol(f"{' '.join(self._child.command)} answered {line[:200]!r}")
