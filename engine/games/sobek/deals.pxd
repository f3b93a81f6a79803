"""Deals that fit a view: whether there is one, and one in any case."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Rng
from egypt.games.sobek.state cimport (
    LOCATION_NB, PHASE_LOOK, PHASE_UNWRAP, PILE, SobekView,
)
from egypt.games.sobek.tables cimport BACK_NB, TABLES


# Gives every card of the cells a place and fills the rooms that remain with unseen cards; False if no deal fits. `dealt`
# are the cards placed. Random, but not every deal is equally likely: for when drawing whole deals takes too long.
cdef bint find_deal(const SobekView* v, const int[LOCATION_NB][BACK_NB] vacant, Rng* rng,
                    uint64_t[LOCATION_NB] dealt) noexcept nogil


cdef inline unsigned int barred_from(const SobekView* v, int location) noexcept nogil:
    """Bit per kind that unknown cards of a location cannot be.

    While a pile is turned over in order, the viewer who turns it over knows that no lower card follows.
    """
    cdef unsigned int barred = v.table.barred[location]
    cdef int phase = v.table.phase
    cdef int rank
    if phase != PHASE_LOOK and phase != PHASE_UNWRAP:
        return barred
    if v.table.turn == v.table.header.viewer \
            and location == PILE + (v.table.target if phase == PHASE_LOOK else v.table.turn):
        for rank in range(v.drop_floor):
            barred |= <unsigned int>1 << TABLES.in_order[rank]
    return barred
