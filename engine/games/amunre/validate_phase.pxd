"""One description of every phase: who acts, and what may be set. The checks of validate follow from it."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.games.amunre.state cimport PHASE_NB, PHASE_SELL, Table

# Who acts.
cdef enum:
    SEAT_AT_TURN
    NATURE
    CHOOSERS                # all who are pending, in secret
    NOBODY

# What may be other than zero.
cdef enum:
    DEBT = 1 << 0
    FLOOR = 1 << 1
    DRAWS = 1 << 2
    CURSOR = 1 << 3
    BOUGHT = 1 << 4
    REWARDS = 1 << 5
    SERVED = 1 << 6
    ADJUSTERS = 1 << 7
    OFFERINGS = 1 << 8      # revealed: `given`, `total`, `adjusted`
    BIDS = 1 << 9           # the state of an auction: bids, who was outbid, Protection, Bribery
    UNDER = 1 << 10         # cards shuffled under the deck
    SEALED_OFFERS = 1 << 11     # secrets: `offer` and `sold`
    SEALED_CARDS = 1 << 12      # secrets: `chosen`
    # What holds there.
    SOME_OFFERED = 1 << 13  # some of the provinces of this round have come up
    ALL_OFFERED = 1 << 14
    WON = 1 << 15           # the provinces of this round have owners
    EXPERT_ONLY = 1 << 16
    NO_TURN = 1 << 17       # it is nobody's turn: `turn` is 0
    LAST_ROUND = 1 << 18    # of an age
    DEALS_FAVORS = 1 << 19  # nature draws from the deck

ctypedef struct PhaseRule:
    uint8_t who
    uint8_t used            # what `used` can say
    uint32_t may

cdef PhaseRule[PHASE_NB] RULES

# What holds while favors are sold for a bid or a purchase, by the phase that goes on afterwards; 0 where nothing is sold.
cdef PhaseRule[PHASE_NB] SALES


cdef inline const PhaseRule* rule_of(const Table* t) noexcept nogil:
    return &SALES[t.resume] if t.phase == PHASE_SELL else &RULES[t.phase]


cdef inline int underlying_phase(const Table* t) noexcept nogil:
    """The phase, or the one for which favors are sold."""
    return t.resume if t.phase == PHASE_SELL else t.phase
