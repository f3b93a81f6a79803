"""The common grammar of position texts: `<game>/1;key=value;key=value…`, seats `p1`…, counts `name*n+name`, `-` for nothing.

Rooms write their texts with the `…_text` and `write_…` functions and read them with the `parse_…` functions. Every reader
raises NotationError with the field and the offending token in its message.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from egypt.core.errors import NotationError
from egypt.core.game import CAPACITY, CHANCE_ACTOR, OVER_ACTOR, TRUTH

ACTORS = {CHANCE_ACTOR: "chance", OVER_ACTOR: "over"}  # who acts, if it is not a seat
ACTOR_CODE = {name: actor for actor, name in ACTORS.items()}

_DIGITS = frozenset("0123456789")
_SEATS = "".join(str(seat + 1) for seat in range(CAPACITY["seats"]))


# -- fields --------------------------------------------------------------------------------------------------


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


def read_fields(text: str, prefix: str, fewest: int, most: int, keys: Callable[[int], Sequence[str]]) -> dict[str, str]:
    """All fields, each there once and in its place; `keys` names those for a number of players, in their order."""
    fields = parse_fields(text, prefix)
    players = parse_count(fields, "players", fewest, most)
    wanted = tuple(keys(players))
    for key in fields:
        if key not in wanted:
            raise NotationError(f"'{key[:40]}' is not a field of {prefix.partition('/')[0]} with {players} players")
    for key, before in zip(wanted, (prefix, *wanted), strict=False):
        if key not in fields:
            raise NotationError(f"field '{key}' is missing after '{before}'")
    for key, place in zip(fields, wanted, strict=True):
        if key != place:
            raise NotationError(f"field '{key}' stands where '{place}' belongs")
    return fields


def write_fields(prefix: str, fields: Mapping[str, object]) -> str:
    """What `parse_fields` reads."""
    return ";".join([prefix] + [f"{key}={value}" for key, value in fields.items()])


def check_spelling(text: str, proper: str) -> int:
    """A position is written in one way only: `proper`, as the room writes what it has read. Returns 0."""
    for given, wanted in zip(text.split(";"), proper.split(";"), strict=False):
        if given != wanted:
            raise NotationError(f"'{given[:60]}' must be written '{wanted[:200]}'")
    return 0


class Head(NamedTuple):
    """What the text of every game says of its StateHeader."""

    players: int
    viewer: int
    variant: int
    actor: int


def parse_head(fields: Mapping[str, str], fewest: int, most: int, variants: Sequence[str], as_view: bool) -> Head:
    """The fields `players`, `viewer`, `variant` (which a game with a single one may leave out) and `act`."""
    players = parse_count(fields, "players", fewest, most)
    viewer = parse_viewer(fields["viewer"], players, as_view)
    variant = parse_choice(fields, "variant", variants) if "variant" in fields else 0
    return Head(players, viewer, variant, parse_actor(fields["act"], players, "act"))


# -- numbers and words -----------------------------------------------------------------------------------------


def parse_number(token: str, low: int, high: int, field: str) -> int:
    """A plain decimal number without sign or leading zeros, within bounds."""
    if not token or not _DIGITS.issuperset(token) or (token[0] == "0" and token != "0") or len(token) > 9:
        raise NotationError(f"{field}: '{token[:40]}' is not a number")
    if not low <= int(token) <= high:
        raise NotationError(f"{field}: '{token}' is not in {low}-{high}")
    return int(token)


def parse_signed(token: str, low: int, high: int, field: str) -> int:
    """A number that may be negative."""
    if token.startswith("-"):
        if low < 0 and token[1:]:
            return -parse_number(token[1:], 1, -low, field)
        raise NotationError(f"{field}: '{token[:40]}' is not in {low}-{high}")
    return parse_number(token, 0, high, field)


def parse_count(fields: Mapping[str, str], key: str, low: int, high: int) -> int:
    """The number in a field."""
    if key not in fields:
        raise NotationError(f"field '{key}' is missing")
    return parse_number(fields[key], low, high, key)


def parse_word(token: str, words: Sequence[str], field: str, what: str = "") -> int:
    """The number of a word; `what` says what these words are ("a province"), or the message lists them."""
    if token not in words:
        raise NotationError(f"{field}: '{token[:40]}' is not {what or 'one of ' + ' '.join(words)}")
    return words.index(token)


def parse_choice(fields: Mapping[str, str], key: str, words: Sequence[str]) -> int:
    """The number of the word in a field."""
    return parse_word(fields[key], words, key)


# -- seats -----------------------------------------------------------------------------------------------------


def seat_name(seat: int) -> str:
    """`p1` for seat 0."""
    return f"p{seat + 1}"


def parse_seat(token: str, players: int, field: str) -> int:
    """A seat `p1`… at a table of this number of players."""
    if len(token) != 2 or token[0] != "p" or token[1] not in _SEATS[:players]:
        raise NotationError(f"{field}: '{token[:40]}' is not a seat p1-p{players}")
    return int(token[1]) - 1


def seat_names(mask: int) -> list[str]:
    """The seats whose bits are set."""
    return [seat_name(seat) for seat in range(CAPACITY["seats"]) if mask >> seat & 1]


def seats_text(mask: int) -> str:
    """`p1+p3`; `-` for none."""
    return "+".join(seat_names(mask)) or "-"


def parse_seats(text: str, players: int, field: str) -> int:
    """A bit per seat that `seats_text` wrote."""
    return parse_set(text, [seat_name(seat) for seat in range(players)], field, f"a seat p1-p{players}")


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


def actor_name(actor: int) -> str:
    """A seat, `chance` or `over`."""
    return ACTORS.get(actor) or seat_name(actor)


def parse_actor(token: str, players: int, field: str) -> int:
    return ACTOR_CODE[token] if token in ACTOR_CODE else parse_seat(token, players, field)


def write_by_seat(values: Mapping[int, str]) -> str:
    """`p1:this,p3:that`; `-` for nothing."""
    return ",".join([f"{seat_name(seat)}:{value}" for seat, value in values.items()]) or "-"


def parse_by_seat(text: str, players: int, field: str) -> dict[int, str]:
    """Read what `write_by_seat` wrote."""
    found: dict[int, str] = {}
    for part in split_list(text, ","):
        name, colon, value = part.partition(":")
        seat = parse_seat(name, players, field)
        if not colon or not value or seat in found:
            raise NotationError(f"{field}: '{part[:40]}' is not a seat with its value, each seat once")
        found[seat] = value
    return found


# -- lists, sets, counts, attributes -----------------------------------------------------------------------------


def split_list(text: str, separator: str) -> list[str]:
    """The parts of a list; none for `-`."""
    return [] if text == "-" else text.split(separator)


def parse_parts(text: str, names: Sequence[str], field: str) -> list[str]:
    """The parts `this,that` of a field, one per name."""
    parts = text.split(",")
    if len(parts) != len(names):
        raise NotationError(f"{field}: '{text[:40]}' needs {len(names)} parts: {','.join(names)}")
    return parts


def write_list(values: Sequence[str]) -> str:
    """Values at their places; `-` if every place is empty."""
    return ",".join(values) if any(value != "-" for value in values) else "-"


def parse_list(text: str, length: int, field: str) -> list[str]:
    """Read what `write_list` wrote."""
    if text == "-":
        return ["-"] * length
    values = text.split(",")
    if len(values) != length:
        raise NotationError(f"{field}: '{text[:40]}' must have {length} parts")
    return values


def set_words(mask: int, words: Sequence[str]) -> list[str]:
    """The words whose bits are set."""
    return [word for bit, word in enumerate(words) if mask >> bit & 1]


def write_set(mask: int, words: Sequence[str]) -> str:
    """`thebes+buto`; `-` for none."""
    return "+".join(set_words(mask, words)) or "-"


def parse_set(text: str, words: Sequence[str], field: str, what: str = "") -> int:
    """A bit per word that `write_set` wrote."""
    mask = 0
    for word in split_list(text, "+"):
        bit = 1 << parse_word(word, words, field, what)
        if mask & bit:
            raise NotationError(f"{field}: '{word}' twice")
        mask |= bit
    return mask


def write_counts(counts: Mapping[str, int]) -> str:
    """`gold*2+nile`; `-` for nothing."""
    parts = [name if count == 1 else f"{name}*{count}" for name, count in counts.items() if count]
    return "+".join(parts) or "-"


def parse_pairs(text: str, names: Collection[str], field: str) -> dict[str, int]:
    """Read what `write_counts` wrote; only the given names are allowed."""
    counts: dict[str, int] = {}
    for part in split_list(text, "+"):
        name, star, number = part.partition("*")
        if name not in names:
            raise NotationError(f"{field}: '{name[:40]}' does not belong here")
        if name in counts:
            raise NotationError(f"{field}: '{name}' twice")
        counts[name] = parse_number(number, 2, 255, field) if star else 1
    return counts


def present(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts that are not zero, for plain data."""
    return {name: count for name, count in counts.items() if count}


def unknown_text(count: int) -> str:
    """This many cards that the viewer does not know: `?*3`."""
    return write_counts({"?": count})


def parse_unknown(text: str, field: str) -> int:
    return parse_pairs(text, ("?",), field).get("?", 0)


def write_attributes(attributes: Mapping[str, str]) -> str:
    """`key:value,key:value`; what is `-` is left out, and nothing at all is `-`."""
    return ",".join(f"{key}:{value}" for key, value in attributes.items() if value != "-") or "-"


def parse_attributes(text: str, keys: Sequence[str], field: str) -> dict[str, str]:
    """Read what `write_attributes` wrote; `-` for each key that was left out."""
    attributes = dict.fromkeys(keys, "-")
    for part in split_list(text, ","):
        key, colon, value = part.partition(":")
        if not colon or not value:
            raise NotationError(f"{field}: '{part[:40]}' is not key:value")
        if key not in attributes:
            raise NotationError(f"{field}: '{key[:40]}' does not belong here")
        if attributes[key] != "-":
            raise NotationError(f"{field}: '{key}' twice")
        attributes[key] = value
    return attributes
