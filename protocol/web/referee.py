"""The referee of a table: an engine that holds the truth, asked in the words of one seat at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web.engines import Json, JsonEngine, Places

LUCK_SECONDS = 600.0  # it searches, on whatever machine
ENDS = ("turn", "gameover")  # of whatever tells what happened
CHANCE = -1  # nature, among those who act
ONLOOKER = -1  # no seat, among those who look on: what everybody knows


@dataclass(frozen=True, slots=True)
class Turn:
    """Who must act (seats from 0, CHANCE; none after the end), and at the end ranks and scores."""

    seats: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return bool(self.ranks)


class Referee:
    """One engine with one game in it. For a seat, `None` means the truth, ONLOOKER what everybody knows."""

    def __init__(self, engine: JsonEngine) -> None:
        self.engine = engine
        self.plies = 0  # where `step_to` has left the game
        self.told: list[Json] = []  # what was perceived at a real table, in words

    async def deal(self, game: str, players: int, variant: str, seed: int) -> None:
        await self.engine.obey(f"newgame game {game}")
        await self.engine.obey(f"position deal players {players} seed {seed} variant {variant}")

    async def set_up(self, game: str, start: str, seed: int) -> None:
        """A given position instead of a deal; what nature owes there is drawn from the seed."""
        await self.engine.obey(f"newgame game {game}")
        await self.engine.obey(f"setoption name Seed value {seed}")
        await self.engine.obey(f"position full {start}")
        if (await self._ask("turn", *ENDS)).get("seats") == ["chance"]:
            await self._ask("play chance", *ENDS)

    async def play(self, seat: int, move: str) -> Turn:
        return _turn(await self._ask(f"play p{seat + 1} {move}", *ENDS))

    async def play_told(self, seat: int, move: str) -> tuple[list[Json], Turn]:
        """The same, with all that happened."""
        told, last = await self.engine.messages(f"play p{seat + 1} {move}", *ENDS)
        return told["events"], _turn(last)

    async def step_to(self, plies: int) -> None:
        """Take plays back, or play them again, until `plies` are left of a game that was set up whole."""
        if plies != self.plies:
            word = "undo" if plies < self.plies else "redo"
            await self.engine.obey(f"{word} {abs(plies - self.plies)}")
            self.plies = plies

    async def luck(self, iterations: int) -> Json:
        """What nature's draws since the last decision gave to every seat, by short searches."""
        (answer,) = await self.engine.messages(f"luck iterations {iterations}", "luck", timeout=LUCK_SECONDS)
        return answer

    async def turn(self) -> Turn:
        return _turn(await self._ask("turn", *ENDS))

    async def position(self, seat: int | None) -> Json:
        answer: Json = (await self._ask(f"json {_whom(seat)}", "position"))["position"]
        return answer

    async def legal(self, seat: int) -> list[Json]:
        """The moves of a seat with their sentences and what they touch."""
        answer: list[Json] = (await self._ask(f"legal p{seat + 1}", "legal"))["moves"]
        return answer

    async def events(self, seat: int | None, since: int) -> tuple[list[Json], Turn]:
        """What a seat was told, from event `since` on, and who acts as far as it knows."""
        told, last = await self.engine.messages(f"events {_whom(seat)} since {since}", *ENDS)
        return told["events"], _turn(last)

    async def view(self, seat: int | None) -> str:
        """The position text of what a seat knows, for its adviser; or of the truth."""
        return str((await self._ask(f"view {'all' if seat is None else f'p{seat + 1}'}", "view"))["text"])

    async def board(self, seat: int) -> str:
        """The board of a seat, drawn with letters."""
        return "\n".join((await self._ask(f"d p{seat + 1}", "board"))["lines"])

    # -- following a real table ----------------------------------------------------------------------------------

    async def sit_down(self, game: str, players: int, variant: str, seat: int, start: str = "") -> Turn:
        """Know what a seat knows: before the deal, or in a position that it is told, or that all are told."""
        self.told = []
        await self.engine.obey(f"newgame game {game}")
        if not start:
            await self.engine.obey(f"position seat p{seat + 1} players {players} variant {variant}")
        elif ";viewer=all;" in start:
            await self.engine.obey(f"position full {start}")
            await self.engine.obey(f"position view {await self.view(seat)}")
        else:
            await self.engine.obey(f"position view {start}")
        return await self.turn()

    async def expected(self) -> tuple[list[Json], Turn]:
        """All that may happen next, in words: `"move": "p2 draw"`."""
        told, last = await self.engine.messages("expect", *ENDS)
        return [_event(event) for event in told["events"]], _turn(last)

    async def foretold(self, event: str) -> Json:
        """One event in words; raises Refused if it cannot happen."""
        told, _ = await self.engine.messages(f"expect {event}", *ENDS)
        return _event(told["events"][0])

    async def observe(self, event: str) -> Turn:
        return _turn(await self._ask(f"observe {event}", *ENDS))

    async def read(self, text: str) -> Json:
        """What a position text says, and the text as it would be written. Raises Refused."""
        whole = ";viewer=all;" in text
        await self.engine.obey(f"position {'full' if whole else 'view'} {text}")
        position: Json = (await self._ask("json", "position"))["position"]
        viewer = position["viewer"]
        written = await self.view(None if viewer == "all" else int(viewer[1:]) - 1)
        return {"position": position, "text": written}

    async def components(self) -> Json:
        """All that is in the box, with names and texts."""
        return await self._ask("components", "components")

    async def _ask(self, command: str, *last: str) -> Json:
        return (await self.engine.messages(command, *last))[-1]


def _whom(seat: int | None) -> str:
    return "all" if seat is None else "public" if seat == ONLOOKER else f"p{seat + 1}"


def _event(event: Json) -> Json:
    return {"move": f"{event['actor']} {event['move']}", "sentence": event["sentence"], "touches": event["touches"]}


def _turn(message: Json) -> Turn:
    if message["message"] == "turn":
        return Turn(tuple(CHANCE if seat == "chance" else int(seat[1:]) - 1 for seat in message["seats"]))
    return Turn((), tuple(message["ranks"]), tuple(message["scores"]))


class Referees:
    """A bounded number of referees for any number of tables: the one least used last is dealt anew for another table."""

    def __init__(self, command: Sequence[str], limit: int) -> None:
        self._command = command
        self._limit = limit
        self._places = Places(limit)
        self._idle: OrderedDict[str, Referee] = OrderedDict()
        self._in_use = 0

    @asynccontextmanager
    async def holding(
        self, key: str, set_up: Callable[[Referee], Awaitable[None]], is_guest: bool = False
    ) -> AsyncIterator[Referee]:
        """The referee of a table; if it has none (any more), one is set up. A key is held by one task at a time."""
        async with self._places.taken(is_guest):
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
        return Referee(await JsonEngine.start(self._command))

    def forget(self, key: str) -> None:
        """The table's state has changed behind its referee's back: it is set up anew when next needed."""
        referee = self._idle.pop(key, None)
        if referee is not None:
            referee.engine.kill()

    async def close(self) -> None:
        for referee in self._idle.values():
            await referee.engine.close()
        self._idle.clear()
