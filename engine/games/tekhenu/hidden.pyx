"""view, sample and observe. A view is the open table, the viewer's own decrees and those they have put under the deck."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport TRUTH, Move, Rng
from egypt.games.tekhenu.moves cimport HIDDEN, MOVE_DEAL, MOVE_KEEP, make_move, move_kind
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    BOTTOM_DECK, BOTTOM_HAND, BOTTOM_NONE, GENERATION_NB, SEAT_NB, STEP_DEAL, STEP_KEEP, Table, TekhenuState,
    TekhenuView,
)


cdef void view(const void* state, int seat, void* view) noexcept nogil:
    cdef const TekhenuState* s = <const TekhenuState*>state
    cdef TekhenuView* v = <TekhenuView*>view
    cdef int putter
    memset(v, 0, sizeof(TekhenuView))
    v.table = s.table
    v.table.header.viewer = seat
    v.decrees = s.decrees[seat]
    v.bottom[seat] = s.bottom[seat]
    for putter in range(SEAT_NB):
        if s.table.bottom_at[putter] == BOTTOM_HAND + seat:
            v.bottom[putter] = s.bottom[putter]
    if s.table.step == STEP_KEEP:
        hide_choices(&v.table, seat, s.bottom[seat] != 0)


cdef void hide_choices(Table* t, int seat, bint chosen) noexcept nogil:
    """As far as this seat knows, nobody else has chosen."""
    t.header.pending = people_seats(t)
    if chosen:
        t.header.pending &= ~(1 << seat)
    t.header.actor = seat if t.header.pending >> seat & 1 else lowest_bit(t.header.pending)


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    cdef const TekhenuView* v = <const TekhenuView*>view
    cdef TekhenuState* s = <TekhenuState*>state
    cdef int me = v.table.header.viewer
    cdef uint32_t known = v.decrees
    cdef int seat, generation
    memset(s, 0, sizeof(TekhenuState))
    s.table = v.table
    s.table.header.viewer = TRUTH
    s.decrees[me] = v.decrees
    for seat in range(SEAT_NB):
        s.bottom[seat] = v.bottom[seat]
        if v.bottom[seat]:
            known |= <uint32_t>1 << (v.bottom[seat] - 1)
        if seat != me:
            s.decrees[seat] = v.table.player[seat].decrees
    if me < SEAT_NB and v.bottom[me] and v.table.bottom_at[me] >= BOTTOM_HAND:
        s.decrees[v.table.bottom_at[me] - BOTTOM_HAND] |= <uint32_t>1 << (v.bottom[me] - 1)
    for generation in range(GENERATION_NB):
        if v.table.unseen[generation]:
            deal_unseen(s, me, generation, v.table.unseen[generation] & ~known, rng)


cdef inline uint32_t draw(uint32_t* cards, Rng* rng) noexcept nogil:
    cdef uint32_t card
    if not cards[0]:
        return 0
    card = <uint32_t>1 << nth_bit(cards[0], rng_below(rng, popcount(cards[0])))
    cards[0] &= ~card
    return card


cdef void deal_unseen(TekhenuState* s, int me, int generation, uint32_t cards, Rng* rng) noexcept nogil:
    """Every card may be anywhere: in another hand, under the deck, or in the deck."""
    cdef Table* t = &s.table
    cdef uint32_t card
    cdef int seat
    for seat in range(t.header.players):
        if seat == me:
            continue
        for _ in range(t.hidden[seat][generation]):
            s.decrees[seat] |= draw(&cards, rng)
        if generation == 0 and t.bottom_at[seat] != BOTTOM_NONE and not s.bottom[seat]:
            card = draw(&cards, rng)
            if card:
                s.bottom[seat] = lowest_bit(card) + 1
                if t.bottom_at[seat] != BOTTOM_DECK:
                    s.decrees[t.bottom_at[seat] - BOTTOM_HAND] |= card
    if generation == t.generation:
        s.decree_deck = cards


cdef Move observe(const void* state, Move move, int seat) noexcept nogil:
    cdef const Table* t = &(<const TekhenuState*>state).table
    cdef int kind = move_kind(move)
    if kind == MOVE_DEAL and seat != (t.argument if t.step == STEP_DEAL else t.seat):
        return make_move(MOVE_DEAL, HIDDEN)
    if kind == MOVE_KEEP and seat != t.header.actor:
        return make_move(MOVE_KEEP, HIDDEN)
    return move
