"""What things are called in sentences about Tekhenu: cards, tiles, dice, goods and places."""

from __future__ import annotations

from collections import Counter
from functools import cache

from egypt.core.saying import number, place, several
from egypt.games.tekhenu.catalogue import catalogue

UNCOUNTED = ("papyrus", "bread", "limestone", "granite", "gold", "faith")
PEOPLE = {
    "workshops": "above the workshops",
    "quarries": "above the quarries",
    "row": "beside the row of the temple",
    "column": "beside the column of the temple",
}


@cache
def _names() -> dict[str, str]:
    """What cards and tiles are called, by id; those of the same name are counted."""
    entries = catalogue()["components"]
    copies, seen = Counter(entry["name"] for entry in entries), Counter[str]()
    names = {}
    for entry in entries:
        name = entry["name"]
        seen[name] += 1
        same = f" ({place(seen[name])} of {number(copies[name])})" if copies[name] > 1 else ""
        names[entry["id"]] = f"“{name}”{same}"
    return names


def card_name(word: str) -> str:
    return _names()[f"card:{word}"]


def tile_name(word: str) -> str:
    return _names()[f"tile:{word}"]


def god_name(word: str) -> str:
    return word.capitalize()


def die_name(word: str) -> str:
    """`white die of value 4`."""
    return f"{word[:-1]} die of value {word[-1]}"


def units_of(kind: str, units: int) -> str:
    """`2 granite`, `one scribe`."""
    return f"{number(units)} {kind}" if kind in UNCOUNTED else several(units, kind)


def counted(parts: list[str]) -> list[tuple[str, int]]:
    """Of `granite*2`, `gold`; `-` is nothing."""
    pairs = [part.partition("*") for part in parts if part != "-"]
    return [(kind, int(units or 1)) for kind, _, units in pairs]


def goods_of(parts: list[str]) -> list[str]:
    return [units_of(kind, units) for kind, units in counted(parts)]


def cell_name(word: str) -> str:
    """`row 2, column 3` of `r2c3`."""
    return f"row {word[1]}, column {word[3]} of the temple"


def site_name(word: str) -> str:
    return f"the {place(int(word[-1]))} site in the {word[:-1]}"


def quarter_turns(turns: int) -> str:
    return several(turns, "quarter turn") if turns else "no turn"
