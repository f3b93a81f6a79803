# cython: boundscheck=True
# Any number may be asked for its text, whether it is a move or not.
"""The words of Ra's moves."""

from egypt.core.types cimport MAX_SEATS, Move
from egypt.games.ra.moves cimport (
    MOVE_BID, MOVE_DRAW, MOVE_GOD, MOVE_INVOKE, MOVE_LOSE, MOVE_PASS, MOVE_STOP, MOVE_SUNS, MOVE_TILE, make_move,
    move_argument, move_kind,
)
from egypt.games.ra.state cimport HIGHEST_SUN, KIND_NB

from egypt.core.errors import NotationError
from egypt.core.fields import parse_number, parse_word
from egypt.games.ra.components import KINDS

PLAIN = {MOVE_DRAW: "draw", MOVE_INVOKE: "invoke", MOVE_PASS: "pass", MOVE_STOP: "stop"}
PLAIN_CODE = {text: make_move(kind, 0) for kind, text in PLAIN.items()}
WITH_TILE = {MOVE_GOD: "god", MOVE_LOSE: "lose", MOVE_TILE: "tile"}
KIND_CODE = {**{text: kind for kind, text in WITH_TILE.items()}, "bid": MOVE_BID, "suns": MOVE_SUNS}


cdef str move_text(Move move):
    kind, argument = move_kind(move), move_argument(move)
    if kind in PLAIN and argument == 0:
        return PLAIN[kind]
    if kind in WITH_TILE and argument < KIND_NB:
        return f"{WITH_TILE[kind]}:{KINDS[argument]}"
    if kind == MOVE_BID and 1 <= argument <= HIGHEST_SUN:
        return f"bid:{argument}"
    if kind == MOVE_SUNS and argument < MAX_SEATS:
        return f"suns:{argument + 1}"
    raise NotationError(f"'{move}' is not the code of a move of ra")


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return PLAIN_CODE[text]
    word, _, argument = text.partition(":")
    if word not in KIND_CODE:
        raise NotationError(f"'{text[:40]}' is not a move of ra")
    kind = KIND_CODE[word]
    if kind in WITH_TILE:
        return make_move(kind, parse_word(argument, KINDS, word, "a tile"))
    if kind == MOVE_BID:
        return make_move(kind, parse_number(argument, 1, HIGHEST_SUN, word))
    return make_move(kind, parse_number(argument, 1, MAX_SEATS, word) - 1)
