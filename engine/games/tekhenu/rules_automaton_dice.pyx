"""Which die the automaton takes (rulebook p. 23): the highest it can find, never a forbidden one.

A set of dice is a bit per place in Table.die.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.gains cimport status_of
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, FORBIDDEN, GOD_NB, GREY, PURE, Table, die_colour, die_face, die_sector, statues_at,
)
from egypt.games.tekhenu.tables cimport TABLES


cdef uint32_t suitable_dice(const Table* t) noexcept nogil:
    cdef int tile = t.pyramid[t.marker - 1] - 1
    if tile < GOD_NB:
        return dice_for_god(t, TABLES.solo.action_tile[tile][0])
    return dice_for_resources(t, tile)


# -- god tiles -------------------------------------------------------------------------------------------------

cdef uint32_t dice_for_god(const Table* t, int god) noexcept nogil:
    """Of the god's sector, or of the next one counter-clockwise that has any; pure ones are preferred."""
    cdef uint32_t best = 0
    cdef uint32_t pure
    cdef int back
    for back in range(GOD_NB):
        best = highest_dice(t, dice_in_sector(t, (god + GOD_NB - back) % GOD_NB))
        if best:
            break
    pure = pure_dice(t, best)
    return pure if pure else best


cdef uint32_t dice_in_sector(const Table* t, int sector) noexcept nogil:
    cdef uint32_t dice = 0
    cdef int i
    for i in range(t.dice):
        if die_sector(t.die[i]) == sector and is_allowed(t, t.die[i]):
            dice |= <uint32_t>1 << i
    return dice


# -- resource tiles --------------------------------------------------------------------------------------------

cdef uint32_t dice_for_resources(const Table* t, int tile) noexcept nogil:
    """Of the first colour on the tile that is to be had; grey ones only if there is nothing else."""
    cdef uint32_t best = 0
    cdef int i
    for i in range(BASIC_NB):
        best = highest_dice(t, dice_of_colour(t, TABLES.solo.action_tile[tile][i]))
        if best:
            break
    if not best:
        best = highest_dice(t, dice_of_colour(t, GREY))
    return dice_by_statues(t, best)


cdef uint32_t dice_of_colour(const Table* t, int colour) noexcept nogil:
    cdef uint32_t dice = 0
    cdef int i
    for i in range(t.dice):
        if die_colour(t.die[i]) == colour and is_allowed(t, t.die[i]):
            dice |= <uint32_t>1 << i
    return dice


cdef uint32_t dice_by_statues(const Table* t, uint32_t dice) noexcept nogil:
    """Those of gods for whom it has a statue, the one on the highest Horus space first; without such, all of them."""
    cdef uint32_t rest
    cdef int space, god
    for space in range(GOD_NB - 1, -1, -1):
        god = t.god_at[space]
        if god < GOD_NB and statues_at(&t.player[AUTOMATON], god):
            rest = of_sector(t, dice, god)
            if rest:
                return rest
    return dice


cdef uint32_t of_sector(const Table* t, uint32_t dice, int sector) noexcept nogil:
    cdef uint32_t rest = dice, chosen = 0
    cdef int i
    while rest:
        i = lowest_bit(rest)
        rest &= rest - 1
        if die_sector(t.die[i]) == sector:
            chosen |= <uint32_t>1 << i
    return chosen


# -- comparing dice --------------------------------------------------------------------------------------------

cdef inline bint is_allowed(const Table* t, int code) noexcept nogil:
    return status_of(t, die_sector(code), die_colour(code)) != FORBIDDEN


cdef uint32_t highest_dice(const Table* t, uint32_t dice) noexcept nogil:
    cdef uint32_t highest = 0
    cdef int i, face = 0
    while dice:
        i = lowest_bit(dice)
        dice &= dice - 1
        if die_face(t.die[i]) > face:
            face = die_face(t.die[i])
            highest = 0
        if die_face(t.die[i]) == face:
            highest |= <uint32_t>1 << i
    return highest


cdef uint32_t pure_dice(const Table* t, uint32_t dice) noexcept nogil:
    cdef uint32_t pure = 0
    cdef int i
    while dice:
        i = lowest_bit(dice)
        dice &= dice - 1
        if status_of(t, die_sector(t.die[i]), die_colour(t.die[i])) == PURE:
            pure |= <uint32_t>1 << i
    return pure
