"""The common grammar of position texts: `<game>/1;key=value;key=value…`, seats `p1`…, counts `name*n+name`.

Every function raises NotationError with the field and the offending token in its message.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from egypt.core.errors import NotationError
from egypt.core.game import TRUTH

_DIGITS = frozenset("0123456789")


def parse_fields(text: str, prefix: str) -> dict[str, str]:
    """Split a position text into its fields, in their order."""
    head, *parts = text.split(";")
    if head != prefix:
        raise NotationError(f"'{head[:40]}' is not '{prefix}'")
    fields: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not value:
            raise NotationError(f"'{part[:40]}' is not key=value")
        if key in fields:
            raise NotationError(f"field '{key}' twice")
        fields[key] = value
    return fields


def parse_number(token: str, low: int, high: int, field: str) -> int:
    """A plain decimal number without sign or leading zeros, within bounds."""
    if not token or not _DIGITS.issuperset(token) or (token[0] == "0" and token != "0") or len(token) > 9:
        raise NotationError(f"{field}: '{token[:40]}' is not a number")
    if not low <= int(token) <= high:
        raise NotationError(f"{field}: '{token}' is not in {low}-{high}")
    return int(token)


def parse_count(fields: Mapping[str, str], key: str, low: int, high: int) -> int:
    """The number in a field."""
    if key not in fields:
        raise NotationError(f"field '{key}' is missing")
    return parse_number(fields[key], low, high, key)


def seat_name(seat: int) -> str:
    return f"p{seat + 1}"


def parse_seat(token: str, players: int, field: str) -> int:
    """A seat `p1`… at a table of so many players."""
    if len(token) != 2 or token[0] != "p" or token[1] not in "12345"[:players]:
        raise NotationError(f"{field}: '{token[:40]}' is not a seat p1-p{players}")
    return int(token[1]) - 1


def viewer_name(viewer: int) -> str:
    return "all" if viewer == TRUTH else seat_name(viewer)


def parse_viewer(token: str, players: int, as_view: bool) -> int:
    """`all` for a full state, a seat for a view; the other one is refused."""
    if as_view:
        if token == "all":
            raise NotationError("viewer: 'all' is a full state, not a view")
        return parse_seat(token, players, "viewer")
    if token != "all":
        raise NotationError(f"viewer: '{token[:40]}' is a view, not a full state")
    return TRUTH


def write_counts(counts: Mapping[str, int]) -> str:
    """`gold*2+nile`; `-` for nothing."""
    parts = [name if count == 1 else f"{name}*{count}" for name, count in counts.items() if count]
    return "+".join(parts) or "-"


def parse_pairs(text: str, names: Collection[str], field: str) -> dict[str, int]:
    """Read what `write_counts` wrote; only the given names are allowed."""
    counts: dict[str, int] = {}
    if text == "-":
        return counts
    for part in text.split("+"):
        name, star, number = part.partition("*")
        if name not in names:
            raise NotationError(f"{field}: '{name[:40]}' does not belong here")
        if name in counts:
            raise NotationError(f"{field}: '{name}' twice")
        counts[name] = parse_number(number, 2, 255, field) if star else 1
    return counts
