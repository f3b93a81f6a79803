"""The points of Ra that depend on all players, and the sum of all parts."""

from libc.stdint cimport int32_t, uint32_t

from egypt.core.types cimport MAX_SEATS
from egypt.games.ra.scoring cimport (
    civilization_points, god_points, gold_points, monument_points, most_and_fewest, river_points, sun_total,
)
from egypt.games.ra.state cimport RaState, pharaohs
from egypt.games.ra.tables cimport TABLES


cdef void pharaoh_points(const RaState* s, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(s.header.players):
        amount[seat] = pharaohs(s.player[seat].tiles)
    most_and_fewest(amount, s.header.players, TABLES.pharaohs_most, TABLES.pharaohs_fewest, points)


cdef void sun_points(const RaState* s, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(s.header.players):
        amount[seat] = sun_total(s.player[seat].up | s.player[seat].down)
    most_and_fewest(amount, s.header.players, TABLES.suns_highest, TABLES.suns_lowest, points)


cdef void epoch_points(const RaState* s, int32_t* points) noexcept nogil:
    cdef int32_t[MAX_SEATS] suns
    cdef int seat
    pharaoh_points(s, points)
    for seat in range(s.header.players):
        points[seat] += god_points(s.player[seat].tiles)
        points[seat] += gold_points(s.player[seat].tiles)
        points[seat] += river_points(s.player[seat].tiles)
        points[seat] += civilization_points(s.player[seat].tiles)
    if s.epoch == TABLES.epochs:
        sun_points(s, suns)
        for seat in range(s.header.players):
            points[seat] += monument_points(s.player[seat].tiles) + suns[seat]


cdef void score_epoch(RaState* s) noexcept nogil:
    cdef int32_t[MAX_SEATS] points
    cdef int seat
    epoch_points(s, points)
    for seat in range(s.header.players):
        s.player[seat].score = max(0, s.player[seat].score + points[seat])


cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil:
    """Points so far. The highest own sun breaks a tie (p. 5); suns differ, so no rank is ever shared."""
    cdef const RaState* s = <const RaState*>state
    cdef int seat, other
    cdef uint32_t suns, other_suns
    for seat in range(s.header.players):
        points[seat] = s.player[seat].score
        suns = s.player[seat].up | s.player[seat].down
        ranks[seat] = 1
        for other in range(s.header.players):
            other_suns = s.player[other].up | s.player[other].down
            if s.player[other].score > s.player[seat].score:
                ranks[seat] += 1
            elif s.player[other].score == s.player[seat].score and other_suns > suns:
                ranks[seat] += 1
