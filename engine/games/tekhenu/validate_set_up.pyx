"""What lies where before the first round (rulebook pp. 6-8): all that is done is done, and nothing else is."""

from libc.string cimport memcmp

from egypt.core.bits cimport popcount
from egypt.core.types cimport BAD_OWNER, BAD_PHASE, BAD_TOTALS, OK
from egypt.games.tekhenu.faults cimport Fault, refuse, refuse_seat
from egypt.games.tekhenu.rules_setup cimport set_up
from egypt.games.tekhenu.rules_setup cimport draft_seat, people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BLESSING, CELL_NB, DECREE, GOD_NB, SLOT_NB, STEP_CARD, STEP_DEAL, STEP_DESTINY, STEP_DICE, STEP_DRAFT,
    STEP_FILL, STEP_KEEP, STEP_LOT_STARTING, STEP_SETTLE_ORDER, STEP_STARTING, STEP_STARTING_GAIN, STEP_SUN, STEP_TILE,
    TECHNOLOGY, Player, Table, TekhenuState, die_sector, is_solo,
)
from egypt.games.tekhenu.step_arguments cimport dice_in, sector_in
from egypt.games.tekhenu.tables cimport NO_DECK, TABLES
from egypt.games.tekhenu.validate_course cimport base_of, is_to_come

cdef enum:
    CARDS_PER_PLAYER = 2
    CENTRE = 12


cdef int left_of(const Table* t, int step, int argument) noexcept nogil:
    """How often a step is still to come, the current one included; for dice, how many in a sector."""
    cdef int i, number, left = 0
    for i in range(t.height + 1):
        if (t.stack[i].step if i < t.height else t.step) == step:
            number = t.stack[i].argument if i < t.height else t.argument
            if step != STEP_DICE:
                left += number == argument
            elif sector_in(number) == argument:
                left += dice_in(number)
    return left


cdef int check_set_up(const TekhenuState* s, Fault* fault) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int status = check_board(t, fault)
    if status == OK and base_of(t) == STEP_SETTLE_ORDER:
        status = check_untouched(t, fault)
    if status == OK:
        status = check_hands(s, fault)
    if status == OK:
        status = check_starting(t, fault)
    return status


# -- the board ------------------------------------------------------------------------------------------------

cdef int check_board(const Table* t, Fault* fault) noexcept nogil:
    cdef int[GOD_NB] laid = [0, 0, 0, 0, 0, 0]
    cdef int i, tiles = 0
    cdef bint pillar = TABLES.variant[t.header.variant].pillar and not left_of(t, STEP_TILE, 1)
    if t.step == STEP_SUN and t.sun:
        return refuse(fault, BAD_PHASE, b"sun", b"the wheel lies somehow only after sun")
    for i in range(t.dice):
        laid[die_sector(t.die[i])] += 1
    for i in range(GOD_NB):
        if laid[i] != TABLES.dice_per_sector - left_of(t, STEP_DICE, i):
            return refuse(fault, BAD_TOTALS, b"wheel", b"a sector has another number of dice at this point of the set-up")
    for i in range(3):
        tiles += t.slot[i] != 0
        if i and t.slot[i - 1] and not t.slot[i]:
            return refuse(fault, BAD_OWNER, b"slots", b"tiles lie from the right without a gap")
    if tiles != 3 - left_of(t, STEP_TILE, 0):
        return refuse(fault, BAD_TOTALS, b"slots", b"another number of tiles lies here at this point of the set-up")
    for i in range(CELL_NB):
        if (t.cell[i] != 0) != (pillar and i == CENTRE) or (pillar and i == CENTRE and t.cell[i] - 1 & 3):
            return refuse(fault, BAD_OWNER, b"temple", b"no pillar is raised there before the first round")
    if t.discard[BLESSING] or t.discard[TECHNOLOGY] or t.discard[DECREE]:
        return refuse(fault, BAD_OWNER, b"discard-blessings", b"nothing is discarded before the first round")
    return check_slots(t, fault)


