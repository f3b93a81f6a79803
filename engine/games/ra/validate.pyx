"""The invariants of Ra. Used at the boundary, where a text becomes a state, and after every move of the tests."""

from libc.stdint cimport uint32_t

from engine.core.bits cimport popcount
from engine.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_SEATS, OK, OVER, TRUTH,
)
from engine.games.ra.state cimport (
    CIVILIZATION, CIVILIZATION_NB, DRAWN, FULL, FUNERAL, GOD, INVOKED, KIND_NB, MONUMENT, MONUMENT_NB, NO_AUCTION,
    PHASE_AUCTION, PHASE_DEAL, PHASE_DRAW, PHASE_EARTHQUAKE, PHASE_GOD, PHASE_NB, PHASE_OVER, PHASE_TURN, PHASE_UNREST,
    RA, RaState, civilization, count_of, disasters_on_track, gods, kinds_present, monuments,
)
from engine.games.ra.tables cimport TABLES

cdef enum:
    HIGHEST_SCORE = 999     # far beyond any real score


cdef int check_header(const RaState* s) noexcept nogil:
    cdef int players = s.header.players
    if not 2 <= players <= MAX_SEATS or s.header.variant != 0 or s.header.pending != 0:
        return BAD_HEADER
    if not OVER <= s.header.actor < players or s.turn >= players or s.phase >= PHASE_NB:
        return BAD_HEADER
    if not 1 <= s.epoch <= TABLES.epochs or s.best_bidder >= players:
        return BAD_RANGE
    return OK


cdef int check_tiles(const RaState* s) noexcept nogil:
    """No kind has more tiles than are in the box, and the counters agree with what they count."""
    cdef int kind, seat, held, on_track, in_bag = 0, in_track = 0
    cdef int limit = TABLES.ra_limit[s.header.players]
    for kind in range(KIND_NB):
        on_track = disasters_on_track(s.track_disasters, kind) if kind >= FUNERAL else count_of(s.track, kind)
        if (on_track > 0) != ((s.track_kinds >> kind) & 1):
            return BAD_TOTALS
        held = 0
        for seat in range(s.header.players):
            held += count_of(s.player[seat].tiles, kind)
        if s.bag[kind] + on_track + held > TABLES.tile_count[kind]:
            return BAD_TOTALS
        in_bag += s.bag[kind]
        in_track += on_track
    if in_bag != s.bag_count or in_track != s.track_count or in_track > TABLES.track_size:
        return BAD_TOTALS
    # Ra tiles leave the bag one per step of the boat. So the bag holds one until the last epoch ends: it never runs dry.
    if s.ra_count > limit or (s.ra_count == limit and s.phase != PHASE_OVER):
        return BAD_RANGE
    if s.bag[RA] > TABLES.tile_count[RA] - s.ra_count:
        return BAD_TOTALS
    if s.bag[RA] < TABLES.tile_count[RA] - s.ra_count - limit * (s.epoch - 1):
        return BAD_TOTALS
    return OK


cdef int check_suns(const RaState* s) noexcept nogil:
    """Every sun lies exactly once: face up or face down before one player, or in the centre."""
    cdef int players = s.header.players
    cdef uint32_t seen
    cdef int seat
    if not 1 <= s.center <= 16:
        return BAD_RANGE
    seen = <uint32_t>1 << (s.center - 1)
    for seat in range(players):
        if not 0 <= s.player[seat].score <= HIGHEST_SCORE:
            return BAD_RANGE
        if s.player[seat].up & s.player[seat].down or seen & (s.player[seat].up | s.player[seat].down):
            return BAD_TOTALS
        seen |= s.player[seat].up | s.player[seat].down
        if s.phase != PHASE_DEAL and popcount(s.player[seat].up | s.player[seat].down) != TABLES.suns_each[players]:
            return BAD_TOTALS
    if s.phase != PHASE_DEAL and seen != TABLES.all_suns[players]:
        return BAD_TOTALS
    return OK


cdef int check_deal(const RaState* s) noexcept nogil:
    """Nothing but suns is dealt yet: a set to each of the first seats."""
    cdef int players = s.header.players
    cdef int dealt = popcount(s.sets_dealt)
    cdef int seat, row
    cdef bint found
    if s.header.actor != CHANCE or s.sets_dealt >> players or dealt > players - 2 or s.turn != 0:
        return BAD_PHASE
    if s.epoch != 1 or s.ra_count or s.bag_count != TABLES.tiles_in_box or s.center != TABLES.center_sun:
        return BAD_PHASE
    for seat in range(players):
        found = s.player[seat].up == 0 and seat >= dealt
        for row in range(players):
            if seat < dealt and (s.sets_dealt >> row) & 1 and s.player[seat].up == TABLES.sun_set[players][row]:
                found = True
        if not found or s.player[seat].down or s.player[seat].score != TABLES.start_score:
            return BAD_OWNER
    return OK


cdef int check_auction(const RaState* s) noexcept nogil:
    """The actor can outbid; the best bidder owns the sun he bid and sat before the actor in the bidding order."""
    cdef int players = s.header.players
    cdef int actor = s.header.actor
    cdef int place, bidder_place
    if actor < 0 or not s.player[actor].up >> s.best_bid or not s.player[s.turn].up:
        return BAD_PHASE
    if (s.auction == FULL) != (s.track_count == TABLES.track_size) or (s.auction == DRAWN and s.ra_count == 0):
        return BAD_PHASE
    if s.best_bid:
        place = (actor - s.turn - 1 + players) % players
        bidder_place = (s.best_bidder - s.turn - 1 + players) % players
        if s.best_bid > 16 or not (s.player[s.best_bidder].up >> (s.best_bid - 1)) & 1 or bidder_place >= place:
            return BAD_PHASE
    elif s.best_bidder:
        return BAD_PHASE
    return OK


cdef bint is_choice(uint32_t counts, int loss) noexcept nogil:
    """More tiles than must go, and of more than one kind."""
    cdef int total = 0
    cdef uint32_t rest = counts
    while rest:
        total += rest & 7
        rest >>= 3
    return loss > 0 and total > loss and popcount(kinds_present(counts)) > 1


cdef int check_losses(const RaState* s) noexcept nogil:
    """A disaster waits for its holder: the winner of the auction, or the player who used a God."""
    cdef int actor = s.header.actor
    cdef int each = TABLES.discards_per_disaster
    cdef int holder = s.turn
    if actor < 0:
        return BAD_PHASE
    if s.auction != NO_AUCTION:
        holder = s.best_bidder
        if s.best_bid == 0 or s.track_count or s.center != s.best_bid:
            return BAD_PHASE
    elif s.best_bid or s.best_bidder or not s.player[actor].up:
        return BAD_PHASE
    if actor != holder:
        return BAD_PHASE
    if s.phase == PHASE_UNREST:
        if not is_choice(civilization(s.player[actor].tiles), s.lose_civilization):
            return BAD_PHASE
    elif s.lose_civilization or not is_choice(monuments(s.player[actor].tiles), s.lose_monuments):
        return BAD_PHASE
    if s.lose_civilization > each * CIVILIZATION_NB or s.lose_monuments > each * MONUMENT_NB:
        return BAD_RANGE
    return OK


cdef int check_phase(const RaState* s) noexcept nogil:
    cdef bint losing = s.phase == PHASE_UNREST or s.phase == PHASE_EARTHQUAKE
    if s.phase != PHASE_DEAL and s.sets_dealt:
        return BAD_PHASE
    if not losing and (s.lose_civilization or s.lose_monuments):
        return BAD_PHASE
    if s.phase != PHASE_AUCTION and not losing and (s.auction != NO_AUCTION or s.best_bid or s.best_bidder):
        return BAD_PHASE
    if s.phase == PHASE_AUCTION and not DRAWN <= s.auction <= INVOKED:
        return BAD_PHASE
    if s.phase == PHASE_DEAL:
        return check_deal(s)
    if s.phase == PHASE_OVER:
        return OK if s.header.actor == OVER and s.epoch == TABLES.epochs and s.turn == 0 else BAD_PHASE
    if s.phase == PHASE_AUCTION:
        return check_auction(s)
    if losing:
        return check_losses(s)
    if not s.player[s.turn].up:
        return BAD_PHASE
    if s.phase == PHASE_DRAW:
        return OK if s.header.actor == CHANCE and s.track_count < TABLES.track_size else BAD_PHASE
    if s.header.actor != s.turn:
        return BAD_PHASE
    if s.phase == PHASE_GOD:
        if not gods(s.player[s.turn].tiles) or not s.track_kinds & ~(<uint32_t>1 << GOD):
            return BAD_PHASE
    return OK


cdef int check_state(const RaState* s) noexcept nogil:
    cdef int status = check_header(s)
    if status == OK:
        status = check_tiles(s)
    if status == OK:
        status = check_suns(s)
    if status == OK:
        status = check_phase(s)
    return status


cdef int validate(const void* state) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    return BAD_HEADER if s.header.viewer != TRUTH else check_state(s)


cdef int validate_view(const void* view) noexcept nogil:
    cdef const RaState* s = <const RaState*>view
    if not 0 <= s.header.viewer < s.header.players:
        return BAD_HEADER
    return check_state(s)
