"""One game out of any file that has games: a run of the arena (JSON lines or the readable text), a table of egypt-play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO

from egypt import EgyptError, IllegalMoveError, Position, Table, get_game
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import FINISHED, GameRecord, RunFile
from egypt.bots.arena.schedule import recorded_game
from egypt.bots.arena.text import read_any
from egypt.protocol.commands import printable
from egypt.protocol.web.records import (
    MAX_LINE_BYTES,
    MAX_LISTED,
    BadRecord,
    Course,
    Deal,
    Listed,
    Ply,
    WhichGame,
    as_opened,
    read_table,
)
from egypt.protocol.web.seats import RECORDED, Seat, is_real


def read_record(path: Path, number: int | None) -> tuple[Deal, Course]:
    """A game as egypt-play keeps it, with a name and a pass of its own. Raises BadRecord in one line, WhichGame if one of
    several must be named.
    """
    deal, course = _read(path, number)
    return as_opened(deal, course), course


def _read(path: Path, number: int | None) -> tuple[Deal, Course]:
    try:
        if path.exists() and not path.is_file():
            raise BadRecord(f"{path}: it is no file")  # a device may have no end
        with path.open("rb") as file:
            if _is_table(file.readline(MAX_LINE_BYTES)):
                file.seek(0)
                return _read_table(file, path)
    except OSError as problem:
        raise BadRecord(f"{path}: {problem.strerror}") from None
    try:
        choice = _Choice(number)
        run = read_any(path, choice)
        return _game(run, choice.made(path), path)
    except EgyptError as problem:
        raise BadRecord(printable(str(problem))) from None


def _is_table(line: bytes) -> bool:
    """Whether a file is one of egypt-play's: its first line says so."""
    try:
        first = json.loads(line)
        return isinstance(first, dict) and "record" in first and "table" in first
    except (ValueError, RecursionError):
        return False


def _read_table(file: IO[bytes], path: Path) -> tuple[Deal, Course]:
    deal, course = read_table(file, path.name)
    if is_real(deal.seats):
        raise BadRecord(f"{path}: a game followed with the box has no review, because nobody knows all its hands")
    try:
        return _replayed(deal, course)
    except EgyptError as problem:
        raise BadRecord(printable(f"{path}: {problem}")) from None


def _replayed(deal: Deal, course: Course) -> tuple[Deal, Course]:
    """A table as far as its moves can be played. Other rules are refused later, by name.

    Raises EgyptError unless they end as the table says.
    """
    game = get_game(deal.game)
    if not game.has_rules(deal.rules):
        return deal, course
    if deal.start:
        table = Table(Position.from_text(deal.start, game), deal.seed)
        table.settle()
    else:
        table = Table.deal(game, deal.players, deal.seed, deal.variant)
    if (table.position.players, table.position.variant) != (deal.players, deal.variant):
        raise ArenaError("its position is of another table")
    plies, why = _played(table, [(ply.seat, ply.move) for ply in course.plies])
    told = (list(course.ranks), list(course.scores))
    if table.is_over and any(told) and told != (table.position.ranks(), table.position.scores()):
        raise ArenaError("it does not have the ranks and scores of its moves")
    if not why:
        return deal, course
    note = ", ".join(filter(None, (deal.note, why)))
    return replace(deal, note=note), replace(course, plies=plies, undone=[])


def _played(table: Table, moves: Sequence[tuple[int | None, str]]) -> tuple[list[Ply], str]:
    """The moves up to the first one that is not legal, and why the rest is left out: a rule was mended since.

    Raises EgyptError for what is no move at all, and where nothing is left. A move without a seat is of the one who acts.
    """
    plies: list[Ply] = []
    for at, (seat, move) in enumerate(moves, 1):
        if table.is_over:
            raise ArenaError(f"it is over after {at - 1} moves, the record has {len(moves)}")
        mover = table.actor if seat is None else seat
        try:
            table.play(move, mover)
        except IllegalMoveError as problem:
            if plies:
                return plies, f"shown up to move {at} of {len(moves)}, which is not legal now: {problem}"
            raise ArenaError(f"move {at}: {problem}") from None
        except EgyptError as problem:
            raise ArenaError(f"move {at}: {problem}") from None
        plies.append(Ply(mover, move))
    return plies, ""


class _Choice:
    """The game of a run that is asked for, while the run is read: of all others no more is kept than a list has."""

    def __init__(self, number: int | None) -> None:
        self._number = number
        self._record: GameRecord | None = None
        self._games: list[Listed] = []
        self._numbers: list[int] = []

    def __call__(self, record: GameRecord) -> bool:
        if self._record is None and self._number in (None, record.number):
            self._record = record
        if len(self._games) < MAX_LISTED:
            self._games.append(Listed(record.number, record.seats, record.scores, record.ranks, record.end))
        self._numbers.append(record.number)
        return False

    def made(self, path: Path) -> GameRecord:
        """Raises ArenaError if there is no such game, WhichGame if none of several was named."""
        first, last, count = min(self._numbers, default=0), max(self._numbers, default=0), len(self._numbers)
        if self._number is None and count > 1:
            text = f"{path}: there are {count} games in it, from {first} to {last}; --game N chooses one"
            raise WhichGame(printable(text), sorted(self._games, key=lambda game: game.number))
        if self._record is not None:
            return self._record
        if self._number is None:
            raise ArenaError(f"{path}: there is no game in it")
        known = f"from {first} to {last}" if count else "none"
        raise ArenaError(f"{path}: there is no game {self._number}; its games are {known}")


def _game(run: RunFile, record: GameRecord, path: Path) -> tuple[Deal, Course]:
    config = run.config
    game = recorded_game(config)
    moves = record.moves.split()
    start = config.positions[record.deal % len(config.positions)] if config.positions else ""
    deal = Deal(
        table="",
        game=config.game,
        players=config.players,
        variant=config.variant,
        seed=record.seed,
        rules=config.rules,
        created=_seconds(record.began or run.began),
        pause=0,
        seats=tuple(Seat(RECORDED, name) for name in record.seats),
        passes=(),
        start=start,
        note=_note(record, path),
    )
    try:
        plies, why = _played(config.table(game, record.deal, record.seed), [(None, move) for move in moves])
    except EgyptError as problem:
        raise ArenaError(f"{path}: game {record.number}: {problem}") from None
    note = printable(", ".join(filter(None, (deal.note, why))))
    return replace(deal, note=note), Course(plies, [], record.ranks, record.scores)


def _note(record: GameRecord, path: Path) -> str:
    """Where the game comes from, and how it ended if not as usual."""
    why: Sequence[str] = (
        [record.ruling] if record.ruling else [f"p{fault.seat + 1}, {fault.kind.value}" for fault in record.faults]
    )
    end = "" if record.end == FINISHED else f", {record.end}" + (f" ({'; '.join(why)})" if why else "")
    return printable(f"game {record.number} of {path.name}{end}")


def _seconds(date: str) -> float:
    """A date of a record; 0 if it has none."""
    return datetime.fromisoformat(date.replace("Z", "+00:00")).timestamp() if date else 0.0
