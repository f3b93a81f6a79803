"""What a page may say, as frozen data: parse it or refuse it by name."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from egypt.protocol.answers import GameInfo
from egypt.protocol.web.advisers import LEVEL_ITERATIONS
from egypt.protocol.web.seats import AUTOMATON, MAX_MOVETIME, Seat, is_real

MAX_MESSAGE_BYTES = 16 * 1024
MAX_LINES = 16  # of an analysis
MAX_PAUSE = 10_000  # milliseconds
MAX_PLIES = 100_000
MAX_SEED = (1 << 48) - 1  # every reader of JSON keeps as many
WORD = re.compile(r"[!-~]{1,200}")  # a move is one word
EVENT = re.compile(r"(?:(?:p[1-9]|chance) )?[!-~]{1,200}")
POSITION = re.compile(r"[!-~]{1,12000}")
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class BadMessage(ValueError):
    """Something that no page of ours says."""


@dataclass(frozen=True, slots=True)
class Join:
    table: str
    token: str


@dataclass(frozen=True, slots=True)
class Look:
    """Show this seat, or none, on this device."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Play:
    id: str
    seat: int
    decision: str
    move: str


@dataclass(frozen=True, slots=True)
class Observe:
    """Something happened at the real table."""

    id: str
    decision: str
    event: str  # who, and the move as it is perceived


@dataclass(frozen=True, slots=True)
class AskText:
    """The position text of what is shown."""

    id: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    id: str
    again: bool  # play it again instead


@dataclass(frozen=True, slots=True)
class Analyse:
    """Show what the engine thinks of one's own view: `lines` moves, 0 to stop it."""

    lines: int


@dataclass(frozen=True, slots=True)
class Hint:
    id: str


@dataclass(frozen=True, slots=True)
class AskReview:
    """Judge every decision of a finished game, or stop that."""

    on: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game as it stood before a decision."""

    ply: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Try another move: a new table that begins where a finished game stood before a decision."""

    id: str
    ply: int


@dataclass(frozen=True, slots=True)
class Resync:
    """Tell everything once more."""


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Message = Join | Look | Play | Observe | AskText | TakeBack | Analyse | Hint | AskReview | Past | Branch | Resync | Ping


def parse_message(text: str) -> Message:
    """One message of a page; raises BadMessage."""
    data = read_object(text)
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _READERS:
        raise BadMessage(f"{kind!r:.80} is no message")
    fields, make = _READERS[kind]
    unknown = data.keys() - fields
    if unknown or fields - data.keys():
        raise BadMessage(f"{kind}: expected {', '.join(sorted(fields)) or 'nothing more'}")
    return make(data)


