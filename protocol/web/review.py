"""A finished game once more: every decision judged on what its seat knew then, from one root and with equal effort.

The best move of a search and the move played are each searched alone with the same number of iterations; the difference of
the mover's chances is the loss. Results come one by one, and are kept beside the record.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from egypt.protocol.answers import Info
from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.web.advisers import Advisers, Effort
from egypt.protocol.web.engines import Json
from egypt.protocol.web.judgement import Judged, account, classify, standard_error, summarize
from egypt.protocol.web.records import Course, Deal, Ply
from egypt.protocol.web.referee import Referee
from egypt.protocol.web.table import House, set_up

ITERATIONS = 4000

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Decision:
    """What a seat knew when it decided, and what it could do."""

    ply: Ply
    view: str
    legal: dict[str, str]       # move -> sentence


class Review:
    """Of one table. `items` grow while it runs; `summary` is there when it is complete."""

    def __init__(self, deal: Deal, course: Course, house: House, analysts: Advisers, program: str) -> None:
        self.items: list[Message] = []
        self.total = len(course.plies)
        self.summary: Message | None = None
        self.trouble = ""
        self.watchers: set[Callable[[], None]] = set()
        self._deal = deal
        self._plies = list(course.plies)
        self._ranks = course.ranks
        self._house = house
        self._analysts = analysts
        self._program = program
        self._task: asyncio.Task[None] | None = None
        self._path = house.records.path(deal.table).with_suffix(".review.json")
        self.game = fingerprint(course.plies)

    def join(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` when there is more. The work goes on while somebody waits for it."""
        self.watchers.add(watcher)
        if self.summary is None and not self._read() and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())
        watcher()

    def leave(self, watcher: Callable[[], None]) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self.stop()

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _run(self) -> None:
        try:
            decisions = await self._decisions()
            for decision in decisions[len(self.items):]:
                self.items.append(await self._judge(decision, len(self.items)))
                self._tell()
            self.summary = self._sum_up()
            self._write()
        except (EngineFailure, Refused, OSError) as problem:
            self.trouble = f"the review has stopped: {problem}"
        self._tell()

    def _tell(self) -> None:
        for watcher in list(self.watchers):
            watcher()

    async def _decisions(self) -> list[_Decision]:
        async def deal(referee: Referee) -> None:
            await set_up(referee, self._deal, [])

        found = []
        async with self._house.referees.holding(f"{self._deal.table}/review", deal) as referee:
            for ply in self._plies:
                legal = {choice["move"]: choice["sentence"] for choice in await referee.legal(ply.seat)}
                found.append(_Decision(ply, await referee.view(ply.seat), legal))
                await referee.play(ply.seat, ply.move)
        self._house.referees.forget(f"{self._deal.table}/review")
        return found

    async def _judge(self, decision: _Decision, number: int) -> Message:
        seat, move = decision.ply.seat, decision.ply.move
        first = await self._search(decision.view, [])
        best = first.pv[0] if first.pv else move
        one = other = first
        if best != move and len(decision.legal) > 1:
            one = await self._search(decision.view, [best])
            other = await self._search(decision.view, [move])
        loss = round(100 * (one.wp[seat] - other.wp[seat]), 2)
        if loss < 0:            # the longer look prefers what was played
            best, one, loss = move, other, 0.0
        error = standard_error(one.numbers.get("visits", 1)) * 2 ** 0.5
        return {
            "ply": number, "seat": seat, "move": move, "sentence": decision.legal.get(move, move), "best": best,
            "best_sentence": decision.legal.get(best, best), "choices": len(decision.legal),
            "chances": list(one.wp), "played": list(other.wp), "loss": loss,
            "points": round(one.pts[seat] - other.pts[seat], 2),
            "kind": classify(loss, error, self._deal.players, len(decision.legal)),
        }

    async def _search(self, view: str, moves: Sequence[str]) -> Info:
        heard: list[Info] = []
        await self._analysts.think(
            view, Effort(iterations=ITERATIONS), program=self._program, searchmoves=moves, on_info=heard.append)
        if not heard:
            raise Refused("internal", "a search said nothing", "go")
        return heard[-1]

    def _sum_up(self) -> Message:
        seats = self._deal.players
        judged = [Judged(item["seat"], item["loss"], item["points"], item["kind"]) for item in self.items]
        winners = [seat for seat, rank in enumerate(self._ranks) if rank == 1]
        accounts = []
        for seat in range(seats):
            own = sum(item["loss"] for item in self.items if item["seat"] == seat)
            given = sum(100 * (item["played"][seat] - item["chances"][seat]) for item in self.items if item["seat"] != seat)
            result = 100 / len(winners) if seat in winners else 0.0
            start = round(100 * self.items[0]["chances"][seat], 1) if self.items else 100 / seats
            accounts.append(asdict(account(start, result, round(own, 1), round(given, 1))))
        return {"seats": [asdict(summarize(judged, seat, seats)) for seat in range(seats)], "accounts": accounts,
                "iterations": ITERATIONS}

    # -- beside the record -----------------------------------------------------------------------------------

    def _write(self) -> None:
        data = json.dumps({"game": self.game, "items": self.items, "summary": self.summary})
        draft = self._path.with_suffix(".tmp")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(data)
        draft.replace(self._path)

    def _read(self) -> bool:
        """Take over what was kept; False if there is nothing, or of another course of the game."""
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
            if data["game"] != self.game:
                return False
            self.items, self.summary = data["items"], data["summary"]
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return True


def fingerprint(plies: Sequence[Ply]) -> str:
    """Tells one course of a game from another."""
    text = "\n".join(f"{ply.seat} {ply.move}" for ply in plies)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def past(deal: Deal, course: Course, house: House, ply: int) -> Json:
    """A finished game as it stood before a decision, with nothing hidden, and the events up to then."""
    async def deal_again(referee: Referee) -> None:
        await set_up(referee, deal, course.plies[:ply])

    key = f"{deal.table}/past/{ply}"
    async with house.referees.holding(key, deal_again) as referee:
        position = await referee.position(None)
        events, turn = await referee.events(None, 1)
    return {"view": position, "events": len(events), "turn": list(turn.seats)}
