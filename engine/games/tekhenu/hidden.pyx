"""view, sample and observe. A view is the open table, the viewer's own decrees and those they have put under the deck."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, TRUTH, Move, Rng
from egypt.games.tekhenu.moves cimport HIDDEN, MOVE_DEAL, MOVE_KEEP, MOVE_REVEAL, make_move, move_decrees, move_kind
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BOTTOM_DECK, BOTTOM_HAND, BOTTOM_NONE, GENERATION_NB, NOBODY, SEAT_NB, STEP_DEAL, STEP_KEEP, STEP_REVEAL,
    Table, TekhenuState, TekhenuView, is_solo,
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
    """As far as this seat knows, no other seat has chosen."""
    t.header.pending = people_seats(t)
    if chosen:
        t.header.pending &= ~(1 << seat)
    t.header.actor = seat if t.header.pending >> seat & 1 else lowest_bit(t.header.pending)


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    fill_world(<const TekhenuView*>view, NOBODY, 0, rng, <TekhenuState*>state)


cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil:
    """A hand that is turned up as a whole is dealt as it shows. Other events show one card: chance deals it soon."""
    cdef const TekhenuView* v = <const TekhenuView*>view
    cdef TekhenuState* s = <TekhenuState*>state
    cdef int holder = v.table.argument
    if actor != CHANCE or move_kind(perceived) != MOVE_REVEAL or v.table.step != STEP_REVEAL:
        sample(view, rng, state)
        return True
    fill_world(v, holder, <uint32_t>move_decrees(perceived), rng, s)
    return s.decrees[holder] == <uint32_t>move_decrees(perceived)


cdef void fill_world(const TekhenuView* v, int holder, uint32_t held, Rng* rng, TekhenuState* s) noexcept nogil:
    """A world in which one seat has the cards `held`, as far as they fit there; NOBODY and 0 if nothing is known of any."""
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
            deal_unseen(s, me, generation, v.table.unseen[generation] & ~known, holder, held, rng)


cdef bint complete(const void* view) noexcept nogil:
    """The automaton keeps no secrets. Players do, to the very end: each keeps a decree before the first turn, and decrees
    score last of all."""
    cdef const Table* t = &(<const TekhenuView*>view).table
    return is_solo(t) and t.header.viewer != AUTOMATON


cdef inline uint32_t draw(uint32_t* cards, uint32_t wanted, Rng* rng) noexcept nogil:
    """A card at random, one of those wanted if any of them is there."""
    cdef uint32_t card, choice = cards[0] & wanted
    if not choice:
        choice = cards[0]
    if not choice:
        return 0
    card = <uint32_t>1 << nth_bit(choice, rng_below(rng, popcount(choice)))
    cards[0] &= ~card
    return card


cdef void deal_unseen(TekhenuState* s, int me, int generation, uint32_t cards, int holder, uint32_t held,
                      Rng* rng) noexcept nogil:
    """Every card may be anywhere: in another hand, under the deck, or in the deck; but the holder gets the cards held."""
    cdef Table* t = &s.table
    cdef uint32_t card
    cdef int seat, owner
    for seat in range(t.header.players):
        if seat == me:
            continue
        for _ in range(t.hidden[seat][generation]):
            s.decrees[seat] |= draw(&cards, held if seat == holder else ~held, rng)
        if generation == 0 and t.bottom_at[seat] != BOTTOM_NONE and not s.bottom[seat]:
            owner = NOBODY if t.bottom_at[seat] == BOTTOM_DECK else t.bottom_at[seat] - BOTTOM_HAND
            card = draw(&cards, held if owner == holder else ~held, rng)
            if card:
                s.bottom[seat] = lowest_bit(card) + 1
                if owner != NOBODY:
                    s.decrees[owner] |= card
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
