"""The points of Amun-Re, part by part as the rulebook lists them (p. 8)."""

from libc.stdint cimport int16_t, int32_t, uint16_t

from egypt.games.amunre.state cimport Table

# Temples in the own provinces, by the tile.
cdef int temple_points(const Table* t, int seat) noexcept nogil

# Pyramids in all own provinces, and in the own province with the fewest.
cdef int pyramids_of(const Table* t, int seat) noexcept nogil
cdef int fewest_pyramids(const Table* t, int seat) noexcept nogil

# Adds to each seat what the province with the most pyramids on a bank is worth.
cdef void add_most_pyramids(const Table* t, uint16_t bank, int32_t* points) noexcept nogil

# All that the map scores at the end of an age, yellow cards apart; one number per seat.
cdef void age_points(const Table* t, int32_t* points) noexcept nogil

# Bit per yellow card whose condition a seat fulfils.
cdef int yellow_cards_satisfied(const Table* t, int seat) noexcept nogil

# What the final ranking of gold is worth to each seat.
cdef void gold_points(const int16_t* gold, int players, int32_t* points) noexcept nogil

# Points so far, and ranks: more pyramids, then more stones in the own provinces break a tie.
cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil
