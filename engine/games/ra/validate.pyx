"""How the fields of a position of Ra fit together, for the boundary, where a text becomes a state, and for every move of the
tests. What a single field can say is a matter of its reader in notation.pyx.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, OK, OVER, in_field, in_seat_field,
)
from egypt.games.ra.disasters cimport is_choice
from egypt.games.ra.state cimport (
    AUCTION_DRAWN, AUCTION_FULL, AUCTION_NONE, EARTHQUAKE, GOD, PHASE_AUCTION, PHASE_DEAL, PHASE_DRAW, PHASE_EARTHQUAKE,
    PHASE_GOD, PHASE_OVER, PHASE_UNREST, RA, UNREST, RaState, civilization, disasters_of, gods, monuments,
)
from egypt.games.ra.tables cimport TABLES

cdef enum:
    POINTS_PER_EPOCH = 300  # no player can gain more, so a score within these bounds stays within them

# The fields of a position text by their places in FIELDS of notation.pyx, to say where a fault is.
cdef enum:
    IN_VIEWER, IN_PLAYERS, IN_EPOCH, IN_RA, IN_CENTER, IN_PHASE, IN_TURN, IN_ACT, IN_AUCTION, IN_BID, IN_LOSE, IN_DEALT
    IN_TRACK, IN_PLAYER, IN_BAG


cdef int check_boat(const RaState* s) noexcept nogil:
    """Ra tiles leave the bag one per step of the boat, so it holds one until the game ends: it never runs dry."""
    cdef int limit = TABLES.ra_limit[s.header.players]
    if s.ra_count == limit and s.phase != PHASE_OVER:
        return in_field(BAD_RANGE, IN_RA)
    if s.bag[RA] > TABLES.tile_count[RA] - s.ra_count:
        return in_field(BAD_TOTALS, IN_BAG)
    if s.bag[RA] < TABLES.tile_count[RA] - s.ra_count - limit * (s.epoch - 1):
        return in_field(BAD_TOTALS, IN_BAG)
    return OK


cdef int check_scores(const RaState* s) noexcept nogil:
    cdef int highest = POINTS_PER_EPOCH * (s.epoch + (s.phase == PHASE_OVER))
    cdef int seat
    for seat in range(s.header.players):
        if s.player[seat].score > highest:
            return in_seat_field(BAD_RANGE, IN_PLAYER, seat)
    return OK


cdef int check_suns(const RaState* s) noexcept nogil:
    """Every sun lies exactly once: face up or face down before one player, or in the centre."""
    cdef int players = s.header.players
    cdef uint32_t seen, suns
    cdef int seat
    seen = <uint32_t>1 << (s.center - 1)
    for seat in range(players):
        suns = s.player[seat].up | s.player[seat].down
        if s.player[seat].up & s.player[seat].down or seen & suns:
            return in_seat_field(BAD_TOTALS, IN_PLAYER, seat)
        if s.phase != PHASE_DEAL and popcount(suns) != TABLES.suns_each[players]:
            return in_seat_field(BAD_TOTALS, IN_PLAYER, seat)
        seen |= suns
    if s.phase != PHASE_DEAL and seen != TABLES.all_suns[players]:
        return in_field(BAD_TOTALS, IN_CENTER)
    return OK


cdef int check_deal(const RaState* s) noexcept nogil:
    """Nothing but suns is dealt yet: a set to each of the first seats."""
    cdef int players = s.header.players
    cdef int dealt = popcount(s.sets_dealt)
    cdef int seat, row
    cdef bint found
    if s.header.actor != CHANCE:
        return in_field(BAD_PHASE, IN_ACT)
    if dealt > players - 2:
        return in_field(BAD_PHASE, IN_DEALT)
    if s.turn != 0:
        return in_field(BAD_PHASE, IN_TURN)
    if s.epoch != 1 or s.ra_count:
        return in_field(BAD_PHASE, IN_EPOCH if s.epoch != 1 else IN_RA)
    if s.bag_count != TABLES.tiles_in_box or s.center != TABLES.center_sun:
        return in_field(BAD_PHASE, IN_BAG if s.bag_count != TABLES.tiles_in_box else IN_CENTER)
    for seat in range(players):
        found = s.player[seat].up == 0 and seat >= dealt
        for row in range(players):
            if (s.sets_dealt >> row) & 1 and s.player[seat].up == TABLES.sun_set[players][row]:
                found = seat < dealt
        if not found or s.player[seat].down or s.player[seat].score != TABLES.start_score:
            return in_seat_field(BAD_OWNER, IN_PLAYER, seat)
    return OK


cdef int check_auction(const RaState* s) noexcept nogil:
    """The actor can outbid; the best bidder owns the sun of their bid and was asked before the actor."""
    cdef int players = s.header.players
    cdef int actor = s.header.actor
    cdef int place, bidder_place
    if actor < 0 or not s.player[actor].up >> s.best_bid:
        return in_field(BAD_PHASE, IN_ACT)
    if not s.player[s.turn].up:
        return in_field(BAD_PHASE, IN_TURN)
    if (s.auction == AUCTION_FULL) != (s.track_count == TABLES.track_size):
        return in_field(BAD_PHASE, IN_AUCTION)
    if s.best_bid:
        place = (actor - s.turn - 1 + players) % players
        bidder_place = (s.best_bidder - s.turn - 1 + players) % players
        if not (s.player[s.best_bidder].up >> (s.best_bid - 1)) & 1 or bidder_place >= place:
            return in_field(BAD_PHASE, IN_BID)
    return OK


cdef int disasters_done(const RaState* s, int kind) noexcept nogil:
    return TABLES.tile_count[kind] - s.bag[kind] - disasters_of(s.track_disasters, kind)


cdef int check_losses(const RaState* s) noexcept nogil:
    """Disasters wait for their holder: the winner of the auction or, for a single one, the user of a God."""
    cdef int actor = s.header.actor
    cdef int each = TABLES.discards_per_disaster
    if s.lose_civilization > each * disasters_done(s, UNREST):
        return in_field(BAD_RANGE, IN_LOSE)
    if s.lose_monuments > each * disasters_done(s, EARTHQUAKE):
        return in_field(BAD_RANGE, IN_LOSE)
    if s.auction != AUCTION_NONE:
        if s.best_bid == 0 or s.center != s.best_bid:
            return in_field(BAD_PHASE, IN_BID)
        if s.track_count:
            return in_field(BAD_PHASE, IN_TRACK)
        if actor != s.best_bidder or not s.player[actor].down:
            return in_field(BAD_PHASE, IN_ACT)
    else:
        if s.best_bid:
            return in_field(BAD_PHASE, IN_BID)
        if actor != s.turn or not s.player[actor].up:
            return in_field(BAD_PHASE, IN_ACT)
        if s.lose_civilization + s.lose_monuments > each or (s.lose_civilization and s.lose_monuments):
            return in_field(BAD_RANGE, IN_LOSE)
    if s.phase == PHASE_UNREST:
        if not is_choice(civilization(s.player[actor].tiles), s.lose_civilization):
            return in_field(BAD_PHASE, IN_LOSE)
    elif s.lose_civilization or not is_choice(monuments(s.player[actor].tiles), s.lose_monuments):
        return in_field(BAD_PHASE, IN_LOSE)
    return OK


cdef int check_over(const RaState* s) noexcept nogil:
    """The last epoch has ended in one of its two ways, and the track is cleared."""
    cdef int seat
    cdef bint suns_left = False
    for seat in range(s.header.players):
        suns_left = suns_left or s.player[seat].up
    if s.header.actor != OVER:
        return in_field(BAD_PHASE, IN_ACT)
    if s.epoch != TABLES.epochs:
        return in_field(BAD_PHASE, IN_EPOCH)
    if s.turn != 0 or s.track_count:
        return in_field(BAD_PHASE, IN_TURN if s.turn else IN_TRACK)
    return in_field(BAD_PHASE, IN_RA) if suns_left and s.ra_count < TABLES.ra_limit[s.header.players] else OK


cdef int check_phase(const RaState* s) noexcept nogil:
    """Every phase has the data it needs, and none of another's."""
    cdef bint losing = s.phase == PHASE_UNREST or s.phase == PHASE_EARTHQUAKE
    if s.phase != PHASE_DEAL and s.sets_dealt:
        return in_field(BAD_PHASE, IN_DEALT)
    if not losing and (s.lose_civilization or s.lose_monuments):
        return in_field(BAD_PHASE, IN_LOSE)
    if s.phase != PHASE_AUCTION and not losing and (s.auction != AUCTION_NONE or s.best_bid):
        return in_field(BAD_PHASE, IN_AUCTION if s.auction != AUCTION_NONE else IN_BID)
    if s.phase == PHASE_AUCTION and s.auction == AUCTION_NONE:
        return in_field(BAD_PHASE, IN_AUCTION)
    if s.auction == AUCTION_DRAWN and s.ra_count == 0:
        return in_field(BAD_PHASE, IN_AUCTION)
    if s.phase == PHASE_DEAL:
        return check_deal(s)
    if s.phase == PHASE_OVER:
        return check_over(s)
    if s.phase == PHASE_AUCTION:
        return check_auction(s)
    if losing:
        return check_losses(s)
    if not s.player[s.turn].up:
        return in_field(BAD_PHASE, IN_TURN)
    if s.phase == PHASE_DRAW:
        if s.header.actor != CHANCE:
            return in_field(BAD_PHASE, IN_ACT)
        return OK if s.track_count < TABLES.track_size else in_field(BAD_PHASE, IN_TRACK)
    if s.header.actor != s.turn:
        return in_field(BAD_PHASE, IN_ACT)
    if s.phase == PHASE_GOD:
        if not gods(s.player[s.turn].tiles):
            return in_seat_field(BAD_PHASE, IN_PLAYER, s.turn)
        if not s.track_kinds & ~(<uint32_t>1 << GOD):
            return in_field(BAD_PHASE, IN_TRACK)
    return OK


cdef int validate(const void* state) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    cdef int status = check_boat(s)
    if status == OK:
        status = check_scores(s)
    if status == OK:
        status = check_suns(s)
    if status == OK:
        status = check_phase(s)
    return status
