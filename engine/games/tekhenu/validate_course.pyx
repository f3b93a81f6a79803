"""The order of play: which steps the stack holds at which time, and whose turn it is (rulebook pp. 6-13)."""

from egypt.core.types cimport BAD_PHASE, OK
from egypt.games.tekhenu.faults cimport Fault, refuse
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, GOD_NB, SECTION_NB, SHADED, STEP_COLLECT, STEP_DEAL, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE,
    STEP_DRAFT, STEP_DRAFTER, STEP_EDICT, STEP_END_TURN, STEP_FAITH, STEP_FILL, STEP_FINISH, STEP_GOD_TILE,
    STEP_JUDGEMENT, STEP_KEEP, STEP_LOT_STARTING, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER, STEP_REVEAL,
    STEP_ROTATION, STEP_SCORE, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_STARTING, STEP_STARTING_GAIN, STEP_SUN, STEP_TILE,
    STEP_UPKEEP, Table, is_solo,
)
from egypt.games.tekhenu.step_arguments cimport dice_for, dice_in, sector_in
from egypt.games.tekhenu.tables cimport TABLES

cdef enum:
    ROUNDS_PER_ROTATION = 2
    CARDS_PER_PLAYER = 2    # starting cards


# -- the lists, first things first ----------------------------------------------------------------------------

cdef void add(Course* course, int step, int argument=0) noexcept nogil:
    course.step[course.number].step = step
    course.step[course.number].argument = argument
    course.number += 1


cdef void list_set_up(const Table* t, Course* course) noexcept nogil:
    """Until all have drafted starting cards (pp. 6-8)."""
    cdef int i
    add(course, STEP_SUN)
    if not TABLES.variant[t.header.variant].printed_gods:
        add(course, STEP_GOD_TILE)
    for _ in range(3):
        add(course, STEP_TILE)
    if TABLES.variant[t.header.variant].pillar:
        add(course, STEP_TILE, 1)
    for i in range(GOD_NB):
        add(course, STEP_DICE, dice_for(i, TABLES.dice_per_sector))
    for i in range(SECTION_NB):
        if TABLES.opens_at[i] == 0:
            add(course, STEP_FILL, i)
    add(course, STEP_DEAL)
    add(course, STEP_KEEP)
    if TABLES.variant[t.header.variant].random_start:
        add(course, STEP_LOT_STARTING, CARDS_PER_PLAYER)
    else:
        add(course, STEP_STARTING, TABLES.starting_cards[t.size])
        if not is_solo(t):
            add(course, STEP_DRAFTER)
        add(course, STEP_DRAFT)
    add(course, STEP_SETTLE_ORDER)


cdef void list_first_gains(const Table* t, Course* course) noexcept nogil:
    """Destiny cards are taken, then all gain what their cards show, in turn order (p. 8)."""
    cdef int place
    add(course, STEP_DESTINY)
    for place in range(t.header.players):
        if people_seats(t) >> t.order[place] & 1:
            add(course, STEP_STARTING_GAIN, t.order[place])
            add(course, STEP_DESTINY_GAIN, t.order[place])
    add(course, STEP_SETTLED)


cdef void list_after_rotation(const Table* t, Course* course) noexcept nogil:
    """The Maat phase, if it is due, and new dice in both shaded sectors (pp. 11-12)."""
    cdef int sector
    if t.round % TABLES.maat_every == 0:
        add(course, STEP_FAITH)
        add(course, STEP_JUDGEMENT)
        if t.round // TABLES.maat_every % TABLES.score_every == 0:
            add(course, STEP_SCORE)
            add(course, STEP_UPKEEP)
        add(course, STEP_COLLECT)
        add(course, STEP_DESTINY)
    for sector in range(GOD_NB):
        if TABLES.light[(sector + GOD_NB - t.sun) % GOD_NB] == SHADED:
            add(course, STEP_DICE, dice_for(sector, TABLES.refill[t.size]))
    add(course, STEP_NEXT_ROUND)


cdef void list_end(const Table* t, Course* course) noexcept nogil:
    """The last Maat phase and the last scoring (pp. 12-13)."""
    cdef int seat
    add(course, STEP_FAITH)
    add(course, STEP_JUDGEMENT)
    add(course, STEP_EDICT)
    add(course, STEP_SCORE)
    add(course, STEP_UPKEEP)
    for seat in range(t.header.players):
        add(course, STEP_REVEAL, seat)
    add(course, STEP_FINISH)


cdef int base_of(const Table* t) noexcept nogil:
    return t.stack[0].step if t.height else STEP_OVER


cdef int list_course(const Table* t, Course* course, Fault* fault) noexcept nogil:
    """The list that ends with the step at the bottom of the stack, if this is the round for it."""
    cdef int base = base_of(t)
    cdef bint rotates = t.round % ROUNDS_PER_ROTATION == 0
    course.number = 0
    if base == STEP_SETTLE_ORDER or base == STEP_SETTLED:
        if t.round:
            return refuse(fault, BAD_PHASE, b"stack", b"set-up is over after round 0")
        if base == STEP_SETTLE_ORDER:
            list_set_up(t, course)
        else:
            list_first_gains(t, course)
        return OK
    if t.round == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"in round 0 settle-order or settled must be the last step")
    if base == STEP_END_TURN:
        add(course, base)
    elif base == STEP_NEXT_TURN:
        if t.stack[0].argument >= t.header.players:
            return refuse(fault, BAD_PHASE, b"stack", b"next-turn names a place beyond the turn order")
        add(course, base, t.stack[0].argument)
    elif base == STEP_ROTATION and rotates:
        add(course, base)
    elif base == STEP_NEXT_ROUND and t.round < TABLES.rounds:
        if rotates:
            list_after_rotation(t, course)
        else:
            add(course, base)
    elif base == STEP_FINISH and t.round == TABLES.rounds:
        list_end(t, course)
    else:
        return refuse(fault, BAD_PHASE, b"stack", b"its last step does not belong to this round")
    return OK


# -- where in the list the game has stopped -------------------------------------------------------------------

cdef bint is_begun(const Table* t, int whole, int argument, int step, bint current) noexcept nogil:
    """Whether `argument` is what a step that began with `whole` can have come to; if it waits, others come in between."""
    cdef int players = t.header.players
    if step == STEP_FAITH or step == STEP_UPKEEP:
        return current and argument < players
    if step == STEP_EDICT or step == STEP_DESTINY:
        return argument < players if current else 1 <= argument <= players
    if not current:
        return False
    if step == STEP_GOD_TILE:
        return argument < GOD_NB
    if step == STEP_DICE:
        return sector_in(argument) == sector_in(whole) and 1 <= dice_in(argument) <= dice_in(whole)
    if step == STEP_DEAL:
        return argument < players and (people_seats(t) >> argument & 1) != 0
    if step == STEP_STARTING or step == STEP_LOT_STARTING:
        return 1 <= argument <= whole
    if step == STEP_DRAFT:
        return argument < CARDS_PER_PLAYER * (1 if is_solo(t) else players)
    return argument == whole


cdef int read_course(const Table* t, Course* course, Fault* fault) noexcept nogil:
    cdef int status = list_course(t, course, fault)
    cdef int left
    course.matched = 0
    course.begun = False
    course.current = False
    if status != OK:
        return status
    while course.matched < t.height and course.matched < course.number:
        left = course.number - 1 - course.matched
        if (t.stack[course.matched].step != course.step[left].step
                or t.stack[course.matched].argument != course.step[left].argument):
            break
        course.matched += 1
    if course.matched == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"its last step has another number in the order of play")
    left = course.number - 1 - course.matched
    if left < 0:
        return OK
    if course.matched < t.height:
        course.begun = t.stack[course.matched].step == course.step[left].step and is_begun(
            t, course.step[left].argument, t.stack[course.matched].argument, course.step[left].step, False)
    elif t.step == course.step[left].step:
        course.current = is_begun(t, course.step[left].argument, t.argument, t.step, True)
        if not course.current:
            return refuse(fault, BAD_PHASE, b"step", b"its number does not fit the steps that come after it")
    return OK


