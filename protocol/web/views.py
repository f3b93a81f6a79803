"""The only exit: every message about a table is built here, up from what the referee says to its recipient.

Nothing is taken out of the whole truth here; what is not put in is not sent.
"""

from __future__ import annotations

from typing import Any

from egypt.protocol.web.records import Course, Deal
from egypt.protocol.web.referee import ONLOOKER
from egypt.protocol.web.review import Review
from egypt.protocol.web.seats import Pass, is_real, may_branch
from egypt.protocol.web.table import Situation, WebTable

Message = dict[str, Any]


def welcome(deal: Deal, entry: Pass) -> Message:
    """What stays the same at a table. Not the seed, not the tokens."""
    return {
        "type": "welcome",
        "table": deal.table,
        "game": deal.game,
        "players": deal.players,
        "variant": deal.variant,
        "seats": [seat.public() for seat in deal.seats],
        "note": deal.note,
        "yours": list(entry.seats),
        "may_play": entry.may_play,
        "sees_all": entry.sees_all,
        "public": entry.public,
        "real": is_real(deal.seats),
        "may_branch": may_branch(deal.seats, entry),
    }


async def state(table: WebTable, entry: Pass, seat: int | None) -> Message:
    """The table as the one who looks on it sees it: a seat, the whole truth if the pass shows it, or a curtain.

    `events` are all of them; the connection leaves out those that it has sent.
    """
    message: Message = {"type": "state", "seat": seat, "trouble": table.trouble}
    if seat is None and not entry.sees_all and not entry.public:
        return message | {
            "view": None,
            "legal": [],
            "events": [],
            "turn": [],
            "over": None,
            "decision": "",
            "may_undo": False,
            "may_redo": False,
            "waiting": await waiting(table, entry),
        }
    known = await table.situation(ONLOOKER if entry.public else seat)
    plays = entry.may_play and seat is not None
    return message | {
        "trouble": table.trouble or table.cut_off,
        "view": known.position,
        "legal": known.legal if plays else [],
        "events": list(known.events),
        "turn": list(known.turn.seats),
        "over": over(known, table.course),
        "decision": known.decision,
        "may_undo": plays and table.may_undo,
        "may_redo": plays and table.may_redo,
        "waiting": await waiting(table, entry),
    }


def over(known: Situation, course: Course) -> Message | None:
    """The end; a recorded game may have been forfeited or adjudicated where the referee would go on."""
    ranks, scores = (known.turn.ranks, known.turn.scores) if known.turn.is_over else (course.ranks, course.scores)
    return {"ranks": list(ranks), "scores": list(scores)} if ranks else None


async def waiting(table: WebTable, entry: Pass) -> list[int]:
    """Which of the seats at this device must act, each as far as it knows itself."""
    if not entry.may_play:
        return []
    return [seat for seat in entry.seats if seat in (await table.situation(seat)).turn.seats]


def review(found: Review, since: int) -> Message:
    """Judgements of a game that is over: then everybody may know everything. No sums before it is complete."""
    return {
        "type": "review",
        "items": found.items[since:],
        "since": since,
        "total": found.total,
        "opening": found.opening,
        "summary": found.summary,
        "trouble": found.trouble,
    }


def listing(deal: Deal, course: Course) -> Message:
    """A table in the list of its host, who has dealt out the links."""
    return {
        "table": deal.table,
        "game": deal.game,
        "players": deal.players,
        "variant": deal.variant,
        "created": deal.created,
        "note": deal.note,
        "seats": [seat.public() for seat in deal.seats],
        "moves": len(course.plies),
        "scores": list(course.scores),
        "ranks": list(course.ranks),
        "passes": [one.to_dict() for one in deal.passes],
    }
