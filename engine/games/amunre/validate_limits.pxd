"""How much gold, how many pyramids and points there can be at a moment of the game.

Generous, but so that what the rules can still add stays below the limit of the next moment: no counter of the state ever
overflows.
"""

from egypt.games.amunre.state cimport Table

# What a seat has at most in gold and favors together, those included that it is about to get.
cdef int most_wealth(const Table* t, int seat) noexcept nogil
cdef int wealth(const Table* t, int seat) noexcept nogil

cdef int most_pyramids(const Table* t, int province) noexcept nogil
cdef int most_points(const Table* t, int seat) noexcept nogil