cdef bint is_to_come(const Table* t, int step) noexcept nogil:
    cdef int i
    if t.step == step:
        return True
    for i in range(t.height):
        if t.stack[i].step == step:
            return True
    return False


# -- whose turn ----------------------------------------------------------------------------------------------

cdef bint is_automatons_turn(const Table* t) noexcept nogil:
    return is_solo(t) and base_of(t) == STEP_END_TURN and t.seat == AUTOMATON


cdef int asked_place(const Table* t, const Course* course) noexcept nogil:
    """The place in turn order of the seat that is asked, or acts after having been asked; -1 where none was."""
    if course.current and (t.step == STEP_DESTINY or t.step == STEP_EDICT):
        return t.argument
    if course.begun:
        return t.stack[course.matched].argument - 1
    return -1


cdef int check_seat(const Table* t, const Course* course, Fault* fault) noexcept nogil:
    cdef int players = t.header.players
    cdef int base = base_of(t)
    cdef int place = asked_place(t, course)
    cdef int i, last = players - 1
    if base == STEP_SETTLE_ORDER:
        for i in range(players):
            if t.order[i] != i:
                return refuse(fault, BAD_PHASE, b"order", b"it is settled only after the draft")
        if t.seat:
            return refuse(fault, BAD_PHASE, b"seat", b"nobody has a turn before the draft")
        if t.place and (t.step != STEP_DRAFT or is_solo(t)):
            return refuse(fault, BAD_PHASE, b"place", b"the first drafter is not drawn yet")
        return OK
    if base == STEP_SETTLED:
        if is_solo(t) and t.order[0] != AUTOMATON:
            return refuse(fault, BAD_PHASE, b"order", b"the automaton begins")
        if t.place:
            return refuse(fault, BAD_PHASE, b"place", b"must be 0 until the first turn")
        if place >= 0 and t.seat != t.order[place]:
            return refuse(fault, BAD_PHASE, b"seat", b"another seat takes a destiny card")
        return check_gaining_seat(t, course, fault)
    if base == STEP_END_TURN:
        place = t.place
    elif base == STEP_NEXT_TURN and t.stack[0].argument:
        place = last = t.stack[0].argument - 1
    elif base == STEP_NEXT_TURN and t.round == 1:
        last = 0
    if base != STEP_END_TURN and t.place != last:
        return refuse(fault, BAD_PHASE, b"place", b"another player had the last turn")
    if place < 0 and not is_to_come(t, STEP_JUDGEMENT) and (
            is_to_come(t, STEP_COLLECT) or is_to_come(t, STEP_DESTINY)
            or base == STEP_FINISH or base == STEP_OVER):
        return OK       # a new turn order since the last turn
    if t.seat != t.order[place if place >= 0 else players - 1]:
        return refuse(fault, BAD_PHASE, b"seat", b"it is the turn of another seat")
    return OK


cdef int check_gaining_seat(const Table* t, const Course* course, Fault* fault) noexcept nogil:
    """In the set-up: who draws starting cards, or has just used them up."""
    cdef int below, place = 0
    if course.current or course.begun or is_to_come(t, STEP_DESTINY):
        return OK
    below = t.stack[course.matched - 1].step
    if below == STEP_STARTING_GAIN:
        if t.seat == t.stack[course.matched - 1].argument:
            return OK
        while t.order[place] != t.stack[course.matched - 1].argument:
            place += 1
    else:
        place = t.header.players
        if below == STEP_DESTINY_GAIN and t.seat == t.stack[course.matched - 1].argument:
            return OK
    if place == 0 or t.seat != t.order[place - 1]:
        return refuse(fault, BAD_PHASE, b"seat", b"it is the turn of another seat")
    return OK
