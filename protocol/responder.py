"""Results -> text. The sole writer to stdout: all answers of all threads leave here, in whole lines."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from egypt import (
    ONLOOKER,
    Explanation,
    Line,
    Position,
    Result,
    Table,
    View,
    actor_name,
    public_pending,
    public_position,
    public_text,
)
from egypt.protocol import messages
from egypt.protocol.commands import CommandError, printable
from egypt.protocol.listening import wait_until_usable
from egypt.protocol.messages import Message, dumps

if TYPE_CHECKING:
    from egypt.protocol.luck import Luck  # seldom needed: kept out of the start

MAX_ERROR = 500  # characters of an error text; a message may quote a position of 64 KiB

Write = Callable[[bytes], None]


def write_to(descriptor: int) -> Write:
    """A writer to a file descriptor, unbuffered. Blocks while the reader of a pipe does not read, even if our parent process
    left the pipe in non-blocking mode.
    """

    def write(data: bytes) -> None:
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                wait_until_usable(writing=descriptor)

    return write


def vector(values: Iterable[float], form: str = "d") -> str:
    """One value per seat, comma-joined in seat order."""
    return ",".join(format(value, form) for value in values)


def outlook(chances: Iterable[float], points: Iterable[float]) -> str:
    """Winning chances and expected points of all seats."""
    return f"wp {vector(chances, '.4f')} pts {vector(points, '.2f')}"


class Responder:
    """Writes answers, one whole line or one whole group of lines at a time. Any thread may call any method.

    When the reader is gone (broken pipe, closed descriptor) it falls silent and `broken` becomes true.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self._lock = threading.Lock()
        self.broken = False
        self.as_json = False  # the option `Format`

    def lines(self, lines: Sequence[str]) -> None:
        """Write some lines that belong together; no other thread's line comes between them."""
        data = "".join(f"{line}\n" for line in lines).encode("utf-8", errors="replace")
        with self._lock:
            if self.broken:
                return
            try:
                self._write(data)
            except (OSError, ValueError):  # ValueError: a file object that was closed
                self.broken = True

    def line(self, text: str) -> None:
        self.lines([text])

    def message(self, text: str, data: Message) -> None:
        """One answer: a line of text, or the same as one line of JSON."""
        self.line(dumps(data) if self.as_json else text)

    # -- one method per kind of answer -----------------------------------------------------------------------

    def error(self, problem: CommandError) -> None:
        text = printable(" ".join(problem.text.split()))
        text = text if len(text) <= MAX_ERROR else text[:MAX_ERROR] + "…"
        self.message(f"error {problem.code} : {text}", {"message": "error", "code": problem.code, "text": text})

    def note(self, text: str) -> None:
        self.message(f"info string {text}", {"message": "note", "text": text})

    def legal(self, known: Position | View, moves: Sequence[str], seat: str | None) -> None:
        """The moves of a seat, or of nature, as `known` knows them."""
        if self.as_json:
            self.line(dumps(messages.legal(known, moves, seat)))
        else:
            self.line(f"legal {len(moves)} {','.join(moves)}" if moves else "legal 0")

    def board(self, text: str) -> None:
        """A board, ended by an empty line; an empty line within it becomes a space, or it would end early."""
        lines = text.strip("\n").split("\n")
        if self.as_json:
            self.line(dumps({"message": "board", "lines": lines}))
        else:
            self.lines([*(line or " " for line in lines), ""])

    def help(self, entries: Mapping[str, tuple[str, str]]) -> None:
        """What commands do, ended by an empty line."""
        if self.as_json:
            rows = [{"command": name, "usage": usage, "text": text} for name, (usage, text) in entries.items()]
            self.line(dumps({"message": "help", "commands": rows}))
        else:
            self.lines([*(f"help {usage} : {text}" for usage, text in entries.values()), ""])

    def turn(self, position: Position, known: Position | View) -> None:
        self.message(turn_line(position, known), messages.turn(position, known))

    def write_events(self, table: Table, seat: int | None, since: int = 1) -> None:
        """What a seat was told (None: what happened) from a number on, then who acts as far as it knows."""
        events = (table.events if seat is None else table.told(seat))[since - 1 :]
        known = table.position if seat is None else table.view(seat)
        if self.as_json:
            self.lines([dumps(messages.events(events, seat)), dumps(messages.turn(table.position, known))])
        else:
            told = [f"event {event.number} {event.text(seat)}" for event in events]
            self.lines([*told, turn_line(table.position, known)])

    def write_public_events(self, table: Table, since: int = 1) -> None:
        """What everybody was told, from a number on, then who acts as far as everybody knows."""
        events = table.told(ONLOOKER)[since - 1 :]
        position = public_position(table)
        pending = public_pending(position) or None
        if self.as_json:
            self.lines([dumps(messages.public_events(events)), dumps(messages.turn(position, position, pending))])
        else:
            told = [f"event {event.number} {public_text(event) or f'{actor_name(event.actor)} ?'}" for event in events]
            self.lines([*told, turn_line(position, position, pending)])

    def write_expected(self, known: View, events: Sequence[tuple[int, str]]) -> None:
        """What may happen next as far as a seat knows."""
        if self.as_json:
            self.line(dumps(messages.expected(known, events)))
        else:
            self.lines([f"expect {actor_name(actor)} {move}" for actor, move in events])

    def write_eval(self, chances: Sequence[float], points: Sequence[float]) -> None:
        self.line(self.eval_line(chances, points))

    def eval_line(
        self,
        chances: Sequence[float],
        points: Sequence[float],
        pv: Sequence[str] = (),
        go_id: int | None = None,
        viewer: int = 0,
        show_seats: bool = False,
    ) -> str:
        """An info line without a search behind it; `pv` are moves of the viewer."""
        if self.as_json:
            moves = [{"seat": actor_name(viewer), "move": move} for move in pv]
            return dumps(messages.info(chances, points, moves, go_id))
        seats = f" pvseats {','.join([actor_name(viewer)] * len(pv))}" if pv and show_seats else ""
        variation = f"{seats} pv {' '.join(pv)}" if pv else ""
        return f"info {tag(go_id)}time 0 iterations 0 ips 0 visits 0 {outlook(chances, points)}{variation}"

    def write_explanation(self, explanation: Explanation) -> None:
        """What each group of features adds to points and chances, after what everybody would have if all were equal."""
        if self.as_json:
            self.line(dumps(messages.explanation(explanation)))
            return
        nothing = (0.0,) * len(explanation.even)
        self.lines(
            [
                f"explain {outlook(explanation.even, nothing)} : all seats equal",
                *(
                    f"explain {outlook(messages.rounded(each.chances, 4), messages.rounded(each.points, 2))} : {each.words}"
                    for each in explanation.contributions
                ),
            ]
        )

    def write_luck(self, luck: Luck | None) -> None:
        """What the last draws have led to, and what they would have led to on average; None if that was stopped."""
        if luck is None:
            self.message("luck stopped", {"message": "luck", "stopped": True})
            return
        how = "exact" if luck.exact else "sampled"
        self.message(
            f"luck draws {luck.draws} outcomes {luck.outcomes} searched {luck.searched} {how} "
            f"{outlook(luck.chances, luck.points)} mean {outlook(luck.mean_chances, luck.mean_points)}",
            messages.luck(luck),
        )

    def search_lines(self, result: Result, multipv: int, go_id: int | None = None, show_seats: bool = False) -> list[str]:
        """What a search has found so far: one info line for each of the best `multipv` moves."""
        if not self.as_json:
            return info_lines(result, multipv, go_id, show_seats)
        lines = enumerate(result.lines[:multipv], start=1)
        return [dumps(messages.search_info(result, line, rank, go_id)) for rank, line in lines]

    def best_move(self, move: str | None, go_id: int | None = None, told: Sequence[str] = ()) -> None:
        """The answer to a `go`, after its last info lines and in one write with them: its reader wakes up once."""
        text = f"bestmove {tag(go_id)}{move or 'none'}"
        data = {"message": "bestmove", "id": go_id, "move": move}
        self.lines([*told, dumps(data) if self.as_json else text])


