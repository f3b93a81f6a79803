"""Horus: build a statue for a god or for the people (rulebook pp. 16-17); and what statues bring their owners later."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport gain, win
from egypt.games.tekhenu.moves cimport MOVE_CHOOSE, MOVE_STATUE, make_move
from egypt.games.tekhenu.payment cimport can_pay, charge
from egypt.games.tekhenu.rules_automaton_gods cimport automaton_bonus
from egypt.games.tekhenu.state cimport (
    ALL_VALUES, AUTOMATON, BASIC_NB, BONUS_BUILT, GOD_NB, GOLD, HORUS, NOBODY, PEOPLE_NB, STEP_BONUS,
    STEP_BUILD_STATUE, STEP_STATUE, TEMPLE_ROW, Player, Table, TekhenuState, all_people, god_statues_at, is_solo, push,
    statues_at, statues_of,
)
from egypt.games.tekhenu.step_arguments cimport bonus_for, god_in, place_in
from egypt.games.tekhenu.tables cimport TABLES, TECH_STATUE_GAIN

cdef enum:
    ALL_PEOPLE = 15


# -- building -----------------------------------------------------------------------------------------------

cdef inline bint has_room(const Table* t, int god) noexcept nogil:
    return god_statues_at(t, god) < TABLES.god_spaces[t.size]


cdef int horus_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef int built = statues_of(player)
    cdef int space, values = 0
    if built >= TABLES.statues:
        return 0
    if not (free or player.blessings & TABLES.waives[HORUS]
            or can_pay(player, goods, 0, 0, 0, TABLES.statue_cost[built])):
        return 0
    if all_people(t) != ALL_PEOPLE:
        return ALL_VALUES
    for space in range(GOD_NB):
        if has_room(t, t.god_at[space]):
            values |= 2 << space
    return values


cdef void begin_horus(TekhenuState* s, int spaces) noexcept nogil:
    push(&s.table, STEP_STATUE, spaces)


cdef int list_statue_places(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int taken = all_people(t)
    cdef int place, n = 0
    for place in range(GOD_NB):
        if t.argument >> place & 1 and has_room(t, t.god_at[place]):
            moves[n] = make_move(MOVE_STATUE, place)
            n += 1
    for place in range(PEOPLE_NB):
        if not taken >> place & 1:
            moves[n] = make_move(MOVE_STATUE, GOD_NB + place)
            n += 1
    return n


cdef void choose_statue_place(TekhenuState* s, int place) noexcept nogil:
    push(&s.table, STEP_BUILD_STATUE, place)
    charge(s, 0, 0, 0, TABLES.statue_cost[statues_of(&s.table.player[s.table.seat])])


cdef void build_statue(TekhenuState* s, int place) noexcept nogil:
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef int god, space
    if place < GOD_NB:
        god = t.god_at[place]
        if TABLES.pays_when_built[t.size] and not statues_at(player, god):
            push(t, STEP_BONUS, bonus_for(god, BONUS_BUILT))
        player.god_statues += 1 << 2 * god
        return
    space = place - GOD_NB
    player.people |= 1 << space
    player.goods[GOLD] += TABLES.people_gold
    if space >= TEMPLE_ROW:
        win(player, TABLES.temple_pillar_vp * popcount(player.pillars & TABLES.line_cells[TABLES.people_line[space]]))


# -- bonuses ------------------------------------------------------------------------------------------------

cdef inline int space_of(const Table* t, int god) noexcept nogil:
    """The Horus space whose tile names the god: its bonus is what statues of that god bring."""
    cdef int space = 0
    while space < GOD_NB - 1 and t.god_at[space] != god:
        space += 1
    return space


cdef int bonus_seat(const Table* t, int place) noexcept nogil:
    """The seat at a place of the row that begins after the turn player and ends with them; NOBODY beyond."""
    cdef int players = t.header.players
    cdef int own = 0
    if place == BONUS_BUILT:
        return t.seat
    if place >= players or (place == players - 1 and not TABLES.pays_own_actions[t.size]):
        return NOBODY
    while t.order[own] != t.seat:
        own += 1
    return t.order[(own + 1 + place) % players]


cdef void technology_bonus(TekhenuState* s, int seat) noexcept nogil:
    cdef uint32_t cards = s.table.player[seat].technologies & TABLES.technology_with[TECH_STATUE_GAIN]
    while cards:
        gain(s, seat, &TABLES.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef int pay_bonuses(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int god = god_in(t.argument)
    cdef int place = place_in(t.argument)
    cdef int space = space_of(t, god)
    cdef int seat = bonus_seat(t, place)
    while seat != NOBODY:
        if statues_at(&t.player[seat], god):
            if is_solo(t) and seat == AUTOMATON:
                automaton_bonus(s, space)
            elif TABLES.bonus_either[space]:
                t.argument = bonus_for(god, place)
                return seat
            else:
                gain(s, seat, &TABLES.bonus[space])
                technology_bonus(s, seat)
        place += 1
        seat = bonus_seat(t, place) if place < BONUS_BUILT else NOBODY
    return NOBODY


cdef int list_bonus(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int either = TABLES.bonus_either[space_of(&s.table, god_in(s.table.argument))]
    cdef int kind, n = 0
    for kind in range(BASIC_NB):
        if either >> kind & 1:
            moves[n] = make_move(MOVE_CHOOSE, kind)
            n += 1
    return n


cdef void choose_bonus(TekhenuState* s, int kind) noexcept nogil:
    cdef Table* t = &s.table
    cdef int place = place_in(t.argument)
    cdef int seat = bonus_seat(t, place)
    t.player[seat].goods[kind] += 1
    technology_bonus(s, seat)
    if place < BONUS_BUILT - 1:
        push(t, STEP_BONUS, t.argument + 1)
