"""The order of play: which steps the stack holds at which time, and whose turn it is (rulebook pp. 6-13)."""

from egypt.core.types cimport BAD_PHASE, OK
from egypt.games.tekhenu.faults cimport Fault, refuse
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, GOD_NB, SECTION_NB, SHADED, STEP_COLLECT, STEP_DEAL, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE, STEP_DRAFT,
    STEP_DRAFTER, STEP_EDICT, STEP_END_TURN, STEP_FAITH, STEP_FILL, STEP_FINISH, STEP_GOD_TILE, STEP_JUDGEMENT, STEP_KEEP,
    STEP_LOT_STARTING, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER, STEP_REVEAL, STEP_ROTATION, STEP_SCORE, STEP_SETTLED,
    STEP_SETTLE_ORDER, STEP_STARTING, STEP_STARTING_GAIN, STEP_SUN, STEP_TILE, STEP_UPKEEP, Table, is_solo,
)
from egypt.games.tekhenu.tables cimport T

cdef enum:
    ROUNDS_PER_ROTATION = 2
    CARDS_PER_PLAYER = 2    # starting cards


# -- the lists, first things first ----------------------------------------------------------------------------

cdef void add(Course* course, int step, int argument=0) noexcept nogil:
    course.step[course.number].step = step
    course.step[course.number].argument = argument
    course.number += 1


cdef void list_set_up(const Table* table, Course* course) noexcept nogil:
    """Until all have drafted starting cards (pp. 6-8)."""
    cdef int i
    add(course, STEP_SUN)
    if not T.variant[table.header.variant].printed_gods:
        add(course, STEP_GOD_TILE)
    for _ in range(3):
        add(course, STEP_TILE)
    if T.variant[table.header.variant].pillar:
        add(course, STEP_TILE, 1)
    for i in range(GOD_NB):
        add(course, STEP_DICE, i << 3 | T.dice_per_sector)
    for i in range(SECTION_NB):
        if T.opens_at[i] == 0:
            add(course, STEP_FILL, i)
    add(course, STEP_DEAL)
    add(course, STEP_KEEP)
    if T.variant[table.header.variant].random_start:
        add(course, STEP_LOT_STARTING, CARDS_PER_PLAYER)
    else:
        add(course, STEP_STARTING, T.starting_cards[table.size])
        if not is_solo(table):
            add(course, STEP_DRAFTER)
        add(course, STEP_DRAFT)
    add(course, STEP_SETTLE_ORDER)


cdef void list_first_gains(const Table* table, Course* course) noexcept nogil:
    """Destiny cards are taken, then all gain what their cards show, in turn order (p. 8)."""
    cdef int place
    add(course, STEP_DESTINY)
    for place in range(table.header.players):
        if people_seats(table) >> table.order[place] & 1:
            add(course, STEP_STARTING_GAIN, table.order[place])
            add(course, STEP_DESTINY_GAIN, table.order[place])
    add(course, STEP_SETTLED)


cdef void list_after_rotation(const Table* table, Course* course) noexcept nogil:
    """The Maat phase, if it is due, and new dice in both shaded sectors (pp. 11-12)."""
    cdef int sector
    if table.round % T.maat_every == 0:
        add(course, STEP_FAITH)
        add(course, STEP_JUDGEMENT)
        if table.round // T.maat_every % T.score_every == 0:
            add(course, STEP_SCORE)
            add(course, STEP_UPKEEP)
        add(course, STEP_COLLECT)
        add(course, STEP_DESTINY)
    for sector in range(GOD_NB):
        if T.light[(sector + GOD_NB - table.sun) % GOD_NB] == SHADED:
            add(course, STEP_DICE, sector << 3 | T.refill[table.size])
    add(course, STEP_NEXT_ROUND)


cdef void list_end(const Table* table, Course* course) noexcept nogil:
    """The last Maat phase and the last scoring (pp. 12-13)."""
    cdef int seat
    add(course, STEP_FAITH)
    add(course, STEP_JUDGEMENT)
    add(course, STEP_EDICT)
    add(course, STEP_SCORE)
    add(course, STEP_UPKEEP)
    for seat in range(table.header.players):
        add(course, STEP_REVEAL, seat)
    add(course, STEP_FINISH)


cdef int base_of(const Table* table) noexcept nogil:
    return table.stack[0].step if table.height else STEP_OVER


cdef int list_course(const Table* table, Course* course, Fault* fault) noexcept nogil:
    """The list that ends with the step at the bottom of the stack, if this is the round for it."""
    cdef int base = base_of(table)
    cdef bint rotates = table.round % ROUNDS_PER_ROTATION == 0
    course.number = 0
    if base == STEP_SETTLE_ORDER or base == STEP_SETTLED:
        if table.round:
            return refuse(fault, BAD_PHASE, b"stack", b"set-up is over after round 0")
        if base == STEP_SETTLE_ORDER:
            list_set_up(table, course)
        else:
            list_first_gains(table, course)
        return OK
    if table.round == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"in round 0 settle-order or settled must be the last step")
    if base == STEP_END_TURN:
        add(course, base)
    elif base == STEP_NEXT_TURN:
        if table.stack[0].argument >= table.header.players:
            return refuse(fault, BAD_PHASE, b"stack", b"next-turn names a place beyond the turn order")
        add(course, base, table.stack[0].argument)
    elif base == STEP_ROTATION and rotates:
        add(course, base)
    elif base == STEP_NEXT_ROUND and table.round < T.rounds:
        if rotates:
            list_after_rotation(table, course)
        else:
            add(course, base)
    elif base == STEP_FINISH and table.round == T.rounds:
        list_end(table, course)
    else:
        return refuse(fault, BAD_PHASE, b"stack", b"its last step does not belong to this round")
    return OK


# -- where in the list the game has stopped -------------------------------------------------------------------

cdef bint is_begun(const Table* table, int whole, int argument, int step, bint current) noexcept nogil:
    """Whether `argument` is what a step that began with `whole` can have come to; if it waits, others come in between."""
    cdef int players = table.header.players
    if step == STEP_FAITH or step == STEP_UPKEEP:
        return current and argument < players
    if step == STEP_EDICT or step == STEP_DESTINY:
        return argument < players if current else 1 <= argument <= players
    if not current:
        return False
    if step == STEP_GOD_TILE:
        return argument < GOD_NB
    if step == STEP_DICE:
        return argument >> 3 == whole >> 3 and 1 <= argument & 7 <= whole & 7
    if step == STEP_DEAL:
        return (people_seats(table) >> argument & 1) != 0
    if step == STEP_STARTING or step == STEP_LOT_STARTING:
        return 1 <= argument <= whole
    if step == STEP_DRAFT:
        return argument < CARDS_PER_PLAYER * (1 if is_solo(table) else players)
    return argument == whole


cdef int read_course(const Table* table, Course* course, Fault* fault) noexcept nogil:
    cdef int status = list_course(table, course, fault)
    cdef int left
    course.matched = 0
    course.begun = False
    course.current = False
    if status != OK:
        return status
    while course.matched < table.height and course.matched < course.number:
        left = course.number - 1 - course.matched
        if (table.stack[course.matched].step != course.step[left].step
                or table.stack[course.matched].argument != course.step[left].argument):
            break
        course.matched += 1
    if course.matched == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"its last step has another number in the order of play")
    left = course.number - 1 - course.matched
    if left < 0:
        return OK
    if course.matched < table.height:
        course.begun = table.stack[course.matched].step == course.step[left].step and is_begun(
            table, course.step[left].argument, table.stack[course.matched].argument, course.step[left].step, False)
    elif table.step == course.step[left].step:
        course.current = is_begun(table, course.step[left].argument, table.argument, table.step, True)
        if not course.current:
            return refuse(fault, BAD_PHASE, b"step", b"its number does not fit the steps that come after it")
    return OK


