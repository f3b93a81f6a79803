"""What a seat knows, worlds that fit it, and moves as others perceive them."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move, Rng
from egypt.games.sobek.state cimport LOCATION_NB, SobekView, Table
from egypt.games.sobek.tables cimport BACK_NB


cdef void view(const void* state, int seat, void* view) noexcept nogil
cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil
cdef bint complete(const void* view) noexcept nogil
cdef Move observe(const void* state, Move move, int seat) noexcept nogil

# The bag of all cards that lie open: docks, discard pile and sets.
cdef uint64_t open_cards(const Table* t) noexcept nogil

# What remains of all 63 cards when everything that the viewer can place is taken away: the view's field `unseen`.
cdef uint64_t cards_without_place(const SobekView* v) noexcept nogil

# What a view leaves open, by location.
ctypedef struct Gaps:
    int[LOCATION_NB][BACK_NB] vacant        # cards that the viewer does not know there, by back
    uint64_t[LOCATION_NB] known             # cards that they know
    unsigned int[LOCATION_NB] barred        # bit per kind that unknown cards cannot be
    bint tight                              # whether any is barred

cdef void find_gaps(const SobekView* v, Gaps* gaps) noexcept nogil
