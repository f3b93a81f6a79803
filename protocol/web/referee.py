"""The referee of a table: an engine that holds the truth, asked in the words of one seat at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web.engines import Engine

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """Who must act (seats from 0; none after the end), and at the end ranks and scores."""

    seats: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return bool(self.ranks)


class Referee:
    """One engine with one game in it. `None` for a seat means the truth."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def deal(self, game: str, players: int, variant: str, seed: int) -> None:
        await self.engine.obey(f"newgame game {game}")
        await self.engine.obey(f"position deal players {players} seed {seed} variant {variant}")

    async def set_up(self, game: str, start: str, seed: int) -> None:
        """A given position instead of a deal; what nature owes there is drawn from the seed."""
        await self.engine.obey(f"newgame game {game}")
        await self.engine.obey(f"setoption name Seed value {seed}")
        await self.engine.obey(f"position full {start}")
        if (await self.engine.ask("turn", "turn", "gameover"))[-1] == "turn chance":
            await self.engine.ask("play chance", "turn", "gameover")

    async def play(self, seat: int, move: str) -> Turn:
        return _turn((await self.engine.ask(f"play p{seat + 1} {move}", "turn", "gameover"))[-1])

    async def undo(self) -> None:
        await self.engine.obey("undo")

    async def turn(self) -> Turn:
        return _turn((await self.engine.ask("turn", "turn", "gameover"))[-1])

    async def position(self, seat: int | None) -> Json:
        answer: Json = await self.engine.ask_json("json" if seat is None else f"json p{seat + 1}", "json")
        return answer

    async def legal(self, seat: int) -> list[Json]:
        line = (await self.engine.ask(f"legal p{seat + 1}", "legal"))[-1]
        _, count, *moves = line.split(" ")
        return [{"move": move, "sentence": move, "touches": []} for move in moves[0].split(",")] if count != "0" else []

    async def events(self, seat: int | None, since: int) -> tuple[list[Json], Turn]:
        """What a seat was told, from event `since` on, and who acts as far as it knows."""
        who = "all" if seat is None else f"p{seat + 1}"
        *lines, last = await self.engine.ask(f"events {who} since {since}", "turn", "gameover")
        events = []
        for line in lines:
            _, number, actor, move = line.split(" ", 3)
            events.append({"number": int(number), "actor": actor, "move": move, "sentence": f"{actor} {move}",
                           "touches": [], "scores": []})
        return events, _turn(last)

    async def view(self, seat: int) -> str:
        """The position text of what a seat knows, for its adviser."""
        return (await self.engine.ask(f"view p{seat + 1}", "view"))[-1].partition(" ")[2]


def _turn(line: str) -> Turn:
    words = line.split()
    if words[0] == "turn":
        return Turn(tuple(int(seat[1:]) - 1 for seat in words[1].split(",")))
    return Turn((), _vector(words[2]), _vector(words[4]))


def _vector(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


class Referees:
    """A bounded number of referees for any number of tables: the one least used last is dealt anew for another table."""

    def __init__(self, command: Sequence[str], limit: int) -> None:
        self._command = command
        self._limit = limit
        self._room = asyncio.Semaphore(limit)
        self._idle: OrderedDict[str, Referee] = OrderedDict()
        self._in_use = 0
        self._ended: list[Engine] = []      # that are about to be gone

    @asynccontextmanager
    async def holding(self, key: str, set_up: Callable[[Referee], Awaitable[None]]) -> AsyncIterator[Referee]:
        """The referee of a table; if it has none (any more), one is set up. A key is held by one task at a time."""
        async with self._room:
            self._in_use += 1
            try:
                referee = self._idle.pop(key, None)
                if referee is None or not referee.engine.is_alive:
                    referee = await self._fresh()
                    try:
                        await set_up(referee)
                    except BaseException:
                        await referee.engine.close()
                        raise
                try:
                    yield referee
                except (EngineFailure, asyncio.CancelledError):
                    await referee.engine.close()
                    raise
                except Refused:
                    self._idle[key] = referee
                    raise
                self._idle[key] = referee
            finally:
                self._in_use -= 1

    async def _fresh(self) -> Referee:
        while self._idle and self._in_use + len(self._idle) > self._limit:
            _, oldest = self._idle.popitem(last=False)
            if oldest.engine.is_alive:
                return oldest
        return Referee(await Engine.start(self._command))

    def forget(self, key: str) -> None:
        """The table's state has changed behind its referee's back: it is set up anew when next needed."""
        referee = self._idle.pop(key, None)
        if referee is not None:
            referee.engine.kill()
            self._ended = [other for other in self._ended if not other.is_gone] + [referee.engine]

    async def close(self) -> None:
        for engine in [*(referee.engine for referee in self._idle.values()), *self._ended]:
            await engine.close()
        self._idle.clear()
