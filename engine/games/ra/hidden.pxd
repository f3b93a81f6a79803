"""Who knows what in Ra: all know all. Only the order of the bag is unknown, and that exists nowhere."""

from egypt.core.types cimport Move, Rng

cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil
cdef bint complete(const void* view) noexcept nogil
