"""What a review has found, on disk as it comes: a line of JSON per judgement beside the record of the game.

The first line says of which game it is and how long the engine thought; a file that says otherwise is begun anew. A line is
written whole: one that was torn is cut off, and the review goes on behind the last whole one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from egypt.protocol.web.judgement import CLASSES
from egypt.protocol.web.records import Deal, Ply, read_lines, whole_bytes

FORMAT = 1

Message = dict[str, Any]
Range = tuple[float, float]


def fingerprint(deal: Deal, plies: Sequence[Ply]) -> str:
    """Tells one course of a game from every other."""
    head = f"{deal.game} {deal.players} {deal.variant} {deal.rules} {deal.seed} {deal.start}"
    text = "\n".join([head, *(f"{ply.seat} {ply.move}" for ply in plies)])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


SHARE, PERCENT, POINTS = (-0.01, 1.01), (-101.0, 101.0), (-1e9, 1e9)  # a chance, a change of it, a score, all rounded
COUNT = 10**9

_LUCK_COUNTS = ("draws", "outcomes", "searched")
_LUCK_TEXTS = ("sentence", "word")
_LUCK_VECTORS = {"mean": SHARE, "chances": SHARE, "luck": PERCENT, "points": POINTS}
_ITEM_COUNTS = ("ply", "choices")
_ITEM_TEXTS = ("move", "sentence", "best", "best_sentence")
_ITEM_VECTORS = {"chances": SHARE, "played": SHARE}


def _is_luck(data: Any, seats: int) -> bool:
    return isinstance(data["exact"], bool) and _fits(data, _LUCK_COUNTS, _LUCK_TEXTS, _LUCK_VECTORS, seats)


def _is_item(data: Any, seats: int) -> bool:
    return (
        _fits(data, _ITEM_COUNTS, _ITEM_TEXTS, _ITEM_VECTORS, seats)
        and _is_number(data["loss"], (0.0, 101.0))
        and _is_number(data["points"], POINTS)
        and data["kind"] in CLASSES
        and (data["luck"] is None or _is_luck(data["luck"], seats))
    )


def _fits(data: Any, counts: Sequence[str], texts: Sequence[str], vectors: Mapping[str, Range], seats: int) -> bool:
    """Whether an object has these counts and texts, one of its seats, and vectors with a number for each seat. Raises
    ValueError for a text that cannot be written; KeyError or TypeError for what is no such object.
    """
    return (
        all(_is_count(data[key], COUNT) for key in counts)
        and _is_count(data["seat"], seats - 1)
        and all(isinstance(data[key], str) for key in texts)
        and all(data[key].encode() for key in texts if data[key])
        and all(isinstance(data[key], list) and len(data[key]) == seats for key in vectors)
        and all(_is_number(number, bounds) for key, bounds in vectors.items() for number in data[key])
    )


def _is_count(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_number(value: object, bounds: Range) -> bool:
    """Neither true nor false, and in its range: so neither infinite nor none, nor so large that a sum of them is."""
    return type(value) in (int, float) and bounds[0] <= value <= bounds[1]  # type: ignore[operator]


class Kept:
    """The file of one review; without a path nothing is kept. Raises OSError where it cannot be written."""

    def __init__(self, path: Path | None, game: str, effort: Message) -> None:
        self._path = path
        self._head = {"egypt-review": FORMAT, "game": game, "effort": effort}

    def read(self, total: int, seats: int) -> tuple[Message | None, list[Message]]:
        """What the deal gave, and the judgements from the first on without a gap; nothing of another game, and nothing if
        a line is no judgement: then the review begins anew.
        """
        if self._path is None:
            return None, []
        try:
            with self._path.open("rb") as file:
                lines = map(json.loads, read_lines(file))
                if next(lines, None) != self._head:
                    return None, []
                opening = next(lines)["opening"]
                items: list[Message] = []
                for line in lines:
                    if line["item"]["ply"] == len(items) < total:  # another program may have written the same ones
                        items.append(line["item"])
            is_sound = _is_luck(opening, seats) and all(_is_item(item, seats) for item in items)
            return (opening, items) if is_sound else (None, [])
        except (OSError, StopIteration, ValueError, KeyError, TypeError, OverflowError, RecursionError):
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
        with path.open("rb") as file:
            whole, size = whole_bytes(file), file.tell()
        if whole < size:
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
