"""Games on disk, as they go: a file per table, a line of JSON per thing that happened, the deal first.

A line is written whole or, if the machine stops in the middle of it, not at all: a torn last line is cut off when the file
is next read. Where it cannot be cut off it is passed over, and nothing is written behind it. The files have the seeds and
tokens of their tables, so only their owner may read them.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any, NoReturn

from egypt.protocol.locking import lock
from egypt.protocol.web.referee import CHANCE
from egypt.protocol.web.seats import KINDS, MAX_MOVETIME, Pass, Seat, is_real, new_token

FORMAT = 1
TABLE_ID = re.compile(r"[a-z0-9]{12}")
WORD = re.compile(r"[!-~]{1,12000}")  # a move, a variant, a position: no space, so it stays one word of a command
MAX_NAME = 200
MAX_NOTE = 10_000
MAX_NUMBER = 2**64 - 1
MAX_LINE_BYTES = 256 * 1024  # a deal that begins with a position and has a long note is a quarter of it
MAX_FILE_BYTES = 16 * 1024 * 1024  # of a table, or of its review: a long game has 100 KB
MAX_ENTRIES = 100_000
MAX_LISTED = 2000  # games of a file to choose from


class BadRecord(ValueError):
    """A file that is no record of a table."""


class InUse(BadRecord):
    """Another program has the table open."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of a file that has several."""

    number: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    end: str


class WhichGame(BadRecord):
    """A file has several games, and none was named."""

    def __init__(self, text: str, games: Sequence[Listed]) -> None:
        super().__init__(text)
        self.games = tuple(games)


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision: who made it, and what."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Deal:
    """All that a table is made of before the first move."""

    table: str
    game: str
    players: int
    variant: str
    seed: int
    rules: str  # hash of the game's data: another one may not replay
    created: float
    pause: int  # milliseconds that an engine seems to think at least
    seats: tuple[Seat, ...]
    passes: tuple[Pass, ...]
    start: str = ""  # a whole position to begin from, instead of a deal
    note: str = ""  # where a game comes from that was not played here


