"""Games on disk, as they go: a file per table, a line of JSON per thing that happened, the deal first.

A line is written whole or, if the machine stops in the middle of it, not at all: a torn last line is cut off when the file
is next read. The files have the seeds and tokens of their tables, so only their owner may read them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from egypt.protocol.web.seats import Pass, Seat

FORMAT = 1
TABLE_ID = re.compile(r"[a-z0-9]{12}")


class BadRecord(ValueError):
    """A file that is no record of a table."""


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
    rules: str                      # hash of the game's data: another one may not replay
    created: float
    pause: int                      # milliseconds that an engine seems to think at least
    seats: tuple[Seat, ...]
    passes: tuple[Pass, ...]
    start: str = ""                 # a whole position to begin from, instead of a deal
    note: str = ""                  # where a game comes from that was not played here


@dataclass(slots=True)
class Course:
    """What was played, and what was taken back and may be played again."""

    plies: list[Ply] = field(default_factory=list)
    undone: list[Ply] = field(default_factory=list)
    ranks: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()

    def play(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.undone.clear()

    def undo(self, count: int) -> None:
        for _ in range(count):
            self.undone.append(self.plies.pop())
        self.ranks = self.scores = ()

    def redo(self) -> Ply:
        self.plies.append(self.undone.pop())
        return self.plies[-1]


ReadRecord = Callable[[Path, int | None], tuple[Deal, Course]]      # of another format; raises BadRecord or WhichGame
ReadByRules = Callable[[Sequence[str], Path, int | None], tuple[Deal, Course]]     # the same; first the files of --rules


class Records:
    """The folder with the files of all tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def path(self, table: str) -> Path:
        """The file of a table; raises BadRecord for what cannot be the name of one."""
        if not TABLE_ID.fullmatch(table):
            raise BadRecord(f"{table!r} is no table")
        return self.folder / f"{table}.jsonl"

    def tables(self) -> list[str]:
        """All tables, the newest first."""
        files = [path for path in self.folder.glob("*.jsonl") if TABLE_ID.fullmatch(path.stem)]
        return [path.stem for path in sorted(files, key=lambda path: (-path.stat().st_mtime_ns, path.stem))]

    def create(self, deal: Deal, entries: Sequence[dict[str, Any]] = ()) -> None:
        data = asdict(deal) | {"record": FORMAT, "passes": [one.to_dict() for one in deal.passes]}
        handle = os.open(self.path(deal.table), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            _write(handle, data, *entries)
        finally:
            os.close(handle)

    def append(self, table: str, entry: dict[str, Any]) -> None:
        handle = os.open(self.path(table), os.O_WRONLY | os.O_APPEND)
        try:
            _write(handle, entry)
        finally:
            os.close(handle)

    def delete(self, table: str) -> None:
        self.path(table).unlink(missing_ok=True)
        self.path(table).with_suffix(".review.jsonl").unlink(missing_ok=True)

    def keep(self, deal: Deal, course: Course) -> None:
        """A game that was played elsewhere, whole; one that is there already stays as it is."""
        if self.path(deal.table).exists():
            return
        entries: list[dict[str, Any]] = [{"play": [ply.seat, ply.move]} for ply in course.plies]
        if course.ranks:
            entries.append({"over": {"ranks": course.ranks, "scores": course.scores}})
        self.create(deal, entries)

    def load(self, table: str) -> tuple[Deal, Course]:
        """A table as it was left; raises BadRecord."""
        path = self.path(table)
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise BadRecord(f"{table}: {problem.strerror}") from None
        whole = data.rfind(b"\n") + 1
        if whole < len(data):       # the line that a kill tore
            os.truncate(path, whole)
        return read_table(data[:whole], table)


def read_table(data: bytes, name: str) -> tuple[Deal, Course]:
    """The lines of a table; raises BadRecord."""
    try:
        first, *entries = list(_lines(data))
        deal = _deal(first)
        course = Course()
        for entry in entries:
            _follow(course, entry)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as problem:
        raise BadRecord(f"{name} is no record of a table: {problem}") from None
    return deal, course


def _write(handle: int, *entries: dict[str, Any]) -> None:
    data = b"".join(json.dumps(entry, separators=(",", ":")).encode() + b"\n" for entry in entries)
    size = os.fstat(handle).st_size
    if os.write(handle, data) != len(data):
        os.ftruncate(handle, size)
        raise OSError("the disk is full")


def _lines(data: bytes) -> Iterator[dict[str, Any]]:
    for line in data.splitlines():
        yield json.loads(line)


def _deal(data: dict[str, Any]) -> Deal:
    if data.pop("record") != FORMAT:
        raise ValueError("another version wrote it")
    data["seats"] = tuple(Seat(**seat) for seat in data["seats"])
    data["passes"] = tuple(Pass.from_dict(one) for one in data["passes"])
    return Deal(**data)


def _follow(course: Course, entry: dict[str, Any]) -> None:
    if "play" in entry:
        seat, move = entry["play"]
        course.play(Ply(int(seat), str(move)))
    elif "undo" in entry:
        course.undo(int(entry["undo"]))
    elif "redo" in entry:
        for _ in range(int(entry["redo"])):
            course.redo()
    elif "over" in entry:
        course.ranks, course.scores = tuple(entry["over"]["ranks"]), tuple(entry["over"]["scores"])
    else:
        raise ValueError(f"{entry} is no entry")
