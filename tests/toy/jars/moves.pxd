"""A move of Jars in 32 bits:

  bit 0        4        8        12       16      24     32
      | card 0 | card 1 | card 2 | card 3 |       | kind |

Card 0 alone for MOVE_LAY and MOVE_CARD, 0 for one that the observer does not see; one card per seat for MOVE_REVEAL.
Ascending moves therefore list kind by kind, then rising cards.
"""

from egypt.core.types cimport Move

cdef enum:
    MOVE_LAY = 1            # lay:<card>            a seat's secret choice
    MOVE_DRAW = 2           # draw                  the winner buys a card …
    MOVE_PASS = 3           # pass                  … or does not
    MOVE_CARD = 4           # card:<card>           nature deals a card
    MOVE_REVEAL = 5         # reveal:<card>+<card>… nature in name only: the cards laid are turned over, in seat order

cdef enum:
    CARD_BITS = 4


cdef inline Move make_move(int kind, int cards) noexcept nogil:
    return (<Move>kind << 24) | <Move>cards


cdef inline int move_kind(Move move) noexcept nogil:
    return move >> 24


cdef inline int move_cards(Move move) noexcept nogil:
    return move & 0xFFFFFF


cdef inline int move_card(Move move, int place) noexcept nogil:
    return (move >> (CARD_BITS * place)) & 15
