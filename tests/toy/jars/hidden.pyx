"""Views, samples and observed moves of Jars."""

from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, TRUTH, Move, Rng, StateHeader
from tests.toy.jars.moves cimport MOVE_CARD, MOVE_LAY, MOVE_REVEAL, make_move, move_card, move_kind
from tests.toy.jars.rules cimport pick_card, receiver
from tests.toy.jars.state cimport (
    COPIES, PHASE_DRAW, PHASE_LAY, PHASE_REVEAL, SEAT_NB, VALUE_NB, VARIANT_OPEN, JarsState, JarsView, count_cards,
)


cdef void view(const void* state, int seat, void* view) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    cdef JarsView* v = <JarsView*>view
    cdef int other, value
    memset(v, 0, sizeof(JarsView))
    v.table = s.table
    v.table.header.viewer = seat
    v.laid = s.laid[seat]
    for value in range(VALUE_NB):
        v.own[value] = s.hand[seat][value]
    for other in range(SEAT_NB):
        v.size[other] = count_cards(s.hand[other])
    if s.table.phase == PHASE_LAY:
        hide_choices(&v.table.header, seat, v.laid != 0)


cdef void hide_choices(StateHeader* header, int seat, bint chosen) noexcept nogil:
    """As far as a seat knows, none of the others has chosen: who has must not show in `pending` or `actor`."""
    header.pending = (1 << header.players) - 1
    header.actor = seat
    if chosen:
        header.pending &= ~(1 << seat)
        header.actor = lowest_bit(header.pending)


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    """Unseen cards are dealt to the other hands as the rules deal; one of them was laid if all have laid."""
    cdef const JarsView* v = <const JarsView*>view
    cdef JarsState* s = <JarsState*>state
    cdef int seat
    fill_known(v, s)
    for seat in range(SEAT_NB):
        if seat != v.table.header.viewer and v.size[seat]:
            deal_unseen(v, s, seat, rng)
            if v.table.phase == PHASE_REVEAL:
                s.laid[seat] = pick_card(s.hand[seat], rng)


cdef void fill_known(const JarsView* v, JarsState* s) noexcept nogil:
    """What the viewer knows; every card that they have not seen is in the deck."""
    cdef int me = v.table.header.viewer, seat, value
    memset(s, 0, sizeof(JarsState))
    s.table = v.table
    s.table.header.viewer = TRUTH
    s.laid[me] = v.laid
    for value in range(1, VALUE_NB):
        s.deck[value] = COPIES - v.table.gone[value] - v.own[value]
        for seat in range(v.table.header.players):
            s.hand[seat][value] = v.own[value] if seat == me else v.table.shown[seat][value]
            s.deck[value] -= 0 if seat == me else v.table.shown[seat][value]


cdef void deal_unseen(const JarsView* v, JarsState* s, int seat, Rng* rng) noexcept nogil:
    """Cards of the deck fill up a hand."""
    cdef int value
    while count_cards(s.hand[seat]) < v.size[seat]:
        value = pick_card(s.deck, rng)
        s.deck[value] -= 1
        s.hand[seat][value] += 1


cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil:
    """Cards that the event shows are put aside before the others are dealt: those laid, or the one that is drawn."""
    cdef const JarsView* v = <const JarsView*>view
    cdef JarsState* s = <JarsState*>state
    cdef int value = move_card(perceived, 0), seat
    if actor == CHANCE and v.table.phase == PHASE_REVEAL and move_kind(perceived) == MOVE_REVEAL:
        fill_known(v, s)
        for seat in range(min(<int>v.table.header.players, <int>SEAT_NB)):
            if seat != v.table.header.viewer and not lay_known(v, s, seat, move_card(perceived, seat)):
                return False
        for seat in range(SEAT_NB):
            deal_unseen(v, s, seat, rng)
    elif actor == CHANCE and move_kind(perceived) == MOVE_CARD and value:
        fill_known(v, s)
        if not s.deck[value]:
            return False
        s.deck[value] -= 1
        for seat in range(SEAT_NB):
            deal_unseen(v, s, seat, rng)
        s.deck[value] += 1
    else:
        sample(view, rng, state)
    return True


cdef bint lay_known(const JarsView* v, JarsState* s, int seat, int value) noexcept nogil:
    """The card that a seat has laid is in its hand: one that all have seen, or one of the unseen."""
    if not 1 <= value < VALUE_NB:
        return False
    if not s.hand[seat][value]:
        if not s.deck[value] or count_cards(s.hand[seat]) >= v.size[seat]:
            return False
        s.deck[value] -= 1
        s.hand[seat][value] += 1
    s.laid[seat] = value
    return True


cdef Move observe(const void* state, Move move, int seat) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    cdef bint face_up = s.table.phase == PHASE_DRAW and s.table.header.variant == VARIANT_OPEN
    if move_kind(move) == MOVE_LAY and seat != s.table.header.actor:
        return make_move(MOVE_LAY, 0)
    if move_kind(move) == MOVE_CARD and seat != receiver(s) and not face_up:
        return make_move(MOVE_CARD, 0)
    return move
