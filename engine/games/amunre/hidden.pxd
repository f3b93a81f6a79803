"""Who knows what in Amun-Re: all see the table; hands, sealed offerings and chosen province cards are their owner's."""

from egypt.core.types cimport Move, Rng

cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil
