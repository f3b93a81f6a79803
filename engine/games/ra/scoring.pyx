"""The points of Ra that depend on all players, and the sum of all parts."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from egypt.core.types cimport MAX_SEATS
from egypt.games.ra.scoring cimport (
    PART_CIVILIZATION, PART_GODS, PART_GOLD, PART_MONUMENT_COPIES, PART_MONUMENT_VARIETY, PART_NB, PART_PHARAOHS,
    PART_RIVER, PART_SUNS, civilization_points, god_points, gold_points, monument_copies, monument_variety,
    river_points, sun_total,
)
from egypt.games.ra.state cimport RaState, pharaohs
from egypt.games.ra.tables cimport TABLES


cdef inline void most_and_fewest(
    const int32_t* amount, int players, int most, int fewest, int32_t* points,
) noexcept nogil:
    """`most` points to all with the maximum, `fewest` to all with the minimum; nothing if all are equal."""
    cdef int32_t high = amount[0], low = amount[0]
    cdef int seat
    for seat in range(1, players):
        high = max(high, amount[seat])
        low = min(low, amount[seat])
    for seat in range(players):
        points[seat] = 0
        if high != low:
            if amount[seat] == high:
                points[seat] = most
            elif amount[seat] == low:
                points[seat] = fewest


cdef void pharaoh_points(const RaState* s, int32_t* points) noexcept nogil:
    """For the most and for the fewest pharaohs; one number per seat."""
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(s.header.players):
        amount[seat] = pharaohs(s.player[seat].tiles)
    most_and_fewest(amount, s.header.players, TABLES.pharaohs_most, TABLES.pharaohs_fewest, points)


cdef void sun_points(const RaState* s, int32_t* points) noexcept nogil:
    """The same for the sums of all own suns, at the end of the game."""
    cdef int32_t[MAX_SEATS] amount
    cdef int seat
    for seat in range(s.header.players):
        amount[seat] = sun_total(s.player[seat].up | s.player[seat].down)
    most_and_fewest(amount, s.header.players, TABLES.suns_highest, TABLES.suns_lowest, points)


cdef void epoch_parts(const RaState* s, int32_t* parts) noexcept nogil:
    cdef int32_t[MAX_SEATS] most, suns
    cdef int32_t* part
    cdef uint64_t tiles
    cdef int seat
    cdef bint last = s.epoch == TABLES.epochs
    pharaoh_points(s, most)
    if last:
        sun_points(s, suns)
    for seat in range(s.header.players):
        part = parts + PART_NB * seat
        tiles = s.player[seat].tiles
        part[PART_GODS] = god_points(tiles)
        part[PART_GOLD] = gold_points(tiles)
        part[PART_PHARAOHS] = most[seat]
        part[PART_RIVER] = river_points(tiles)
        part[PART_CIVILIZATION] = civilization_points(tiles)
        part[PART_MONUMENT_VARIETY] = monument_variety(tiles) if last else 0
        part[PART_MONUMENT_COPIES] = monument_copies(tiles) if last else 0
        part[PART_SUNS] = suns[seat] if last else 0


cdef void epoch_points(const RaState* s, int32_t* points) noexcept nogil:
    """The sum of the parts for each seat, before the floor at zero."""
    cdef int32_t[MAX_SEATS * PART_NB] parts
    cdef int seat, i
    epoch_parts(s, parts)
    for seat in range(s.header.players):
        points[seat] = 0
        for i in range(PART_NB):
            points[seat] += parts[PART_NB * seat + i]


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
