"""What is kept of a run: a file of JSON lines. The first line is the configuration, every other line one game, whole.

Lines are only ever added, each in one piece. A run that was cut off loses at most its last, torn line.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import egypt
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Fault
from egypt.bots.arena.reading import MAX_LINE_BYTES, BadField, Fields, load, read_lines, shown
from egypt.bots.arena.replay import now
from egypt.bots.arena.schedule import CHECK, MAGIC, Config
from egypt.bots.arena.thoughts import must_fit, thought_from_json, thought_to_json
from egypt.bots.base import Thought
from egypt.protocol.locking import lock

VERSION = 2
READABLE = (1, 2)  # version 1 had none of nature, thoughts, words, ruling, began and ended
SYNC_SECONDS = 2.0  # a power cut loses no more than this
FINISHED, FORFEIT, ADJUDICATED = "finished", "forfeit", "adjudicated"
MAX_POINTS = 2**31 - 1
MAX_NUMBER = 2**62  # of games, deals and seeds: what the statistics can count
_GAME_FIELDS = (
    "game",
    "deal",
    "seed",
    "seats",
    "end",
    "scores",
    "ranks",
    "moves",
    "times",
    "faults",
    "nature",
    "thoughts",
    "words",
    "ruling",
    "programs",
    "began",
    "ended",
)
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EROFS)  # a pipe, a terminal, a device


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `moves` are the decisions in order, as `position deal … moves` of the protocol takes them.

    record.schema.json beside this file describes the line; what may be left out there is empty here.
    """

    number: int
    deal: int
    seed: int
    seats: tuple[str, ...]
    end: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    moves: str
    times: tuple[float, ...] = ()  # milliseconds of each decision
    faults: tuple[Fault, ...] = ()
    nature: tuple[str, ...] = ()  # its outcomes before the first decision and after each one
    thoughts: tuple[Thought | None, ...] = ()  # of the mover, by decision
    words: tuple[str, ...] = ()  # a sentence for every event, those of nature included
    ruling: str = ""  # why a game was adjudicated
    programs: tuple[str, ...] = ()  # what the program of each seat calls itself; empty for bots in the process
    began: str = ""  # UTC
    ended: str = ""

    @property
    def winner(self) -> int | None:
        """The seat that won an adjudicated game, if any did."""
        return self.ranks.index(1) if self.end == ADJUDICATED and self.ranks.count(1) == 1 else None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "game": self.number,
            "deal": self.deal,
            "seed": self.seed,
            "seats": self.seats,
            "end": self.end,
            "scores": self.scores,
            "ranks": self.ranks,
            "moves": self.moves,
            "times": [round(t, 2) if t >= 0.005 else 0 for t in self.times],
        }
        optional = {
            "faults": [fault.to_json() for fault in self.faults],
            "nature": self.nature,
            "thoughts": [thought_to_json(thought) for thought in self.thoughts],
            "words": self.words,
            "ruling": self.ruling,
            "programs": self.programs,
            "began": self.began,
            "ended": self.ended,
        }
        return data | {key: value for key, value in optional.items() if value}

    def to_line(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False) + "\n"

    @staticmethod
    def from_json(data: object) -> GameRecord:
        """Raises BadField if it is no record."""
        fields = Fields(data, _GAME_FIELDS)
        return GameRecord(
            number=fields.whole("game", 0, MAX_NUMBER),
            deal=fields.whole("deal", 0, MAX_NUMBER),
            seed=fields.whole("seed", 0, MAX_NUMBER),
            seats=_all_shown("seats", fields.texts("seats")),
            end=fields.text("end"),
            scores=fields.wholes("scores", -MAX_POINTS, MAX_POINTS),
            ranks=fields.wholes("ranks", 1, MAX_POINTS),
            moves=fields.text("moves"),
            times=fields.numbers("times", 0, MAX_POINTS),
            faults=tuple(map(Fault.from_json, fields.items("faults"))) if "faults" in fields else (),
            nature=_shown(fields, "nature"),
            thoughts=tuple(map(thought_from_json, fields.items("thoughts"))) if "thoughts" in fields else (),
            words=_shown(fields, "words"),
            ruling=fields.text("ruling", ""),
            programs=_shown(fields, "programs"),
            began=_date(fields, "began"),
            ended=_date(fields, "ended"),
        )

    def must_fit(self, players: int) -> None:
        """Raises BadField if these are not the results of `players` players."""
        told: tuple[tuple[str, Sized], ...] = (("seats", self.seats), ("scores", self.scores), ("ranks", self.ranks))
        for name, values in (*told, *([("programs", self.programs)] if self.programs else [])):
            if len(values) != players:
                raise BadField(f"{len(values)} {name} at a table of {players}")
        must_fit(self.thoughts, players)

    def miscounted(self) -> str:
        """What there is more or less of than there are moves; empty if all fits."""
        decisions = len(self.moves.split())
        if len(self.times) not in (0, decisions):
            return f"{len(self.times)} times for {decisions} moves"
        if len(self.thoughts) not in (0, decisions):
            return f"{len(self.thoughts)} thoughts for {decisions} moves"
        return (
            f"nature drew {len(self.nature)} times for {decisions} moves"
            if len(self.nature) not in (0, decisions + 1)
            else ""
        )


