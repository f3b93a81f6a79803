"""One open page: a reader and a sender. Only the sender sends, and what it sends about the game is made when it is sent.

So a slow page never has old states waiting for it: it gets the newest one, with the events that it has not seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web import views
from egypt.protocol.web.analysis import Analysis
from egypt.protocol.web.messages import (
    Analyse,
    AskReview,
    AskText,
    BadMessage,
    Branch,
    Hint,
    Join,
    Look,
    Message,
    Observe,
    Past,
    Ping,
    Play,
    Resync,
    TakeBack,
    parse_message,
)
from egypt.protocol.web.real import RealTable
from egypt.protocol.web.records import BadRecord, InUse
from egypt.protocol.web.review import Review, past
from egypt.protocol.web.seats import Pass, find_pass, may_branch
from egypt.protocol.web.sockets import JOIN_SECONDS
from egypt.protocol.web.table import NotAllowed, WebTable
from egypt.protocol.web.tables import Tables
from egypt.protocol.web.troubles import Trouble, report

MAX_REPLIES = 64  # that may wait for a page; one that does not read them is let go
SEND_SECONDS = 10.0
REFEREE = "the referee"
REMEMBERED = 32  # moves whose answer is repeated if they are sent again


class Gone(Exception):
    """The page has left, or does not listen."""


class Socket(Protocol):
    """A WebSocket that was accepted. `receive` raises Gone when the page has left."""

    async def send(self, text: str) -> None: ...
    async def receive(self) -> str: ...


class Connection:
    def __init__(self, socket: Socket, tables: Tables) -> None:
        self._socket = socket
        self._tables = tables
        self._entry = Pass("", (), False)
        self._seat: int | None = None  # that this device shows
        self._replies: deque[dict[str, Any]] = deque()
        self._analysis_message: dict[str, Any] | None = None
        self._dirty = False
        self._signal = asyncio.Event()
        self._last_state: dict[str, Any] = {}
        self._generation = ""
        self._sent_events = 0
        self._answered: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._lines = 0  # of the live analysis; 0: none
        self._analysed = ""  # the decision that is being analysed
        self._is_guest = True  # until it shows a pass of the host's own device
        self._analysis = Analysis(tables.analysts, tables.programs[0], self._hear_analysis, self._is_guest)
        self._review: Review | None = None
        self._review_sent = -1  # items of it
        self._hinting: asyncio.Task[None] | None = None

    async def join(self) -> WebTable:
        """The table that the page joins. Raises Gone, or BadMessage if it does not come to the point."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                return self._join(await self._socket.receive())
        except TimeoutError:
            raise BadMessage("'join' has not come") from None

    async def run(self, table: WebTable) -> None:
        """Serve the page until it leaves."""
        table.join(self._touch)
        try:
            self._reply(views.welcome(table.deal, self._entry))
            self._touch()
            reader = asyncio.ensure_future(self._read(table))
            sender = asyncio.ensure_future(self._send(table))
            await asyncio.wait([reader, sender], return_when=asyncio.FIRST_COMPLETED)
            for task in (reader, sender):
                task.cancel()
            for task in (reader, sender):
                with contextlib.suppress(asyncio.CancelledError, Gone):
                    await task
        finally:
            self._analysis.stop()
            self._leave_review()
            if self._hinting is not None:
                self._hinting.cancel()
            table.leave(self._touch)
            self._tables.put_away(table)

    def _join(self, text: str) -> WebTable:
        message = parse_message(text)
        if not isinstance(message, Join):
            raise BadMessage("'join' comes first")
        try:
            table = self._tables.get(message.table)
        except InUse as problem:
            raise BadMessage(str(problem)) from None
        except BadRecord:
            raise BadMessage("there is no such table, or the link does not open it") from None
        entry = find_pass(table.deal.passes, message.token)
        if entry is None:
            self._tables.put_away(table)
            raise BadMessage("there is no such table, or the link does not open it")
        self._entry = entry
        self._is_guest = not may_branch(table.deal.seats, entry)
        self._analysis = Analysis(self._tables.analysts, self._tables.programs[0], self._hear_analysis, self._is_guest)
        if len(entry.seats) == 1:
            self._seat = entry.seats[0]
        return table

    # -- what the page says ----------------------------------------------------------------------------------

    async def _read(self, table: WebTable) -> None:
        while True:
            text = await self._socket.receive()
            try:
                await self._do(parse_message(text), table)
            except (BadMessage, NotAllowed) as problem:
                self._reply({"type": "error", "text": str(problem)})

    async def _do(self, message: Message, table: WebTable) -> None:
        if isinstance(message, Play):
            await self._play(message, table)
        elif isinstance(message, Observe):
            await self._observe(message, table)
        elif isinstance(message, AskText):
            await self._text(message, table)
        elif isinstance(message, TakeBack):
            await self._take_back(message, table)
        elif isinstance(message, Look):
            if message.seat is not None and message.seat not in self._entry.seats:
                raise NotAllowed("this seat is not yours")
            self._seat = message.seat
            self._forget_sent()
        elif isinstance(message, Resync):
            self._forget_sent()
        elif isinstance(message, Analyse):
            self._lines, self._analysed = message.lines, ""
            self._analysis.stop()
            self._touch()
        elif isinstance(message, Hint):
            if self._hinting is None or self._hinting.done():
                self._hinting = asyncio.get_running_loop().create_task(self._hint(message, table))
            else:
                self._reply(_hint_answer(message) | {"text": "a hint is on its way already"})
        elif isinstance(message, AskReview):
            self._ask_review(message, table)
        elif isinstance(message, Past):
            await self._past(message, table)
        elif isinstance(message, Branch):
            await self._branch(message, table)
        elif isinstance(message, Ping):
            self._reply({"type": "pong"})
        else:
            raise BadMessage("this page has joined already")

    async def _play(self, message: Play, table: WebTable) -> None:
        async def play() -> None:
            if not self._entry.may_play or message.seat not in self._entry.seats:
                raise NotAllowed("this seat is not yours")
            await table.play(message.seat, message.decision, message.move)

        await self._once(message.id, play)

    async def _observe(self, message: Observe, table: WebTable) -> None:
        async def observe() -> None:
            if not self._entry.may_play or not isinstance(table, RealTable):
                raise NotAllowed("this is no real table of yours")
            try:
                await table.observe(message.decision, message.event)
            except Refused as problem:  # in the room's words: this referee knows only what this page has entered
                raise NotAllowed(problem.text) from None

        await self._once(message.id, observe)

    async def _once(self, name: str, act: Callable[[], Awaitable[None]]) -> None:
        """Do what a page asks for and answer; if it asks again by the same name, answer again."""
        if name in self._answered:
            self._reply(self._answered[name])
            return
        answer: dict[str, Any] = {"type": "reply", "id": name, "ok": True}
        try:
            await act()
        except (Trouble, EngineFailure, Refused, OSError) as problem:
            answer |= {"ok": False, "text": report(problem, REFEREE)}
            self._forget_sent()  # a page that asked for this does not see the game as it is
        self._answered[name] = answer
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        self._reply(answer)

    async def _take_back(self, message: TakeBack, table: WebTable) -> None:
        answer: dict[str, Any] = {"type": "reply", "id": message.id, "ok": True}
        try:
            if not self._entry.may_play:
                raise NotAllowed("this link only watches: it takes nothing back")
            await (table.redo() if message.again else table.undo())
        except (Trouble, OSError) as problem:
            answer |= {"ok": False, "text": report(problem, REFEREE)}
        self._reply(answer)

    async def _text(self, message: AskText, table: WebTable) -> None:
        if self._seat is None and not self._entry.sees_all:
            raise NotAllowed("there is no position text of what everybody knows")
        try:
            text = await table.view(self._seat)
        except (EngineFailure, Refused) as problem:
            raise NotAllowed(report(problem, REFEREE)) from None
        self._reply({"type": "text", "id": message.id, "text": text})

    async def _hint(self, message: Hint, table: WebTable) -> None:
        answer = _hint_answer(message)
        try:
            if not self._entry.may_play or self._seat is None:
                raise NotAllowed("a hint is for a seat of yours")
            decision = (await table.situation(self._seat)).decision
            answer |= {"move": await self._analysis.hint(await table.view(self._seat)), "decision": decision}
        except (Trouble, EngineFailure, Refused) as problem:
            answer["text"] = report(problem, "the adviser")
        self._reply(answer)

    def _ask_review(self, message: AskReview, table: WebTable) -> None:
        self._leave_review()
        if not message.on:
            return
        if not table.is_over or isinstance(table, RealTable):
            raise NotAllowed("a game is reviewed when it is over, and if it was played here")
        self._review, self._review_sent = self._tables.review(table), -1
        self._review.join(self._signal.set, self._is_guest)

    def _leave_review(self) -> None:
        if self._review is not None:
            self._tables.leave_review(self._review, self._signal.set)
            self._review = None

    async def _past(self, message: Past, table: WebTable) -> None:
        if not table.is_over or isinstance(table, RealTable) or message.ply > len(table.course.plies):
            raise NotAllowed("only a finished game that was played here can be looked back on")
        try:
            seen = await past(table.deal, table.course, self._tables.house.referees, message.ply, self._is_guest)
        except (EngineFailure, Refused) as problem:
            raise NotAllowed(report(problem, REFEREE)) from None
        self._reply({"type": "past", "ply": message.ply} | seen)

    async def _branch(self, message: Branch, table: WebTable) -> None:
        answer: dict[str, Any] = {"type": "branch", "id": message.id}
        try:
            if not may_branch(table.deal.seats, self._entry):
                raise NotAllowed("only the host's own device tries another move")
            if not table.is_over or isinstance(table, RealTable) or message.ply >= len(table.course.plies):
                raise NotAllowed("another move is tried at a decision of a finished game that was played here")
            deal = await self._tables.branch(table, message.ply)
            answer |= {"table": deal.table, "token": deal.passes[0].token}
        except (Trouble, EngineFailure, Refused, OSError) as problem:
            answer["text"] = report(problem, REFEREE)
        self._reply(answer)

    # -- what the page is told -------------------------------------------------------------------------------

    def _touch(self) -> None:
        self._dirty = True
        self._signal.set()

    def _reply(self, message: dict[str, Any]) -> None:
        self._replies.append(message)
        self._signal.set()

    def _hear_analysis(self, message: dict[str, Any]) -> None:
        self._analysis_message = message
        self._signal.set()

    def _forget_sent(self) -> None:
        self._last_state = {}
        self._generation = ""
        self._analysed = ""
        self._touch()

    async def _send(self, table: WebTable) -> None:
        while True:
            await self._signal.wait()
            self._signal.clear()
            if len(self._replies) > MAX_REPLIES:
                raise Gone("it does not read")
            while self._replies:
                await self._send_one(self._replies.popleft())
            if self._dirty:
                self._dirty = False
                await self._send_state(table)
            await self._send_review()
            message, self._analysis_message = self._analysis_message, None
            if message is not None and message["decision"] == self._analysed:
                await self._send_one(message)

    async def _send_review(self) -> None:
        review = self._review
        if review is None or (len(review.items) == self._review_sent and review.summary is None and not review.trouble):
            return
        since = max(0, self._review_sent)
        self._review_sent = len(review.items)
        if review.summary is not None or review.trouble:
            self._leave_review()
        await self._send_one(views.review(review, since))

    async def _send_state(self, table: WebTable) -> None:
        try:
            await self._send_newest(table)
        except (EngineFailure, Refused) as problem:
            await self._send_one({"type": "error", "text": report(problem, REFEREE)})

    async def _send_newest(self, table: WebTable) -> None:
        seat = self._seat
        state = await views.state(table, self._entry, seat)
        if seat != self._seat:
            return  # the device was handed on meanwhile: the next state is on its way
        if state != self._last_state:  # while others choose in secret it is the same: not even that may be heard
            self._last_state = state
            await self._send_news(seat, state)
        await self._analyse(table, state)

    async def _send_news(self, seat: int | None, state: dict[str, Any]) -> None:
        generation = f"{seat}-{state['decision'].partition('-')[0]}"
        since = self._sent_events if generation == self._generation else 0
        self._generation, self._sent_events = generation, len(state["events"])
        await self._send_one(state | {"events": state["events"][since:], "since": since})

    async def _analyse(self, table: WebTable, state: dict[str, Any]) -> None:
        seat = state["turn"][0] if self._entry.sees_all and state["turn"] else self._seat
        if not self._lines or seat is None or state["over"] is not None:
            self._analysis.stop()
            return
        if self._analysed != state["decision"]:
            self._analysed = state["decision"]
            to_act = self._entry.sees_all or seat in state["turn"]
            self._analysis.start(await table.view(seat), state["decision"], self._lines, to_act)

    async def _send_one(self, message: dict[str, Any]) -> None:
        try:
            await asyncio.wait_for(self._socket.send(json.dumps(message, separators=(",", ":"))), SEND_SECONDS)
        except TimeoutError:
            raise Gone("it does not read") from None


def _hint_answer(message: Hint) -> dict[str, Any]:
    return {"type": "hint", "id": message.id, "move": None, "decision": ""}
