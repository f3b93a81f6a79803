"""The ten actions by number: which values each can be done with, and how it begins."""

from libc.stdint cimport uint8_t

from egypt.games.tekhenu.gains cimport receive_god_gains, win_low_die
from egypt.games.tekhenu.payment cimport goods_for_action
from egypt.games.tekhenu.rules_hathor cimport bastet_values, begin_bastet, begin_hathor, hathor_values
from egypt.games.tekhenu.rules_horus cimport begin_horus, horus_values
from egypt.games.tekhenu.rules_osiris cimport begin_osiris, osiris_values
from egypt.games.tekhenu.rules_production cimport begin_production
from egypt.games.tekhenu.rules_ra cimport begin_ra, ra_values
from egypt.games.tekhenu.rules_thoth cimport begin_thoth, thoth_values
from egypt.games.tekhenu.state cimport (
    ALL_VALUES, BASTET, GOD_NB, GOODS_NB, HATHOR, HORUS, PRODUCE, RA, STEP_BONUS, THOTH, VIRTUAL, WAIVED, Player,
    Table, TekhenuState, god_statues_at, push,
)
from egypt.games.tekhenu.step_arguments cimport bonus_for
from egypt.games.tekhenu.tables cimport TABLES


cdef int action_values(const Table* t, const Player* player, int action, bint free) noexcept nogil:
    cdef uint8_t[GOODS_NB] goods
    if action >= PRODUCE:
        return ALL_VALUES
    if not player.technologies & TABLES.god_gain[action]:
        return god_values(t, player, player.goods, action, free)
    goods_for_action(player, action, goods)
    return god_values(t, player, goods, action, free)


cdef int god_values(const Table* t, const Player* player, const uint8_t* goods, int god, bint free) noexcept nogil:
    if god == HORUS:
        return horus_values(t, player, goods, free)
    if god == RA:
        return ra_values(t, player, goods, free)
    if god == HATHOR:
        return hathor_values(t, player, goods, free)
    if god == BASTET:
        return bastet_values(player, goods, free)
    if god == THOTH:
        return thoth_values(t, player, goods, free)
    return osiris_values(t, player)


cdef void begin_action(TekhenuState* s, int action, int value) noexcept nogil:
    """With the die of this turn."""
    s.table.turn.flags &= ~(VIRTUAL | WAIVED)
    if action < PRODUCE:        # each production of a repeated one counts for itself
        win_low_die(&s.table.player[s.table.seat], value)
    begin(s, action, value)


cdef void begin_virtual_action(TekhenuState* s, int action, int value, bint free) noexcept nogil:
    s.table.turn.flags &= ~WAIVED
    s.table.turn.flags |= VIRTUAL | (WAIVED if free else 0)
    begin(s, action, value)


cdef void begin(TekhenuState* s, int action, int value) noexcept nogil:
    s.table.turn.action = action
    s.table.turn.value = value
    s.table.turn.floor = 0      # whatever it brings may be played in any order with what was held before
    if action >= PRODUCE:
        begin_production(s, action - PRODUCE)
        return
    if god_statues_at(&s.table, action):     # not for a statue that this action is about to build
        push(&s.table, STEP_BONUS, bonus_for(action, 0))
    if action != BASTET:    # what may serve to pay comes first; a festival moves the markers when it is held
        receive_god_gains(s, action)
    if action == HORUS:
        begin_horus(s, horus_spaces(s, value))
    elif action == RA:
        begin_ra(s)
    elif action == HATHOR:
        begin_hathor(s)
    elif action == BASTET:
        begin_bastet(s)
    elif action == THOTH:
        begin_thoth(s)
    else:
        begin_osiris(s)


cdef int horus_spaces(TekhenuState* s, int value) noexcept nogil:
    """The Horus space of a value, or for value 0 those that a pillar tile allows."""
    cdef int spaces = 1 << (value - 1) if value else s.table.turn.rotation
    if not value:
        s.table.turn.rotation = 0
    return spaces & ((1 << GOD_NB) - 1)
