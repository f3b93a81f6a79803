"""Points, corruption and the score track."""

from libc.stdint cimport int32_t

from egypt.games.sobek.state cimport SobekState, Table


# -- the score track; from 100 on the markers lap ------------------------------------------------------------
# The next space with a symbol (0..3) beyond `space`.
cdef int next_symbol(int variant, int space, int symbol) noexcept nogil

# The previous space with a symbol (0..3 or NUMBER_SPACE) before `space`; without one: 0 or `space` itself.
cdef int previous_symbol(int variant, int space, int symbol, bint to_zero) noexcept nogil

# Where a marker ends that goes back `steps` times to the symbol it stands on.
cdef int after_penalty(int variant, int space, int steps) noexcept nogil

# -- sets ----------------------------------------------------------------------------------------------------
cdef int vertical_points(const Table* t, int seat, int family) noexcept nogil
cdef int horizontal_points(const Table* t, int seat, int family) noexcept nogil
cdef int set_points(const Table* t, int seat) noexcept nogil

# -- end of a round ------------------------------------------------------------------------------------------
# Cards in the pile and Curses.
cdef int corruption(const Table* t, int seat) noexcept nogil

# Bit per seat that pays, given the corruption of all and the scarabs in their piles: the largest pile; among equals the one
# with more scarabs; all that are still equal.
cdef int who_pays(const Table* t, const int* sizes, const int* scarabs) noexcept nogil

# The same for the piles as they are.
cdef int most_corrupt(const SobekState* s) noexcept nogil

# Moves all markers: the points of the sets, then the penalty of those who pay (bit per seat).
cdef void score_round(SobekState* s, int payers) noexcept nogil

# The markers and the ranks, for the rules table.
cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil
