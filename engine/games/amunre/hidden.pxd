"""Who knows what in Amun-Re: all see the table; hands, sealed offerings and chosen province cards are their owner's."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move, Rng
from egypt.games.amunre.knowledge cimport Split
from egypt.games.amunre.state cimport AmunreState, AmunreView, Table

cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef bint complete(const void* view) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil

# -- parts of a sample, for worlds in which an event can happen (following.pyx)
# Whether what the seat at turn has done tells something of its hand.
cdef bint has_limits(const Table* t) noexcept nogil
# Deals a split of the unseen; with `to_fit` the seat at turn gets first what it needs to pay.
cdef void deal_split(const AmunreView* v, AmunreState* s, Split* split, bint to_fit, Rng* rng) noexcept nogil
cdef void deal_provinces(const AmunreView* v, AmunreState* s, Rng* rng) noexcept nogil
cdef void make_secret_choices(const AmunreView* v, AmunreState* s, Rng* rng) noexcept nogil
cdef uint64_t any_favors(uint64_t bag, int count, Rng* rng) noexcept nogil
