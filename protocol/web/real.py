"""A game that people play with the box: one seat enters what it perceives, and is advised. The full state is not known here.

The engine follows as an adviser does; what nature cannot do otherwise (a card that only others see) enters itself.
"""

from __future__ import annotations

from egypt.protocol.client import Refused
from egypt.protocol.web.engines import Json
from egypt.protocol.web.records import Ply
from egypt.protocol.web.referee import CHANCE, Referee, Turn
from egypt.protocol.web.table import NotAllowed, Situation, Stale, WebTable


class RealTable(WebTable):
    """`legal` of its situation is all that may happen next, by any seat or nature: `"move": "p2 bid:3"`."""

    @property
    def seat(self) -> int:
        """The one who follows the game here."""
        return next(number for number, seat in enumerate(self.deal.seats) if seat.kind == "here")

    def _wake(self) -> None:
        """No engine plays here."""

    async def _situation(self, seat: int | None) -> Situation:
        if seat != self.seat:
            raise NotAllowed("only one seat's view is known here")
        known = self._situations.get(seat)
        if known is None or known.generation != self.generation:
            known = self._situations[seat] = Situation(self.generation)
        if known.version != self.version:

            async def ask(referee: Referee) -> tuple[Json, list[Json], Turn]:
                known.events = list(referee.told)
                return await referee.position(self.seat), *await referee.expected()

            known.position, known.legal, known.turn = await self._with_referee(ask)
            known.version = self.version
        return known

    async def play(self, seat: int, decision: str, move: str) -> None:
        raise NotAllowed("at a real table events are entered, with who acts")

    async def observe(self, decision: str, event: str) -> None:
        """Something happened at the table; raises Stale, Refused or OSError and then changes nothing."""
        async with self._lock:
            if (await self._situation(self.seat)).decision != decision:
                raise Stale("the game has gone on since")
            ply = _ply(event)
            self._keep(ply, await self._with_referee(lambda referee: self._enter(referee, ply)))

    async def _enter(self, referee: Referee, ply: Ply) -> Turn:
        """One event, and whatever nature does that cannot be otherwise."""
        who = "chance" if ply.seat == CHANCE else f"p{ply.seat + 1}"
        turn = await self._take_in(referee, await referee.foretold(f"{who} {ply.move}"))
        return await self._settle(referee, turn)

    async def _settle(self, referee: Referee, turn: Turn) -> Turn:
        while turn.seats == (CHANCE,):
            events, _ = await referee.expected()
            if len(events) != 1:
                break
            turn = await self._take_in(referee, events[0])
        return turn

    async def _take_in(self, referee: Referee, event: Json) -> Turn:
        """What scores have changed is seen by everybody; why is not told, because the full state is not known here."""
        before = await self._scores(referee)
        turn = await referee.observe(event["move"])
        actor, _, move = event["move"].partition(" ")
        changes = [
            {
                "seat": seat,
                "item": "change",
                "text": "point" if abs(score - before[seat]) == 1 else "points",
                "score": score - before[seat],
            }
            for seat, score in (await self._scores(referee)).items()
            if score != before[seat]
        ]
        referee.told.append(event | {"number": len(referee.told) + 1, "actor": actor, "move": move, "scores": changes})
        return turn

    async def _scores(self, referee: Referee) -> dict[str, int]:
        return {seat["seat"]: seat["score"] for seat in (await referee.position(self.seat))["seats"]}

    async def _set_up(self, referee: Referee) -> None:
        turn = await referee.sit_down(self.deal.game, self.deal.players, self.deal.variant, self.seat, self.deal.start)
        await self._settle(referee, turn)
        await self._play_again(lambda ply: self._enter(referee, ply))

    # -- taking back ---------------------------------------------------------------------------------------------

    @property
    def may_undo(self) -> bool:
        return bool(self.course.plies)

    @property
    def may_redo(self) -> bool:
        return bool(self.course.undone)

    async def undo(self) -> None:
        """The last event that was entered did not happen."""
        async with self._lock:
            if not self.may_undo:
                raise NotAllowed("there is nothing that may be taken back")
            self._house.records.append(self.deal.table, {"undo": 1})
            self.course.undo(1)
            self._taken_back()

    async def redo(self) -> None:
        async with self._lock:
            if not self.may_redo:
                raise NotAllowed("there is nothing to play again")
            self._house.records.append(self.deal.table, {"redo": 1})
            self.course.redo()
            self._taken_back()


def _ply(event: str) -> Ply:
    who, _, move = event.partition(" ")
    if not move:
        raise Refused("bad-argument", f"{event[:80]!r}: who did it? Begin with a seat, as p2, or with chance", "observe")
    return Ply(CHANCE if who == "chance" else int(who[1:]) - 1, move)
