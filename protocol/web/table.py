"""One table: the deal, the course of the game, and who acts next. Web, terminal and tests play through it alike."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from egypt.protocol.client import EngineFailure, Refused, Stalled
from egypt.protocol.web.advisers import LEVEL_ITERATIONS, Advisers, Effort
from egypt.protocol.web.engines import Json
from egypt.protocol.web.records import Course, Deal, Ply, Records
from egypt.protocol.web.referee import ONLOOKER, Referee, Referees, Turn
from egypt.protocol.web.seats import AUTOMATON, Seat
from egypt.protocol.web.troubles import Trouble, report

Answer = TypeVar("Answer")

THINK_SECONDS = 180.0  # beyond its movetime, until the table is told that an engine does not move
ATTEMPTS = 4  # with engines that fail, before the table is told: several may have died while they were idle


class Stale(Trouble):
    """The decision that a message is about has passed."""


class NotAllowed(Trouble):
    """This table or this seat does not do that."""


@dataclass(frozen=True, slots=True)
class House:
    """What all tables share."""

    referees: Referees
    advisers: Advisers
    records: Records


@dataclass(slots=True)
class Situation:
    """What one seat (None: passes that see all; ONLOOKER: onlookers) has been told of a table up to a version of it."""

    generation: int
    version: int = -1
    position: Json = field(default_factory=dict)
    legal: list[Json] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)
    turn: Turn = field(default_factory=Turn)

    @property
    def decision(self) -> str:
        """Names what the seat is asked now. It does not change while others choose in secret."""
        return f"{self.generation}-{len(self.events)}"


class WebTable:
    """The truth is with the referee; here is what leads to it."""

    def __init__(self, deal: Deal, course: Course, house: House) -> None:
        self.deal = deal
        self.course = course
        self.version = 0  # counts changes
        self.generation = 0  # counts the changes that took something back
        self.trouble = ""  # why an engine does not move
        self.cut_off = ""  # why not all is left of what was played
        self.watchers: set[Callable[[], None]] = set()
        self._house = house
        self._lock = asyncio.Lock()
        self._driver: asyncio.Task[None] | None = None
        self._situations: dict[int | None, Situation] = {}

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.deal.seats) if not seat.is_engine and seat.kind != AUTOMATON]

    @property
    def is_over(self) -> bool:
        return bool(self.course.ranks)

    # -- who looks on ----------------------------------------------------------------------------------------

    def join(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` after every change. Engines move only while somebody looks."""
        self.watchers.add(watcher)
        self._wake()

    def leave(self, watcher: Callable[[], None]) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self.rest()

    def rest(self) -> None:
        """Stop thinking and forget what can be asked again."""
        if self._driver is not None:
            self._driver.cancel()
            self._driver = None
        self._situations.clear()

    # -- what a seat is told ---------------------------------------------------------------------------------

    async def situation(self, seat: int | None) -> Situation:
        """What the seat knows now: nothing in it comes from anywhere but the referee's answers for that seat."""
        async with self._lock:
            return await self._situation(seat)

    async def _situation(self, seat: int | None) -> Situation:
        known = self._situations.get(seat)
        if known is None or known.generation != self.generation:
            known = self._situations[seat] = Situation(self.generation)
        if known.version != self.version:
            told = len(known.events)

            async def ask(referee: Referee) -> tuple[Json, list[Json], tuple[list[Json], Turn]]:
                legal = [] if seat in (None, ONLOOKER) else await referee.legal(seat)
                return await referee.position(seat), legal, await referee.events(seat, told + 1)

            known.position, known.legal, (events, known.turn) = await self._with_referee(ask)
            known.events += events
            known.version = self.version
        return known

    async def board(self, seat: int) -> str:
        """What a seat sees, drawn with letters."""
        async with self._lock:
            return await self._with_referee(lambda referee: referee.board(seat))

    async def view(self, seat: int | None) -> str:
        """The position text of what a seat knows, or of the truth."""
        async with self._lock:
            return await self._with_referee(lambda referee: referee.view(seat))

    # -- what a seat does ------------------------------------------------------------------------------------

    async def play(self, seat: int, decision: str, move: str) -> None:
        """A person's move; raises Stale, NotAllowed, Refused or OSError and then changes nothing."""
        async with self._lock:
            known = await self._situation(seat)
            if known.decision != decision:
                raise Stale("the game has gone on since")
            if not any(choice["move"] == move for choice in known.legal):
                raise NotAllowed(f"{move[:80]!r} is not legal here")
            await self._apply(Ply(seat, move))

    @property
    def may_undo(self) -> bool:
        """One person among engines may take back what they did; what another person saw cannot be unseen."""
        people = self.people
        return len(people) == 1 and any(ply.seat == people[0] for ply in self.course.plies)

    @property
    def may_redo(self) -> bool:
        return len(self.people) == 1 and bool(self.course.undone)

    async def undo(self) -> None:
        """Back to the person's last decision."""
        async with self._lock:
            if not self.may_undo:
                raise NotAllowed("there is nothing that may be taken back")
            (person,) = self.people
            plies = self.course.plies
            count = next(count for count in range(1, len(plies) + 1) if plies[-count].seat == person)
            self._house.records.append(self.deal.table, {"undo": count})
            self.course.undo(count)
            self._taken_back()

    async def redo(self) -> None:
        """What was taken back last, and the engines' answers to it."""
        async with self._lock:
            if not self.may_redo:
                raise NotAllowed("there is nothing to play again")
            (person,) = self.people
            undone = self.course.undone
            count = next((count for count in range(1, len(undone)) if undone[-1 - count].seat == person), len(undone))
            self._house.records.append(self.deal.table, {"redo": count})
            for _ in range(count):
                self.course.redo()
            self._taken_back()

    def _taken_back(self) -> None:
        self.generation += 1
        self._house.referees.forget(self.deal.table)
        if self._driver is not None:
            self._driver.cancel()
            self._driver = None
        self._changed()

    async def _apply(self, ply: Ply) -> None:
        self._keep(ply, await self._with_referee(lambda referee: referee.play(ply.seat, ply.move)))

    def _keep(self, ply: Ply, turn: Turn) -> None:
        """What the referee has accepted goes to the disk, then to the course; raises OSError and then changes nothing."""
        entries: list[dict[str, object]] = [{"play": [ply.seat, ply.move]}]
        if turn.is_over:
            entries.append({"over": {"ranks": turn.ranks, "scores": turn.scores}})
        try:
            self._house.records.append(self.deal.table, *entries)
        except OSError:
            self._house.referees.forget(self.deal.table)
            raise
        self.course.play(ply)
        self.course.ranks, self.course.scores = turn.ranks, turn.scores
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._tell()
        self._wake()

    def _tell(self) -> None:
        for watcher in list(self.watchers):
            watcher()

    # -- engines ---------------------------------------------------------------------------------------------

    def _wake(self) -> None:
        if self.watchers and (self._driver is None or self._driver.done()) and not self.is_over:
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def _drive(self) -> None:
        """Let engines move as long as it is their turn."""
        try:
            while True:
                async with self._lock:
                    version = self.version
                    turn = await self._with_referee(Referee.turn)
                seat = next((seat for seat in turn.seats if self.deal.seats[seat].is_engine), None)
                if seat is None or (self.course.undone and any(one in self.people for one in turn.seats)):
                    return  # a person who took back may still play it again: engines choose with them, not before them
                await self._engine_moves(seat, version)
        except Exception as problem:  # whatever it is: a table that nobody tells of it waits for ever
            who = "the referee" if isinstance(problem, EngineFailure | Refused) else "the server"
            self.trouble = f"an engine does not move: {report(problem, who)}"
            self._tell()

    async def _engine_moves(self, seat: int, version: int) -> None:
        self.trouble = ""
        started = asyncio.get_running_loop().time()
        program, view = self.deal.seats[seat].program, await self.view(seat)
        try:
            move = await self._think(self.deal.seats[seat], view)
        except (EngineFailure, Refused) as problem:
            raise Trouble(report(problem, program)) from None
        # A pause of its own, so that a forced move is not told from a hard one, and people can follow.
        await asyncio.sleep(max(0.0, self.deal.pause / 1000 - (asyncio.get_running_loop().time() - started)))
        async with self._lock:
            if self.version == version:
                if move is None:
                    raise Trouble(f"{program} says that it has no move")
                try:
                    await self._apply(Ply(seat, move))
                except Refused as problem:
                    raise Trouble(report(problem, program, "made an illegal move")) from None

    async def _think(self, seat: Seat, view: str) -> str | None:
        effort = effort_of(seat)
        for attempt in range(ATTEMPTS):
            try:
                return await self._house.advisers.think(
                    view, effort, program=seat.program, seconds=THINK_SECONDS + (effort.movetime or 0) / 1000
                )
            except Stalled:
                raise
            except EngineFailure:
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    # -- the referee -----------------------------------------------------------------------------------------

    async def _with_referee(self, action: Callable[[Referee], Awaitable[Answer]]) -> Answer:
        """Do something with the referee; if it dies over it, with another one, set up as far as the game has come."""
        for attempt in range(ATTEMPTS):
            try:
                async with self._house.referees.holding(self.deal.table, self._set_up) as referee:
                    return await action(referee)
            except EngineFailure:
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    async def _set_up(self, referee: Referee) -> None:
        await set_up(referee, self.deal, [])
        await self._play_again(lambda ply: referee.play(ply.seat, ply.move))

    async def _play_again(self, play: Callable[[Ply], Awaitable[object]]) -> None:
        """What was played, up to the first move that is not legal any more, because a rule was mended since.

        The game goes on from there; one that was over is shown up to there.
        """
        plies = self.course.plies
        for at, ply in enumerate(plies):
            try:
                await play(ply)
            except Refused as problem:
                if problem.code != "illegal-move":
                    raise
                self.cut_off = f"move {at + 1} of {len(plies)} is not legal now, and the game ends before it: {problem.text}"
                with contextlib.suppress(OSError):  # a file that cannot be written is cut off again the next time
                    self._house.records.append(self.deal.table, {"cut": len(plies) - at})
                self.course.cut(len(plies) - at)
                return

    async def close(self) -> None:
        driver = self._driver
        self.rest()
        if driver is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await driver


def effort_of(seat: Seat) -> Effort:
    """Raises Trouble for a level that another version may have."""
    level = seat.level or 1
    if seat.movetime:
        return Effort(movetime=seat.movetime)
    if level not in LEVEL_ITERATIONS:
        raise Trouble(f"level {level} is none of {min(LEVEL_ITERATIONS)} to {max(LEVEL_ITERATIONS)}")
    return Effort(iterations=LEVEL_ITERATIONS[level], level=level)


async def set_up(referee: Referee, deal: Deal, plies: Sequence[Ply]) -> None:
    """Deal a table anew and play what was played."""
    if deal.start:
        await referee.set_up(deal.game, deal.start, deal.seed)
    else:
        await referee.deal(deal.game, deal.players, deal.variant, deal.seed)
    for ply in plies:
        await referee.play(ply.seat, ply.move)