def _shown(fields: Fields, key: str) -> tuple[str, ...]:
    """Texts that can be shown as they are; none if they are missing."""
    return _all_shown(key, fields.texts(key) if key in fields else ())


def _all_shown(key: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    for text in texts:
        if not text.isprintable():
            raise BadField(f"{key} '{shown(text)}' has characters that cannot be shown")
    return texts


def _date(fields: Fields, key: str) -> str:
    text = fields.text(key, "")
    if text and not is_date(text):
        raise BadField(f"{key} '{shown(text)}' is no date such as 2026-01-31T12:00:00Z")
    return text


def is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:  # the 31st of February
        return False
    return _DATE.fullmatch(text) is not None


def header_line(config: Config, began: str = "") -> str:
    """The first line of a file. `began` is when the run was begun, if that is known."""
    dated = {"began": began, "program": f"egypt-engine {egypt.__version__}"} if began else {}
    data = {MAGIC: VERSION, **config.to_json(), **dated}
    line = json.dumps({**data, CHECK: checksum(data)}, separators=(",", ":")) + "\n"
    if len(line) > MAX_LINE_BYTES:
        raise ArenaError(f"the settings are longer than {MAX_LINE_BYTES} bytes: take fewer or shorter --positions")
    return line


def checksum(header: dict[str, Any]) -> str:
    """Of all else in a header: no replay can prove settings such as movetime. It shows a change, it is no signature."""
    kept = {key: value for key, value in header.items() if key != CHECK}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def read_header(line: bytes, path: Path) -> tuple[Config, str, bool]:
    """The configuration, when the run was begun (empty if unknown), and whether the header is as it was written."""
    try:
        data = load(line)
        if not isinstance(data, dict) or type(data.get(MAGIC)) is not int:
            raise BadField("it does not say so")
        if data[MAGIC] not in READABLE:
            raise ArenaError(f"written by version {data[MAGIC]} of the format, this is version {VERSION}")
        config = Config.from_json(data)
        began = _date(Fields(data, data), "began")
    except ArenaError as problem:
        raise ArenaError(f"{path}: line 1: {problem}") from None
    except ValueError as problem:
        why = problem if isinstance(problem, BadField) else "it is not JSON"
        raise ArenaError(f"{path}: line 1 is not the header of an egypt-arena file: {why}") from None
    return config, began, data.get(CHECK) == checksum(data)


@dataclass(slots=True)
class RunFile:
    """A file as read back: the configuration, the games in order of their numbers, and how many bytes are sound."""

    config: Config
    records: list[GameRecord] = field(default_factory=list)
    sound_bytes: int = 0
    torn: bool = False
    is_header_sound: bool = True
    began: str = ""


def read_run(path: Path, keep: Callable[[GameRecord], bool] = lambda record: True) -> RunFile:
    """Read a file, and keep the games that are to be kept. A torn end is left out and noted; any other damage raises
    ArenaError, naming the line.
    """
    try:
        with path.open("rb") as file:
            return _read_run(read_lines(file), path, keep)
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None
    except BadField as problem:
        raise ArenaError(f"{path}: {problem}") from None


def _read_run(lines: Iterator[bytes], path: Path, keep: Callable[[GameRecord], bool]) -> RunFile:
    header = next(lines, b"")
    if not header.endswith(b"\n"):
        raise ArenaError(f"{path}: line 1 is not the header of an egypt-arena file")
    config, began, is_header_sound = read_header(header, path)
    run = RunFile(config, sound_bytes=len(header), is_header_sound=is_header_sound, began=began)
    torn = 0  # the line at which the torn end begins: a kill or a power cut leaves no JSON, or no newline
    numbers = set[int]()
    for number, line in enumerate(lines, 2):
        try:
            record = GameRecord.from_json(load(line))
            record.must_fit(config.players)
        except BadField as problem:
            raise ArenaError(f"{path}: line {number} is no game ({problem})") from None
        except ValueError:
            torn = torn or number
            continue
        if torn:
            raise ArenaError(f"{path}: line {torn} is no game (it is not JSON)")
        if not line.endswith(b"\n"):  # whole, but its newline is missing: it would be glued to the next line
            torn = number
            continue
        if record.number in numbers:
            raise ArenaError(f"{path}: game {record.number} stands there twice")
        numbers.add(record.number)
        if keep(record):
            run.records.append(record)
        run.sound_bytes += len(line)
    run.torn = torn > 0
    run.records.sort(key=lambda record: record.number)
    return run


class Writer:
    """Adds games to a file. Only one arena at a time may write to it. Raises ArenaError, also when the disk is full."""

    def __init__(self, path: Path, config: Config, resumed: RunFile | None) -> None:
        self._path = path
        binary = getattr(os, "O_BINARY", 0)  # Windows would write other ends of lines
        flags = os.O_WRONLY | os.O_APPEND | binary | (0 if resumed else os.O_CREAT)
        try:
            self._file = os.open(path, flags, 0o644)
        except OSError as problem:
            raise ArenaError(f"{path}: {problem.strerror}") from None
        try:
            lock(self._file)
        except OSError:
            os.close(self._file)
            raise ArenaError(f"{path}: another arena is writing to it") from None
        try:
            if stat.S_ISREG(os.fstat(self._file).st_mode):
                os.ftruncate(self._file, resumed.sound_bytes if resumed is not None else 0)
            if resumed is None:
                self._write(header_line(config, now()).encode())
            self.sync()
        except BaseException as problem:
            os.close(self._file)
            if isinstance(problem, OSError):
                raise self._failed(problem) from None
            raise

    def add(self, lines: Iterable[str] | bytes) -> None:
        """Write whole lines; they are safe from a kill at once and from a power cut soon."""
        self._write(lines if isinstance(lines, bytes) else "".join(lines).encode())
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        try:
            os.fsync(self._file)
        except OSError as problem:
            if problem.errno not in _CANNOT_SYNC:
                raise self._failed(problem) from None
        self._synced = time.monotonic()

    def close(self) -> None:
        if self._file >= 0:
            file, self._file = self._file, -1
            try:
                os.fsync(file)
            except OSError as problem:
                if problem.errno not in _CANNOT_SYNC:
                    raise self._failed(problem) from None
            finally:
                os.close(file)

    def _write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as problem:  # what was written of the last line is torn, and dropped by --resume
            raise self._failed(problem) from None

    def _failed(self, problem: OSError) -> ArenaError:
        return ArenaError(f"{self._path}: {problem.strerror}; whole games before that are kept")
