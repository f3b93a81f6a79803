"""Sets: which ones a hand allows, and laying them."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move
from egypt.games.sobek.state cimport SobekState


# All sets that a seat may lay, of `first_family` and those behind it, as moves of a kind (MOVE_SET or MOVE_LAY); or, if they
# are too many for a list, all ways to begin one.
cdef int legal_sets(const SobekState* s, int seat, int first_family, int kind, Move* moves) noexcept nogil

# The subsets of a hand's cards of one family, without amulets.
cdef int count_choices(uint64_t hand, int family) noexcept nogil

# The sets that fit what was begun.
cdef int legal_begun_sets(const SobekState* s, int kind, Move* moves) noexcept nogil

# The horizontal sets at the end of a round.
cdef int legal_lays(const SobekState* s, Move* moves) noexcept nogil

# A set is begun: its family and its amulets are named.
cdef void begin_set(SobekState* s, int phase, Move move) noexcept nogil

# A vertical set, new or extended; a horizontal one.
cdef void play_set(SobekState* s, Move move) noexcept nogil
cdef void lay_set(SobekState* s, Move move) noexcept nogil
