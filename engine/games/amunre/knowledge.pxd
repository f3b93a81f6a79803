"""What all know of the favors once the discard pile has become the deck.

The pile lay face up, so its cards, the fresh ones, are known, and so are all others together: the stale ones, which were in
the hands at that moment. Each draw is a fresh card. When a card is played, it is sometimes certain which of the two it
was; else the play is noted, and `sample` decides between the two in every way that fits.
"""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Rng
from egypt.games.amunre.state cimport MAX_SEATS, AmunreState, AmunreView

# How the cards that a viewer does not see are split: by seat, and into fresh and stale ones.
ctypedef struct Split:
    uint64_t fresh          # unseen fresh cards: in the deck or in other hands
    uint64_t stale          # unseen stale cards in other hands, Architects that all know of aside
    int fresh_slots[MAX_SEATS]      # how many of each other hand are fresh
    int stale_slots[MAX_SEATS]      # the rest of it, a known Architect aside
    uint64_t played[MAX_SEATS]      # fresh cards among the noted plays of each other seat
    unsigned int from_fresh         # bit per noted play of any seat that was a fresh card

# The deck is made of these cards, which all have seen.
cdef void begin_deck(AmunreState* s, uint64_t cards) noexcept nogil

# A seat that has drawn fresh cards plays or sells a card. To be called while it is still in the hand.
cdef void note_play(AmunreState* s, int seat, int kind) noexcept nogil

# Splits the unseen at random, in a way that fits; False if none was found.
cdef bint split_unseen(const AmunreView* v, Rng* rng, Split* split) noexcept nogil

# The same, but one of all ways that fit, by number (0, 1, …); False if there are not as many.
cdef bint nth_split(const AmunreView* v, int number, Split* split) noexcept nogil
