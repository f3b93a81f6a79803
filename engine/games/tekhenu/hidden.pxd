"""Who knows what: decrees in hands, in the deck and under it are all there is to hide."""

from egypt.core.types cimport Move, Rng

cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil
cdef bint complete(const void* view) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil
