"""The invariants of Jars, for the boundary, where a text becomes a state, and for every move of the tests."""

from libc.string cimport memcmp

from egypt.core.types cimport (
    BAD_HEADER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, OK, OVER, TRUTH, Rng, in_field,
)
from tests.toy.jars.hidden cimport sample
from tests.toy.jars.hidden cimport view as view_of
from tests.toy.jars.rules cimport all_dealt
from tests.toy.jars.state cimport (
    CARD_NB, COPIES, HAND_SIZE, NOBODY, PHASE_DEAL, PHASE_DRAW, PHASE_LAY, PHASE_NB, PHASE_OFFER, PHASE_OVER,
    PHASE_REVEAL, ROUND_NB, SEAT_NB, VALUE_NB, VARIANT_OPEN, JarsState, JarsView, Table, count_cards,
)

# The fields of a position text by their places in FIELDS of notation.pyx, to say where a fault is.
cdef enum:
    IN_VIEWER, IN_PLAYERS, IN_VARIANT, IN_PHASE, IN_ROUND, IN_TURN, IN_WINNER, IN_HANDS, IN_GONE, IN_LAID


cdef int check_turn(const Table* t, int waiting) noexcept nogil:
    """What states and views have in common; `waiting` has a bit per seat that has not laid a card."""
    cdef int expected
    if t.header.variant > VARIANT_OPEN:
        return in_field(BAD_HEADER, IN_VARIANT)
    if t.phase >= PHASE_NB:
        return in_field(BAD_PHASE, IN_PHASE)
    if t.round > ROUND_NB or (t.round == ROUND_NB) != (t.phase == PHASE_OVER) or t.phase == PHASE_DEAL and t.round:
        return in_field(BAD_PHASE, IN_ROUND)
    if (not NOBODY <= t.winner < t.header.players
            or (t.winner != NOBODY) != (t.phase == PHASE_OFFER or t.phase == PHASE_DRAW)):
        return in_field(BAD_PHASE, IN_WINNER)
    if t.header.pending != (waiting if t.phase == PHASE_LAY else 1 << t.winner if t.phase == PHASE_OFFER else 0):
        return in_field(BAD_PHASE, IN_LAID)
    if t.phase == PHASE_LAY:
        return OK if t.header.actor >= 0 and t.header.pending >> t.header.actor & 1 else in_field(BAD_PHASE, IN_TURN)
    expected = OVER if t.phase == PHASE_OVER else t.winner if t.phase == PHASE_OFFER else CHANCE
    return OK if t.header.actor == expected else in_field(BAD_PHASE, IN_TURN)


cdef int check_hand(const JarsState* s, int seat) noexcept nogil:
    """A seat has a card for every round to come, and one for the card it has laid."""
    cdef const Table* t = &s.table
    cdef int cards = count_cards(s.hand[seat])
    if s.laid[seat] and not (t.phase == PHASE_LAY or t.phase == PHASE_REVEAL):
        return in_field(BAD_PHASE, IN_LAID)
    if s.laid[seat] >= VALUE_NB or s.laid[seat] and not s.hand[seat][s.laid[seat]]:
        return in_field(BAD_RANGE, IN_LAID)
    if t.phase == PHASE_DEAL:
        return in_field(BAD_TOTALS, IN_HANDS) if cards > HAND_SIZE or count_cards(t.shown[seat]) else OK
    return in_field(BAD_TOTALS, IN_HANDS) if cards < ROUND_NB - t.round else OK


cdef int check_cards(const JarsState* s) noexcept nogil:
    """Every card lies exactly once; what is shown is held."""
    cdef const Table* t = &s.table
    cdef int seat, value, total
    for value in range(1, VALUE_NB):
        total = s.deck[value] + t.gone[value]
        for seat in range(t.header.players):
            total += s.hand[seat][value]
            if t.shown[seat][value] > s.hand[seat][value]:
                return in_field(BAD_TOTALS, IN_HANDS)
        if total != COPIES:
            return in_field(BAD_TOTALS, IN_HANDS)
    return in_field(BAD_TOTALS, IN_GONE) if t.phase == PHASE_DEAL and count_cards(t.gone) else OK


cdef int check_state(const JarsState* s) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int seat, status, waiting = 0
    for seat in range(t.header.players):
        waiting |= (s.laid[seat] == 0) << seat
        status = check_hand(s, seat)
        if status:
            return status
    status = check_cards(s)
    if status == OK:
        status = check_turn(t, waiting)
    if status:
        return status
    if t.phase == PHASE_REVEAL and waiting:
        return in_field(BAD_PHASE, IN_LAID)
    if t.phase == PHASE_DEAL and all_dealt(s):
        return in_field(BAD_PHASE, IN_PHASE)
    if (t.phase == PHASE_OFFER or t.phase == PHASE_DRAW) and not count_cards(s.deck):
        return in_field(BAD_PHASE, IN_PHASE)
    return OK


cdef int validate(const void* state) noexcept nogil:
    cdef const JarsState* s = <const JarsState*>state
    if s.table.header.viewer != TRUTH:
        return in_field(BAD_HEADER, IN_VIEWER)
    if not 2 <= s.table.header.players <= SEAT_NB:
        return in_field(BAD_HEADER, IN_PLAYERS)
    return check_state(s)


cdef int check_known(const JarsView* v) noexcept nogil:
    """The known cards and the sizes of the hands fit into the box, so that a world can be dealt."""
    cdef const Table* t = &v.table
    cdef int me = t.header.viewer, seat, value, seen, unseen = CARD_NB - count_cards(t.gone) - count_cards(v.own)
    for value in range(1, VALUE_NB):
        seen = t.gone[value] + v.own[value]
        for seat in range(t.header.players):
            seen += 0 if seat == me else t.shown[seat][value]
        if seen > COPIES:
            return in_field(BAD_TOTALS, IN_HANDS)
    for seat in range(t.header.players):
        if v.size[seat] < count_cards(t.shown[seat]):
            return in_field(BAD_TOTALS, IN_HANDS)
        unseen -= 0 if seat == me else v.size[seat]
        if t.phase == PHASE_REVEAL and not v.size[seat]:
            return in_field(BAD_PHASE, IN_HANDS)    # nothing to have laid
    return in_field(BAD_TOTALS, IN_HANDS) if unseen < 0 or v.size[me] != count_cards(v.own) else OK


cdef int validate_view(const void* view) noexcept nogil:
    """A world is dealt from the view; it must be valid, and its view must be this one again."""
    cdef const JarsView* v = <const JarsView*>view
    cdef int me = v.table.header.viewer, status
    cdef JarsState world
    cdef JarsView again
    cdef Rng rng = 0
    if not 2 <= v.table.header.players <= SEAT_NB or not 0 <= me < v.table.header.players:
        return in_field(BAD_HEADER, IN_VIEWER)
    if v.laid >= VALUE_NB:
        return in_field(BAD_RANGE, IN_LAID)
    status = check_known(v)
    if status:
        return status
    sample(v, &rng, &world)
    status = validate(&world)
    if status:
        return status
    view_of(&world, me, &again)
    return in_field(BAD_PHASE, IN_TURN) if memcmp(v, &again, sizeof(JarsView)) else OK