cdef bint is_to_come(const Table* table, int step) noexcept nogil:
    cdef int i
    if table.step == step:
        return True
    for i in range(table.height):
        if table.stack[i].step == step:
            return True
    return False


# -- whose turn ----------------------------------------------------------------------------------------------

cdef bint is_automatons_turn(const Table* table) noexcept nogil:
    return is_solo(table) and base_of(table) == STEP_END_TURN and table.seat == AUTOMATON


cdef int asked_place(const Table* table, const Course* course) noexcept nogil:
    """The place in turn order of whoever is asked, or acts after having been asked; -1 where nobody was."""
    if course.current and (table.step == STEP_DESTINY or table.step == STEP_EDICT):
        return table.argument
    if course.begun:
        return table.stack[course.matched].argument - 1
    return -1


cdef int check_seat(const Table* table, const Course* course, Fault* fault) noexcept nogil:
    cdef int players = table.header.players
    cdef int base = base_of(table)
    cdef int place = asked_place(table, course)
    cdef int i, last = players - 1
    if base == STEP_SETTLE_ORDER:
        for i in range(players):
            if table.order[i] != i:
                return refuse(fault, BAD_PHASE, b"order", b"it is settled only after the draft")
        if table.seat:
            return refuse(fault, BAD_PHASE, b"seat", b"nobody has a turn before the draft")
        if table.place and (table.step != STEP_DRAFT or is_solo(table)):
            return refuse(fault, BAD_PHASE, b"place", b"the first drafter is not drawn yet")
        return OK
    if base == STEP_SETTLED:
        if is_solo(table) and table.order[0] != AUTOMATON:
            return refuse(fault, BAD_PHASE, b"order", b"the automaton begins")
        if table.place:
            return refuse(fault, BAD_PHASE, b"place", b"must be 0 until the first turn")
        if place >= 0 and table.seat != table.order[place]:
            return refuse(fault, BAD_PHASE, b"seat", b"another seat takes a destiny card")
        return check_gaining_seat(table, course, fault)
    if base == STEP_END_TURN:
        place = table.place
    elif base == STEP_NEXT_TURN and table.stack[0].argument:
        place = last = table.stack[0].argument - 1
    elif base == STEP_NEXT_TURN and table.round == 1:
        last = 0
    if base != STEP_END_TURN and table.place != last:
        return refuse(fault, BAD_PHASE, b"place", b"another player had the last turn")
    if place < 0 and not is_to_come(table, STEP_JUDGEMENT) and (
            is_to_come(table, STEP_COLLECT) or is_to_come(table, STEP_DESTINY)
            or base == STEP_FINISH or base == STEP_OVER):
        return OK       # a new turn order since the last turn
    if table.seat != table.order[place if place >= 0 else players - 1]:
        return refuse(fault, BAD_PHASE, b"seat", b"it is the turn of another seat")
    return OK


cdef int check_gaining_seat(const Table* table, const Course* course, Fault* fault) noexcept nogil:
    """In the set-up: who draws starting cards, or has just used them up."""
    cdef int below, place = 0
    if course.current or course.begun or is_to_come(table, STEP_DESTINY):
        return OK
    below = table.stack[course.matched - 1].step
    if below == STEP_STARTING_GAIN:
        if table.seat == table.stack[course.matched - 1].argument:
            return OK
        while table.order[place] != table.stack[course.matched - 1].argument:
            place += 1
    else:
        place = table.header.players
        if below == STEP_DESTINY_GAIN and table.seat == table.stack[course.matched - 1].argument:
            return OK
    if place == 0 or table.seat != table.order[place - 1]:
        return refuse(fault, BAD_PHASE, b"seat", b"it is the turn of another seat")
    return OK
