"""A finished game once more: every decision judged on what its seat knew then, every draw by a judge who knows all.

The best move of a search and the move played are each searched alone with the same effort; the difference of the mover's
chances is the loss. What nature drew after it is told apart: luck is no merit. Results come one by one and are kept beside
the record as they come, so whatever ends the work loses no more than the decision in hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from egypt.protocol.answers import Info
from egypt.protocol.client import EngineFailure, Refused
from egypt.protocol.ranges import LUCK_OUTCOMES, LUCK_SAMPLES, LUCK_SEARCHED
from egypt.protocol.web.advisers import Advisers, Effort
from egypt.protocol.web.engines import Json
from egypt.protocol.web.judgement import (
    Judged,
    Step,
    accounts,
    classify,
    key_moments,
    luck_word,
    standard_error,
    summarize,
    thresholds,
)
from egypt.protocol.web.keeping import Kept, fingerprint
from egypt.protocol.web.records import Course, Deal, Ply
from egypt.protocol.web.referee import Referee, Referees
from egypt.protocol.web.table import set_up
from egypt.protocol.web.troubles import Trouble, report

ITERATIONS = 4000
LUCK_SHARE = 10  # a search of one outcome of a draw is so much shorter
ATTEMPTS = 3  # with engines that fail

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Decision:
    """What a seat knew when it decided, what it could do, and what nature drew then."""

    ply: Ply
    view: str
    legal: dict[str, str]  # move -> sentence
    luck: Message | None


class Review:
    """Of one game. `items` grow while it runs; `summary` is there when it is complete."""

    def __init__(
        self,
        deal: Deal,
        course: Course,
        referees: Referees,
        analysts: Advisers,
        program: str,
        *,
        path: Path | None,
        effort: Effort | None = None,
    ) -> None:
        self.opening: Message | None = None  # what the deal gave
        self.items: list[Message] = []
        self.total = len(course.plies)
        self.summary: Message | None = None
        self.trouble = ""
        self.watchers: set[Callable[[], None]] = set()
        self.effort = effort or Effort(iterations=ITERATIONS)
        self.game = fingerprint(deal, course.plies)
        self._deal = deal
        self._plies = list(course.plies)
        self._ranks = course.ranks
        self._referees = referees
        self._analysts = analysts
        self._program = program
        self._task: asyncio.Task[None] | None = None
        self._hosts: set[Callable[[], None]] = set()  # those of the watchers who are no guests
        self._is_guest = False  # whether guests alone wait for it
        self._kept = Kept(path, self.game, {key: value for key, value in asdict(self.effort).items() if value is not None})

    def join(self, watcher: Callable[[], None], is_guest: bool = False) -> None:
        """Call `watcher` when there is more. The work goes on while somebody waits for it, in the queue of the guests if no
        other does.
        """
        self.watchers.add(watcher)
        if not is_guest:
            self._hosts.add(watcher)
        self.take_kept()
        self._change_queue()
        if self.summary is None and (self._task is None or self._task.done()):
            self._begin()
        watcher()

    def leave(self, watcher: Callable[[], None]) -> None:
        self.watchers.discard(watcher)
        self._hosts.discard(watcher)
        if not self.watchers:
            self.stop()
        self._change_queue()

    def _change_queue(self) -> None:
        if self._is_guest == bool(self._hosts):
            self._is_guest = not self._hosts
            if self._task is not None and not self._task.done():
                self.stop()
                self._begin()

    def _begin(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self.run())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def take_kept(self) -> None:
        """Take over what an earlier review of this game has left."""
        if not self.items:
            self.opening, self.items = self._kept.read(self.total, self._deal.players)
        if self.opening is not None and len(self.items) == self.total:
            self.summary = self._sum_up()

    async def run(self) -> None:
        """Judge all that is not judged yet. What goes wrong is told in `trouble`."""
        self.trouble = ""
        key = f"{self._deal.table}/review"
        try:
            async with self._referees.holding(key, self._deal_again, self._is_guest) as referee:
                await self._go_through(referee)
            self._referees.forget(key)
            self.summary = self._sum_up()
        except Refused as problem:  # in the room's words: nothing of a game that is over is a secret
            self.trouble = f"the review has stopped: {problem.text}"
        except (Trouble, EngineFailure, OSError) as problem:
            self.trouble = f"the review has stopped: {report(problem, self._program)}"
        self._tell()

    def _tell(self) -> None:
        for watcher in list(self.watchers):
            watcher()

    async def _deal_again(self, referee: Referee) -> None:
        await set_up(referee, self._deal, [])

    async def _go_through(self, referee: Referee) -> None:
        """Play the game once more, and judge every decision and every draw on the way."""
        if self.opening is None:
            dealt, _ = await referee.events(None, 1)
            self.opening = _luck(await referee.luck(self._luck_iterations), dealt)
            self._kept.begin(self.opening)
        for number, ply in enumerate(self._plies):
            if number < len(self.items):
                await referee.play(ply.seat, ply.move)
                continue
            legal = {choice["move"]: choice["sentence"] for choice in await referee.legal(ply.seat)}
            view = await referee.view(ply.seat)
            told, _ = await referee.play_told(ply.seat, ply.move)
            luck = _luck(await referee.luck(self._luck_iterations), told[1:]) if len(told) > 1 else None
            item = await self._judge(_Decision(ply, view, legal, luck), number)
            self._kept.add({"item": item})
            self.items.append(item)
            self._tell()

    @property
    def _luck_iterations(self) -> int:
        """Many outcomes are searched: each a little."""
        return max(1, (self.effort.iterations or ITERATIONS) // LUCK_SHARE)

    async def _judge(self, decision: _Decision, number: int) -> Message:
        seat, move = decision.ply.seat, decision.ply.move
        first = await self._search(decision.view, [])
        best = first.pv[0] if first.pv else move
        one = other = first
        if best != move and len(decision.legal) > 1:
            one = await self._search(decision.view, [best])
            other = await self._search(decision.view, [move])
        loss = round(100 * (one.wp[seat] - other.wp[seat]), 2)
        if loss < 0:  # the longer look prefers what was played
            best, one, loss = move, other, 0.0
        error = standard_error(one.numbers.get("visits", 1)) * 2**0.5
        return {
            "ply": number,
            "seat": seat,
            "move": move,
            "sentence": decision.legal.get(move, move),
            "best": best,
            "best_sentence": decision.legal.get(best, best),
            "choices": len(decision.legal),
            "chances": list(one.wp),
            "played": list(other.wp),
            "loss": loss,
            "points": round(one.pts[seat] - other.pts[seat], 2) + 0.0,
            "kind": classify(loss, error, self._deal.players, len(decision.legal)),
            "luck": decision.luck,
        }

    async def _search(self, view: str, moves: Sequence[str]) -> Info:
        for attempt in range(ATTEMPTS):
            heard: list[Info] = []
            try:
                await self._analysts.think(view, self.effort, program=self._program, searchmoves=moves, on_info=heard.append)
            except EngineFailure:
                if attempt == ATTEMPTS - 1:
                    raise
                continue
            if heard:
                return heard[-1]
            break
        raise Trouble(f"{self._program} said nothing of a search")

    def _sum_up(self) -> Message:
        assert self.opening is not None
        seats = self._deal.players
        judged = [Judged(item["seat"], item["loss"], item["points"], item["kind"]) for item in self.items]
        draws = {item["ply"]: item["luck"]["luck"] for item in self.items if item["luck"]}
        if self.opening["draws"]:
            draws[-1] = self.opening["luck"]
        nothing = [0.0] * seats
        steps = [
            Step(item["seat"], _percent(item["chances"]), _percent(item["played"]), draws.get(item["ply"], nothing))
            for item in self.items
        ]
        told = accounts(_percent(self.opening["mean"]), draws.get(-1, nothing), steps, self._result(steps))
        gains = [self.opening["points"], *(item["luck"]["points"] for item in self.items if item["luck"])]
        return {
            "seats": [
                asdict(summarize(judged, seat, seats, told[seat].luck, sum(gain[seat] for gain in gains)))
                for seat in range(seats)
            ],
            "accounts": [asdict(one) for one in told],
            "moments": [asdict(one) for one in key_moments(judged, draws, seats)],
            "effort": {key: value for key, value in asdict(self.effort).items() if value is not None},
            "thresholds": thresholds(seats),
            "limits": {"outcomes": LUCK_OUTCOMES, "samples": LUCK_SAMPLES, "searched": LUCK_SEARCHED},
        }

    def _result(self, steps: Sequence[Step]) -> list[float]:
        """The end in points of a hundred: winners share them. A game that was broken off stays where it was."""
        winners = [seat for seat, rank in enumerate(self._ranks) if rank == 1]
        if not winners:
            return list(steps[-1].played) if steps else [100 / self._deal.players] * self._deal.players
        return [100 / len(winners) if seat in winners else 0.0 for seat in range(self._deal.players)]


def _percent(chances: Sequence[float]) -> list[float]:
    return [100 * chance for chance in chances]


def _luck(told: Json, events: Sequence[Json]) -> Message:
    """What draws gave to every seat, in points of a hundred of its chance and in expected points of its score."""
    luck = [round(100 * (came - mean), 2) + 0.0 for came, mean in zip(told["chances"], told["mean_chances"], strict=True)]
    seat = max(range(len(luck)), key=lambda seat: abs(luck[seat]))
    return {
        "draws": told["draws"],
        "outcomes": told["outcomes"],
        "searched": told["searched"],
        "exact": told["exact"],
        "sentence": "; ".join(event["sentence"] for event in events if event["actor"] == "chance"),
        "mean": told["mean_chances"],
        "chances": told["chances"],
        "luck": luck,
        "seat": seat,
        "word": luck_word(luck[seat], len(luck)),
        "points": [round(came - mean, 2) + 0.0 for came, mean in zip(told["scores"], told["mean_scores"], strict=True)],
    }


async def past(deal: Deal, course: Course, referees: Referees, ply: int, is_guest: bool = False) -> Json:
    """A finished game as it stood before a decision, with nothing hidden, and the events up to then."""

    async def deal_again(referee: Referee) -> None:
        await set_up(referee, deal, course.plies)
        referee.plies = len(course.plies)

    key = f"{deal.table}/past/{fingerprint(deal, course.plies)}"
    async with referees.holding(key, deal_again, is_guest) as referee:
        await referee.step_to(ply)
        position = await referee.position(None)
        events, turn = await referee.events(None, 1)
        text = await referee.view(None)
    return {"view": position, "events": len(events), "turn": list(turn.seats), "text": text}
