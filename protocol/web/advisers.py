"""Engines that think for a seat. They are given a view, so they cannot know more than the seat."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from egypt.protocol.answers import Info
from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web.engines import Engine, Places, to_the_end
from egypt.protocol.web.troubles import NotMoved, NotOffered, OtherRules

# The iterations of a level, for programs without an option Level: the same on a slow machine, and each twice the last.
LEVEL_ITERATIONS = {level: 50 << level for level in range(1, 11)}
TOP = max(LEVEL_ITERATIONS)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to think: a number of iterations, or of milliseconds; below the top level, less and not always the best."""

    iterations: int | None = None
    movetime: int | None = None
    level: int = TOP


@dataclass(frozen=True, slots=True)
class Part:
    """What one group of features adds to every seat's chance to win and expected score."""

    text: str
    chances: tuple[float, ...]
    scores: tuple[float, ...]


EXPLAIN = re.compile(r"explain wp (\S+) pts (\S+) : (.+)")


@asynccontextmanager
async def _limit(seconds: float | None, program: str) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError:
        raise NotMoved(f"{program} has not moved for {seconds:.0f} s") from None


def _numbers(vector: str) -> tuple[float, ...]:
    return tuple(map(float, vector.split(",")))


class Advisers:
    """A few processes per program that answer the questions of all tables in turn.

    Where `rules` has the hash of a game, programs that play it by other rules are refused.
    """

    def __init__(self, programs: Mapping[str, Sequence[str]], limit: int) -> None:
        self.programs = dict(programs)
        self.rules: dict[str, str] = {}
        self._places = {name: Places(limit) for name in programs}
        self._idle: dict[str, list[Engine]] = {name: [] for name in programs}

    @asynccontextmanager
    async def _holding(self, program: str, is_guest: bool = False) -> AsyncIterator[Engine]:
        if program not in self.programs:
            raise NotOffered(f"{program} is not among the programs of this server")
        async with self._places[program].taken(is_guest):
            idle = self._idle[program] = [engine for engine in self._idle[program] if engine.is_alive]
            engine = idle.pop() if idle else await Engine.start(self.programs[program])
            try:
                yield engine
            finally:
                if engine.is_alive:
                    self._idle[program].append(engine)

    async def think(
        self,
        view: str,
        effort: Effort,
        *,
        program: str,
        lines: int = 1,
        searchmoves: Sequence[str] = (),
        interval: int | None = None,
        seconds: float | None = None,
        on_info: Callable[[Info], bool | None] = lambda info: None,
        is_guest: bool = False,
    ) -> str | None:
        """The best move that a program finds in a view; None if its seat is not to act. Cancelling stops the search, and so
        does an `on_info` that says it is enough, and so do `seconds`, from when the program is free: then raises NotMoved.
        """

        async def prepare(engine: Engine) -> None:
            await self._set(engine, "Level", effort.level)
            await self._set(engine, "MultiPV", lines)
            if interval is not None:
                await self._set(engine, "InfoInterval", interval)
            await self._show(engine, view, program)

        async with self._holding(program, is_guest) as engine, _limit(seconds, program):
            await to_the_end(prepare(engine))
            return await engine.think(
                iterations=effort.iterations, movetime=effort.movetime, searchmoves=searchmoves, on_info=on_info
            )

    def is_awaited(self, program: str, is_guest: bool) -> bool:
        """Whether somebody waits for a program that one who thinks with it could leave."""
        return self._places[program].is_awaited(is_guest)

    async def evaluate(self, view: str, program: str, is_guest: bool = False) -> Info:
        """The static evaluation of a view."""

        async def ask(engine: Engine) -> Info:
            await self._show(engine, view, program)
            return await engine.evaluate()

        async with self._holding(program, is_guest) as engine:
            return await to_the_end(ask(engine))

    async def explain(self, view: str, program: str, is_guest: bool = False) -> list[Part]:
        """What each group of features adds to the static evaluation; nothing if the program does not tell."""

        async def ask(engine: Engine) -> list[str]:
            await self._show(engine, view, program)
            return await engine.ask("eval explain", "info")

        async with self._holding(program, is_guest) as engine:
            lines = await to_the_end(ask(engine))
        parts = [EXPLAIN.fullmatch(line) for line in lines[1:]]  # the first one: all seats equal
        return [Part(part[3], _numbers(part[1]), _numbers(part[2])) for part in parts if part is not None]

    async def check(self, program: str, game: str) -> None:
        """Raise Refused if a program plays a game by other rules. One that does not start is told of when it is to move."""
        with contextlib.suppress(EngineFailure):
            async with self._holding(program) as engine:
                self._same_rules(engine, program, game)

    def _same_rules(self, engine: Engine, program: str, game: str) -> None:
        ours, theirs = self.rules.get(game), engine.rules_of(game)
        if ours is not None and theirs is not None and ours != theirs:
            raise OtherRules(
                "bad-argument",
                f"{program} plays {game} by rules {theirs}, this table by {ours} (--mixed-rules lets them differ)",
                "position",
            )

    async def _show(self, engine: Engine, view: str, program: str) -> None:
        """Give an engine a view, of whichever game."""
        game = view.partition("/")[0]
        self._same_rules(engine, program, game)
        if engine.game != game:
            await engine.new_game(game)
            engine.game = game
        await engine.position_view(view)

    async def _set(self, engine: Engine, name: str, value: object) -> None:
        if name in engine.identity.options:
            with contextlib.suppress(Refused):  # another program's option may have another range: it thinks without
                await engine.set_option(name, value)

    async def close(self) -> None:
        for engines in self._idle.values():
            for engine in engines:
                await engine.close()
            engines.clear()
