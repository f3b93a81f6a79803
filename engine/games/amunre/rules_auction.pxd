"""The Auction phase (pp. 4-5): provinces are turned up, bid for, paid, and their bonuses taken."""

from egypt.core.types cimport Move
from egypt.games.amunre.state cimport AmunreState

cdef void reveal_province(AmunreState* s, int province) noexcept nogil
cdef int legal_bids(const AmunreState* s, Move* moves) noexcept nogil
cdef void place_bid(AmunreState* s, int province, int argument) noexcept nogil

# The bid stands, and what had to be sold for it is sold.
cdef void after_bid(AmunreState* s) noexcept nogil

# A face-down favor of a province goes to its new owner.
cdef void take_bonus(AmunreState* s, int kind) noexcept nogil
