"""The state of a game of Jars and what a seat knows of it: structs without pointers."""

from libc.stdint cimport int8_t, int16_t, uint8_t

from egypt.core.types cimport StateHeader

cdef enum:
    SEAT_NB = 4
    VALUE_NB = 9            # arrays over values have an unused entry 0
    COPIES = 2              # cards of each value
    CARD_NB = 16
    HAND_SIZE = 3           # cards dealt to a seat
    ROUND_NB = 3
    PRICE = 2               # points for an extra card
    NOBODY = -1

cdef enum:
    VARIANT_STANDARD
    VARIANT_OPEN            # drawn cards are seen by all

cdef enum:
    PHASE_DEAL              # nature deals
    PHASE_LAY               # all choose in secret
    PHASE_REVEAL            # nature turns over what they have chosen
    PHASE_OFFER             # the winner may buy a card
    PHASE_DRAW              # nature draws it
    PHASE_OVER
    PHASE_NB

# What all seats see. State and view begin with it; it begins with the header.
ctypedef struct Table:
    StateHeader header
    uint8_t phase
    uint8_t round           # rounds already played
    int8_t winner           # who decides in PHASE_OFFER and draws in PHASE_DRAW; NOBODY in other phases
    uint8_t gone[VALUE_NB]  # copies laid in earlier rounds
    uint8_t shown[SEAT_NB][VALUE_NB]    # how many copies in a hand everybody has seen
    int16_t points[SEAT_NB]

ctypedef struct JarsState:
    Table table
    uint8_t deck[VALUE_NB]  # copies of each value that nobody has drawn
    uint8_t hand[SEAT_NB][VALUE_NB]     # a card laid stays here until the reveal
    uint8_t laid[SEAT_NB]   # value laid in this round, 0 = none yet

ctypedef struct JarsView:
    Table table
    uint8_t laid            # the viewer's own card; a view knows no other before the reveal
    uint8_t own[VALUE_NB]   # the viewer's hand
    uint8_t size[SEAT_NB]   # cards in each hand


cdef inline int count_cards(const uint8_t* cards) noexcept nogil:
    cdef int value, total = 0
    for value in range(1, VALUE_NB):
        total += cards[value]
    return total