def read_object(text: str | bytes) -> dict[str, Any]:
    if len(text) > MAX_MESSAGE_BYTES:
        raise BadMessage("the message is too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("the message is no JSON") from None
    if not isinstance(data, dict):
        raise BadMessage("the message is no JSON object")
    return data


def _text(data: dict[str, Any], name: str, pattern: re.Pattern[str] = ID) -> str:
    value = data[name]
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise BadMessage(f"{name}: {value!r:.80} is malformed")
    return value


def _integer(data: dict[str, Any], name: str, low: int, high: int) -> int:
    value = data[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadMessage(f"{name}: {value!r:.80} is no number from {low} to {high}")
    return value


def _flag(data: dict[str, Any], name: str) -> bool:
    value = data[name]
    if not isinstance(value, bool):
        raise BadMessage(f"{name}: {value!r:.80} is neither true nor false")
    return value


def _look(data: dict[str, Any]) -> Look:
    return Look(None if data["seat"] is None else _integer(data, "seat", 0, 15))


def _play(data: dict[str, Any]) -> Play:
    return Play(_text(data, "id"), _integer(data, "seat", 0, 15), _text(data, "decision"), _text(data, "move", WORD))


def _observe(data: dict[str, Any]) -> Observe:
    return Observe(_text(data, "id"), _text(data, "decision"), _text(data, "event", EVENT))


_READERS: dict[str, tuple[set[str], Callable[[dict[str, Any]], Message]]] = {
    "join": ({"table", "token"}, lambda data: Join(_text(data, "table"), _text(data, "token"))),
    "look": ({"seat"}, _look),
    "play": ({"id", "seat", "decision", "move"}, _play),
    "observe": ({"id", "decision", "event"}, _observe),
    "text": ({"id"}, lambda data: AskText(_text(data, "id"))),
    "undo": ({"id"}, lambda data: TakeBack(_text(data, "id"), False)),
    "redo": ({"id"}, lambda data: TakeBack(_text(data, "id"), True)),
    "analyse": ({"lines"}, lambda data: Analyse(_integer(data, "lines", 0, MAX_LINES))),
    "hint": ({"id"}, lambda data: Hint(_text(data, "id"))),
    "review": ({"on"}, lambda data: AskReview(_flag(data, "on"))),
    "past": ({"ply"}, lambda data: Past(_integer(data, "ply", 0, MAX_PLIES))),
    "branch": ({"id", "ply"}, lambda data: Branch(_text(data, "id"), _integer(data, "ply", 0, MAX_PLIES))),
    "resync": (set(), lambda data: Resync()),
    "ping": (set(), lambda data: Ping()),
}


# -- the order for a table -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Order:
    """A table that somebody wants."""

    game: GameInfo
    variant: str
    seats: tuple[Seat, ...]
    seed: int | None
    pause: int | None
    position: str  # a whole position to begin from; empty: the game is dealt


def parse_order(text: bytes, games: dict[str, GameInfo], programs: list[str]) -> Order:
    """What the lobby asks for; raises BadMessage."""
    data = read_object(text)
    unknown = data.keys() - {"game", "variant", "seats", "seed", "pause", "position"}
    if unknown:
        raise BadMessage(f"{sorted(unknown)[0]!r:.80} is not known here")
    name = data.get("game")
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        raise BadMessage(f"game: {name!r:.80} is none of {', '.join(games)}")
    variant = data.get("variant", game.variants[0])
    if variant not in game.variants:
        raise BadMessage(f"variant: {variant!r:.80} is none of {', '.join(game.variants)}")
    seats = data.get("seats")
    fewest, most = game.seats.get(variant, (game.min_players, game.max_players))
    if not isinstance(seats, list) or not fewest <= len(seats) <= most:
        raise BadMessage(f"seats: {game.name} has {fewest if fewest == most else f'{fewest} to {most}'} in {variant}")
    sitting = tuple(_seat(seat, number, programs) for number, seat in enumerate(seats, start=1))
    if is_real(sitting) and sorted(seat.kind for seat in sitting) != ["here"] + ["other"] * (len(sitting) - 1):
        raise BadMessage("seats: at a real table one seat is here and all others are not")
    return Order(
        game,
        variant,
        sitting,
        _integer(data, "seed", 0, MAX_SEED) if data.get("seed") is not None else None,
        _integer(data, "pause", 0, MAX_PAUSE) if data.get("pause") is not None else None,
        _text(data, "position", POSITION) if data.get("position") else "",
    )


def parse_text(text: bytes) -> str:
    """A position text that the lobby asks about; spaces and line breaks, which none has, are left out. Raises BadMessage."""
    data = read_object(text)
    if data.keys() != {"text"} or not isinstance(data["text"], str):
        raise BadMessage("expected text")
    data["text"] = "".join(data["text"].split())
    return _text(data, "text", POSITION)


def order_for(options: Namespace, games: dict[str, GameInfo]) -> bytes:
    """The order that a command line means: one person, or none, among engines of one level."""
    game = games.get(options.game)
    if game is None:
        raise BadMessage(f"--game {options.game}: choose one of {', '.join(games)}")
    players = options.players if options.players is not None else min(max(3, game.min_players), game.max_players)
    if not game.min_players <= players <= game.max_players:
        raise BadMessage(f"--players {players}: {options.game} is for {game.min_players} to {game.max_players}")
    if not 0 <= options.seat <= players:
        raise BadMessage(f"--seat {options.seat}: choose one of 1 to {players}, or 0 to watch engines play")
    seats = [
        {"kind": "here", "name": ""} if seat == options.seat else {"kind": "engine", "level": options.level}
        for seat in range(1, players + 1)
    ]
    return json.dumps({"game": options.game, "seats": seats}).encode()


def _seat(data: object, number: int, programs: list[str]) -> Seat:
    if not isinstance(data, dict) or data.keys() - {"kind", "name", "level", "movetime", "program"}:
        raise BadMessage(f"seat {number} is malformed")
    kind, name = data.get("kind"), data.get("name", "")
    if kind not in ("here", "link", "engine", "other", AUTOMATON):
        raise BadMessage(f"seat {number}: {kind!r:.80} is none of here, link, engine, other, {AUTOMATON}")
    if not isinstance(name, str) or len(name) > 24 or not (name == "" or name.isprintable()):
        raise BadMessage(f"seat {number}: a name has at most 24 characters")
    if kind != "engine":
        return Seat(kind, name)
    program = data.get("program", programs[0])
    if program not in programs:
        raise BadMessage(f"seat {number}: {program!r:.80} is none of {', '.join(programs)}")
    if data.get("movetime") is not None:
        return Seat(kind, name, None, _integer(data, "movetime", 1, MAX_MOVETIME), program)
    if "level" not in data:
        raise BadMessage(f"seat {number}: an engine has a level or a movetime")
    return Seat(kind, name, _integer(data, "level", min(LEVEL_ITERATIONS), max(LEVEL_ITERATIONS)), None, program)
