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
from egypt.games.tekhenu.tables cimport DECREE_FREE_ACTION, NO_DECK, T
from egypt.games.tekhenu.validate_course cimport base_of


cdef bint add_cards(uint32_t* seen, uint32_t cards) noexcept nogil:
    """Whether none of these was seen before."""
    if seen[0] & cards:
        return False
    seen[0] |= cards
    return True


# -- open cards -----------------------------------------------------------------------------------------------

cdef int check_market(const Table* table, Fault* fault) noexcept nogil:
    cdef int slot, section, seat
    if table.opened >> SECTION_NB:
        return refuse(fault, BAD_RANGE, b"open", b"no such section")
    for section in range(SECTION_NB):
        for seat in range(table.header.players):
            if table.player[seat].population >= T.opens_at[section] and not table.opened >> section & 1:
                return refuse(fault, BAD_OWNER, b"open", b"a population marker has opened another section")
    for slot in range(SLOT_NB):
        if not table.market[slot]:
            continue
        if T.slot_deck[slot] == NO_DECK or not table.opened >> slot // 4 & 1:
            return refuse(fault, BAD_OWNER, b"market", b"there is no such place, or its section is closed")
        if (table.market[slot] - 1) // CARD_NB != T.slot_deck[slot]:
            return refuse(fault, BAD_OWNER, b"market", b"a card lies in a place for another kind")
    return OK


cdef bint add_market(const Table* table, int deck, uint32_t* seen) noexcept nogil:
    cdef int slot
    for slot in range(SLOT_NB):
        if table.market[slot] and T.slot_deck[slot] == deck:
            if not add_cards(seen, <uint32_t>1 << (table.market[slot] - 1) % CARD_NB):
                return False
    return True


cdef int check_open_deck(const Table* table, int deck, Fault* fault) noexcept nogil:
    cdef const char* field = b"blessings" if deck == BLESSING else b"technologies"
    cdef uint32_t seen = table.deck[deck]
    cdef int seat, i
    if not add_cards(&seen, table.discard[deck]) or not add_market(table, deck, &seen):
        return refuse(fault, BAD_TOTALS, field, b"a card lies elsewhere, too")
    for seat in range(table.header.players):
        if not add_cards(&seen, table.player[seat].blessings if deck == BLESSING else table.player[seat].technologies):
            return refuse_seat(fault, BAD_TOTALS, seat, field, b"a card lies elsewhere, too")
    for i in range(2):
        if table.turn.offer[i] > 2 * CARD_NB:
            return refuse(fault, BAD_RANGE, b"now offer", b"no such card")
        if table.turn.offer[i] and (table.turn.offer[i] - 1) // CARD_NB == deck:
            if not add_cards(&seen, <uint32_t>1 << (table.turn.offer[i] - 1) % CARD_NB):
                return refuse(fault, BAD_TOTALS, b"now offer", b"a card lies elsewhere, too")
    if seen != T.cards[table.size][deck]:
        return refuse(fault, BAD_TOTALS, field, b"a card of the box lies nowhere, or is not in the game")
    return OK


# -- decrees --------------------------------------------------------------------------------------------------

cdef bint lies_under(const Table* table, int seat) noexcept nogil:
    """Whether a decree of the seat lies under the deck, or was chosen to be put there."""
    if table.step != STEP_KEEP:
        return table.bottom_at[seat] == BOTTOM_DECK
    return (people_seats(table) & ~table.header.pending) >> seat & 1


cdef int check_decrees(const TekhenuState* state, Fault* fault) noexcept nogil:
    cdef const Table* table = &state.table
    cdef uint32_t seen = state.decree_deck
    cdef uint32_t secret = state.decree_deck
    cdef int seat, status
    if popcount(state.decree_deck) != table.decree_left or table.generation >= GENERATION_NB:
        return refuse(fault, BAD_TOTALS, b"decrees", b"the deck has another number of cards")
    if not add_cards(&seen, table.discard[DECREE]):
        return refuse(fault, BAD_TOTALS, b"discard-decrees", b"a card lies elsewhere, too")
    if not add_market(table, DECREE, &seen):
        return refuse(fault, BAD_TOTALS, b"market", b"a decree lies elsewhere, too")
    for seat in range(SEAT_NB):
        status = check_hand(state, seat, &seen, &secret, fault)
        if status != OK:
            return status
    if seen != T.cards[table.size][DECREE]:
        return refuse(fault, BAD_TOTALS, b"unseen", b"a decree of the box lies nowhere, or is not in the game")
    return check_secrets(state, secret, fault)


