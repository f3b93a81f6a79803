"""Ra in rulebook order. `apply` only dispatches; one function per thing that happens at the table."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.bits cimport likely, lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, OVER, TRUTH, Move, Rng
from egypt.games.ra.disasters cimport after_funerals_and_droughts, is_choice, tiles_to_lose
from egypt.games.ra.moves cimport (
    MOVE_BID, MOVE_DRAW, MOVE_GOD, MOVE_INVOKE, MOVE_LOSE, MOVE_PASS, MOVE_STOP, MOVE_SUNS, MOVE_TILE, make_move,
    move_argument, move_kind,
)
from egypt.games.ra.rules cimport POOL_BAG, POOL_SUNS
from egypt.games.ra.scoring cimport score_epoch
from egypt.games.ra.state cimport (
    AUCTION_DRAWN, AUCTION_FULL, AUCTION_INVOKED, AUCTION_NONE, CIVILIZATION, CIVILIZATION_SHIFT, EARTHQUAKE, FUNERAL,
    GOD, GOD_SHIFT, HALTED, KIND_NB, MONUMENT, MONUMENT_SHIFT, PHASE_AUCTION, PHASE_DEAL, PHASE_DRAW, PHASE_EARTHQUAKE,
    PHASE_GOD, PHASE_OVER, PHASE_TURN, PHASE_UNREST, RA, UNREST, RaPlayer, RaState, civilization, disasters_of, gods,
    kinds_present, monuments, one_disaster, sum_of_counts,
)
from egypt.games.ra.tables cimport TABLES


# -- set-up (p. 2) -------------------------------------------------------------------------------------------

cdef void new_game(void* state, int players, int variant) noexcept nogil:
    cdef RaState* s = <RaState*>state
    cdef int seat
    memset(s, 0, sizeof(RaState))
    s.header.players = players
    s.header.variant = variant
    s.header.viewer = TRUTH
    s.header.actor = CHANCE
    s.phase = PHASE_DEAL
    s.epoch = 1
    s.center = TABLES.center_sun
    memcpy(s.bag, TABLES.tile_count, KIND_NB)
    s.bag_count = TABLES.tiles_in_box
    for seat in range(players):
        s.player[seat].score = TABLES.start_score


cdef inline void deal_suns(RaState* s, int row) noexcept nogil:
    """The next seat gets that set; the last set needs no draw."""
    cdef int players = s.header.players
    cdef int seat = popcount(s.sets_dealt)
    s.player[seat].up = TABLES.sun_set[players][row]
    s.sets_dealt |= 1 << row
    if seat == players - 2:
        row = lowest_bit(~<uint64_t>s.sets_dealt)
        s.player[players - 1].up = TABLES.sun_set[players][row]
        s.sets_dealt = 0
        first_turn(s)


# -- whose turn (p. 3) ---------------------------------------------------------------------------------------

cdef inline void begin_turn(RaState* s, int seat) noexcept nogil:
    s.turn = seat
    s.header.actor = seat
    s.phase = PHASE_TURN


cdef void first_turn(RaState* s) noexcept nogil:
    """An epoch begins with the owner of the highest sun; as masks of distinct suns, higher means larger."""
    cdef int first = 0, seat
    for seat in range(1, s.header.players):
        if s.player[seat].up > s.player[first].up:
            first = seat
    begin_turn(s, first)


cdef inline void next_turn(RaState* s) noexcept nogil:
    """The turn passes to the left, past all without a usable sun; if no player has one the epoch ends."""
    cdef int seat = left_of(s.turn, s.header.players)
    s.auction = AUCTION_NONE
    s.best_bid = 0
    s.best_bidder = 0
    while not s.player[seat].up and seat != s.turn:
        seat = left_of(seat, s.header.players)
    if s.player[seat].up:
        begin_turn(s, seat)
    else:
        end_epoch(s)


# -- drawing a tile (p. 3) -----------------------------------------------------------------------------------

cdef inline int sample_tile(const RaState* s, Rng* rng) noexcept nogil:
    """The kind of the tile at a random index, if the bag were sorted by kind.

    Eight counts at a time: a multiplication gives their running sums, and comparing all sums with the index
    at once tells how many kinds lie before it. A loop's exit branch would mispredict.
    """
    cdef uint64_t[3] counts
    cdef uint64_t sums, even, odd, wanted
    cdef uint32_t index = rng_below(rng, s.bag_count)
    cdef uint32_t total
    cdef int base = 0
    memcpy(counts, s.bag, sizeof(counts))
    sums = counts[0] * <uint64_t>0x0101010101010101
    total = sums >> 56
    if index >= total:
        index -= total
        base = 8
        sums = counts[1] * <uint64_t>0x0101010101010101
        total = sums >> 56
        if index >= total:
            index -= total
            base = 16
            sums = counts[2] * <uint64_t>0x0101010101010101
    # In lanes of 16 bits: bit 8 of (256 + index - sum) is set where index >= sum.
    wanted = (<uint64_t>index + 256) * <uint64_t>0x0001000100010001
    even = ((wanted - (sums & <uint64_t>0x00FF00FF00FF00FF)) >> 8) & <uint64_t>0x0001000100010001
    odd = ((wanted - ((sums >> 8) & <uint64_t>0x00FF00FF00FF00FF)) >> 8) & <uint64_t>0x0001000100010001
    return base + <int>(((even + odd) * <uint64_t>0x0001000100010001) >> 48)


cdef inline void reveal_tile(RaState* s, int kind) noexcept nogil:
    """A Ra tile moves the boat and starts an auction, or ends the epoch; any other tile joins the track."""
    s.bag[kind] -= 1
    s.bag_count -= 1
    if kind == RA:
        s.ra_count += 1
        if s.ra_count == TABLES.ra_limit[s.header.players]:
            end_epoch(s)
        else:
            start_auction(s, AUCTION_DRAWN)
        return
    s.track += TABLES.one[kind]
    s.track_kinds |= <uint32_t>1 << kind
    s.track_count += 1
    if kind >= FUNERAL:
        s.track_disasters += one_disaster(kind)
    next_turn(s)


cdef inline void clear_track(RaState* s) noexcept nogil:
    s.track = 0
    s.track_kinds = 0
    s.track_disasters = 0
    s.track_count = 0


# -- using a God (p. 3) --------------------------------------------------------------------------------------

cdef inline uint32_t takeable(const RaState* s) noexcept nogil:
    """Kinds that a God may take: all on the track but other Gods."""
    return s.track_kinds & ~(<uint32_t>1 << GOD)


cdef inline void use_god(RaState* s, int kind) noexcept nogil:
    """The God leaves the game, the tile comes in; a disaster is carried out at once."""
    cdef RaPlayer* player = &s.player[s.turn]
    player.tiles -= <uint64_t>1 << GOD_SHIFT
    s.track_count -= 1
    if kind >= FUNERAL:
        s.track_disasters -= one_disaster(kind)
        if disasters_of(s.track_disasters, kind) == 0:
            s.track_kinds &= ~(<uint32_t>1 << kind)
        suffer(s, player, one_disaster(kind))
        if must_choose_losses(s, s.turn):
            return
    else:
        player.tiles += TABLES.one[kind]
        s.track -= TABLES.one[kind]
        if not s.track & TABLES.field[kind]:
            s.track_kinds &= ~(<uint32_t>1 << kind)
    after_god(s)


cdef inline void after_god(RaState* s) noexcept nogil:
    """Another God may follow in the same turn while there is one, and something to take."""
    if gods(s.player[s.turn].tiles) and takeable(s):
        s.phase = PHASE_GOD
        s.header.actor = s.turn
    else:
        next_turn(s)


# -- auctions (p. 4) -----------------------------------------------------------------------------------------

cdef inline void start_auction(RaState* s, int kind) noexcept nogil:
    """Bidding begins to the left of the Ra player and ends with them; players without a usable sun are left out."""
    cdef int seat = left_of(s.turn, s.header.players)
    s.auction = kind
    s.best_bid = 0
    s.best_bidder = 0
    s.phase = PHASE_AUCTION
    while not s.player[seat].up:
        seat = left_of(seat, s.header.players)
    s.header.actor = seat


cdef inline bint may_pass(const RaState* s, int seat) noexcept nogil:
    """Only the Ra player who invoked on a track with room must bid, and only if no other player has."""
    return not (s.auction == AUCTION_INVOKED and s.best_bid == 0 and seat == s.turn)


cdef inline void next_bidder(RaState* s, int seat) noexcept nogil:
    """On to the left, past all who could only pass. After the Ra player the lot is awarded."""
    while seat != s.turn:
        seat = left_of(seat, s.header.players)
        if s.player[seat].up >> s.best_bid:
            s.header.actor = seat
            return
    award_lot(s)


cdef inline void award_lot(RaState* s) noexcept nogil:
    """The highest bidder takes all tiles, swaps suns with the centre and suffers the disasters among them."""
    cdef RaPlayer* winner
    cdef uint32_t disasters = s.track_disasters
    if s.best_bid == 0:
        if s.auction == AUCTION_FULL:
            clear_track(s)
        next_turn(s)
        return
    winner = &s.player[s.best_bidder]
    winner.up ^= <uint16_t>1 << (s.best_bid - 1)
    winner.down |= <uint16_t>1 << (s.center - 1)
    s.center = s.best_bid
    winner.tiles += s.track
    clear_track(s)
    if disasters:
        suffer(s, winner, disasters)
        if must_choose_losses(s, s.best_bidder):
            return
    next_turn(s)


# -- disasters (p. 4) ----------------------------------------------------------------------------------------

cdef void suffer(RaState* s, RaPlayer* player, uint32_t disasters) noexcept nogil:
    """Take away what needs no choice; note how many civilization tiles and monuments must go."""
    player.tiles = after_funerals_and_droughts(player.tiles, disasters)
    s.lose_civilization = tiles_to_lose(disasters, UNREST)
    s.lose_monuments = tiles_to_lose(disasters, EARTHQUAKE)


cdef inline uint64_t lost_without_choice(uint32_t counts, int loss) noexcept nogil:
    """What goes when there is no choice: everything, or `loss` tiles of the only kind."""
    if sum_of_counts(counts) <= loss:
        return counts
    return <uint64_t>loss << lowest_bit(kinds_present(counts))


cdef bint must_choose_losses(RaState* s, int seat) noexcept nogil:
    """Settle what needs no choice; True if the holder has to choose and is now the actor."""
    cdef RaPlayer* player = &s.player[seat]
    cdef uint32_t counts
    s.header.actor = seat
    if s.lose_civilization:
        counts = civilization(player.tiles)
        if is_choice(counts, s.lose_civilization):
            s.phase = PHASE_UNREST
            return True
        player.tiles -= lost_without_choice(counts, s.lose_civilization) << CIVILIZATION_SHIFT
        s.lose_civilization = 0
    if s.lose_monuments:
        counts = monuments(player.tiles)
        if is_choice(counts, s.lose_monuments):
            s.phase = PHASE_EARTHQUAKE
            return True
        player.tiles -= lost_without_choice(counts, s.lose_monuments) << MONUMENT_SHIFT
        s.lose_monuments = 0
    return False


cdef inline void lose_tile(RaState* s, int kind) noexcept nogil:
    """The holder gives up one tile of their choice; then the rest of the disaster, then the game goes on."""
    cdef int seat = s.header.actor
    s.player[seat].tiles -= TABLES.one[kind]
    if s.phase == PHASE_UNREST:
        s.lose_civilization -= 1
    else:
        s.lose_monuments -= 1
    if must_choose_losses(s, seat):
        return
    if s.auction == AUCTION_NONE:
        after_god(s)
    else:
        next_turn(s)


# -- end of an epoch (p. 5) ----------------------------------------------------------------------------------

cdef void end_epoch(RaState* s) noexcept nogil:
    """Score; then most tiles leave the game, all suns turn up, and the owner of the highest one begins."""
    cdef int seat
    if s.halt:
        s.halt = HALTED
        return
    score_epoch(s)
    clear_track(s)
    if s.epoch == TABLES.epochs:
        s.phase = PHASE_OVER
        s.header.actor = OVER
        s.turn = 0
        return
    for seat in range(s.header.players):
        s.player[seat].tiles &= TABLES.kept_mask
        s.player[seat].up |= s.player[seat].down
        s.player[seat].down = 0
    s.ra_count = 0
    s.epoch += 1
    first_turn(s)


# -- what may be done ----------------------------------------------------------------------------------------

cdef inline int legal_gods(const RaState* s, Move* moves) noexcept nogil:
    cdef uint32_t kinds = takeable(s)
    cdef int count = 0
    while kinds:
        moves[count] = make_move(MOVE_GOD, lowest_bit(kinds))
        count += 1
        kinds &= kinds - 1
    return count


cdef inline int legal_losses(uint32_t counts, int first_kind, Move* moves) noexcept nogil:
    cdef int count = 0
    while counts:
        if counts & 7:
            moves[count] = make_move(MOVE_LOSE, first_kind)
            count += 1
        counts >>= 3
        first_kind += 1
    return count


cdef inline int legal_bids(const RaState* s, int seat, Move* moves) noexcept nogil:
    cdef uint32_t suns = (<uint32_t>s.player[seat].up >> s.best_bid) << s.best_bid
    cdef int count = 0
    while suns:
        moves[count] = make_move(MOVE_BID, lowest_bit(suns) + 1)
        count += 1
        suns &= suns - 1
    return count


cdef int legal_moves(const void* state, Move* moves) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    cdef int seat = s.header.actor
    cdef int count = 0
    if s.phase == PHASE_TURN:
        if s.track_count < TABLES.track_size:
            moves[0] = make_move(MOVE_DRAW, 0)
            count = 1
        moves[count] = make_move(MOVE_INVOKE, 0)
        count += 1
        if gods(s.player[seat].tiles):
            count += legal_gods(s, moves + count)
    elif s.phase == PHASE_AUCTION:
        if may_pass(s, seat):
            moves[0] = make_move(MOVE_PASS, 0)
            count = 1
        count += legal_bids(s, seat, moves + count)
    elif s.phase == PHASE_GOD:
        moves[0] = make_move(MOVE_STOP, 0)
        count = 1 + legal_gods(s, moves + 1)
    elif s.phase == PHASE_UNREST:
        count = legal_losses(civilization(s.player[seat].tiles), CIVILIZATION, moves)
    elif s.phase == PHASE_EARTHQUAKE:
        count = legal_losses(monuments(s.player[seat].tiles), MONUMENT, moves)
    return count


cdef void apply(void* state, Move move) noexcept nogil:
    cdef RaState* s = <RaState*>state
    cdef int kind = move_kind(move)
    cdef int argument = move_argument(move)
    if kind == MOVE_DRAW:
        s.phase = PHASE_DRAW
        s.header.actor = CHANCE
    elif kind == MOVE_TILE:
        reveal_tile(s, argument)
    elif kind == MOVE_BID:
        s.best_bid = argument
        s.best_bidder = s.header.actor
        next_bidder(s, s.header.actor)
    elif kind == MOVE_PASS:
        next_bidder(s, s.header.actor)
    elif kind == MOVE_INVOKE:
        start_auction(s, AUCTION_FULL if s.track_count == TABLES.track_size else AUCTION_INVOKED)
    elif kind == MOVE_GOD:
        use_god(s, argument)
    elif kind == MOVE_STOP:
        next_turn(s)
    elif kind == MOVE_LOSE:
        lose_tile(s, argument)
    elif kind == MOVE_SUNS:
        deal_suns(s, argument)


# -- chance --------------------------------------------------------------------------------------------------

cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    cdef uint64_t left
    if s.phase == PHASE_DRAW:
        return make_move(MOVE_TILE, sample_tile(s, rng))
    left = ((<uint64_t>1 << s.header.players) - 1) & ~<uint64_t>s.sets_dealt
    return make_move(MOVE_SUNS, nth_bit(left, rng_below(rng, popcount(left))))


cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    cdef int count = 0, i
    if s.phase == PHASE_DRAW:
        for i in range(KIND_NB):
            if s.bag[i]:
                outcomes[count] = make_move(MOVE_TILE, i)
                probabilities[count] = <double>s.bag[i] / s.bag_count
                count += 1
        return count
    for i in range(s.header.players):
        if not (s.sets_dealt >> i) & 1:
            outcomes[count] = make_move(MOVE_SUNS, i)
            count += 1
    for i in range(count):
        probabilities[i] = 1.0 / count
    return count


cdef int chance_pool(const void* state) noexcept nogil:
    cdef const RaState* s = <const RaState*>state
    return POOL_BAG if s.phase == PHASE_DRAW else POOL_SUNS


# -- random playouts in one go -------------------------------------------------------------------------------
# They stay in this module so that the compiler can inline the rules above.

cdef enum:
    MOST_MOVES = 32         # draw, invoke and a God for each of 21 kinds are 23


cdef inline int random_auction(RaState* s, Rng* rng, int limit) noexcept nogil:
    """Random bids from the actor on, then the lot is awarded; returns the decisions made, at most `limit`."""
    cdef int seat = s.header.actor
    cdef int played = 0
    cdef uint32_t higher, options, choice, pass_option
    while True:
        higher = <uint32_t>s.player[seat].up >> s.best_bid
        if higher:
            if played == limit:
                s.header.actor = seat
                return played
            played += 1
            pass_option = may_pass(s, seat)
            options = popcount(higher) + pass_option
            choice = rng_below(rng, options) if options > 1 else 0
            if choice >= pass_option:
                s.best_bid += 1 + nth_bit(higher, choice - pass_option)
                s.best_bidder = seat
        if seat == s.turn:
            break
        seat = left_of(seat, s.header.players)
    award_lot(s)
    return played


cdef int playout(void* state, Rng* rng, int limit) noexcept nogil:
    """Uniformly random moves. Nearly all are draw or invoke, or a bid, and need no list of legal moves."""
    cdef RaState* s = <RaState*>state
    cdef Move[MOST_MOVES] moves
    cdef int played = 0
    while s.header.actor == CHANCE:
        apply(s, sample_chance(s, rng))
    while s.header.actor != OVER and played < limit:
        if s.phase == PHASE_TURN and likely(not gods(s.player[s.turn].tiles) or not takeable(s)):
            played += 1
            if s.track_count == TABLES.track_size:
                start_auction(s, AUCTION_FULL)
            elif rng_below(rng, 2):
                start_auction(s, AUCTION_INVOKED)
            else:
                reveal_tile(s, sample_tile(s, rng))
        elif s.phase == PHASE_AUCTION:
            played += random_auction(s, rng, limit - played)
        else:
            apply(s, moves[rng_below(rng, legal_moves(s, moves))])
            played += 1
            if s.header.actor == CHANCE:
                reveal_tile(s, sample_tile(s, rng))
    return played
