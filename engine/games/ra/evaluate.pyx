"""Features of Ra. An open auction is judged as if it closed now: the lot is with whoever would get it then."""

from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint64_t

from engine.core.bits cimport highest_bit, lowest_bit, popcount
from engine.core.types cimport MAX_FEATURES, MAX_SEATS
from engine.games.ra.disasters cimport after_funerals_and_droughts, tiles_to_lose
from engine.games.ra.evaluate cimport (
    CIVILIZATION_SPARE, FEATURE_NB, FLOODS, GODS, GOLDS, KINDS_0, KINDS_0_DONE, LOT, LOT_TOP, LOT_TURN,
    MONUMENT_KINDS, MONUMENT_KINDS_6UP, MONUMENT_PAIRS, MONUMENT_POINTS, MONUMENT_TRIPLES, MONUMENTS, NILES,
    NILES_DRY, PHARAOHS, PHARAOHS_ABOVE, PHARAOHS_FEWEST, PHARAOHS_LEAD, PHARAOHS_MOST, RIVER, SCORE,
    SUNS_DOWN_HIGHEST, SUNS_DOWN_SUM, SUNS_SUM_TIME, SUNS_TOTAL_HIGHEST, SUNS_TOTAL_LOWEST, SUNS_UP,
    SUNS_UP_ALONE, SUNS_UP_HIGHEST, SUNS_UP_LAST, SUNS_UP_LATE, SUNS_UP_OTHERS, SUNS_UP_SUM, SUNS_UP_TIME, TURN,
)
from engine.games.ra.scoring cimport (
    civilization_kinds, civilization_points, god_points, gold_points, monument_points, most_and_fewest,
    river_points, sun_total,
)
from engine.games.ra.state cimport (
    CIVILIZATION_SHIFT, EARTHQUAKE, INVOKED, MONUMENT_SHIFT, PHASE_AUCTION, UNREST, RaPlayer, RaState, civilization,
    floods, gods, golds, kinds_present, monuments, niles, pharaohs, sum_of_counts,
)
from engine.games.ra.tables cimport TABLES

FEATURES = (
    "score", "gods", "golds", "river", "floods", "niles", "niles_dry",
    "kinds_0", "kinds_1", "kinds_2", "kinds_3", "kinds_4", "kinds_5", "kinds_0_done", "civilization_spare",
    "pharaohs", "pharaohs_most", "pharaohs_fewest", "pharaohs_lead", "pharaohs_above",
    "monument_points", "monuments", "monument_kinds", "monument_kinds_6up", "monument_pairs",
    "monument_triples",
    "suns_up", "suns_up_sum", "suns_up_highest", "suns_down_sum", "suns_down_highest", "suns_total_highest",
    "suns_total_lowest", "suns_up_time", "suns_sum_time", "suns_up_late", "suns_up_last", "suns_up_alone", "suns_up_others",
    "turn", "lot", "lot_top", "lot_turn",
)
assert len(FEATURES) == FEATURE_NB


cdef inline uint32_t kinds_with(uint32_t counts, uint32_t number) noexcept nogil:
    """How many of eight counts of three bits each equal `number`."""
    return 8 - popcount(kinds_present(counts ^ (number * <uint32_t>0o11111111)))


cdef inline uint64_t without_cheapest(uint64_t tiles, int shift, uint32_t counts, int loss) noexcept nogil:
    """Guess what a disaster takes: duplicates first, then singles. Good enough for a judgement."""
    cdef int kind, left, most
    while loss and counts:
        kind = 0
        most = 0
        for left in range(8):
            if ((counts >> (3 * left)) & 7) > most:
                most = (counts >> (3 * left)) & 7
                kind = left
        counts -= <uint32_t>1 << (3 * kind)
        tiles -= <uint64_t>1 << (shift + 3 * kind)
        loss -= 1
    return tiles


cdef inline uint64_t with_lot(const RaState* s, uint64_t tiles) noexcept nogil:
    """The tiles of a player after winning the track, disasters included."""
    cdef uint32_t disasters = s.track_disasters
    cdef int loss
    tiles += s.track
    if disasters:
        tiles = after_funerals_and_droughts(tiles, disasters)
        loss = tiles_to_lose(disasters, UNREST)
        tiles = without_cheapest(tiles, CIVILIZATION_SHIFT, civilization(tiles), loss)
        loss = tiles_to_lose(disasters, EARTHQUAKE)
        tiles = without_cheapest(tiles, MONUMENT_SHIFT, monuments(tiles), loss)
    return tiles


cdef inline int lot_measure(uint64_t tiles, bint last_epoch) noexcept nogil:
    """A rough worth of tiles in points; only differences of it are used."""
    cdef int worth = god_points(tiles) + gold_points(tiles) + river_points(tiles) + civilization_points(tiles)
    worth += pharaohs(tiles)
    if last_epoch:
        return worth + monument_points(tiles)
    return worth + niles(tiles) // 2 + monument_points(tiles) // 2 + sum_of_counts(monuments(tiles))


cdef inline int clip(int value) noexcept nogil:
    return -5 if value < -5 else (5 if value > 5 else value)


cdef inline void tile_features(uint64_t tiles, bint has_sun, int16_t* row) noexcept nogil:
    cdef int kinds = civilization_kinds(tiles)
    cdef uint32_t counts = monuments(tiles)
    cdef int i
    row[GODS] = gods(tiles)
    row[GOLDS] = golds(tiles)
    row[RIVER] = river_points(tiles)
    row[FLOODS] = floods(tiles)
    row[NILES] = niles(tiles)
    row[NILES_DRY] = niles(tiles) if floods(tiles) == 0 else 0
    for i in range(6):
        row[KINDS_0 + i] = i == kinds
    row[KINDS_0_DONE] = kinds == 0 and not has_sun
    row[CIVILIZATION_SPARE] = sum_of_counts(civilization(tiles)) - kinds
    row[PHARAOHS] = pharaohs(tiles)
    kinds = popcount(kinds_present(counts))
    row[MONUMENTS] = sum_of_counts(counts)
    row[MONUMENT_KINDS] = kinds
    row[MONUMENT_KINDS_6UP] = kinds - 5 if kinds > 5 else 0
    row[MONUMENT_PAIRS] = kinds_with(counts, 2)
    row[MONUMENT_TRIPLES] = kinds_with(counts, 3)
    row[MONUMENT_POINTS] = monument_points(tiles)


cdef inline void sun_features(const RaPlayer* player, int up_of_all, int time, int16_t* row) noexcept nogil:
    cdef int count = popcount(player.up)
    cdef int total = sun_total(player.up)
    row[SUNS_UP] = count
    row[SUNS_UP_SUM] = total
    row[SUNS_UP_HIGHEST] = highest_bit(player.up) + 1 if player.up else 0
    row[SUNS_DOWN_SUM] = sun_total(player.down)
    row[SUNS_DOWN_HIGHEST] = highest_bit(player.down) + 1 if player.down else 0
    row[SUNS_UP_TIME] = count * time
    row[SUNS_SUM_TIME] = total * time // 8
    row[SUNS_UP_LATE] = count if time <= 2 else 0
    row[SUNS_UP_LAST] = count if time == 1 else 0
    row[SUNS_UP_ALONE] = count if count == up_of_all else 0
    row[SUNS_UP_OTHERS] = up_of_all - count


cdef inline void compare(
    int16_t* rows, int players, const int32_t* amount, int most, int fewest,
) noexcept nogil:
    """Mark in columns `most` and `fewest` who has the maximum and the minimum, unless all are equal."""
    cdef int32_t[MAX_SEATS] sign
    cdef int seat
    most_and_fewest(amount, players, 1, -1, sign)
    for seat in range(players):
        rows[seat * MAX_FEATURES + most] = sign[seat] > 0
        rows[seat * MAX_FEATURES + fewest] = sign[seat] < 0


cdef inline void pharaoh_features(int16_t* rows, int players, const int32_t* amount) noexcept nogil:
    cdef int seat, other, high, low
    compare(rows, players, amount, PHARAOHS_MOST, PHARAOHS_FEWEST)
    for seat in range(players):
        high = 0
        low = 99
        for other in range(players):
            if other != seat:
                high = max(high, amount[other])
                low = min(low, amount[other])
        rows[seat * MAX_FEATURES + PHARAOHS_LEAD] = clip(amount[seat] - high)
        rows[seat * MAX_FEATURES + PHARAOHS_ABOVE] = clip(amount[seat] - low)


cdef int features(const void* state, int16_t* rows) noexcept nogil:
    """Stages: early and late half of each epoch."""
    cdef RaState s = (<const RaState*>state)[0]
    cdef int players = s.header.players
    cdef int limit = TABLES.ra_limit[players]
    cdef int time = limit - s.ra_count
    cdef bint last_epoch = s.epoch == TABLES.epochs
    cdef int32_t[MAX_SEATS] pharaoh_count, suns
    cdef uint32_t up_of_all = 0     # as masks, the owner of the highest sun outweighs all others together
    cdef int seat, gain, up_count = 0
    cdef uint64_t tiles
    cdef int16_t* row
    if s.phase == PHASE_AUCTION:
        close_auction(&s)
    for seat in range(players):
        up_of_all |= s.player[seat].up
        up_count += popcount(s.player[seat].up)
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        tiles = s.player[seat].tiles
        row[SCORE] = s.player[seat].score
        tile_features(tiles, s.player[seat].up != 0, row)
        sun_features(&s.player[seat], up_count, time, row)
        pharaoh_count[seat] = pharaohs(tiles)
        suns[seat] = row[SUNS_UP_SUM] + row[SUNS_DOWN_SUM]
        gain = 0
        if s.track_count and s.player[seat].up:
            gain = lot_measure(with_lot(&s, tiles), last_epoch) - lot_measure(tiles, last_epoch)
        row[TURN] = seat == s.turn
        row[LOT] = gain
        row[LOT_TOP] = gain if s.player[seat].up > up_of_all ^ s.player[seat].up else 0
        row[LOT_TURN] = gain if seat == s.turn else 0
    pharaoh_features(rows, players, pharaoh_count)
    compare(rows, players, suns, SUNS_TOTAL_HIGHEST, SUNS_TOTAL_LOWEST)
    return (s.epoch - 1) * 2 + (2 * time <= limit)


cdef inline void close_auction(RaState* s) noexcept nogil:
    """As if all others passed now. Who invoked on a track with room must then take the lot; his lowest sun will do."""
    cdef RaPlayer* winner = &s.player[s.best_bidder]
    cdef int sun = s.best_bid
    if sun == 0:
        if s.auction != INVOKED:
            return
        winner = &s.player[s.turn]
        sun = lowest_bit(winner.up) + 1
    winner.tiles = with_lot(s, winner.tiles)
    winner.up ^= <uint16_t>1 << (sun - 1)
    winner.down |= <uint16_t>1 << (s.center - 1)
    s.track = 0
    s.track_count = 0
    s.track_disasters = 0
