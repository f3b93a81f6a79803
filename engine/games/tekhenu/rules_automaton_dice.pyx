"""Which die the automaton takes (rulebook p. 23): the highest it can find, never a forbidden one.

A set of dice is a bit per place in Table.die.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.gains cimport status_of
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, FORBIDDEN, GOD_NB, GREY, PURE, Table, die_colour, die_face, die_sector, statues_at,
)
from egypt.games.tekhenu.tables cimport T


cdef uint32_t suitable_dice(const Table* table) noexcept nogil:
    cdef int tile = table.pyramid[table.marker - 1] - 1
    if tile < GOD_NB:
        return dice_for_god(table, T.solo.action_tile[tile][0])
    return dice_for_resources(table, tile)


# -- god tiles -------------------------------------------------------------------------------------------------

cdef uint32_t dice_for_god(const Table* table, int god) noexcept nogil:
    """Of the god's sector, or of the next one counter-clockwise that has any; pure ones are preferred."""
    cdef uint32_t best = 0
    cdef uint32_t pure
    cdef int back
    for back in range(GOD_NB):
        best = highest_dice(table, dice_in_sector(table, (god + GOD_NB - back) % GOD_NB))
        if best:
            break
    pure = pure_dice(table, best)
    return pure if pure else best


cdef uint32_t dice_in_sector(const Table* table, int sector) noexcept nogil:
    cdef uint32_t dice = 0
    cdef int i
    for i in range(table.dice):
        if die_sector(table.die[i]) == sector and is_allowed(table, table.die[i]):
            dice |= <uint32_t>1 << i
    return dice


# -- resource tiles --------------------------------------------------------------------------------------------

cdef uint32_t dice_for_resources(const Table* table, int tile) noexcept nogil:
    """Of the first colour on the tile that is to be had; grey ones only if there is nothing else."""
    cdef uint32_t best = 0
    cdef int i
    for i in range(BASIC_NB):
        best = highest_dice(table, dice_of_colour(table, T.solo.action_tile[tile][i]))
        if best:
            break
    if not best:
        best = highest_dice(table, dice_of_colour(table, GREY))
    return dice_by_statues(table, best)


cdef uint32_t dice_of_colour(const Table* table, int colour) noexcept nogil:
    cdef uint32_t dice = 0
    cdef int i
    for i in range(table.dice):
        if die_colour(table.die[i]) == colour and is_allowed(table, table.die[i]):
            dice |= <uint32_t>1 << i
    return dice


cdef uint32_t dice_by_statues(const Table* table, uint32_t dice) noexcept nogil:
    """Those of gods for whom it has a statue, the one on the highest Horus space first; without such, all of them."""
    cdef uint32_t rest
    cdef int space, god
    for space in range(GOD_NB - 1, -1, -1):
        god = table.god_at[space]
        if god < GOD_NB and statues_at(&table.player[AUTOMATON], god):
            rest = of_sector(table, dice, god)
            if rest:
                return rest
    return dice


cdef uint32_t of_sector(const Table* table, uint32_t dice, int sector) noexcept nogil:
    cdef uint32_t rest = dice, chosen = 0
    cdef int i
    while rest:
        i = lowest_bit(rest)
        rest &= rest - 1
        if die_sector(table.die[i]) == sector:
            chosen |= <uint32_t>1 << i
    return chosen


# -- comparing dice --------------------------------------------------------------------------------------------

cdef inline bint is_allowed(const Table* table, int code) noexcept nogil:
    return status_of(table, die_sector(code), die_colour(code)) != FORBIDDEN


cdef uint32_t highest_dice(const Table* table, uint32_t dice) noexcept nogil:
    cdef uint32_t highest = 0
    cdef int i, face = 0
    while dice:
        i = lowest_bit(dice)
        dice &= dice - 1
        if die_face(table.die[i]) > face:
            face = die_face(table.die[i])
            highest = 0
        if die_face(table.die[i]) == face:
            highest |= <uint32_t>1 << i
    return highest


cdef uint32_t pure_dice(const Table* table, uint32_t dice) noexcept nogil:
    cdef uint32_t pure = 0
    cdef int i
    while dice:
        i = lowest_bit(dice)
        dice &= dice - 1
        if status_of(table, die_sector(table.die[i]), die_colour(table.die[i])) == PURE:
            pure |= <uint32_t>1 << i
    return pure
