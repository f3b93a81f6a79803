"""All tables of a server: made, found again after a restart, put away when they have no watchers."""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from egypt.protocol.answers import GameInfo
from egypt.protocol.client import Refused
from egypt.protocol.web.advisers import TOP, Advisers, Effort
from egypt.protocol.web.engines import Json, JsonEngine
from egypt.protocol.web.keeping import fingerprint
from egypt.protocol.web.messages import MAX_SEED, Order
from egypt.protocol.web.real import RealTable
from egypt.protocol.web.records import BadRecord, Course, Deal, ReadRecord, Records
from egypt.protocol.web.referee import Referee, Referees
from egypt.protocol.web.review import Review, past
from egypt.protocol.web.seats import AUTOMATON, Seat, is_real, make_passes
from egypt.protocol.web.table import House, WebTable

MAX_REFEREES = 12
MAX_REVIEWS = 2  # at the same time: each keeps a referee from its first decision to its last, and an engine that judges
MAX_THINKERS = 2  # processes per program that think for engine seats
MAX_ANALYSTS = 3  # that think for people


class Tables:
    """`programs` maps names to commands; the first one is also the referee. An engine takes `pause` ms at least.

    `reader` reads games that were recorded elsewhere. Programs with other rules than the first one are refused, unless
    `mixed_rules` lets them sit at a table.
    """

    def __init__(
        self,
        folder: Path,
        programs: Mapping[str, Sequence[str]],
        pause: int = 600,
        reader: ReadRecord | None = None,
        mixed_rules: bool = False,
    ) -> None:
        self.pause = pause
        self.review_effort: Effort | None = None  # None: as a review does it by itself
        self._reader = reader
        self._mixed_rules = mixed_rules
        self.programs = list(programs)
        self._command = list(programs[self.programs[0]])
        self.house = House(Referees(self._command, MAX_REFEREES), Advisers(programs, MAX_THINKERS), Records(folder))
        self._review_referees = Referees(self._command, MAX_REVIEWS)
        self.analysts = Advisers({self.programs[0]: self._command}, MAX_ANALYSTS)
        self._judges = Advisers({self.programs[0]: self._command}, MAX_REVIEWS)
        self.games: dict[str, GameInfo] = {}
        self.components: dict[str, Json] = {}
        self.automata: dict[str, dict[str, list[int]]] = {}  # game -> variant -> seats that nature moves
        self._open: dict[str, WebTable] = {}
        self._reviews: dict[str, Review] = {}

    @property
    def most_engines(self) -> int:
        """How many programs run at the same time at most."""
        return MAX_REFEREES + 2 * MAX_REVIEWS + MAX_ANALYSTS + MAX_THINKERS * len(self.programs)

    async def start(self) -> None:
        """Learn which games there are, and what is in their boxes."""
        engine = await JsonEngine.start(self._command)
        self.games = {game.name: game for game in engine.identity.games}
        if not self._mixed_rules:
            self.house.advisers.rules = {game.name: game.rules for game in engine.identity.games}
        for game in self.games.values():
            await engine.obey(f"newgame game {game.name}")
            self.components[game.name] = await Referee(engine).components()
            self.automata[game.name] = await _automata(Referee(engine), game)
        await engine.close()

    async def inspect(self, text: str) -> Json:
        """A position text as the referee reads it: whose, and what it says as data. Raises Refused in the room's words."""
        name = text.partition("/")[0]
        if name not in self.games:
            raise Refused("unknown-game", f"{name[:40]!r} is none of {', '.join(self.games)}", "position")

        async def choose(referee: Referee) -> None:
            await referee.engine.obey(f"newgame game {name}")

        async with self.house.referees.holding(f"/{name}", choose) as referee:  # no table has such a name
            return await referee.read(text)

    async def close(self) -> None:
        for name, table in self._open.items():
            await table.close()
            self.house.records.release(name)
        self._open.clear()
        for review in self._reviews.values():
            review.stop()
        await self.house.referees.close()
        await self._review_referees.close()
        await self.house.advisers.close()
        await self.analysts.close()
        await self._judges.close()

    async def create(self, order: Order) -> Deal:
        """A new table, dealt and on disk. Raises Refused if the referee does not deal it, or an engine has other rules.

        Whoever is meant to sit where an automaton of the rules does, the automaton does.
        """
        order = replace(order, seats=self._with_automata(order))
        for program in {seat.program for seat in order.seats if seat.is_engine}:
            await self.house.advisers.check(program, order.game.name)
        letters = string.ascii_lowercase + string.digits
        deal = Deal(
            table="".join(secrets.choice(letters) for _ in range(12)),
            game=order.game.name,
            players=len(order.seats),
            variant=order.variant,
            seed=secrets.randbelow(MAX_SEED + 1) if order.seed is None else order.seed,
            rules=order.game.rules,
            created=round(time.time(), 3),
            seats=order.seats,
            passes=make_passes(order.seats),
            pause=self.pause if order.pause is None else order.pause,
            start=order.position,
        )
        table = self._make(deal, Course())
        seen = (await table.situation(table.seat if isinstance(table, RealTable) else 0)).position
        if (seen["players"], seen["variant"]) != (deal.players, deal.variant):
            self.house.referees.forget(deal.table)
            raise Refused("bad-argument", f"the position is one for {seen['players']} in {seen['variant']}", "position full")
        self.house.records.create(deal)
        return deal

    def _with_automata(self, order: Order) -> tuple[Seat, ...]:
        automata = self.automata.get(order.game.name, {}).get(order.variant, [])
        for number, seat in enumerate(order.seats):
            if seat.kind == AUTOMATON and number not in automata:
                raise Refused("bad-argument", f"p{number + 1}: no automaton sits there", "position deal")
        if is_real(order.seats):  # there it is among those who are not here
            if any(order.seats[seat].kind == "here" for seat in automata):
                raise Refused("bad-argument", "the automaton sits there: nobody sees what it knows", "position seat")
            return order.seats
        return tuple(Seat(AUTOMATON, "") if number in automata else seat for number, seat in enumerate(order.seats))

    def get(self, name: str) -> WebTable:
        """A table, from disk if it is not open; raises BadRecord, InUse if another program plays at it."""
        if name not in self._open:
            self.house.records.hold(name)
            try:
                deal, course = self.house.records.load(name)
                game = self.games.get(deal.game)
                if game is None or game.rules != deal.rules:
                    raise BadRecord(f"{name} was played with another edition of {deal.game}")
                self._open[name] = self._make(deal, course)
            except BadRecord:
                self.house.records.release(name)
                raise
        return self._open[name]

    def _make(self, deal: Deal, course: Course) -> WebTable:
        return (RealTable if is_real(deal.seats) else WebTable)(deal, course, self.house)

    def put_away(self, table: WebTable) -> None:
        """Forget a table without watchers; it is on disk."""
        if not table.watchers and self._open.get(table.deal.table) is table:
            del self._open[table.deal.table]
            self.house.records.release(table.deal.table)

    def review(self, table: WebTable) -> Review:
        """The review of a finished table, as far as it has come."""
        name = table.deal.table
        known = self._reviews.get(name)
        if known is None or known.game != fingerprint(table.deal, table.course.plies):
            if known is not None:
                known.stop()
            known = Review(
                table.deal,
                table.course,
                self._review_referees,
                self._judges,
                self.programs[0],
                path=self.house.records.path(name).with_suffix(".review.jsonl"),
                effort=self.review_effort,
            )
            self._reviews[name] = known
        return known

    def leave_review(self, review: Review, watcher: Callable[[], None]) -> None:
        """Remove a watcher, and forget a review that has none left; what is complete is on disk."""
        review.leave(watcher)
        if not review.watchers:
            self._reviews = {name: one for name, one in self._reviews.items() if one is not review}

    async def branch(self, table: WebTable, ply: int) -> Deal:
        """A new table that begins before a decision of a finished game: the deciding seat is a person, the rest engines."""
        old, mover = table.deal, table.course.plies[ply].seat
        stood = await past(old, table.course, self.house.referees, ply)
        rest = Seat("engine", "", TOP, None, self.programs[0])
        seats = tuple(
            Seat("here", seat.name)
            if number == mover
            else replace(seat, name="")
            if seat.is_engine and seat.program in self.programs
            else rest
            for number, seat in enumerate(old.seats)
        )
        return await self.create(Order(self.games[old.game], old.variant, seats, None, None, str(stood["text"])))

    def open_record(self, path: Path, number: int | None) -> Deal:
        """A game that was recorded elsewhere as a finished table of this house; the same game is the same table.

        Raises BadRecord in one line, WhichGame if one of several must be named.
        """
        if self._reader is None:
            raise BadRecord("records are read by egypt-play alone")
        deal, course = self._reader(path, number)
        game = self.games.get(deal.game)
        if game is None or game.rules != deal.rules:
            raise BadRecord(f"it was played with another edition of {deal.game}")
        if not course.ranks:
            raise BadRecord("the game is not over")
        self.house.records.keep(deal, course)
        return self.house.records.load(deal.table)[0]

    def listed(self) -> list[tuple[Deal, Course]]:
        """All tables, the newest first; files that are no records are passed over."""
        found = []
        for name in self.house.records.tables():
            try:
                found.append(self.house.records.load(name))
            except BadRecord:
                continue
        return found

    async def delete(self, name: str) -> None:
        """Raises BadRecord, InUse or OSError: then the table is as before, for those who sit at it, too."""
        self.house.records.delete(name)
        table = self._open.pop(name, None)
        if table is not None:
            await table.close()
        self.house.referees.forget(name)


async def _automata(referee: Referee, game: GameInfo) -> dict[str, list[int]]:
    """The variants in which automata of the rules sit at the table, and where: what a room says of its seats."""
    found: dict[str, list[int]] = {}
    for variant in game.variants:
        players = game.seats.get(variant, (game.min_players, game.max_players))[0]
        await referee.deal(game.name, players, variant, seed=0)
        seats = (await referee.position(None)).get("seats", [])
        if marked := [number for number, seat in enumerate(seats) if seat.get(AUTOMATON)]:
            found[variant] = marked
    return found
