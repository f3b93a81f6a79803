"""The words of Tekhenu's texts: what a person calls the cards, places and dice, by their numbers in the code."""

from __future__ import annotations

from egypt.core.fields import parse_word
from egypt.games.tekhenu.board_rows import SIDES
from egypt.games.tekhenu.cards import BASICS, GODS, NAMES
from egypt.games.tekhenu.components import DIE_COLOURS
from egypt.games.tekhenu.tables import COMPONENTS

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
RA_SLOTS = ("left", "middle", "right")  # of the pillar tiles
FACES = tuple(f"{colour}{face}" for colour in DIE_COLOURS for face in range(1, 7))  # colour by colour
# The automaton's tiles: gods, then resource tiles by the resource they look for first.
ACTION_TILES = COMPONENTS.solo.god_tiles + tuple(row[0] for row in COMPONENTS.solo.resource_tiles)


def die_name(code: int) -> str:
    """A die on the wheel: sector and face."""
    return f"{GODS[code // len(FACES)]}+{FACES[code % len(FACES)]}"


def parse_die(sector: str, face: str, field: str) -> int:
    return len(FACES) * parse_word(sector, GODS, field, "a god") + parse_word(face, FACES, field, "a die")