@dataclass(slots=True)
class Course:
    """What was played, and what was taken back and may be played again."""

    plies: list[Ply] = field(default_factory=list)
    undone: list[Ply] = field(default_factory=list)
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    _taken_back: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())  # ranks and scores behind all that is undone

    def play(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.undone.clear()
        self._taken_back = ((), ())

    def undo(self, count: int) -> None:
        if self.ranks:
            self._taken_back = self.ranks, self.scores
        for _ in range(count):
            self.undone.append(self.plies.pop())
        self.ranks = self.scores = ()

    def cut(self, count: int) -> None:
        """Without the last plies for good. A game that was over stays over."""
        del self.plies[len(self.plies) - count :]
        self.undone.clear()

    def redo(self) -> Ply:
        self.plies.append(self.undone.pop())
        if not self.undone:
            self.ranks, self.scores = self._taken_back
        return self.plies[-1]


ReadRecord = Callable[[Path, int | None], tuple[Deal, Course]]  # of another format; raises BadRecord or WhichGame
ReadByRules = Callable[[Sequence[str], Path, int | None], tuple[Deal, Course]]  # the same; first the files of --rules


class Records:
    """The folder with the files of all tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._held: dict[str, int] = {}  # open files of the tables that no other program may play at
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None

    def path(self, table: str) -> Path:
        """The file of a table; raises BadRecord for what cannot be the name of one."""
        if not TABLE_ID.fullmatch(table):
            raise BadRecord(f"{table!r} is no table")
        return self.folder / f"{table}.jsonl"

    def tables(self) -> list[str]:
        """All tables, the newest first."""
        found: list[tuple[int, str]] = []
        for path in self.folder.glob("*.jsonl"):
            if TABLE_ID.fullmatch(path.stem):
                with suppress(OSError):  # cleared away meanwhile, or a link to nothing
                    found.append((-path.stat().st_mtime_ns, path.stem))
        return [name for _, name in sorted(found)]

    def create(self, deal: Deal, entries: Sequence[dict[str, Any]] = ()) -> None:
        """Raises OSError, FileExistsError if there is such a table."""
        data = asdict(deal) | {"record": FORMAT, "passes": [one.to_dict() for one in deal.passes]}
        path = self.path(deal.table)
        fresh = path.with_name(f"{deal.table}.{new_token()}.new")  # the file appears whole, or not at all
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                _write(handle, data, *entries)
            finally:
                os.close(handle)
            try:
                os.link(fresh, path)
            except FileExistsError:
                raise
            except OSError:  # a file system without such links
                fresh.rename(path)
        finally:
            fresh.unlink(missing_ok=True)

    def append(self, table: str, *entries: dict[str, Any]) -> None:
        """All of them, or none: raises OSError."""
        try:
            handle = os.open(self.path(table), os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            raise OSError("this table was cleared away") from None
        try:
            os.lseek(handle, -1, os.SEEK_END)
            if os.read(handle, 1) != b"\n":
                raise OSError("the last line of the record is torn and could not be cut off")
            _write(handle, *entries)
        finally:
            os.close(handle)

    def hold(self, table: str) -> None:
        """Keep other programs from this table until `release`, or the end of this one. Raises BadRecord, InUse."""
        if table in self._held:
            return
        path = self.path(table)
        try:
            handle = os.open(path, os.O_RDWR if os.access(path, os.W_OK) else os.O_RDONLY)
        except OSError as problem:
            raise BadRecord(f"{table}: {problem.strerror}") from None
        try:
            lock(handle)
        except OSError as problem:
            if problem.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                os.close(handle)
                raise InUse("another egypt-play has this table open; close it there first") from None
            # Some file systems have no locks: then it is the host's part to run one program.
        self._held[table] = handle

    def release(self, table: str) -> None:
        handle = self._held.pop(table, None)
        if handle is not None:
            os.close(handle)

    def delete(self, table: str) -> None:
        """Raises InUse, or OSError: then the record is still there, and held if it was."""
        path = self.path(table)
        held = table in self._held
        if path.exists():
            self.hold(table)
        self.release(table)
        try:
            path.with_suffix(".review.jsonl").unlink(missing_ok=True)  # first: without its table nobody would see it
            path.unlink(missing_ok=True)
        except OSError:
            if held:
                self.hold(table)
            raise

    def keep(self, deal: Deal, course: Course) -> None:
        """A game that was played elsewhere, whole; one that is there already stays as it is."""
        if self.path(deal.table).exists():
            return
        entries: list[dict[str, Any]] = [{"play": [ply.seat, ply.move]} for ply in course.plies]
        if course.ranks:
            entries.append({"over": {"ranks": course.ranks, "scores": course.scores}})
        with suppress(FileExistsError):
            self.create(deal, entries)

    def load(self, table: str) -> tuple[Deal, Course]:
        """A table as it was left; raises BadRecord."""
        try:
            with self.path(table).open("rb") as file:
                whole = whole_bytes(file)
                if whole < file.seek(0, os.SEEK_END):
                    self._cut(table, whole)
                file.seek(0)
                deal, course = read_table(file, table)
        except OSError as problem:
            raise BadRecord(f"{table}: {problem.strerror}") from None
        return replace(deal, table=table), course  # a copy of a file is a table of its own

    def _cut(self, table: str, size: int) -> None:
        """Remove the line that a kill tore; a table that another program has open is that one's business."""
        held = table in self._held
        try:
            self.hold(table)
        except BadRecord:
            return
        with suppress(OSError):  # a file that cannot be written can still be read
            os.truncate(self.path(table), size)
        if not held:
            self.release(table)


def as_opened(deal: Deal, course: Course) -> Deal:
    """The deal of a game out of a file that anybody may have written: its name comes from the game itself, so the same
    game is the same table, and there is one new pass, which only looks on. A file's own name and passes mean nothing here.
    """
    table = f"{deal.game} {deal.players} {deal.variant} {deal.rules} {deal.seed} {deal.start}"
    text = f"{table} {' '.join(ply.move for ply in course.plies)} {tuple(seat.name for seat in deal.seats)}"
    name = hashlib.sha256(text.encode()).hexdigest()[:12]
    return replace(deal, table=name, passes=(Pass(new_token(), (), may_play=False, sees_all=True),))


def read_table(file: IO[bytes], name: str) -> tuple[Deal, Course]:
    """The lines of a table; raises BadRecord."""
    try:
        lines = read_lines(file)
        deal = _deal(_entry(next(lines, b"")))
        course = Course()
        for number, line in enumerate(lines, 1):
            if number > MAX_ENTRIES:
                raise ValueError(f"it has more than {MAX_ENTRIES} entries")
            _follow(course, _entry(line), deal.players)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError, RecursionError) as problem:
        raise BadRecord(f"{name} is no record of a table: {problem!s:.200}") from None
    return deal, course


def _write(handle: int, *entries: dict[str, Any]) -> None:
    data = b"".join(json.dumps(entry, separators=(",", ":")).encode() + b"\n" for entry in entries)
    size = os.fstat(handle).st_size
    if os.write(handle, data) != len(data):
        os.ftruncate(handle, size)
        raise OSError("the disk is full")


def read_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file one by one, without a torn one at its end. Raises ValueError if one of them or all are too long:
    nobody has to hold such a file, or what it would become, to refuse it.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(line) > MAX_LINE_BYTES:
            raise ValueError(f"line {number} is longer than {MAX_LINE_BYTES} bytes")
        if file.tell() > MAX_FILE_BYTES:
            raise ValueError(f"it is longer than {MAX_FILE_BYTES} bytes")
        if line.endswith(b"\n"):
            yield line


def whole_bytes(file: IO[bytes]) -> int:
    """The size of a file without a torn line at its end. A line that is too long for any of ours was never one."""
    size = file.seek(0, os.SEEK_END)
    start = file.seek(max(0, size - MAX_LINE_BYTES))
    end = file.read().rfind(b"\n") + 1
    return start + end if end or not start else size


def _entry(line: bytes) -> dict[str, Any]:
    return dict(json.loads(line, parse_constant=_no_number))


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _deal(data: dict[str, Any]) -> Deal:
    if data.pop("record") != FORMAT:
        raise ValueError("another version wrote it")
    data["seats"] = tuple(_seat(Seat(**seat)) for seat in data["seats"])
    data["passes"] = tuple(Pass.from_dict(one) for one in data["passes"])
    deal = Deal(**data)
    for word in (deal.table, deal.game, deal.variant, *(one.token for one in deal.passes)):
        _word(word)
    for word in (deal.start, deal.rules):
        if word != "":
            _word(word)
    _name(deal.note, MAX_NOTE)
    _integer(deal.seed)
    _integer(deal.pause)
    if not isinstance(deal.created, int | float) or not math.isfinite(deal.created):
        raise ValueError(f"{deal.created!r:.80} is no time")
    if _integer(deal.players) != len(deal.seats):
        raise ValueError(f"{deal.players} players do not have {len(deal.seats)} seats")
    if is_real(deal.seats) and [seat.kind for seat in deal.seats].count("here") != 1:
        raise ValueError("at a real table one seat is here")
    if not deal.passes or any(not 0 <= seat < deal.players for one in deal.passes for seat in one.seats):
        raise ValueError("there is no pass, or one for a seat that is not there")
    return deal


def _seat(seat: Seat) -> Seat:
    if seat.kind not in KINDS:
        raise ValueError(f"{seat.kind!r:.80} is no kind of seat")
    _name(seat.name)
    _name(seat.program)
    for number, most in ((seat.level, MAX_NUMBER), (seat.movetime, MAX_MOVETIME)):
        if number is not None:
            _integer(number, most=most)
    return seat


def _integer(value: object, low: int = 0, most: int = MAX_NUMBER) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= most:
        raise ValueError(f"{value!r:.80} is no number from {low} to {most}")
    return value


def _word(value: object) -> str:
    if not isinstance(value, str) or not WORD.fullmatch(value):
        raise ValueError(f"{value!r:.80} is no word")
    return value


def _name(value: object, most: int = MAX_NAME) -> None:
    """What is shown to people: text that can be printed, and so be written as UTF-8."""
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError(f"{value!r:.80} is no name")


def _numbers(values: object, players: int) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) != players:
        raise ValueError(f"{values!r:.80} are not {players} numbers")
    return tuple(_integer(value, -MAX_NUMBER) for value in values)


def _follow(course: Course, entry: dict[str, Any], players: int) -> None:
    if "play" in entry:
        seat, move = entry["play"]
        if _integer(seat, CHANCE) >= players:  # nature's draws are entered at a real table
            raise ValueError(f"{seat} is no seat")
        course.play(Ply(seat, _word(move)))
    elif "undo" in entry:
        course.undo(_integer(entry["undo"]))
    elif "cut" in entry:
        course.cut(min(_integer(entry["cut"]), len(course.plies)))
    elif "redo" in entry:
        for _ in range(_integer(entry["redo"])):
            course.redo()
    elif "over" in entry:
        course.ranks, course.scores = (_numbers(entry["over"][key], players) for key in ("ranks", "scores"))
    else:
        raise ValueError(f"{entry!r:.80} is no entry")
