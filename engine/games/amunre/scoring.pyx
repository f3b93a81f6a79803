"""The points of Amun-Re, part by part."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint16_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport MAX_SEATS
from egypt.games.amunre.favors cimport (
    MASTER_OF_FARMERS, MASTER_OF_SCRIBES, NILE_OR_FRONTIER, ONE_EGYPT, ONE_SIDE,
)
from egypt.games.amunre.state cimport AmunreState, Table, farmers_in
from egypt.games.amunre.tables cimport GOLD_RANK_NB, PROVINCE_NB, TABLES

cdef enum:
    NO_PROVINCE = 255       # more pyramids than a province can have


# -- the map -------------------------------------------------------------------------------------------------

cdef int temple_points(const Table* t, int seat) noexcept nogil:
    cdef uint16_t provinces = t.owned[seat]
    cdef int temples = 0
    while provinces:
        temples += TABLES.province[lowest_bit(provinces)].temples
        provinces &= provinces - 1
    return temples * TABLES.tile_value[t.tile]


cdef int pyramids_of(const Table* t, int seat) noexcept nogil:
    cdef uint16_t provinces = t.owned[seat]
    cdef int count = 0
    while provinces:
        count += t.pyramids[lowest_bit(provinces)]
        provinces &= provinces - 1
    return count


cdef int stones_of(const Table* t, int seat) noexcept nogil:
    cdef uint16_t provinces = t.owned[seat]
    cdef int count = 0
    while provinces:
        count += t.stones[lowest_bit(provinces)]
        provinces &= provinces - 1
    return count


cdef int fewest_pyramids(const Table* t, int seat) noexcept nogil:
    cdef uint16_t provinces = t.owned[seat]
    cdef int fewest = NO_PROVINCE
    while provinces:
        fewest = min(fewest, t.pyramids[lowest_bit(provinces)])
        provinces &= provinces - 1
    return fewest if fewest < NO_PROVINCE else 0


cdef int pyramid_points(const Table* t, int seat) noexcept nogil:
    """For each pyramid, and for each of the own province with the fewest."""
    return TABLES.pyramid * pyramids_of(t, seat) + TABLES.fewest_pyramids * fewest_pyramids(t, seat)


cdef int best_on_bank(const Table* t, int seat, uint16_t bank) noexcept nogil:
    """The own province with the most pyramids there, stones breaking ties, as one number; 0 without a pyramid."""
    cdef uint16_t provinces = t.owned[seat] & bank
    cdef int best = 0, province, strength
    while provinces:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        if t.pyramids[province]:
            strength = t.pyramids[province] * TABLES.stones_per_pyramid + t.stones[province]
            best = max(best, strength)
    return best


cdef void add_most_pyramids(const Table* t, uint16_t bank, int32_t* points) noexcept nogil:
    """All who are tied score; nobody does where there is no pyramid."""
    cdef int best = 0, seat
    for seat in range(t.header.players):
        best = max(best, best_on_bank(t, seat, bank))
    for seat in range(t.header.players):
        if best and best_on_bank(t, seat, bank) == best:
            points[seat] += TABLES.most_pyramids


cdef void add_bank_points(const Table* t, int32_t* points) noexcept nogil:
    """For the most pyramids, on each bank."""
    add_most_pyramids(t, TABLES.west, points)
    add_most_pyramids(t, ((1 << PROVINCE_NB) - 1) & ~TABLES.west, points)


cdef void age_points(const Table* t, int32_t* points) noexcept nogil:
    cdef int seat
    for seat in range(t.header.players):
        points[seat] = temple_points(t, seat) + pyramid_points(t, seat)
    add_bank_points(t, points)


# -- yellow cards --------------------------------------------------------------------------------------------

cdef inline bint all_or_none(uint16_t provinces, uint16_t region) noexcept nogil:
    return not provinces & region or not provinces & ~region


cdef int yellow_cards_satisfied(const Table* t, int seat) noexcept nogil:
    cdef uint16_t provinces = t.owned[seat], left = t.owned[seat]
    cdef int symbols = 0, farmers = 0, province
    while left:
        province = lowest_bit(left)
        left &= left - 1
        symbols += TABLES.province[province].symbols
        farmers += farmers_in(t, province)
    return (
        (symbols >= TABLES.scribes_symbols) << MASTER_OF_SCRIBES
        | (farmers >= TABLES.farmers_needed) << MASTER_OF_FARMERS
        | all_or_none(provinces, TABLES.west) << ONE_SIDE
        | all_or_none(provinces, TABLES.nile) << NILE_OR_FRONTIER
        | all_or_none(provinces, TABLES.upper) << ONE_EGYPT
    )


# -- the end -------------------------------------------------------------------------------------------------

cdef void gold_points(const int16_t* gold, int players, int32_t* points) noexcept nogil:
    """Tied players all get the better value and use up the places below."""
    cdef int seat, other, richer
    for seat in range(players):
        richer = 0
        for other in range(players):
            richer += gold[other] > gold[seat]
        points[seat] = TABLES.gold_ranks[richer] if richer < GOLD_RANK_NB else 0


cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const Table* t = &(<const AmunreState*>state).table
    cdef int64_t[MAX_SEATS] strength
    cdef int seat, other
    for seat in range(t.header.players):
        points[seat] = t.score[seat]
        # One number compares all three in their order.
        strength[seat] = (<int64_t>t.score[seat] << 32) + (pyramids_of(t, seat) << 16) + stones_of(t, seat)
    for seat in range(t.header.players):
        ranks[seat] = 1
        for other in range(t.header.players):
            ranks[seat] += strength[other] > strength[seat]
