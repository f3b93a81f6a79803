"""Jars in the order of its rules. `apply` only dispatches; one function per thing that happens at the table."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, OVER, TRUTH, Move, Rng
from tests.toy.jars.moves cimport (
    CARD_BITS, MOVE_CARD, MOVE_DRAW, MOVE_LAY, MOVE_PASS, MOVE_REVEAL, make_move, move_card, move_kind,
)
from tests.toy.jars.rules cimport POOL_DEAL, POOL_DRAW, POOL_REVEAL
from tests.toy.jars.state cimport (
    COPIES, HAND_SIZE, NOBODY, PHASE_DEAL, PHASE_DRAW, PHASE_LAY, PHASE_OFFER, PHASE_OVER, PHASE_REVEAL, PRICE, ROUND_NB,
    VALUE_NB, VARIANT_OPEN, JarsState, Table, count_cards,
)


# -- set-up --------------------------------------------------------------------------------------------------

cdef void new_game(void* state, int players, int variant) noexcept nogil:
    cdef JarsState* s = <JarsState*>state
    cdef int value
    memset(s, 0, sizeof(JarsState))
    s.table.header.actor = CHANCE
    s.table.header.viewer = TRUTH
    s.table.header.players = players
    s.table.header.variant = variant
    s.table.phase = PHASE_DEAL
    s.table.winner = NOBODY
    for value in range(1, VALUE_NB):
        s.deck[value] = COPIES


cdef int receiver(const JarsState* s) noexcept nogil:
    cdef int seat
    if s.table.phase == PHASE_DRAW:
        return s.table.winner
    for seat in range(s.table.header.players - 1):
        if count_cards(s.hand[seat]) < HAND_SIZE:
            return seat
    return s.table.header.players - 1


cdef bint all_dealt(const JarsState* s) noexcept nogil:
    return count_cards(s.hand[receiver(s)]) >= HAND_SIZE


cdef void take_card(JarsState* s, int value) noexcept nogil:
    """A card of the deck, in the deal or bought."""
    cdef int seat = receiver(s)
    s.deck[value] -= 1
    s.hand[seat][value] += 1
    if s.table.phase == PHASE_DRAW:
        s.table.shown[seat][value] += s.table.header.variant == VARIANT_OPEN
        start_round(&s.table)
    elif all_dealt(s):
        start_round(&s.table)


# -- a round: lay, reveal, buy -------------------------------------------------------------------------------

cdef void start_round(Table* t) noexcept nogil:
    t.phase = PHASE_LAY
    t.winner = NOBODY
    t.header.pending = (1 << t.header.players) - 1
    t.header.actor = 0


cdef void lay_card(JarsState* s, int value) noexcept nogil:
    """A secret choice: the next seat that has not chosen acts, and after the last one nature reveals."""
    cdef Table* t = &s.table
    s.laid[t.header.actor] = value
    t.header.pending &= ~(1 << t.header.actor)
    if t.header.pending:
        t.header.actor = lowest_bit(t.header.pending)
    else:
        t.phase = PHASE_REVEAL
        t.header.actor = CHANCE


cdef int discard_laid(JarsState* s) noexcept nogil:
    """The cards laid leave the hands; returns their sum, and notes who laid the highest value that lies there once."""
    cdef Table* t = &s.table
    cdef uint8_t[VALUE_NB] times
    cdef int seat, value, best = 0, pot = 0
    memset(times, 0, sizeof(times))
    for seat in range(t.header.players):
        times[s.laid[seat]] += 1
    for seat in range(t.header.players):
        value = s.laid[seat]
        s.laid[seat] = 0
        s.hand[seat][value] -= 1
        t.shown[seat][value] -= t.shown[seat][value] > 0
        t.gone[value] += 1
        pot += value
        if times[value] == 1 and value > best:
            best = value
            t.winner = seat
    return pot


cdef void reveal_cards(JarsState* s) noexcept nogil:
    """The winner takes the sum of the cards laid and, while there are cards and rounds left, may buy one."""
    cdef Table* t = &s.table
    cdef int pot = discard_laid(s)
    if t.winner != NOBODY:
        t.points[t.winner] += pot
    t.round += 1
    if t.round == ROUND_NB:
        t.phase = PHASE_OVER
        t.winner = NOBODY
        t.header.actor = OVER
    elif t.winner != NOBODY and count_cards(s.deck):
        t.phase = PHASE_OFFER
        t.header.actor = t.winner
        t.header.pending = 1 << t.winner
    else:
        start_round(t)


cdef void buy_card(Table* t) noexcept nogil:
    t.points[t.winner] -= PRICE
    t.phase = PHASE_DRAW
    t.header.actor = CHANCE
    t.header.pending = 0


# -- what may be done ----------------------------------------------------------------------------------------

cdef int legal_cards(const JarsState* s, Move* moves) noexcept nogil:
    cdef int value, count = 0
    for value in range(1, VALUE_NB):
        if s.hand[s.table.header.actor][value]:
            moves[count] = make_move(MOVE_LAY, value)
            count += 1
    return count


cdef int legal_moves(const void* state, Move* moves) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    if s.table.phase == PHASE_OFFER:
        moves[0] = make_move(MOVE_DRAW, 0)
        moves[1] = make_move(MOVE_PASS, 0)
        return 2
    return legal_cards(s, moves)


cdef void apply(void* state, Move move) noexcept nogil:
    cdef JarsState* s = <JarsState*>state
    cdef int kind = move_kind(move)
    if kind == MOVE_LAY:
        lay_card(s, move_card(move, 0))
    elif kind == MOVE_CARD:
        take_card(s, move_card(move, 0))
    elif kind == MOVE_REVEAL:
        reveal_cards(s)
    elif kind == MOVE_DRAW:
        buy_card(&s.table)
    else:
        start_round(&s.table)


# -- chance --------------------------------------------------------------------------------------------------

cdef int pick_card(const uint8_t* cards, Rng* rng) noexcept nogil:
    cdef int left = <int>rng_below(rng, count_cards(cards)), value = 1
    while left >= cards[value]:
        left -= cards[value]
        value += 1
    return value


cdef Move turned_over(const JarsState* s) noexcept nogil:
    cdef int seat, cards = 0
    for seat in range(s.table.header.players):
        cards |= s.laid[seat] << (CARD_BITS * seat)
    return make_move(MOVE_REVEAL, cards)


cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    return turned_over(s) if s.table.phase == PHASE_REVEAL else make_move(MOVE_CARD, pick_card(s.deck, rng))


cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    cdef int value, count = 0
    if s.table.phase == PHASE_REVEAL:
        outcomes[0] = turned_over(s)
        probabilities[0] = 1.0
        return 1
    for value in range(1, VALUE_NB):
        if s.deck[value]:
            outcomes[count] = make_move(MOVE_CARD, value)
            probabilities[count] = <double>s.deck[value] / count_cards(s.deck)
            count += 1
    return count


cdef int chance_pool(const void* state) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    if s.table.phase == PHASE_DEAL:
        return POOL_DEAL
    return POOL_DRAW if s.table.phase == PHASE_DRAW else POOL_REVEAL
