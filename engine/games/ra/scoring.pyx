"""The points of Ra that depend on all players, and the sum of all parts."""

from libc.stdint cimport int32_t

from egypt.core.types cimport MAX_SEATS
from egypt.games.ra.scoring cimport (
    civilization_points, god_points, gold_points, monument_points, most_and_fewest, river_points, sun_total,
)
from egypt.games.ra.state cimport RaState, pharaohs
from egypt.games.ra.tables cimport TABLES


cdef void pharaoh_points(const RaState* state, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(state.header.players):
        amount[seat] = pharaohs(state.player[seat].tiles)
    most_and_fewest(amount, state.header.players, TABLES.pharaohs_most, TABLES.pharaohs_fewest, points)


cdef void sun_points(const RaState* state, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(state.header.players):
        amount[seat] = sun_total(state.player[seat].up | state.player[seat].down)
    most_and_fewest(amount, state.header.players, TABLES.suns_highest, TABLES.suns_lowest, points)


cdef void epoch_points(const RaState* state, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] suns
    cdef int seat
    pharaoh_points(state, points)
    for seat in range(state.header.players):
        points[seat] += god_points(state.player[seat].tiles)
        points[seat] += gold_points(state.player[seat].tiles)
        points[seat] += river_points(state.player[seat].tiles)
        points[seat] += civilization_points(state.player[seat].tiles)
    if state.epoch == TABLES.epochs:
        sun_points(state, suns)
        for seat in range(state.header.players):
            points[seat] += monument_points(state.player[seat].tiles) + suns[seat]


cdef void score_epoch(RaState* state) noexcept nogil:
    cdef int32_t[MAX_SEATS] points
    cdef int seat
    epoch_points(state, points)
    for seat in range(state.header.players):
        state.player[seat].score = max(0, state.player[seat].score + points[seat])