cdef int check_slots(const Table* t, Fault* fault) noexcept nogil:
    """Sections are filled one after the other, from the left."""
    cdef int slot
    cdef bint filled
    for slot in range(SLOT_NB):
        if TABLES.slot_deck[slot] == NO_DECK or not t.opened >> slot // 4 & 1:
            continue
        filled = not left_of(t, STEP_FILL, slot // 4) or (
            t.step == STEP_CARD and t.argument // 4 == slot // 4 and slot < t.argument)
        if (t.market[slot] != 0) != filled:
            return refuse(fault, BAD_OWNER, b"market", b"it is filled place by place")
    return OK


# -- the players ----------------------------------------------------------------------------------------------

cdef int check_untouched(const Table* t, Fault* fault) noexcept nogil:
    """Until the draft is over all have what the game begins with."""
    cdef TekhenuState fresh
    cdef Player player
    cdef int seat
    set_up(&fresh, t.header.players, t.header.variant)
    if t.opened != fresh.table.opened:
        return refuse(fault, BAD_OWNER, b"open", b"no marker has moved yet")
    for seat in range(t.header.players):
        player = t.player[seat]
        player.drafted = 0
        player.pillars = 0      # the automaton's lies on the centre cell, which is looked at elsewhere
        if memcmp(&player, &fresh.table.player[seat], sizeof(Player)):
            return refuse_seat(fault, BAD_OWNER, seat, b"", b"nothing is gained before the draft is over")
    return OK


cdef int check_hands(const TekhenuState* s, Fault* fault) noexcept nogil:
    """Two decrees are dealt to everybody, one of them is kept."""
    cdef const Table* t = &s.table
    cdef bint dealing = is_to_come(t, STEP_DEAL)
    cdef int seat, cards
    for seat in range(t.header.players):
        cards = popcount(s.decrees[seat])
        if not people_seats(t) >> seat & 1:
            if cards:
                return refuse(fault, BAD_OWNER, b"hands", b"the automaton has no decrees yet")
        elif t.step == STEP_DEAL:
            if cards != (TABLES.decrees_dealt if seat < t.argument else 0) and not (
                    seat == t.argument and cards < TABLES.decrees_dealt):
                return refuse(fault, BAD_TOTALS, b"hands", b"decrees are dealt seat by seat")
        elif cards != (0 if dealing else TABLES.decrees_dealt if left_of(t, STEP_KEEP, 0) and (
                t.step != STEP_KEEP or t.header.pending >> seat & 1) else 1):
            return refuse(fault, BAD_TOTALS, b"hands", b"two decrees are dealt, one is kept")
    return OK


cdef int drafted_so_far(const Table* t, int seat) noexcept nogil:
    """Starting cards that the seat has, while they are drafted or dealt."""
    cdef int pick, cards = 0
    if t.step == STEP_LOT_STARTING:
        return CARDS_PER_PLAYER - t.argument if seat != AUTOMATON else 0
    if t.step == STEP_DRAFT:
        for pick in range(t.argument):
            cards += draft_seat(t, pick) == seat
    return cards


cdef int check_starting(const Table* t, Fault* fault) noexcept nogil:
    cdef int open_cards = 0
    cdef int seat, cards, drafted = 0
    if t.step == STEP_STARTING:
        open_cards = TABLES.starting_cards[t.size] - t.argument
    elif base_of(t) == STEP_SETTLE_ORDER and is_to_come(t, STEP_DRAFT) and not is_to_come(t, STEP_STARTING):
        open_cards = TABLES.starting_cards[t.size] - (t.argument if t.step == STEP_DRAFT else 0)
    if popcount(t.starting) != open_cards:
        return refuse(fault, BAD_TOTALS, b"starting", b"another number of cards lies open at this point of the set-up")
    for seat in range(t.header.players):
        cards = popcount(t.player[seat].drafted)
        if drafted & t.player[seat].drafted or t.starting & t.player[seat].drafted:
            return refuse_seat(fault, BAD_OWNER, seat, b"drafted", b"a card lies elsewhere, too")
        drafted |= t.player[seat].drafted
        if base_of(t) == STEP_SETTLE_ORDER:
            if cards != drafted_so_far(t, seat):
                return refuse_seat(fault, BAD_TOTALS, seat, b"drafted", b"another number at this point of the draft")
        elif is_solo(t) and seat == AUTOMATON:
            if cards:
                return refuse_seat(fault, BAD_OWNER, seat, b"drafted", b"the automaton drafts nothing")
        elif not left_of(t, STEP_STARTING_GAIN, seat):
            if cards:
                return refuse_seat(fault, BAD_TOTALS, seat, b"drafted", b"all of them have been used")
        elif seat == t.seat and not is_to_come(t, STEP_DESTINY):
            if cards >= CARDS_PER_PLAYER:
                return refuse_seat(fault, BAD_TOTALS, seat, b"drafted", b"one of them is being used")
        elif cards != CARDS_PER_PLAYER:
            return refuse_seat(fault, BAD_TOTALS, seat, b"drafted", b"two are drafted, and none is used yet")
    return OK
