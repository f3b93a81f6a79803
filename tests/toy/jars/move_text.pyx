# cython: boundscheck=True
# Any number may be asked for its text, whether it is a move or not.
"""The words of Jars' moves."""

from egypt.core.types cimport Move
from tests.toy.jars.moves cimport (
    CARD_BITS, MOVE_CARD, MOVE_DRAW, MOVE_LAY, MOVE_PASS, MOVE_REVEAL, make_move, move_card, move_cards, move_kind,
)
from tests.toy.jars.state cimport SEAT_NB, VALUE_NB

from egypt.core.errors import NotationError

PLAIN = {MOVE_DRAW: "draw", MOVE_PASS: "pass"}
PLAIN_CODE = {text: make_move(kind, 0) for kind, text in PLAIN.items()}
WITH_CARDS = {MOVE_LAY: "lay", MOVE_CARD: "card", MOVE_REVEAL: "reveal"}
KIND_CODE = {text: kind for kind, text in WITH_CARDS.items()}
CARDS = ("?", *[str(value) for value in range(1, VALUE_NB)])    # `?` for a card that the observer does not see


cdef int most_cards(int kind):
    """One card is laid or dealt, one per seat is revealed."""
    return SEAT_NB if kind == MOVE_REVEAL else 1


cdef str move_text(Move move):
    kind = move_kind(move)
    if kind in PLAIN and move_cards(move) == 0:
        return PLAIN[kind]
    if kind in WITH_CARDS and move_cards(move) >> (CARD_BITS * most_cards(kind)) == 0:
        last = max([place for place in range(SEAT_NB) if place == 0 or move_card(move, place)])
        cards = [move_card(move, place) for place in range(last + 1)]
        if max(cards) < VALUE_NB:
            return f"{WITH_CARDS[kind]}:{'+'.join([CARDS[card] for card in cards])}"
    raise NotationError(f"'{move}' is not the code of a move of jars")


cdef Move move_code(str text) except? 0:
    if text in PLAIN_CODE:
        return PLAIN_CODE[text]
    word, _, argument = text.partition(":")
    cards = argument.split("+")
    kind = KIND_CODE.get(word, MOVE_PASS)
    if word not in KIND_CODE or len(cards) > most_cards(kind) or not set(cards) <= set(CARDS):
        raise NotationError(f"'{text[:40]}' is not a move of jars")
    return make_move(kind, sum([CARDS.index(card) << (CARD_BITS * place) for place, card in enumerate(cards)]))