cdef int check_hand(const TekhenuState* state, int seat, uint32_t* seen, uint32_t* secret, Fault* fault) noexcept nogil:
    """The decrees that a seat holds, and the one that it has put under the deck."""
    cdef const Table* table = &state.table
    cdef uint32_t own = state.decrees[seat] & ~table.player[seat].decrees
    cdef uint32_t bottom
    if not people_seats(table) >> seat & 1 and (own or state.bottom[seat] or table.bottom_at[seat]):
        return refuse_seat(fault, BAD_OWNER, seat, b"under", b"nobody sits there who could hold a secret decree")
    if seat >= table.header.players:
        return OK
    if table.player[seat].decrees & ~state.decrees[seat]:
        return refuse_seat(fault, BAD_OWNER, seat, b"decrees", b"the player does not hold them")
    if not add_cards(seen, state.decrees[seat]):
        return refuse(fault, BAD_TOTALS, b"hands", b"a decree lies elsewhere, too")
    secret[0] |= own
    if state.bottom[seat] > CARD_NB or table.bottom_at[seat] >= BOTTOM_HAND + table.header.players:
        return refuse_seat(fault, BAD_RANGE, seat, b"under", b"no such place")
    bottom = <uint32_t>1 << (state.bottom[seat] - 1) if state.bottom[seat] else 0
    if table.bottom_at[seat] >= BOTTOM_HAND:
        if not bottom & state.decrees[table.bottom_at[seat] - BOTTOM_HAND]:
            return refuse_seat(fault, BAD_OWNER, seat, b"under", b"this seat does not hold the decree")
    elif (bottom != 0) != lies_under(table, seat):
        return refuse(fault, BAD_OWNER, b"under", b"it must name the decrees under the deck or drawn from there")
    elif bottom:
        if not add_cards(seen, bottom):
            return refuse(fault, BAD_TOTALS, b"under", b"a decree lies elsewhere, too")
        secret[0] |= bottom
    return check_edict(state, seat, fault)


cdef int check_edict(const TekhenuState* state, int seat, Fault* fault) noexcept nogil:
    """A decree that was played before the last scoring lies open; it is asked for in turn order."""
    cdef const Table* table = &state.table
    cdef int place = 0
    if not table.edict >> seat & 1:
        return OK
    if table.round != T.rounds or (base_of(table) != STEP_FINISH and table.step != STEP_OVER):
        return refuse(fault, BAD_PHASE, b"edict", b"no such decree is played before the last Maat phase")
    if not table.player[seat].decrees & T.decree_with[DECREE_FREE_ACTION]:
        return refuse(fault, BAD_OWNER, b"edict", b"the seat does not hold such a decree openly")
    while table.order[place] != seat:
        place += 1
    if not asked_for_edict(table, place):
        return refuse(fault, BAD_PHASE, b"edict", b"the seat was not asked yet")
    return OK


cdef bint asked_for_edict(const Table* table, int place) noexcept nogil:
    cdef int i
    if table.step == STEP_EDICT:
        return place < table.argument
    for i in range(table.height):
        if table.stack[i].step == STEP_EDICT:
            return place < table.stack[i].argument
    return True


cdef int check_secrets(const TekhenuState* state, uint32_t secret, Fault* fault) noexcept nogil:
    """What the table counts of secret decrees agrees with where they are."""
    cdef const Table* table = &state.table
    cdef uint32_t unseen = 0
    cdef int seat, generation
    for generation in range(GENERATION_NB):
        if not add_cards(&unseen, table.unseen[generation]) or (generation > table.generation and table.unseen[generation]):
            return refuse(fault, BAD_TOTALS, b"unseen", b"a decree twice, or after the last shuffle")
    if unseen != secret:
        return refuse(fault, BAD_TOTALS, b"unseen", b"other decrees are secret")
    if state.decree_deck & ~table.unseen[table.generation]:
        return refuse(fault, BAD_TOTALS, b"unseen", b"the deck holds cards of the last shuffle alone")
    for seat in range(SEAT_NB):
        for generation in range(GENERATION_NB):
            if secrets_of(state, seat, generation) != table.hidden[seat][generation]:
                return refuse_seat(fault, BAD_TOTALS, seat, b"hidden", b"another number of secret decrees")
    return OK


cdef int secrets_of(const TekhenuState* state, int seat, int generation) noexcept nogil:
    """Secret decrees of a seat by shuffle, without those from under the deck; -1 where such a one is none of its shuffle."""
    cdef const Table* table = &state.table
    cdef uint32_t own = state.decrees[seat] & ~table.player[seat].decrees
    cdef int number = popcount(own & table.unseen[generation])
    cdef int putter
    if generation:
        return number
    for putter in range(SEAT_NB):
        if table.bottom_at[putter] == BOTTOM_HAND + seat:
            number -= 1
            if not own & table.unseen[0] & <uint32_t>1 << (state.bottom[putter] - 1):
                return -1
    return number + (table.step == STEP_KEEP and state.bottom[seat] != 0)
