"""Every card lies in one place, and what is known of the secret ones agrees with where they are."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, OK
from egypt.games.tekhenu.faults cimport Fault, refuse, refuse_seat
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    BLESSING, BOTTOM_DECK, BOTTOM_HAND, CARD_NB, DECREE, GENERATION_NB, SEAT_NB, SECTION_NB, SLOT_NB, STEP_EDICT,
    STEP_FINISH, STEP_KEEP, STEP_OVER, Table, TekhenuState,
)
from egypt.games.tekhenu.tables cimport DECREE_FREE_ACTION, NO_DECK, TABLES
from egypt.games.tekhenu.validate_course cimport base_of


cdef bint add_cards(uint32_t* seen, uint32_t cards) noexcept nogil:
    """Whether none of these was seen before."""
    if seen[0] & cards:
        return False
    seen[0] |= cards
    return True


# -- open cards -----------------------------------------------------------------------------------------------

cdef int check_market(const Table* t, Fault* fault) noexcept nogil:
    cdef int slot, section, seat
    for section in range(SECTION_NB):
        for seat in range(t.header.players):
            if t.player[seat].population >= TABLES.opens_at[section] and not t.opened >> section & 1:
                return refuse(fault, BAD_OWNER, b"open", b"a population marker has opened another section")
    for slot in range(SLOT_NB):
        if not t.market[slot]:
            continue
        if TABLES.slot_deck[slot] == NO_DECK or not t.opened >> slot // 4 & 1:
            return refuse(fault, BAD_OWNER, b"market", b"there is no such place, or its section is closed")
        if (t.market[slot] - 1) // CARD_NB != TABLES.slot_deck[slot]:
            return refuse(fault, BAD_OWNER, b"market", b"a card lies in a place for another kind")
    return OK


cdef bint add_market(const Table* t, int deck, uint32_t* seen) noexcept nogil:
    cdef int slot
    for slot in range(SLOT_NB):
        if t.market[slot] and TABLES.slot_deck[slot] == deck:
            if not add_cards(seen, <uint32_t>1 << (t.market[slot] - 1) % CARD_NB):
                return False
    return True


cdef int check_open_deck(const Table* t, int deck, Fault* fault) noexcept nogil:
    cdef const char* field = b"blessings" if deck == BLESSING else b"technologies"
    cdef uint32_t seen = t.deck[deck]
    cdef int seat, i
    if not add_cards(&seen, t.discard[deck]) or not add_market(t, deck, &seen):
        return refuse(fault, BAD_TOTALS, field, b"a card lies elsewhere, too")
    for seat in range(t.header.players):
        if not add_cards(&seen, t.player[seat].blessings if deck == BLESSING else t.player[seat].technologies):
            return refuse_seat(fault, BAD_TOTALS, seat, field, b"a card lies elsewhere, too")
    for i in range(2):
        if t.turn.offer[i] > 2 * CARD_NB:
            return refuse(fault, BAD_RANGE, b"now offer", b"no such card")
        if t.turn.offer[i] and (t.turn.offer[i] - 1) // CARD_NB == deck:
            if not add_cards(&seen, <uint32_t>1 << (t.turn.offer[i] - 1) % CARD_NB):
                return refuse(fault, BAD_TOTALS, b"now offer", b"a card lies elsewhere, too")
    if seen != TABLES.cards[t.size][deck]:
        return refuse(fault, BAD_TOTALS, field, b"a card of the box lies nowhere, or is not in the game")
    return OK


# -- decrees --------------------------------------------------------------------------------------------------

cdef bint lies_under(const Table* t, int seat) noexcept nogil:
    """Whether a decree of the seat lies under the deck, or was chosen to be put there."""
    if t.step != STEP_KEEP:
        return t.bottom_at[seat] == BOTTOM_DECK
    return (people_seats(t) & ~t.header.pending) >> seat & 1


cdef int check_decrees(const TekhenuState* s, Fault* fault) noexcept nogil:
    cdef const Table* t = &s.table
    cdef uint32_t seen = s.decree_deck
    cdef uint32_t secret = s.decree_deck
    cdef int seat, status
    if popcount(s.decree_deck) != t.decree_left:
        return refuse(fault, BAD_TOTALS, b"decrees", b"the deck has another number of cards")
    if not add_cards(&seen, t.discard[DECREE]):
        return refuse(fault, BAD_TOTALS, b"discard-decrees", b"a card lies elsewhere, too")
    if not add_market(t, DECREE, &seen):
        return refuse(fault, BAD_TOTALS, b"market", b"a decree lies elsewhere, too")
    for seat in range(t.header.players):
        status = check_hand(s, seat, &seen, &secret, fault)
        if status != OK:
            return status
    if seen != TABLES.cards[t.size][DECREE]:
        return refuse(fault, BAD_TOTALS, b"unseen", b"a decree of the box lies nowhere, or is not in the game")
    return check_secrets(s, secret, fault)


cdef int check_hand(const TekhenuState* s, int seat, uint32_t* seen, uint32_t* secret, Fault* fault) noexcept nogil:
    """The decrees that a seat holds, and the one that it has put under the deck."""
    cdef const Table* t = &s.table
    cdef uint32_t own = s.decrees[seat] & ~t.player[seat].decrees
    cdef uint32_t bottom
    if not people_seats(t) >> seat & 1 and (own or s.bottom[seat] or t.bottom_at[seat]):
        return refuse_seat(fault, BAD_OWNER, seat, b"under", b"nobody sits there who could hold a secret decree")
    if t.player[seat].decrees & ~s.decrees[seat]:
        return refuse_seat(fault, BAD_OWNER, seat, b"decrees", b"the player does not hold them")
    if not add_cards(seen, s.decrees[seat]):
        return refuse(fault, BAD_TOTALS, b"hands", b"a decree lies elsewhere, too")
    secret[0] |= own
    bottom = <uint32_t>1 << (s.bottom[seat] - 1) if s.bottom[seat] else 0
    if t.bottom_at[seat] >= BOTTOM_HAND:
        if not bottom & s.decrees[t.bottom_at[seat] - BOTTOM_HAND]:
            return refuse_seat(fault, BAD_OWNER, seat, b"under", b"this seat does not hold the decree")
    elif (bottom != 0) != lies_under(t, seat):
        return refuse(fault, BAD_OWNER, b"under", b"it must name the decrees under the deck or drawn from there")
    elif bottom:
        if not add_cards(seen, bottom):
            return refuse(fault, BAD_TOTALS, b"under", b"a decree lies elsewhere, too")
        secret[0] |= bottom
    return check_edict(s, seat, fault)


cdef int check_edict(const TekhenuState* s, int seat, Fault* fault) noexcept nogil:
    """A decree that was played before the last scoring lies open; it is asked for in turn order."""
    cdef const Table* t = &s.table
    cdef int place = 0
    if not t.edict >> seat & 1:
        return OK
    if t.round != TABLES.rounds or (base_of(t) != STEP_FINISH and t.step != STEP_OVER):
        return refuse(fault, BAD_PHASE, b"edict", b"no such decree is played before the last Maat phase")
    if not t.player[seat].decrees & TABLES.decree_with[DECREE_FREE_ACTION]:
        return refuse(fault, BAD_OWNER, b"edict", b"the seat does not hold such a decree openly")
    while t.order[place] != seat:
        place += 1
    if not asked_for_edict(t, place):
        return refuse(fault, BAD_PHASE, b"edict", b"the seat was not asked yet")
    return OK


cdef bint asked_for_edict(const Table* t, int place) noexcept nogil:
    cdef int i
    if t.step == STEP_EDICT:
        return place < t.argument
    for i in range(t.height):
        if t.stack[i].step == STEP_EDICT:
            return place < t.stack[i].argument
    return True


cdef int check_secrets(const TekhenuState* s, uint32_t secret, Fault* fault) noexcept nogil:
    """What the table counts of secret decrees agrees with where they are."""
    cdef const Table* t = &s.table
    cdef uint32_t unseen = 0
    cdef int seat, generation
    for generation in range(GENERATION_NB):
        if not add_cards(&unseen, t.unseen[generation]) or (generation > t.generation and t.unseen[generation]):
            return refuse(fault, BAD_TOTALS, b"unseen", b"a decree twice, or after the last shuffle")
    if unseen != secret:
        return refuse(fault, BAD_TOTALS, b"unseen", b"other decrees are secret")
    if s.decree_deck & ~t.unseen[t.generation]:
        return refuse(fault, BAD_TOTALS, b"unseen", b"the deck holds cards of the last shuffle alone")
    for seat in range(t.header.players):
        for generation in range(GENERATION_NB):
            if secrets_of(s, seat, generation) != t.hidden[seat][generation]:
                return refuse_seat(fault, BAD_TOTALS, seat, b"hidden", b"another number of secret decrees")
    return OK


cdef int secrets_of(const TekhenuState* s, int seat, int generation) noexcept nogil:
    """Secret decrees of a seat by shuffle, without those from under the deck; -1 where such a one is none of its shuffle."""
    cdef const Table* t = &s.table
    cdef uint32_t own = s.decrees[seat] & ~t.player[seat].decrees
    cdef int number = popcount(own & t.unseen[generation])
    cdef int putter
    if generation:
        return number
    for putter in range(SEAT_NB):
        if t.bottom_at[putter] == BOTTOM_HAND + seat:
            number -= 1
            if not own & t.unseen[0] & <uint32_t>1 << (s.bottom[putter] - 1):
                return -1
    return number + (t.step == STEP_KEEP and s.bottom[seat] != 0)
