"""Answers as plain data, one object per message: what a program reads with the option `Format` set to json.

protocol/schema has a schema for each of them. All say the same as the text form, and moves and events in words besides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from egypt import (
    PUBLIC,
    Event,
    Explanation,
    Game,
    Line,
    Position,
    Result,
    Saying,
    ScoreItem,
    View,
    actor_name,
    public_saying,
    public_scores,
    public_text,
    seat_name,
)

if TYPE_CHECKING:
    from egypt.protocol.luck import Luck  # seldom needed: kept out of the start

Message = dict[str, Any]


def dumps(message: Message) -> str:
    """One line."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


def game(game: Game) -> Message:
    """A game as the handshake introduces it, with the numbers of players of each variant."""
    variants = [
        {"name": variant, "min_players": game.seats_of(variant)[0], "max_players": game.seats_of(variant)[1]}
        for variant in game.variants
    ]
    return {
        "name": game.name,
        "title": game.title,
        "min_players": game.min_players,
        "max_players": game.max_players,
        "variants": variants,
        "rules": game.rules_hash or None,
    }


def said_move(move: str, saying: Saying) -> Message:
    return {"move": move, "sentence": saying.sentence, "touches": list(saying.touches)}


def legal(known: Position | View, moves: Sequence[str], seat: str | None) -> Message:
    """The moves of a seat in words, as far as that seat knows; `chance` for outcomes of nature."""
    description = known.as_dict()  # once for all moves
    sayings = [known.game.say_move(description, description["to_act"], move) for move in moves]
    return {"message": "legal", "seat": seat, "moves": list(map(said_move, moves, sayings))}


def expected(known: View, events: Sequence[tuple[int, str]]) -> Message:
    """What a seat may perceive next, in words."""
    description = known.as_dict()
    return {
        "message": "expected",
        "seat": seat_name(known.viewer),
        "events": [
            {"actor": actor_name(actor), **said_move(move, known.game.say_move(description, actor_name(actor), move))}
            for actor, move in events
        ],
    }


def score_item(item: ScoreItem) -> Message:
    return {"seat": seat_name(item.seat), "item": item.item, "text": item.text, "score": item.score}


def event(event: Event, seat: int | None) -> Message:
    """One event as a seat perceived it (None: as it was)."""
    actor, _, move = event.text(seat).partition(" ")
    return {
        "number": event.number,
        "actor": actor,
        **said_move(move, event.saying(seat)),
        "scores": [score_item(item) for item in event.score_items(seat)],
    }


def events(events: Iterable[Event], seat: int | None) -> Message:
    return {
        "message": "events",
        "seat": "all" if seat is None else seat_name(seat),
        "events": [event(one, seat) for one in events],
    }


def public_events(events: Iterable[Event]) -> Message:
    """Events as everybody perceived them; the move is `?` where different seats saw different parts of it."""
    told = []
    for event in events:
        _, _, move = (public_text(event) or "").partition(" ")
        told.append(
            {
                "number": event.number,
                "actor": actor_name(event.actor),
                **said_move(move or "?", public_saying(event)),
                "scores": [score_item(item) for item in public_scores(event)],
            }
        )
    return {"message": "events", "seat": PUBLIC, "events": told}


def turn(position: Position, known: Position | View, pending: Sequence[int] | None = None) -> Message:
    """Who must act as far as is known, or as is said, or how the game ended."""
    if position.is_over:
        return {"message": "gameover", "ranks": position.ranks(), "scores": position.scores()}
    return {"message": "turn", "seats": [actor_name(seat) for seat in pending or seats_to_act(known)]}


def seats_to_act(known: Position | View) -> list[int]:
    """Who must act, or nature; of the truth, first the seat that is meant where none is named."""
    first = [known.actor] if isinstance(known, Position) or not known.pending else []
    return first + [seat for seat in known.pending if seat not in first]


def info(
    chances: Sequence[float], scores: Sequence[float], pv: Sequence[Message], go_id: int | None, **effort: int | bool
) -> Message:
    return {
        "message": "info",
        "id": go_id,
        "multipv": 1,
        "time": 0,
        "iterations": 0,
        "ips": 0,
        "nodes": 0,
        "hashfull": 0,
        "visits": 0,
        "exact": False,
        **effort,
        "chances": [round(chance, 4) for chance in chances],
        "scores": [round(score, 2) for score in scores],
        "pv": list(pv),
    }


def search_info(result: Result, line: Line, rank: int, go_id: int | None) -> Message:
    return info(
        line.chances,
        line.points,
        variation(line),
        go_id,
        multipv=rank,
        time=round(result.milliseconds),
        iterations=result.iterations,
        ips=result.iterations_per_second,
        nodes=result.nodes,
        hashfull=result.hashfull,
        visits=line.visits,
        exact=result.exact,
    )


def rounded(values: Iterable[float], digits: int) -> list[float]:
    """The values rounded to `digits` digits; what rounds to zero has no sign."""
    return [round(value, digits) + 0.0 for value in values]


def explanation(explanation: Explanation) -> Message:
    """What groups of features add to an evaluation; `even` are the chances if all seats were equal."""
    return {
        "message": "explanation",
        "even": rounded(explanation.even, 4),
        "parts": [
            {"text": each.words, "chances": rounded(each.chances, 4), "scores": rounded(each.points, 2)}
            for each in explanation.contributions
        ],
    }


def luck(luck: Luck) -> Message:
    """What nature's last draws have led to, and what all that could have been drawn would have, on average."""
    return {
        "message": "luck",
        "stopped": False,
        "draws": luck.draws,
        "outcomes": luck.outcomes,
        "searched": luck.searched,
        "exact": luck.exact,
        "chances": rounded(luck.chances, 5),
        "scores": rounded(luck.points, 2),
        "mean_chances": rounded(luck.mean_chances, 5),
        "mean_scores": rounded(luck.mean_points, 2),
    }


def variation(line: Line) -> list[Message]:
    """The moves of a principal variation with the seats that make them."""
    return [{"seat": actor_name(actor), "move": move} for actor, move in zip(line.pv_actors, line.pv, strict=True)]
