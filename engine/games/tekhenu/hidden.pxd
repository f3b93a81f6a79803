"""Who knows what: decrees in hands, in the deck and under it are all there is to hide."""

from egypt.core.types cimport Move, Rng

cdef void view(const void* raw_state, int seat, void* raw_view) noexcept nogil
cdef void sample(const void* raw_view, Rng* rng, void* raw_state) noexcept nogil
cdef Move observe(const void* raw_state, Move move, int seat) noexcept nogil
