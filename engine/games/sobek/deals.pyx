"""A deal as a flow: cards on one side, rooms on the other, and a card that finds all its rooms taken moves others on.

Backs are dealt one after the other, for a room is for one back. No path is longer than there are locations.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.rng cimport rng_below
from egypt.core.types cimport Rng
from egypt.games.sobek.bags cimport bag_add, bag_count
from egypt.games.sobek.deals cimport barred_from
from egypt.games.sobek.state cimport CELL_NB, LOCATION_NB, SobekView
from egypt.games.sobek.tables cimport BACK_NB, KIND_NB, TABLES

cdef enum:
    UNSEEN = CELL_NB            # where a card comes from: one of the cells, or the cards that the viewer cannot place
    SOURCE_NB = CELL_NB + 1

ctypedef struct Deal:
    const SobekView* view
    int back
    int first                   # the location to be tried first
    unsigned int[LOCATION_NB] barred
    int[LOCATION_NB] room
    unsigned char[LOCATION_NB][SOURCE_NB][KIND_NB] placed


cdef bint may_lie(const Deal* deal, int source, int kind, int location) noexcept nogil:
    if deal.barred[location] >> kind & 1:
        return False
    return source == UNSEEN or deal.view.cells[source].where >> location & 1


cdef bint place(Deal* deal, int source, int kind, unsigned int* tried) noexcept nogil:
    """Finds a room for a card, if need be by moving others on; locations in `tried` are not tried again."""
    cdef int location, other, other_kind, i
    for i in range(LOCATION_NB):
        location = (i + deal.first) % LOCATION_NB
        if tried[0] >> location & 1 or not may_lie(deal, source, kind, location):
            continue
        tried[0] |= <unsigned int>1 << location
        if deal.room[location]:
            deal.room[location] -= 1
            deal.placed[location][source][kind] += 1
            return True
        for other in range(SOURCE_NB):
            for other_kind in range(KIND_NB):
                if deal.placed[location][other][other_kind] and place(deal, other, other_kind, tried):
                    deal.placed[location][other][other_kind] -= 1
                    deal.placed[location][source][kind] += 1
                    return True
    return False


cdef bint deal_back(Deal* deal, Rng* rng) noexcept nogil:
    """All cards of the cells, then as many unseen ones as there are rooms left."""
    cdef int source, kind, i, first, location, left = 0
    cdef unsigned int tried
    for source in range(CELL_NB):
        for kind in range(KIND_NB):
            if TABLES.back[kind] == deal.back:
                for _ in range(bag_count(deal.view.cells[source].bag, kind)):
                    tried = 0
                    deal.first = rng_below(rng, LOCATION_NB)
                    if not place(deal, source, kind, &tried):
                        return False
    for location in range(LOCATION_NB):
        left += deal.room[location]
    first = rng_below(rng, KIND_NB)
    for i in range(KIND_NB):
        kind = (i + first) % KIND_NB
        if TABLES.back[kind] == deal.back:
            for _ in range(bag_count(deal.view.unseen, kind)):
                tried = 0
                deal.first = rng_below(rng, LOCATION_NB)
                if left and place(deal, UNSEEN, kind, &tried):
                    left -= 1
    return left == 0


cdef bint find_deal(const SobekView* v, const int[LOCATION_NB][BACK_NB] vacant, Rng* rng,
                    uint64_t[LOCATION_NB] dealt) noexcept nogil:
    cdef Deal deal
    cdef int back, location, source, kind
    deal.view = v
    for location in range(LOCATION_NB):
        dealt[location] = 0
        deal.barred[location] = barred_from(v, location)
    for back in range(BACK_NB):
        memset(deal.placed, 0, sizeof(deal.placed))
        deal.back = back
        for location in range(LOCATION_NB):
            deal.room[location] = vacant[location][back]
        if not deal_back(&deal, rng):
            return False
        for location in range(LOCATION_NB):
            for source in range(SOURCE_NB):
                for kind in range(KIND_NB):
                    for _ in range(deal.placed[location][source][kind]):
                        dealt[location] = bag_add(dealt[location], kind)
    return True
