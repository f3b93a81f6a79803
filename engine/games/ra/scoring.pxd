"""The points of Ra, part by part as the rulebook lists them (pp. 5-7)."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from egypt.games.ra.state cimport (
    RaState, civilization, count_kinds, floods, gods, golds, kinds_present, monuments, niles,
)
from egypt.games.ra.tables cimport TABLES


cdef inline int god_points(uint64_t tiles) noexcept nogil:
    return TABLES.god * gods(tiles)


cdef inline int gold_points(uint64_t tiles) noexcept nogil:
    return TABLES.gold * golds(tiles)


cdef inline int river_points(uint64_t tiles) noexcept nogil:
    """Nothing without a flood; with one, every flood and every nile counts."""
    cdef int flooded = floods(tiles)
    return TABLES.river_tile_with_flood * (flooded + niles(tiles)) if flooded else 0


cdef inline int civilization_kinds(uint64_t tiles) noexcept nogil:
    return count_kinds(kinds_present(civilization(tiles)))


cdef inline int civilization_points(uint64_t tiles) noexcept nogil:
    return TABLES.civilization_kinds[civilization_kinds(tiles)]


cdef inline int monument_variety(uint64_t tiles) noexcept nogil:
    return TABLES.monument_kinds[count_kinds(kinds_present(monuments(tiles)))]


cdef inline int monument_copies(uint64_t tiles) noexcept nogil:
    cdef uint32_t counts = monuments(tiles)
    return TABLES.copies_of_four[counts & 0xFFF] + TABLES.copies_of_four[counts >> 12]


cdef inline int monument_points(uint64_t tiles) noexcept nogil:
    """Variety and quantity; both count all tiles."""
    return monument_variety(tiles) + monument_copies(tiles)


cdef inline int sun_count(uint32_t suns) noexcept nogil:
    return TABLES.sun_count[suns & 255] + TABLES.sun_count[suns >> 8]


cdef inline int sun_total(uint32_t suns) noexcept nogil:
    return TABLES.sun_sum[suns & 255] + TABLES.sun_sum[suns >> 8] + 8 * TABLES.sun_count[suns >> 8]


# The parts of an epoch's points, in the order of the rulebook.
cdef enum:
    PART_GODS
    PART_GOLD
    PART_PHARAOHS
    PART_RIVER
    PART_CIVILIZATION
    PART_MONUMENT_VARIETY   # from here on only at the end of the game
    PART_MONUMENT_COPIES
    PART_SUNS
    PART_NB

# What the end of the current epoch brings to each seat, part by part (part `i` of a seat at PART_NB * seat + i).
cdef void epoch_parts(const RaState* s, int32_t* parts) noexcept nogil

# Adds the sum of these parts to the scores. The floor at zero holds for the sum, not for each of them.
cdef void score_epoch(RaState* s) noexcept nogil

# Points so far and ranks; final when the game is over.
cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil
