"""What is kept of a run: a file of JSON lines. The first line is the configuration, every other line one game, whole.

Lines are only ever added, each in one piece. A run that was cut off loses at most its last, torn line.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.faults import Fault
from egypt.bots.arena.schedule import Config

MAGIC = "egypt-arena"
VERSION = 1
SYNC_SECONDS = 2.0      # a power cut loses no more than this
FINISHED, FORFEIT = "finished", "forfeit"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `moves` are the decisions in order, as `position deal … moves` of the protocol takes them."""

    number: int
    deal: int
    seed: int
    seats: tuple[str, ...]
    end: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    moves: str
    times: tuple[float, ...] = ()           # milliseconds of each decision
    faults: tuple[Fault, ...] = ()

    def to_line(self) -> str:
        data: dict[str, Any] = {
            "game": self.number, "deal": self.deal, "seed": self.seed, "seats": self.seats, "end": self.end,
            "scores": self.scores, "ranks": self.ranks, "moves": self.moves,
            "times": [round(t, 2) if t >= 0.005 else 0 for t in self.times],
        }
        if self.faults:
            data["faults"] = [fault.to_json() for fault in self.faults]
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"

    @staticmethod
    def from_json(data: dict[str, Any]) -> GameRecord:
        """Raises KeyError, TypeError or ValueError if it is no record."""
        return GameRecord(
            number=int(data["game"]), deal=int(data["deal"]), seed=int(data["seed"]), seats=tuple(data["seats"]),
            end=str(data["end"]), scores=tuple(map(int, data["scores"])), ranks=tuple(map(int, data["ranks"])),
            moves=str(data["moves"]), times=tuple(data.get("times", ())),
            faults=tuple(Fault.from_json(fault) for fault in data.get("faults", ())))


def header_line(config: Config) -> str:
    return json.dumps({MAGIC: VERSION, **config.to_json()}, separators=(",", ":"), ensure_ascii=False) + "\n"


def read_header(line: str | bytes, path: Path) -> Config:
    try:
        data = json.loads(line)
        if data[MAGIC] != VERSION:
            raise ArenaError(f"{path}: written by version {data[MAGIC]} of the format, this is version {VERSION}")
        return Config.from_json(data)
    except (ValueError, KeyError, TypeError) as problem:
        if isinstance(problem, ArenaError):
            raise
        raise ArenaError(f"{path}: line 1 is not the header of an egypt-arena file") from None


@dataclass(slots=True)
class RunFile:
    """A file as read back: the configuration, the games in order of their numbers, and how many bytes are sound."""

    config: Config
    records: list[GameRecord] = field(default_factory=list)
    sound_bytes: int = 0
    torn: bool = False


def read_run(path: Path) -> RunFile:
    """Read a file. A torn end is left out and noted; any other damage raises ArenaError, naming the line."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise ArenaError(f"{path}: {problem.strerror}") from None
    lines = data.split(b"\n")
    if len(lines) < 2:
        raise ArenaError(f"{path}: line 1 is not the header of an egypt-arena file")
    run = RunFile(read_header(lines[0], path), sound_bytes=len(lines[0]) + 1)
    bad: tuple[int, str] | None = None
    for number, line in enumerate(lines[1:], 2):
        is_last = number == len(lines)
        if is_last and not line:
            break
        try:
            record = GameRecord.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError) as problem:
            bad = bad or (number, f"{type(problem).__name__}: {problem}")
            continue
        if bad is not None:
            raise ArenaError(f"{path}: line {bad[0]} is no game ({bad[1]})")
        if is_last:     # whole, but its newline is missing: it would be glued to the next line
            bad = (number, "")
            continue
        run.records.append(record)
        run.sound_bytes += len(line) + 1
    run.torn = bad is not None
    run.records.sort(key=lambda record: record.number)
    for one, other in zip(run.records, run.records[1:], strict=False):
        if one.number == other.number:
            raise ArenaError(f"{path}: game {one.number} stands there twice")
    return run


class Writer:
    """Adds games to a file. Only one arena at a time may write to it."""

    def __init__(self, path: Path, config: Config, resumed: RunFile | None) -> None:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | (0 if resumed else os.O_CREAT)
        try:
            self._file = os.open(path, flags, 0o644)
        except OSError as problem:
            raise ArenaError(f"{path}: {problem.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise ArenaError(f"{path}: another arena is writing to it") from None
        if resumed is not None:
            os.ftruncate(self._file, resumed.sound_bytes)
        else:
            os.ftruncate(self._file, 0)
            self._write(header_line(config).encode())
        self.sync()

    def add(self, lines: Iterable[str] | bytes) -> None:
        """Write whole lines; they are safe from a kill at once and from a power cut soon."""
        self._write(lines if isinstance(lines, bytes) else "".join(lines).encode())
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()

    def sync(self) -> None:
        with contextlib.suppress(OSError):      # a pipe or a terminal cannot be synced
            os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        if self._file >= 0:
            self.sync()
            os.close(self._file)
            self._file = -1

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._file, data) :]
