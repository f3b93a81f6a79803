"""What a review has found, on disk as it comes: a line of JSON per judgement beside the record of the game.

The first line says of which game it is and how long the engine thought; a file that says otherwise is begun anew. A line is
written whole: one that was torn is cut off, and the review goes on behind the last whole one.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Any

from egypt.protocol.web.judgement import CLASSES
from egypt.protocol.web.records import Deal, Ply

FORMAT = 1

Message = dict[str, Any]


def fingerprint(deal: Deal, plies: Sequence[Ply]) -> str:
    """Tells one course of a game from every other."""
    head = f"{deal.game} {deal.players} {deal.variant} {deal.rules} {deal.seed} {deal.start}"
    text = "\n".join([head, *(f"{ply.seat} {ply.move}" for ply in plies)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_LUCK = {"draws": int, "outcomes": int, "searched": int, "exact": bool, "sentence": str, "seat": int, "word": str}
_ITEM = {
    "ply": int,
    "seat": int,
    "move": str,
    "sentence": str,
    "best": str,
    "best_sentence": str,
    "choices": int,
    "loss": int | float,
    "points": int | float,
    "kind": str,
}


def _is_luck(data: object, seats: int) -> bool:
    return _fits(data, _LUCK, ("mean", "chances", "luck", "points"), seats)


def _is_item(data: object, seats: int) -> bool:
    return (
        _fits(data, _ITEM, ("chances", "played"), seats)
        and isinstance(data, dict)
        and data["kind"] in CLASSES
        and (data["luck"] is None or _is_luck(data["luck"], seats))
    )


def _fits(data: object, kinds: Mapping[str, type | UnionType], vectors: Sequence[str], seats: int) -> bool:
    """Whether an object has values of these kinds, one of its seats, and vectors with a finite number for each seat, of
    which `chances` are some. Raises ValueError for a text that cannot be written."""
    return (
        isinstance(data, dict)
        and all(isinstance(data[key], kind) for key, kind in kinds.items())
        and 0 <= data["seat"] < seats
        and all(isinstance(data[key], list) and len(data[key]) == seats for key in vectors)
        and all(math.isfinite(data[key]) for key, kind in kinds.items() if kind == int | float)
        and all(math.isfinite(number) for key in vectors for number in data[key])
        and all(0 <= chance <= 1 for chance in data["chances"])
        and all(data[key].encode() for key, kind in kinds.items() if kind is str and data[key])
    )


class Kept:
    """The file of one review; without a path nothing is kept. Raises OSError where it cannot be written."""

    def __init__(self, path: Path | None, game: str, effort: Message) -> None:
        self._path = path
        self._head = {"egypt-review": FORMAT, "game": game, "effort": effort}

    def read(self, total: int, seats: int) -> tuple[Message | None, list[Message]]:
        """What the deal gave, and the judgements from the first on without a gap; nothing of another game, and nothing if
        a line is no judgement: then the review begins anew.
        """
        try:
            data = self._path.read_bytes() if self._path is not None else b""
            lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
            if len(lines) < 2 or lines[0] != self._head:
                return None, []
            items: list[Message] = []
            for line in lines[2:]:
                if line["item"]["ply"] == len(items) < total:  # another program may have written the same ones
                    items.append(line["item"])
            opening = lines[1]["opening"]
            is_sound = _is_luck(opening, seats) and all(_is_item(item, seats) for item in items)
            return (opening, items) if is_sound else (None, [])
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return None, []

    def begin(self, opening: Message) -> None:
        """A new file in the place of the old one."""
        if self._path is not None:
            self._write(os.O_CREAT | os.O_TRUNC, [self._head, {"opening": opening}])

    def add(self, line: Message) -> None:
        if self._path is not None:
            self._cut_torn_line(self._path)
            self._write(os.O_APPEND, [line])

    def _cut_torn_line(self, path: Path) -> None:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)

    def _write(self, flags: int, lines: Sequence[Message]) -> None:
        assert self._path is not None
        data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
        handle = os.open(self._path, os.O_WRONLY | flags | getattr(os, "O_BINARY", 0), 0o600)
        try:
            if os.write(handle, data) != len(data):
                raise OSError("the disk is full")
        finally:
            os.close(handle)
