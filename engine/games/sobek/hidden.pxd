"""What a seat knows, worlds that fit it, and moves as others perceive them."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move, Rng
from egypt.games.sobek.state cimport SobekView, Table


cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil

# The bag of all cards that lie open: docks, discard pile and sets.
cdef uint64_t open_cards(const Table* t) noexcept nogil

# What remains of all 63 cards when everything that the viewer can place is taken away: the view's field `unseen`.
cdef uint64_t cards_without_place(const SobekView* v) noexcept nogil
