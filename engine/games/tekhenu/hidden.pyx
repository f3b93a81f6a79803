"""view, sample and observe. A view is the open table, the viewer's own decrees and those he has put under the deck."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport TRUTH, Move, Rng
from egypt.games.tekhenu.moves cimport DEAL, HIDDEN, KEEP, make, move_verb
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    BOTTOM_DECK, BOTTOM_HAND, BOTTOM_NONE, GENERATION_NB, SEAT_NB, STEP_DEAL, STEP_KEEP, Table, TekhenuState, TekhenuView,
)


cdef void view(const void* raw_state, int seat, void* raw_view) noexcept nogil:
    cdef const TekhenuState* state = <const TekhenuState*>raw_state
    cdef TekhenuView* view = <TekhenuView*>raw_view
    cdef int putter
    memset(view, 0, sizeof(TekhenuView))
    view.table = state.table
    view.table.header.viewer = seat
    view.decrees = state.decrees[seat]
    view.bottom[seat] = state.bottom[seat]
    for putter in range(SEAT_NB):
        if state.table.bottom_at[putter] == BOTTOM_HAND + seat:
            view.bottom[putter] = state.bottom[putter]
    if state.table.step == STEP_KEEP:
        hide_choices(&view.table, seat, state.bottom[seat] != 0)


cdef void hide_choices(Table* table, int seat, bint chosen) noexcept nogil:
    """As far as this seat knows, nobody else has chosen."""
    table.header.pending = people_seats(table)
    if chosen:
        table.header.pending &= ~(1 << seat)
    table.header.actor = seat if table.header.pending >> seat & 1 else lowest_bit(table.header.pending)


cdef void sample(const void* raw_view, Rng* rng, void* raw_state) noexcept nogil:
    cdef const TekhenuView* view = <const TekhenuView*>raw_view
    cdef TekhenuState* state = <TekhenuState*>raw_state
    cdef int me = view.table.header.viewer
    cdef uint32_t known = view.decrees
    cdef int seat, generation
    memset(state, 0, sizeof(TekhenuState))
    state.table = view.table
    state.table.header.viewer = TRUTH
    state.decrees[me] = view.decrees
    for seat in range(SEAT_NB):
        state.bottom[seat] = view.bottom[seat]
        if view.bottom[seat]:
            known |= <uint32_t>1 << (view.bottom[seat] - 1)
        if seat != me:
            state.decrees[seat] = view.table.player[seat].decrees
    if me < SEAT_NB and view.bottom[me] and view.table.bottom_at[me] >= BOTTOM_HAND:
        state.decrees[view.table.bottom_at[me] - BOTTOM_HAND] |= <uint32_t>1 << (view.bottom[me] - 1)
    for generation in range(GENERATION_NB):
        if view.table.unseen[generation]:
            deal_unseen(state, me, generation, view.table.unseen[generation] & ~known, rng)


cdef inline uint32_t draw(uint32_t* cards, Rng* rng) noexcept nogil:
    cdef uint32_t card
    if not cards[0]:
        return 0
    card = <uint32_t>1 << nth_bit(cards[0], rng_below(rng, popcount(cards[0])))
    cards[0] &= ~card
    return card


cdef void deal_unseen(TekhenuState* state, int me, int generation, uint32_t cards, Rng* rng) noexcept nogil:
    """Every card may be anywhere: in another hand, under the deck, or in the deck."""
    cdef Table* table = &state.table
    cdef uint32_t card
    cdef int seat
    for seat in range(table.header.players):
        if seat == me:
            continue
        for _ in range(table.hidden[seat][generation]):
            state.decrees[seat] |= draw(&cards, rng)
        if generation == 0 and table.bottom_at[seat] != BOTTOM_NONE and not state.bottom[seat]:
            card = draw(&cards, rng)
            if card:
                state.bottom[seat] = lowest_bit(card) + 1
                if table.bottom_at[seat] != BOTTOM_DECK:
                    state.decrees[table.bottom_at[seat] - BOTTOM_HAND] |= card
    if generation == table.generation:
        state.decree_deck = cards


cdef Move observe(const void* raw_state, Move move, int seat) noexcept nogil:
    cdef const Table* table = &(<const TekhenuState*>raw_state).table
    cdef int verb = move_verb(move)
    if verb == DEAL and seat != (table.argument if table.step == STEP_DEAL else table.seat):
        return make(DEAL, HIDDEN)
    if verb == KEEP and seat != table.header.actor:
        return make(KEEP, HIDDEN)
    return move
