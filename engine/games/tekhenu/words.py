"""The words of Tekhenu's texts: what a person calls the cards, places and dice, by their numbers in the code."""

from __future__ import annotations

from egypt.core.errors import NotationError
from egypt.games.tekhenu.board_rows import SIDES
from egypt.games.tekhenu.cards import BASICS, GODS, NAMES
from egypt.games.tekhenu.components import COMPONENTS, DIE_COLOURS

BLESSINGS = NAMES["blessings"]
TECHNOLOGIES = NAMES["technologies"]
DECREES = NAMES["decrees"]
STARTING = NAMES["starting"]
DESTINY = NAMES["destiny"]
TILES = NAMES["tiles"]
CARDS = BLESSINGS + TECHNOLOGIES + DECREES  # deck * 24 + card
GOODS = (*BASICS, "gold", "scribe", "faith")
PANS = ("pure", "tainted", "below")
PEOPLE = ("workshops", "quarries", "row", "column")  # spaces for statues of the people
CELLS = tuple(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 6))
SITES = tuple(f"{side}{line}" for side in SIDES for line in range(1, 6))
SHOPS = tuple(f"{district}{row}" for row in range(1, 7) for district in BASICS)
SLOTS = tuple(f"{section}{place}" for section in range(1, 5) for place in "abcd")
FACES = tuple(f"{colour}{face}" for colour in DIE_COLOURS for face in range(1, 7))  # colour * 6 + face - 1
# The automaton's tiles: gods, then resource tiles by the resource they look for first.
ACTION_TILES = COMPONENTS.solo.god_tiles + tuple(row[0] for row in COMPONENTS.solo.resource_tiles)


def number_of(word: str, words: tuple[str, ...], field: str, what: str) -> int:
    """The number of a word; raises NotationError naming it."""
    if word not in words:
        raise NotationError(f"{field}: '{word[:40]}' is not {what}")
    return words.index(word)


def die_name(code: int) -> str:
    """A die on the wheel: sector and face."""
    return f"{GODS[code // 30]}+{FACES[code % 30]}"


def parse_die(sector: str, face: str, field: str) -> int:
    return 30 * number_of(sector, GODS, field, "a god") + number_of(face, FACES, field, "a die")


# -- lists and attributes of a position text --------------------------------------------------------------------


def set_words(mask: int, names: tuple[str, ...]) -> list[str]:
    """The words whose bits are set."""
    return [name for bit, name in enumerate(names) if mask >> bit & 1]


def write_set(mask: int, names: tuple[str, ...]) -> str:
    return "+".join(set_words(mask, names)) or "-"


def parse_set(text: str, names: tuple[str, ...], field: str, what: str) -> int:
    """A bit per word; `-` for none."""
    mask = 0
    for word in [] if text == "-" else text.split("+"):
        bit = 1 << number_of(word, names, field, what)
        if mask & bit:
            raise NotationError(f"{field}: '{word}' twice")
        mask |= bit
    return mask


def write_attributes(attributes: dict[str, str]) -> str:
    """`key:value,key:value`; what is `-` is left out, and nothing at all is `-`."""
    return ",".join(f"{key}:{value}" for key, value in attributes.items() if value != "-") or "-"


def parse_attributes(text: str, keys: tuple[str, ...], field: str) -> dict[str, str]:
    """Read what `write_attributes` wrote; `-` for each key that was left out."""
    attributes = dict.fromkeys(keys, "-")
    for part in [] if text == "-" else text.split(","):
        key, colon, value = part.partition(":")
        if not colon or not value:
            raise NotationError(f"{field}: '{part[:40]}' is not key:value")
        if key not in attributes:
            raise NotationError(f"{field}: '{key[:40]}' does not belong here")
        if attributes[key] != "-":
            raise NotationError(f"{field}: '{key}' twice")
        attributes[key] = value
    return attributes


def write_list(values: list[str]) -> str:
    """Values at their places; `-` if every place is empty."""
    return ",".join(values) if any(value != "-" for value in values) else "-"


def parse_list(text: str, length: int, field: str) -> list[str]:
    if text == "-":
        return ["-"] * length
    values = text.split(",")
    if len(values) != length:
        raise NotationError(f"{field}: '{text[:40]}' must have {length} parts")
    return values
