"""The rules of Jars, who knows what, and a simple judgement."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcmp, memset

from egypt.core.bits cimport lowest_bit
from egypt.core.game cimport GameOps, Weights
from egypt.core.rng cimport rng_below
from egypt.core.types cimport (
    BAD_HEADER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_FEATURES, OK, OVER, TRUTH, Move, Rng,
    StateHeader, in_field,
)
from tests.toy.rules cimport (
    CARD, CARDS, COPIES, DEALING, DRAW, DRAWING, ENDED, HAND, LAY, LAYING, NOBODY, OFFER, OPEN, PASS, PRICE,
    REVEAL, REVEALING, ROUNDS, SEATS, VALUES, JarsState, JarsView, make_move, move_card, move_kind,
)

# -- rules ---------------------------------------------------------------------------------------------------


cdef int count(const uint8_t* cards) noexcept nogil:
    cdef int value, total = 0
    for value in range(1, VALUES):
        total += cards[value]
    return total


cdef int pick(const uint8_t* cards, Rng* rng) noexcept nogil:
    """The value of one card out of a pool, each card equally likely."""
    cdef int left = <int>rng_below(rng, count(cards)), value = 1
    while left >= cards[value]:
        left -= cards[value]
        value += 1
    return value


cdef int receiver(const JarsState* state) noexcept nogil:
    """Who gets the next card of the deck."""
    cdef int seat
    if state.phase == DRAWING:
        return state.winner
    for seat in range(state.header.players - 1):
        if count(state.hand[seat]) < HAND:
            return seat
    return state.header.players - 1


cdef bint all_dealt(const JarsState* state) noexcept nogil:
    return count(state.hand[receiver(state)]) >= HAND


cdef void new_game(void* target, int players, int variant) noexcept nogil:
    cdef JarsState* state = <JarsState*>target
    cdef int value
    memset(state, 0, sizeof(JarsState))
    state.header.actor = CHANCE
    state.header.viewer = TRUTH
    state.header.players = players
    state.header.variant = variant
    state.winner = NOBODY
    for value in range(1, VALUES):
        state.deck[value] = COPIES


cdef int legal_moves(const void* source, Move* moves) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef int value, total = 0
    if state.phase == OFFER:
        moves[0] = make_move(DRAW, 0)
        moves[1] = make_move(PASS, 0)
        return 2
    for value in range(1, VALUES):
        if state.hand[state.header.actor][value]:
            moves[total] = make_move(LAY, value)
            total += 1
    return total


cdef void start_round(JarsState* state) noexcept nogil:
    state.phase = LAYING
    state.winner = NOBODY
    state.header.pending = (1 << state.header.players) - 1
    state.header.actor = 0


cdef void lay_card(JarsState* state, int value) noexcept nogil:
    state.laid[state.header.actor] = value
    state.header.pending &= ~(1 << state.header.actor)
    if state.header.pending:
        state.header.actor = lowest_bit(state.header.pending)
    else:
        state.phase = REVEALING
        state.header.actor = CHANCE


cdef void reveal(JarsState* state) noexcept nogil:
    cdef uint8_t[VALUES] times
    cdef int seat, value, best = 0, pot = 0
    memset(times, 0, sizeof(times))
    for seat in range(state.header.players):
        times[state.laid[seat]] += 1
    for seat in range(state.header.players):
        value = state.laid[seat]
        state.laid[seat] = 0
        state.hand[seat][value] -= 1
        state.shown[seat][value] -= state.shown[seat][value] > 0
        state.gone[value] += 1
        pot += value
        if times[value] == 1 and value > best:
            best = value
            state.winner = seat
    if state.winner != NOBODY:
        state.points[state.winner] += pot
    state.round += 1
    if state.round == ROUNDS:
        state.phase = ENDED
        state.winner = NOBODY
        state.header.actor = OVER
    elif state.winner != NOBODY and count(state.deck):
        state.phase = OFFER
        state.header.actor = state.winner
        state.header.pending = 1 << state.winner
    else:
        start_round(state)


cdef void buy_card(JarsState* state) noexcept nogil:
    state.points[state.winner] -= PRICE
    state.phase = DRAWING
    state.header.actor = CHANCE
    state.header.pending = 0


cdef void take_card(JarsState* state, int value) noexcept nogil:
    cdef int seat = receiver(state)
    state.deck[value] -= 1
    state.hand[seat][value] += 1
    if state.phase == DRAWING:
        state.shown[seat][value] += state.header.variant == OPEN
        start_round(state)
    elif all_dealt(state):
        start_round(state)


cdef void apply(void* target, Move move) noexcept nogil:
    cdef JarsState* state = <JarsState*>target
    cdef int kind = move_kind(move)
    if kind == LAY:
        lay_card(state, move_card(move, 0))
    elif kind == CARD:
        take_card(state, move_card(move, 0))
    elif kind == REVEAL:
        reveal(state)
    elif kind == DRAW:
        buy_card(state)
    else:
        start_round(state)


cdef Move turned_over(const JarsState* state) noexcept nogil:
    cdef int seat, cards = 0
    for seat in range(state.header.players):
        cards |= state.laid[seat] << 4 * seat
    return make_move(REVEAL, cards)


cdef Move sample_chance(const void* source, Rng* rng) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    return turned_over(state) if state.phase == REVEALING else make_move(CARD, pick(state.deck, rng))


cdef int enumerate_chance(const void* source, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef int value, total = 0
    if state.phase == REVEALING:
        outcomes[0] = turned_over(state)
        probabilities[0] = 1.0
        return 1
    for value in range(1, VALUES):
        if state.deck[value]:
            outcomes[total] = make_move(CARD, value)
            probabilities[total] = <double>state.deck[value] / count(state.deck)
            total += 1
    return total


cdef int chance_pool(const void* source) noexcept nogil:
    return (<const JarsState*>source).phase     # the deal and the later draws have a stream each


cdef void scores(const void* source, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef int seat, other
    for seat in range(state.header.players):
        points[seat] = state.points[seat]
        ranks[seat] = 1
        for other in range(state.header.players):
            ranks[seat] += state.points[other] > state.points[seat]


# -- who knows what ------------------------------------------------------------------------------------------

cdef void jars_view(const void* source, int seat, void* target) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef JarsView* view = <JarsView*>target
    cdef int other, value
    memset(view, 0, sizeof(JarsView))
    view.header = state.header
    view.header.viewer = seat
    view.phase = state.phase
    view.round = state.round
    view.winner = state.winner
    view.laid = state.laid[seat]
    for value in range(VALUES):
        view.gone[value] = state.gone[value]
        view.own[value] = state.hand[seat][value]
    for other in range(state.header.players):
        view.size[other] = count(state.hand[other])
        view.points[other] = state.points[other]
        for value in range(VALUES):
            view.shown[other][value] = state.shown[other][value]
    if state.phase == LAYING:   # as far as this seat knows, nobody else has chosen
        seat_waits(&view.header, seat, view.laid != 0)


cdef void seat_waits(StateHeader* header, int seat, bint chosen) noexcept nogil:
    header.pending = (1 << header.players) - 1
    header.actor = seat
    if chosen:
        header.pending &= ~(1 << seat)
        header.actor = lowest_bit(header.pending)


cdef void sample(const void* source, Rng* rng, void* target) noexcept nogil:
    cdef const JarsView* view = <const JarsView*>source
    cdef JarsState* state = <JarsState*>target
    cdef int me = view.header.viewer, seat, value
    memset(state, 0, sizeof(JarsState))
    state.header = view.header
    state.header.viewer = TRUTH
    state.phase = view.phase
    state.round = view.round
    state.winner = view.winner
    state.laid[me] = view.laid
    for value in range(1, VALUES):
        state.gone[value] = view.gone[value]
        state.deck[value] = COPIES - view.gone[value] - view.own[value]
        for seat in range(view.header.players):
            state.shown[seat][value] = view.shown[seat][value]
            state.hand[seat][value] = view.own[value] if seat == me else view.shown[seat][value]
            state.deck[value] -= 0 if seat == me else view.shown[seat][value]
    for seat in range(view.header.players):
        state.points[seat] = view.points[seat]
        if seat != me:
            while count(state.hand[seat]) < view.size[seat]:
                value = pick(state.deck, rng)
                state.deck[value] -= 1
                state.hand[seat][value] += 1
            if view.phase == REVEALING:
                state.laid[seat] = pick(state.hand[seat], rng)


cdef Move jars_observe(const void* source, Move move, int seat) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef bint face_up = state.phase == DRAWING and state.header.variant == OPEN
    if move_kind(move) == LAY and seat != state.header.actor:
        return make_move(LAY, 0)
    if move_kind(move) == CARD and seat != receiver(state) and not face_up:
        return make_move(CARD, 0)
    return move


# -- judgement and self-control ------------------------------------------------------------------------------

cdef int features(const void* source, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef int seat, value
    cdef int16_t* row
    for seat in range(state.header.players):
        row = rows + seat * MAX_FEATURES
        row[0] = state.points[seat]
        row[1] = 0
        for value in range(1, VALUES):
            row[1] += state.hand[seat][value] * value
        row[2] = ROUNDS - state.round
    return state.round


# The fields of a position text by their places in notation.KEYS, to say where a fault is.
cdef enum:
    IN_VIEWER, IN_PLAYERS, IN_VARIANT, IN_PHASE, IN_ROUND, IN_TURN, IN_WINNER, IN_HANDS, IN_GONE, IN_LAID


cdef int check_turn(const StateHeader* header, int phase, int rounds, int winner, int waiting) noexcept nogil:
    """What states and views have in common; `waiting` has a bit per seat that has not laid a card."""
    cdef int expected
    if header.variant > OPEN:
        return in_field(BAD_HEADER, IN_VARIANT)
    if phase > ENDED:
        return in_field(BAD_PHASE, IN_PHASE)
    if rounds > ROUNDS or (rounds == ROUNDS) != (phase == ENDED) or phase == DEALING and rounds:
        return in_field(BAD_PHASE, IN_ROUND)
    if not NOBODY <= winner < header.players or (winner != NOBODY) != (phase == OFFER or phase == DRAWING):
        return in_field(BAD_PHASE, IN_WINNER)
    if header.pending != (waiting if phase == LAYING else 1 << winner if phase == OFFER else 0):
        return in_field(BAD_PHASE, IN_LAID)
    if phase == LAYING:
        return OK if header.actor >= 0 and header.pending >> header.actor & 1 else in_field(BAD_PHASE, IN_TURN)
    expected = OVER if phase == ENDED else winner if phase == OFFER else CHANCE
    return OK if header.actor == expected else in_field(BAD_PHASE, IN_TURN)


cdef int check_hand(const JarsState* state, int seat) noexcept nogil:
    """A seat has a card for every round to come, and one for the card it has laid."""
    cdef int cards = count(state.hand[seat])
    if state.laid[seat] and not (state.phase == LAYING or state.phase == REVEALING):
        return in_field(BAD_PHASE, IN_LAID)
    if state.laid[seat] >= VALUES or state.laid[seat] and not state.hand[seat][state.laid[seat]]:
        return in_field(BAD_RANGE, IN_LAID)
    if state.phase == DEALING:
        return in_field(BAD_TOTALS, IN_HANDS) if cards > HAND or count(state.shown[seat]) else OK
    return in_field(BAD_TOTALS, IN_HANDS) if cards < ROUNDS - state.round else OK


cdef int check_cards(const JarsState* state) noexcept nogil:
    """Every card lies exactly once; what is shown is held."""
    cdef int seat, value, total
    for value in range(1, VALUES):
        total = state.deck[value] + state.gone[value]
        for seat in range(state.header.players):
            total += state.hand[seat][value]
            if state.shown[seat][value] > state.hand[seat][value]:
                return in_field(BAD_TOTALS, IN_HANDS)
        if total != COPIES:
            return in_field(BAD_TOTALS, IN_HANDS)
    return in_field(BAD_TOTALS, IN_GONE) if state.phase == DEALING and count(state.gone) else OK


cdef int validate(const void* source) noexcept nogil:
    cdef const JarsState* state = <const JarsState*>source
    cdef int seat, status, waiting = 0
    if state.header.viewer != TRUTH:
        return in_field(BAD_HEADER, IN_VIEWER)
    if not 2 <= state.header.players <= SEATS:
        return in_field(BAD_HEADER, IN_PLAYERS)
    for seat in range(state.header.players):
        waiting |= (state.laid[seat] == 0) << seat
        status = check_hand(state, seat)
        if status:
            return status
    status = check_cards(state)
    if status == OK:
        status = check_turn(&state.header, state.phase, state.round, state.winner, waiting)
    if status:
        return status
    if state.phase == REVEALING and waiting:
        return in_field(BAD_PHASE, IN_LAID)
    if state.phase == DEALING and all_dealt(state):
        return in_field(BAD_PHASE, IN_PHASE)
    if (state.phase == OFFER or state.phase == DRAWING) and not count(state.deck):
        return in_field(BAD_PHASE, IN_PHASE)
    return OK


cdef int validate_view(const void* source) noexcept nogil:
    cdef const JarsView* view = <const JarsView*>source
    cdef int me = view.header.viewer, seat, value, seen, unseen = CARDS - count(view.gone) - count(view.own)
    cdef JarsState world
    cdef JarsView again
    cdef Rng rng = 0
    cdef int status
    if not 2 <= view.header.players <= SEATS or not 0 <= me < view.header.players:
        return in_field(BAD_HEADER, IN_VIEWER)
    if view.laid >= VALUES:
        return in_field(BAD_RANGE, IN_LAID)
    for value in range(1, VALUES):
        seen = view.gone[value] + view.own[value]
        for seat in range(view.header.players):
            seen += 0 if seat == me else view.shown[seat][value]
        if seen > COPIES:
            return in_field(BAD_TOTALS, IN_HANDS)
    for seat in range(view.header.players):
        if view.size[seat] < count(view.shown[seat]):
            return in_field(BAD_TOTALS, IN_HANDS)
        unseen -= 0 if seat == me else view.size[seat]
        if view.phase == REVEALING and not view.size[seat]:
            return in_field(BAD_PHASE, IN_HANDS)    # nothing to have laid
    if unseen < 0 or view.size[me] != count(view.own):
        return in_field(BAD_TOTALS, IN_HANDS)
    sample(view, &rng, &world)      # the known fits into the box, so a world can be dealt
    status = validate(&world)
    if status:
        return status
    jars_view(&world, me, &again)   # what the viewer cannot know or would know otherwise is no view
    return in_field(BAD_PHASE, IN_TURN) if memcmp(view, &again, sizeof(JarsView)) else OK


cdef void fill_ops(GameOps* ops) noexcept nogil:
    ops.state_size = sizeof(JarsState)
    ops.view_size = sizeof(JarsView)
    ops.min_players = 2
    ops.max_players = SEATS
    ops.new_game = new_game
    ops.legal_moves = legal_moves
    ops.apply = apply
    ops.sample_chance = sample_chance
    ops.enumerate_chance = enumerate_chance
    ops.chance_pool = chance_pool
    ops.scores = scores
    ops.view = jars_view
    ops.sample = sample
    ops.observe = jars_observe
    ops.features = features
    ops.validate = validate
    ops.validate_view = validate_view
