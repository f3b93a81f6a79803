"""Jars: a small card game with every difficulty the contract knows. It lives under tests/ only.

Rules. Sixteen cards, two of each value 1..8. Each of 2-4 seats is dealt three, hidden. Three rounds:
everybody secretly lays a card, then all are revealed; the highest value that was laid only once takes the sum
of the cards laid. The winner may pay two points to draw a card from what is left (`draw`) or not (`pass`).
Nobody else sees the drawn card; in the variant `open` everybody does. Most points after three rounds win.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t

from egypt.core.game cimport GameOps
from egypt.core.types cimport Move, StateHeader

cdef enum:
    SEATS = 4
    VALUES = 9          # arrays over values have an unused entry 0
    COPIES = 2
    CARDS = 16
    HAND = 3            # cards dealt to a seat
    ROUNDS = 3
    PRICE = 2           # points for an extra card
    NOBODY = -1
    OPEN = 1            # the variant in which drawn cards are seen by all

cdef enum:
    DEALING, LAYING, REVEALING, OFFER, DRAWING, ENDED

# Move:  bits 0-2  the kind
#        bits 3..  its cards, 4 bits each (0 = a card not seen): one for LAY and CARD, one per seat for REVEAL
cdef enum:
    LAY = 1             # a seat's secret choice
    DRAW = 2            # the winner buys a card …
    PASS = 3            # … or does not
    CARD = 4            # chance: the card that comes from the deck
    REVEAL = 5          # chance in name only: the cards laid are turned over, in seat order

cdef inline Move make_move(int kind, int cards) noexcept nogil:
    return kind | cards << 3

cdef inline int move_kind(Move move) noexcept nogil:
    return move & 7

cdef inline int move_card(Move move, int index) noexcept nogil:
    return move >> (3 + 4 * index) & 15

ctypedef struct JarsState:
    StateHeader header
    uint8_t phase
    uint8_t round               # rounds already played
    int8_t winner               # who decides in OFFER and draws in DRAWING; NOBODY in other phases
    uint8_t deck[VALUES]        # copies of each value that nobody has drawn
    uint8_t gone[VALUES]        # copies laid in earlier rounds
    uint8_t hand[SEATS][VALUES]     # a card laid stays here until the reveal
    uint8_t shown[SEATS][VALUES]    # how many of those copies everybody has seen
    uint8_t laid[SEATS]         # value laid in this round, 0 = none yet
    int16_t points[SEATS]

ctypedef struct JarsView:
    StateHeader header
    uint8_t phase
    uint8_t round
    int8_t winner
    uint8_t laid                # the viewer's own card; a view knows no other before the reveal
    uint8_t gone[VALUES]
    uint8_t own[VALUES]         # the viewer's hand
    uint8_t size[SEATS]         # cards in each hand
    uint8_t shown[SEATS][VALUES]
    int16_t points[SEATS]

cdef void jars_view(const void* source, int seat, void* target) noexcept nogil
cdef Move jars_observe(const void* source, Move move, int seat) noexcept nogil
cdef void fill_ops(GameOps* ops) noexcept nogil
