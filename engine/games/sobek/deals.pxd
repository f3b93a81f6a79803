"""Deals that fit a view: whether there is one, and one in any case."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Rng
from egypt.games.sobek.state cimport (
    LOCATION_NB, PHASE_LOOK, PHASE_UNWRAP, PILE, SobekView,
)
from egypt.games.sobek.tables cimport BACK_NB, T


# Gives every card of the cells a place and fills the rooms that remain with unseen cards; False if no deal fits. `dealt`
# are the cards placed. Random, but not every deal is equally likely: for when drawing whole deals takes too long.
cdef bint find_deal(const SobekView* view, const int[LOCATION_NB][BACK_NB] vacant, Rng* rng,
                    uint64_t[LOCATION_NB] dealt) noexcept nogil


cdef inline unsigned int barred_from(const SobekView* view, int location) noexcept nogil:
    """Bit per kind that unknown cards of a location cannot be.

    While a pile is turned over in order, the viewer who turns it over knows that no lower card follows.
    """
    cdef unsigned int barred = view.table.barred[location]
    cdef int phase = view.table.phase
    cdef int rank
    if phase != PHASE_LOOK and phase != PHASE_UNWRAP:
        return barred
    if view.table.turn == view.table.header.viewer \
            and location == PILE + (view.table.target if phase == PHASE_LOOK else view.table.turn):
        for rank in range(view.drop_floor):
            barred |= <unsigned int>1 << T.in_order[rank]
    return barred
