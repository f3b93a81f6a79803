"""Columns of features that only a network can use: counts that mean something beside others.

Suns one by one, who outbids whom, what the track would complete, and what is the same for all seats: bag, track, time.
"""

from libc.stdint cimport int16_t, uint32_t, uint64_t

from egypt.core.bits cimport highest_bit, popcount
from egypt.core.seats cimport left_of
from egypt.games.ra.scoring cimport sun_count
from egypt.games.ra.state cimport (
    CIVILIZATION, CIVILIZATION_NB, DROUGHT, EARTHQUAKE, FLOOD, FUNERAL, GOD, GOLD, HIGHEST_SUN, MONUMENT, MONUMENT_NB, NILE,
    PHARAOH, RA, UNREST, RaState, civilization, count_kinds, disasters_of, floods, gods, golds, kinds_present, monuments,
    niles, pharaohs, sum_of_counts,
)
from egypt.games.ra.tables cimport PER_RA_BITS, TABLES

# They follow the columns of evaluate.pxd; evaluate.pyx lists their names in the same order.
cdef enum:
    SUN_UP = 47             # sixteen columns: 1 for every usable sun
    SUNS_DOWN = 63          # number of suns for the next epoch
    SUNS_TOP                # usable suns above all of the others'
    SUNS_OVER               # pairs of a usable sun and a lower one of another player
    RIVALS_OVER             # players whose highest usable sun is above this one's
    TURN_NEXT               # has the turn after the next one
    KINDS_HOPE              # tiles of missing civilization kinds to expect in this epoch
    MONUMENTS_HOPE          # tiles in the bag of kinds of which the player has two or more
    MONUMENTS_MISSING       # tiles in the bag of kinds of which they have none
    LOT_KINDS               # civilization kinds on the track that they lack
    LOT_MONUMENTS           # monument kinds on the track that they lack
    LOT_COPIES              # monument kinds on the track of which they have two or more
    FIRST_COMMON            # from here on, the same for all seats
    BAG_RA = FIRST_COMMON
    BAG_TILES
    BAG_GODS
    BAG_GOLDS
    BAG_PHARAOHS
    BAG_NILES
    BAG_FLOODS
    BAG_CIVILIZATION
    BAG_MONUMENTS
    BAG_DISASTERS
    RA_LEFT                 # Ra tiles to the end of the epoch
    RA_LAST                 # the next one ends it
    RA_LAST_BUT_ONE
    DRAWS_LEFT              # draws to expect in this epoch
    CENTER                  # the sun in the centre
    CENTER_TOP              # it is above all usable suns
    TRACK_TILES
    TRACK_GODS
    TRACK_GOLDS
    TRACK_PHARAOHS
    TRACK_NILES
    TRACK_FLOODS
    TRACK_CIVILIZATION
    TRACK_MONUMENTS
    TRACK_FUNERALS
    TRACK_DROUGHTS
    TRACK_UNRESTS
    TRACK_EARTHQUAKES
    COLUMN_NB


cdef inline uint32_t usable_suns(const RaState* s) noexcept nogil:
    """Those of all players."""
    cdef uint32_t suns = 0
    cdef int seat
    for seat in range(s.header.players):
        suns |= s.player[seat].up
    return suns


cdef inline void bid_counts(const RaState* s, int seat, int16_t* row) noexcept nogil:
    cdef uint32_t mine = s.player[seat].up
    cdef uint32_t others = usable_suns(s) & ~mine
    cdef uint32_t left = mine
    cdef int over = 0, rivals = 0, i
    for i in range(HIGHEST_SUN):
        row[SUN_UP + i] = (mine >> i) & 1
    while left:
        i = highest_bit(left)
        left ^= <uint32_t>1 << i
        over += popcount(others & ((<uint32_t>1 << i) - 1))
    for i in range(s.header.players):
        rivals += s.player[i].up > mine         # masks compare as their highest suns
    row[SUNS_DOWN] = sun_count(s.player[seat].down)
    row[SUNS_TOP] = popcount(mine >> (highest_bit(others) + 1 if others else 0))
    row[SUNS_OVER] = over
    row[RIVALS_OVER] = rivals


cdef inline void order_counts(const RaState* s, int16_t* rows, int apart) noexcept nogil:
    """Who has the turn after the next one: of those who have a sun, the first one left of the player who has the turn."""
    cdef int seat = left_of(s.turn, s.header.players)
    while not s.player[seat].up and seat != s.turn:
        seat = left_of(seat, s.header.players)
    if seat != s.turn:
        rows[seat * apart + TURN_NEXT] = 1


cdef inline void tile_counts(const RaState* s, int seat, int time, int16_t* row) noexcept nogil:
    cdef uint64_t share = TABLES.per_ra[s.bag[RA]]
    cdef uint64_t tiles = s.player[seat].tiles
    cdef uint32_t mine = civilization(tiles), built = monuments(tiles), count
    cdef uint32_t lot = kinds_present(civilization(s.track)), lot_built = kinds_present(monuments(s.track))
    cdef uint32_t several = (built >> 1 | built >> 2) & <uint32_t>0o11111111       # counts of two or more
    cdef int missing = 0, hope = 0, absent = 0, i
    for i in range(CIVILIZATION_NB):
        if ((mine >> (3 * i)) & 7) == 0:
            missing += s.bag[CIVILIZATION + i]
    for i in range(MONUMENT_NB):
        count = (built >> (3 * i)) & 7
        if count == 0:
            absent += s.bag[MONUMENT + i]
        elif count > 1:
            hope += s.bag[MONUMENT + i]
    row[KINDS_HOPE] = <int16_t>((missing * time * share) >> PER_RA_BITS) if s.player[seat].up else 0
    row[MONUMENTS_HOPE] = hope
    row[MONUMENTS_MISSING] = absent
    row[LOT_KINDS] = count_kinds(lot & ~kinds_present(mine))
    row[LOT_MONUMENTS] = count_kinds(lot_built & ~kinds_present(built))
    row[LOT_COPIES] = count_kinds(lot_built & several)


cdef inline void common_counts(const RaState* s, int time, int16_t* row) noexcept nogil:
    """What is the same for all seats."""
    cdef uint64_t share = TABLES.per_ra[s.bag[RA]]
    cdef uint32_t usable = usable_suns(s), disasters = s.track_disasters
    cdef int kind, civilizations = 0, buildings = 0
    for kind in range(CIVILIZATION, CIVILIZATION + CIVILIZATION_NB):
        civilizations += s.bag[kind]
    for kind in range(MONUMENT, MONUMENT + MONUMENT_NB):
        buildings += s.bag[kind]
    row[BAG_RA] = s.bag[RA]
    row[BAG_TILES] = s.bag_count
    row[BAG_GODS] = s.bag[GOD]
    row[BAG_GOLDS] = s.bag[GOLD]
    row[BAG_PHARAOHS] = s.bag[PHARAOH]
    row[BAG_NILES] = s.bag[NILE]
    row[BAG_FLOODS] = s.bag[FLOOD]
    row[BAG_CIVILIZATION] = civilizations
    row[BAG_MONUMENTS] = buildings
    row[BAG_DISASTERS] = s.bag[FUNERAL] + s.bag[DROUGHT] + s.bag[UNREST] + s.bag[EARTHQUAKE]
    row[RA_LEFT] = time
    row[RA_LAST] = time == 1
    row[RA_LAST_BUT_ONE] = time == 2
    row[DRAWS_LEFT] = <int16_t>((time * s.bag_count * share) >> PER_RA_BITS)
    row[CENTER] = s.center
    row[CENTER_TOP] = (usable >> s.center) == 0
    row[TRACK_TILES] = s.track_count
    row[TRACK_GODS] = gods(s.track)
    row[TRACK_GOLDS] = golds(s.track)
    row[TRACK_PHARAOHS] = pharaohs(s.track)
    row[TRACK_NILES] = niles(s.track)
    row[TRACK_FLOODS] = floods(s.track)
    row[TRACK_CIVILIZATION] = sum_of_counts(civilization(s.track))
    row[TRACK_MONUMENTS] = sum_of_counts(monuments(s.track))
    row[TRACK_FUNERALS] = disasters_of(disasters, FUNERAL)
    row[TRACK_DROUGHTS] = disasters_of(disasters, DROUGHT)
    row[TRACK_UNRESTS] = disasters_of(disasters, UNREST)
    row[TRACK_EARTHQUAKES] = disasters_of(disasters, EARTHQUAKE)