def tag(go_id: int | None) -> str:
    """The words by which answers name their `go`."""
    return f"id {go_id} " if go_id is not None else ""


def turn_line(position: Position, known: Position | View, pending: Sequence[int] | None = None) -> str:
    """Who must act as far as is known, which is the position itself or a view of it, or is said; or how the game ended."""
    if position.is_over:
        return f"gameover ranks {vector(position.ranks())} scores {vector(position.scores())}"
    return f"turn {','.join(map(actor_name, pending or messages.seats_to_act(known)))}"


def info_lines(result: Result, multipv: int, go_id: int | None = None, show_seats: bool = False) -> list[str]:
    """The info lines of a result; the `multipv` word stands there only if several lines were asked for."""
    effort = (
        f"time {round(result.milliseconds)} iterations {result.iterations} "
        f"ips {result.iterations_per_second} nodes {result.nodes} hashfull {result.hashfull}"
    )
    told = ["info string exact: the rest of the game is solved"] if result.exact else []
    return told + [
        f"info {tag(go_id)}{f'multipv {rank} ' if multipv > 1 else ''}{effort} visits {line.visits} "
        f"{outlook(line.chances, line.points)} {_variation(line, show_seats)}"
        for rank, line in enumerate(result.lines[:multipv], start=1)
    ]


def _variation(line: Line, show_seats: bool) -> str:
    """The principal variation; with the option `PVSeats`, who makes each of its moves stands before it."""
    seats = f"pvseats {','.join(map(actor_name, line.pv_actors))} " if show_seats else ""
    return f"{seats}pv {' '.join(line.pv)}"
