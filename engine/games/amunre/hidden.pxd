"""Who knows what in Amun-Re: all see the table; hands, sealed offerings and chosen province cards are their owner's."""

from libc.stdint cimport uint64_t

from engine.core.types cimport Move, Rng
from engine.games.amunre.state cimport AmunreView

# All favors that the viewer cannot place: they lie in other hands or in the deck.
cdef uint64_t unseen_favors(const AmunreView* view) noexcept nogil

cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil
