"""Features of Ra. They describe quiet positions; an open auction is resolved first."""

from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from egypt.core.bits cimport highest_bit, lowest_bit
from egypt.core.evaluation cimport worth_alone
from egypt.core.weights cimport Weights
from egypt.core.seats cimport left_of
from egypt.core.types cimport MAX_FEATURES
from egypt.games.ra.disasters cimport after_funerals_and_droughts, tiles_to_lose
from egypt.games.ra.evaluate cimport (
    CENTER_GAIN, CIVILIZATION_SPARE, FEATURE_NB, FLOODS, GODS, GOLDS, KINDS_0, KINDS_0_DONE, KINDS_TIME, LOT, LOT_TOP,
    LOT_TURN, MONUMENTS, MONUMENT_KINDS, MONUMENT_KINDS_6UP, MONUMENT_PAIRS, MONUMENT_POINTS, MONUMENT_TRIPLES, NILES,
    NILES_DRY, NILES_DRY_HOPE, PHARAOHS, PHARAOHS_ABOVE, PHARAOHS_FEWEST, PHARAOHS_LEAD, PHARAOHS_MOST, RIVER, SCORE,
    SUNS_DOWN_HIGHEST, SUNS_DOWN_SUM, SUNS_SUM_TIME, SUNS_TOTAL_HIGHEST, SUNS_TOTAL_LOWEST, SUNS_UP, SUNS_UP_ALONE,
    SUNS_UP_DRAWS, SUNS_UP_HIGHEST, SUNS_UP_LAST, SUNS_UP_LATE, SUNS_UP_OTHERS, SUNS_UP_SUM, SUNS_UP_TIME, TURN,
)
from egypt.games.ra.evaluate_counts cimport (
    COLUMN_NB, FIRST_COMMON, SUN_UP, TURN_NEXT, bid_counts, common_counts, order_counts, tile_counts,
)
from egypt.games.ra.scoring cimport (
    civilization_kinds, civilization_points, god_points, gold_points, monument_points, river_points, sun_count,
    sun_total,
)
from egypt.games.ra.state cimport (
    AUCTION_FULL, AUCTION_INVOKED, CIVILIZATION_NB, CIVILIZATION_SHIFT, EARTHQUAKE, FLOOD, HIGHEST_SUN, MONUMENT_SHIFT,
    PHASE_AUCTION, RA, UNREST, RaPlayer, RaState, civilization, count_kinds, floods, gods, golds, kinds_present,
    monuments, niles, pharaohs, sum_of_counts,
)
from egypt.games.ra.tables cimport PER_RA_BITS, TABLES

FEATURES = (
    "score", "gods", "golds", "river", "floods", "niles", "niles_dry",
    "kinds_0", "kinds_1", "kinds_2", "kinds_3", "kinds_4", "kinds_5", "kinds_0_done", "civilization_spare",
    "pharaohs", "pharaohs_most", "pharaohs_fewest", "pharaohs_lead", "pharaohs_above",
    "monument_points", "monuments", "monument_kinds", "monument_kinds_6up", "monument_pairs",
    "monument_triples",
    "suns_up", "suns_up_sum", "suns_up_highest", "suns_down_sum", "suns_down_highest", "suns_total_highest",
    "suns_total_lowest", "suns_up_time", "suns_sum_time", "suns_up_late", "suns_up_last", "suns_up_alone",
    "suns_up_others",
    "turn", "lot", "lot_top", "lot_turn",
    "suns_up_draws", "center_gain", "niles_dry_hope", "kinds_time",
    *(f"sun_{sun}_up" for sun in range(1, HIGHEST_SUN + 1)),
    "suns_down", "suns_top", "suns_over", "rivals_over", "turn_next", "kinds_hope", "monuments_hope", "monuments_missing",
    "lot_kinds", "lot_monuments", "lot_copies",
    "bag_ra", "bag_tiles", "bag_gods", "bag_golds", "bag_pharaohs", "bag_niles", "bag_floods", "bag_civilization",
    "bag_monuments", "bag_disasters", "ra_left", "ra_last", "ra_last_but_one", "draws_left", "center", "center_top",
    "track_tiles", "track_gods", "track_golds", "track_pharaohs", "track_niles", "track_floods", "track_civilization",
    "track_monuments", "track_funerals", "track_droughts", "track_unrests", "track_earthquakes",
)
# What a player calls them.
FEATURE_GROUPS = {
    "score so far": ("score",),
    "Gods and gold": ("gods", "golds"),
    "Nile and floods": ("river", "floods", "niles", "niles_dry", "niles_dry_hope"),
    "civilizations": (
        *(f"kinds_{kinds}" for kinds in range(6)), "kinds_0_done", "kinds_time", "civilization_spare",
        "kinds_hope"),
    "pharaohs": ("pharaohs", "pharaohs_most", "pharaohs_fewest", "pharaohs_lead", "pharaohs_above"),
    "monuments": (
        "monument_points", "monuments", "monument_kinds", "monument_kinds_6up", "monument_pairs", "monument_triples",
        "monuments_hope", "monuments_missing"),
    "suns to bid with": (
        "suns_up", "suns_up_sum", "suns_up_highest", "suns_up_time", "suns_sum_time", "suns_up_late", "suns_up_last",
        "suns_up_alone", "suns_up_others", "suns_up_draws", "center_gain",
        *(f"sun_{sun}_up" for sun in range(1, HIGHEST_SUN + 1)), "suns_top", "suns_over", "rivals_over", "center",
        "center_top"),
    "suns for the end of the game": (
        "suns_down_sum", "suns_down_highest", "suns_total_highest", "suns_total_lowest", "suns_down"),
    "turn and tiles on the track": (
        "turn", "turn_next", "lot", "lot_top", "lot_turn", "lot_kinds", "lot_monuments", "lot_copies", "track_tiles",
        "track_gods", "track_golds", "track_pharaohs", "track_niles", "track_floods", "track_civilization",
        "track_monuments", "track_funerals", "track_droughts", "track_unrests", "track_earthquakes"),
    "time and tiles left in the bag": (
        "ra_left", "ra_last", "ra_last_but_one", "draws_left", "bag_ra", "bag_tiles", "bag_gods", "bag_golds",
        "bag_pharaohs", "bag_niles", "bag_floods", "bag_civilization", "bag_monuments", "bag_disasters"),
}
cdef enum:
    PADDED = 48             # the next multiple of eight: whole vector instructions
    FAR = 5                 # a larger distance in pharaohs counts as this one
    BEYOND_ALL = 9999       # more pharaohs than there are, and a larger sum of suns
    LATE = 2                # Ra tiles left in an epoch that is late

assert PADDED - 8 < SUN_UP + 0 <= PADDED + 0 and len(FEATURES[:SUN_UP]) == FEATURE_NB and len(FEATURES) == COLUMN_NB


cdef inline uint32_t kinds_with(uint32_t counts, uint32_t number) noexcept nogil:
    """How many of eight counts of three bits each equal `number`."""
    return 8 - count_kinds(kinds_present(counts ^ (number * <uint32_t>0o11111111)))


cdef inline uint64_t without_cheapest(uint64_t tiles, int shift, uint32_t counts, int loss) noexcept nogil:
    """Guess what a disaster takes: duplicates first, then singles. Good enough for an evaluation."""
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
    return -FAR if value < -FAR else (FAR if value > FAR else value)


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
    for i in range(CIVILIZATION_NB + 1):
        row[KINDS_0 + i] = i == kinds
    row[KINDS_0_DONE] = kinds == 0 and not has_sun
    row[CIVILIZATION_SPARE] = sum_of_counts(civilization(tiles)) - kinds
    row[PHARAOHS] = pharaohs(tiles)
    kinds = count_kinds(kinds_present(counts))
    row[MONUMENTS] = sum_of_counts(counts)
    row[MONUMENT_KINDS] = kinds
    row[MONUMENT_KINDS_6UP] = kinds - 5 if kinds > 5 else 0
    row[MONUMENT_PAIRS] = kinds_with(counts, 2)
    row[MONUMENT_TRIPLES] = kinds_with(counts, 3)
    row[MONUMENT_POINTS] = monument_points(tiles)


cdef inline void pharaoh_features(const RaState* s, int seat, int16_t* row) noexcept nogil:
    cdef int mine = pharaohs(s.player[seat].tiles)
    cdef int most = 0, fewest = BEYOND_ALL, other, amount
    for other in range(s.header.players):
        if other != seat:
            amount = pharaohs(s.player[other].tiles)
            most = max(most, amount)
            fewest = min(fewest, amount)
    row[PHARAOHS_MOST] = mine >= most and mine > fewest
    row[PHARAOHS_FEWEST] = mine <= fewest and mine < most
    row[PHARAOHS_LEAD] = clip(mine - most)
    row[PHARAOHS_ABOVE] = clip(mine - fewest)


cdef inline void sun_features(const RaState* s, int seat, int time, int16_t* row) noexcept nogil:
    cdef const RaPlayer* player = &s.player[seat]
    cdef int count = sun_count(player.up)
    cdef int up_sum = sun_total(player.up), down_sum = sun_total(player.down)
    cdef int most = 0, fewest = BEYOND_ALL, others_up = 0, other, amount
    for other in range(s.header.players):
        if other != seat:
            amount = sun_total(s.player[other].up | s.player[other].down)
            most = max(most, amount)
            fewest = min(fewest, amount)
            others_up += sun_count(s.player[other].up)
    row[SUNS_UP] = count
    row[SUNS_UP_SUM] = up_sum
    row[SUNS_UP_HIGHEST] = highest_bit(player.up) + 1 if player.up else 0
    row[SUNS_DOWN_SUM] = down_sum
    row[SUNS_DOWN_HIGHEST] = highest_bit(player.down) + 1 if player.down else 0
    row[SUNS_TOTAL_HIGHEST] = up_sum + down_sum >= most and up_sum + down_sum > fewest
    row[SUNS_TOTAL_LOWEST] = up_sum + down_sum <= fewest and up_sum + down_sum < most
    row[SUNS_UP_TIME] = count * time
    row[SUNS_SUM_TIME] = up_sum * time // 8
    row[SUNS_UP_LATE] = count if time <= LATE else 0
    row[SUNS_UP_LAST] = count if time == 1 else 0
    row[SUNS_UP_ALONE] = count if others_up == 0 else 0
    row[SUNS_UP_OTHERS] = others_up
    row[CENTER_GAIN] = s.center - lowest_bit(player.up) - 1 if count else 0


cdef inline void hope_features(const RaState* s, int seat, int time, int16_t* row) noexcept nogil:
    """What the rest of the epoch may bring: it lasts until `time` more of the Ra tiles in the bag are drawn."""
    cdef int suns = row[SUNS_UP]
    cdef uint64_t share = TABLES.per_ra[s.bag[RA]]
    row[SUNS_UP_DRAWS] = <int16_t>((suns * time * s.bag_count * share) >> (PER_RA_BITS + 2))
    row[NILES_DRY_HOPE] = <int16_t>((row[NILES_DRY] * s.bag[FLOOD] * time * share) >> PER_RA_BITS) if suns else 0
    row[KINDS_TIME] = civilization_kinds(s.player[seat].tiles) * time if suns else 0


cdef inline void lot_features(const RaState* s, int seat, int16_t* row) noexcept nogil:
    cdef bint last_epoch = s.epoch == TABLES.epochs
    cdef uint64_t tiles = s.player[seat].tiles
    cdef int gain = 0, other
    cdef bint top = True
    if s.track_count and s.player[seat].up:
        gain = lot_measure(with_lot(s, tiles), last_epoch) - lot_measure(tiles, last_epoch)
        for other in range(s.header.players):
            top = top and s.player[other].up <= s.player[seat].up   # masks compare as their highest suns
    row[LOT] = gain
    row[LOT_TOP] = gain if top else 0
    row[LOT_TURN] = gain if seat == s.turn else 0
    row[TURN] = seat == s.turn


cdef void fill_row(const RaState* s, int seat, int16_t* row) noexcept nogil:
    cdef int time = TABLES.ra_limit[s.header.players] - s.ra_count
    row[SCORE] = s.player[seat].score
    tile_features(s.player[seat].tiles, s.player[seat].up != 0, row)
    pharaoh_features(s, seat, row)
    sun_features(s, seat, time, row)
    hope_features(s, seat, time, row)
    lot_features(s, seat, row)


cdef void fill_counts(const RaState* s, int16_t* rows) noexcept nogil:
    """The columns for a network, of all seats."""
    cdef int time = TABLES.ra_limit[s.header.players] - s.ra_count
    cdef int16_t* row
    cdef int seat
    common_counts(s, time, rows)
    for seat in range(s.header.players):
        row = rows + seat * MAX_FEATURES
        if seat > 0:
            memcpy(row + FIRST_COMMON, rows + FIRST_COMMON, (COLUMN_NB - FIRST_COMMON) * sizeof(int16_t))
        bid_counts(s, seat, row)
        tile_counts(s, seat, time, row)
        row[TURN_NEXT] = 0
    order_counts(s, rows, MAX_FEATURES)


cdef inline int stage_of(const RaState* s) noexcept nogil:
    """Early and late half of each epoch."""
    cdef int limit = TABLES.ra_limit[s.header.players]
    return (s.epoch - 1) * 2 + (2 * (limit - s.ra_count) <= limit)


# -- an auction resolved ---------------------------------------------------------------------------------------------

cdef inline void take_lot(RaState* s, int seat, int sun) noexcept nogil:
    cdef RaPlayer* winner = &s.player[seat]
    winner.tiles = with_lot(s, winner.tiles)
    winner.up ^= <uint16_t>1 << (sun - 1)
    winner.down |= <uint16_t>1 << (s.center - 1)


cdef inline int own_worth(const RaState* s, const Weights* weights, int seat) noexcept nogil:
    """What the weights say of one seat alone."""
    cdef int16_t[MAX_FEATURES] row
    cdef int i
    for i in range(FEATURE_NB, weights.features):
        row[i] = 0
    fill_row(s, seat, row)
    return worth_alone(weights, stage_of(s), row)


cdef bint wants_lot(RaState* s, const Weights* weights, int seat, int sun) noexcept nogil:
    """Whether the seat is better off with the lot and one sun less than with neither."""
    cdef RaPlayer before = s.player[seat]
    cdef int count = s.track_count
    cdef int without, with_it
    s.track_count = 0
    without = own_worth(s, weights, seat)
    take_lot(s, seat, sun)
    with_it = own_worth(s, weights, seat)
    s.player[seat] = before
    s.track_count = count
    return with_it > without


cdef void finish_auction(RaState* s, const Weights* weights) noexcept nogil:
    """Each player who is still to bid takes their lowest sufficient sun if they want the lot; then the turn passes on."""
    cdef int seat = s.header.actor
    cdef uint32_t higher
    cdef int sun
    while True:
        higher = <uint32_t>s.player[seat].up >> s.best_bid
        if higher:
            sun = s.best_bid + lowest_bit(higher) + 1
            if wants_lot(s, weights, seat, sun) or (seat == s.turn and s.best_bid == 0 and s.auction == AUCTION_INVOKED):
                s.best_bid = sun
                s.best_bidder = seat
        if seat == s.turn:
            break
        seat = left_of(seat, s.header.players)
    if s.best_bid:
        take_lot(s, s.best_bidder, s.best_bid)
        if weights.network.own_features > PADDED:   # networks without these columns, as of ismcts-v2, have not learned it
            s.center = s.best_bid
    if s.best_bid or s.auction == AUCTION_FULL:
        s.track = 0
        s.track_count = 0
        s.track_disasters = 0
    seat = left_of(s.turn, s.header.players)
    while not s.player[seat].up and seat != s.turn:
        seat = left_of(seat, s.header.players)
    s.turn = seat


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef RaState s = (<const RaState*>state)[0]
    cdef int seat
    if s.phase == PHASE_AUCTION:
        finish_auction(&s, weights)
    for seat in range(s.header.players):
        fill_row(&s, seat, rows + seat * MAX_FEATURES)
    if weights.features > PADDED:
        fill_counts(&s, rows)
    return stage_of(&s)
