"""Horus: build a statue for a god or for the people (rulebook pp. 16-17); and what statues bring their owners later."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport gain, win
from egypt.games.tekhenu.moves cimport CHOOSE, STATUE, make
from egypt.games.tekhenu.payment cimport can_pay, charge
from egypt.games.tekhenu.rules_automaton_gods cimport automaton_bonus
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BONUS_BUILT, GOD_NB, GOLD, HORUS, NOBODY, PEOPLE_NB, STEP_BONUS, STEP_BUILD_STATUE, STEP_STATUE,
    TEMPLE_ROW, Player, Table, TekhenuState, all_people, god_statues_at, is_solo, push, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport TECH_STATUE_GAIN, T

cdef enum:
    ALL_VALUES = 0x7E
    ALL_PEOPLE = 15


# -- building -----------------------------------------------------------------------------------------------

cdef inline bint has_room(const Table* table, int god) noexcept nogil:
    return god_statues_at(table, god) < T.god_spaces[table.size]


cdef int horus_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef int built = statues_of(player)
    cdef int space, values = 0
    if built >= T.statues:
        return 0
    if not free and not player.blessings & T.waives[HORUS] and not can_pay(player, goods, 0, 0, 0, T.statue_cost[built]):
        return 0
    if all_people(table) != ALL_PEOPLE:
        return ALL_VALUES
    for space in range(GOD_NB):
        if has_room(table, table.god_at[space]):
            values |= 2 << space
    return values


cdef void begin_horus(TekhenuState* state, int spaces) noexcept nogil:
    push(&state.table, STEP_STATUE, spaces)


cdef int list_statue_places(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef const Table* table = &state.table
    cdef int taken = all_people(table)
    cdef int place, n = 0
    for place in range(GOD_NB):
        if table.argument >> place & 1 and has_room(table, table.god_at[place]):
            moves[n] = make(STATUE, place)
            n += 1
    for place in range(PEOPLE_NB):
        if not taken >> place & 1:
            moves[n] = make(STATUE, GOD_NB + place)
            n += 1
    return n


cdef void choose_statue_place(TekhenuState* state, int place) noexcept nogil:
    push(&state.table, STEP_BUILD_STATUE, place)
    charge(state, 0, 0, 0, T.statue_cost[statues_of(&state.table.player[state.table.seat])])


cdef void build_statue(TekhenuState* state, int place) noexcept nogil:
    cdef Table* table = &state.table
    cdef Player* player = &table.player[table.seat]
    cdef int god, space
    if place < GOD_NB:
        god = table.god_at[place]
        if T.pays_when_built[table.size] and not statues_at(player, god):
            push(table, STEP_BONUS, god * 8 + BONUS_BUILT)
        player.god_statues += 1 << 2 * god
        return
    space = place - GOD_NB
    player.people |= 1 << space
    player.goods[GOLD] += T.people_gold
    if space >= TEMPLE_ROW:
        win(player, T.temple_pillar_vp * popcount(player.pillars & T.line_cells[T.people_line[space]]))


# -- bonuses ------------------------------------------------------------------------------------------------

cdef inline int space_of(const Table* table, int god) noexcept nogil:
    """The Horus space whose tile names the god: its bonus is what statues of that god bring."""
    cdef int space = 0
    while space < GOD_NB - 1 and table.god_at[space] != god:
        space += 1
    return space


cdef int bonus_seat(const Table* table, int place) noexcept nogil:
    """The seat at a place of the row that begins after the turn player and ends with him; NOBODY beyond."""
    cdef int players = table.header.players
    cdef int own = 0
    if place == BONUS_BUILT:
        return table.seat
    if place >= players or (place == players - 1 and not T.pays_own_actions[table.size]):
        return NOBODY
    while table.order[own] != table.seat:
        own += 1
    return table.order[(own + 1 + place) % players]


cdef void technology_bonus(TekhenuState* state, int seat) noexcept nogil:
    cdef uint32_t cards = state.table.player[seat].technologies & T.technology_with[TECH_STATUE_GAIN]
    while cards:
        gain(state, seat, &T.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef int pay_bonuses(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int god = table.argument >> 3
    cdef int place = table.argument & 7
    cdef int space = space_of(table, god)
    cdef int seat = bonus_seat(table, place)
    while seat != NOBODY:
        if statues_at(&table.player[seat], god):
            if is_solo(table) and seat == AUTOMATON:
                automaton_bonus(state, space)
            elif T.bonus_either[space]:
                table.argument = god * 8 + place
                return seat
            else:
                gain(state, seat, &T.bonus[space])
                technology_bonus(state, seat)
        place += 1
        seat = bonus_seat(table, place) if place < BONUS_BUILT else NOBODY
    return NOBODY


cdef int list_bonus(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int either = T.bonus_either[space_of(&state.table, state.table.argument >> 3)]
    cdef int kind, n = 0
    for kind in range(BASIC_NB):
        if either >> kind & 1:
            moves[n] = make(CHOOSE, kind)
            n += 1
    return n


cdef void choose_bonus(TekhenuState* state, int kind) noexcept nogil:
    cdef Table* table = &state.table
    cdef int place = table.argument & 7
    cdef int seat = bonus_seat(table, place)
    table.player[seat].goods[kind] += 1
    technology_bonus(state, seat)
    if place < BONUS_BUILT - 1:
        push(table, STEP_BONUS, table.argument + 1)
