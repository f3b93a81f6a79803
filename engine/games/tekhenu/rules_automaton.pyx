"""The automaton of the solo game: set-up, its turns and the lots that it draws (rulebook pp. 22-25)."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport highest_bit, lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.gains cimport take_die
from egypt.games.tekhenu.moves cimport (
    DEBEN, LOT, LOT_CELL, LOT_DESTINY, LOT_DIE, LOT_SITE, LOT_STATUE, PYRAMID, make, make_three, move_c,
)
from egypt.games.tekhenu.rules_automaton_dice cimport suitable_dice
from egypt.games.tekhenu.rules_automaton_gods cimport (
    act, best_cells, best_sites, build_people_statue, build_temple_building, raise_unturned_pillar,
)
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, AUTOMATON, BELOW, GOD_NB, STEP_BONUS, STEP_DEBEN, STEP_LOT_CELL, STEP_LOT_DESTINY, STEP_LOT_DIE,
    STEP_LOT_SITE, STEP_LOT_STATUE, STEP_PYRAMID, Player, Table, TekhenuState, die_code, die_colour, die_face, die_sector,
    god_statues_at, push,
)
from egypt.games.tekhenu.tables cimport T, VariantRow

cdef enum:                  # the two sides of the deben
    RIGHT = 0
    UP = 1


# -- set-up (p. 22) --------------------------------------------------------------------------------------------

cdef void automaton_setup(TekhenuState* state) noexcept nogil:
    """The pieces that it starts with; the pillar on the centre cell needs a tile and comes by STEP_TILE."""
    cdef Table* table = &state.table
    cdef Player* player = &table.player[AUTOMATON]
    cdef const VariantRow* variant = &T.variant[table.header.variant]
    cdef int space
    player.shops = variant.shops
    for space in range(GOD_NB):
        if variant.statues >> space & 1:
            player.god_statues += 1 << 2 * table.god_at[space]
    rebuild_pyramid(state)


cdef void rebuild_pyramid(TekhenuState* state) noexcept nogil:
    cdef int place
    for place in range(ACTION_TILE_NB):
        state.table.pyramid[place] = 0
    state.table.marker = 0
    push(&state.table, STEP_PYRAMID, 0)


cdef uint32_t tiles_left(const Table* table) noexcept nogil:
    """Action tiles that do not lie in the pyramid yet."""
    cdef uint32_t left = (1 << ACTION_TILE_NB) - 1
    cdef int place
    for place in range(ACTION_TILE_NB):
        if table.pyramid[place]:
            left &= ~(<uint32_t>1 << (table.pyramid[place] - 1))
    return left


cdef void lay_action_tile(Table* table, int tile) noexcept nogil:
    cdef int place = table.argument
    table.pyramid[place] = tile + 1
    if place + 1 < ACTION_TILE_NB:
        push(table, STEP_PYRAMID, place + 1)


# -- a turn (p. 23) --------------------------------------------------------------------------------------------

cdef void automaton_turn(TekhenuState* state) noexcept nogil:
    """The first tile after the pyramid was built is known, the way from there is not."""
    if state.table.marker:
        push(&state.table, STEP_DEBEN)
    else:
        use_tile_at(state, 0)


cdef int next_place(int place, int side) noexcept nogil:
    """The pyramid is 0 1 2 3 / 4 5 6 / 7 8 / 9 from its base upwards; up leads to the tile on the upper right."""
    cdef int first = 0
    cdef int width = 4
    while place >= first + width:
        first += width
        width -= 1
    return place + (width if side == UP else 1)


cdef void use_tile_at(TekhenuState* state, int place) noexcept nogil:
    """Where only one kind of die suits there is nothing to draw."""
    cdef Table* table = &state.table
    cdef uint32_t dice
    table.marker = place + 1
    dice = suitable_dice(table)
    if not dice:
        return
    if table.die[lowest_bit(dice)] == table.die[highest_bit(dice)]:
        take_and_act(state, table.die[lowest_bit(dice)])
    else:
        push(table, STEP_LOT_DIE)


cdef void take_and_act(TekhenuState* state, int code) noexcept nogil:
    """The die is laid aside, as if below the scales, until the next Maat phase.

    Statues bring their bonuses afterwards, but not one that this action has only just built (p. 16): as each god has room
    for a single statue, it is enough to ask whether there was one before.
    """
    cdef Table* table = &state.table
    cdef Player* player = &table.player[AUTOMATON]
    cdef int god = die_sector(code)
    take_die(table, code)
    player.die[player.dice] = die_code(BELOW, die_colour(code), die_face(code))
    player.dice += 1
    if god_statues_at(table, god):
        push(table, STEP_BONUS, god * 8)
    act(state, god, die_colour(code), die_face(code))


# -- lots ------------------------------------------------------------------------------------------------------

cdef uint32_t lots(const TekhenuState* state) noexcept nogil:
    """What may be drawn, each bit as likely as any other; at STEP_LOT_DIE a bit per die on the wheel."""
    cdef const Table* table = &state.table
    if table.step == STEP_PYRAMID:
        return tiles_left(table)
    if table.step == STEP_DEBEN:
        return 1 << RIGHT | 1 << UP
    if table.step == STEP_LOT_DIE:
        return suitable_dice(table)
    if table.step == STEP_LOT_STATUE:
        return table.argument
    if table.step == STEP_LOT_CELL:
        return best_cells(table)
    if table.step == STEP_LOT_SITE:
        return best_sites(table)
    return T.solo.destiny


cdef Move outcome_of(const Table* table, int drawn) noexcept nogil:
    """The outcome for a bit of `lots`."""
    if table.step == STEP_PYRAMID:
        return make(PYRAMID, drawn)
    if table.step == STEP_DEBEN:
        return make(DEBEN, drawn)
    if table.step == STEP_LOT_DIE:
        return make_three(LOT, LOT_DIE, 0, table.die[drawn])
    if table.step == STEP_LOT_STATUE:
        return make_three(LOT, LOT_STATUE, 0, drawn)
    if table.step == STEP_LOT_CELL:
        return make_three(LOT, LOT_CELL, 0, drawn)
    if table.step == STEP_LOT_SITE:
        return make_three(LOT, LOT_SITE, 0, drawn)
    return make_three(LOT, LOT_DESTINY, 0, drawn)


cdef int automaton_outcomes(const TekhenuState* state, Move* outcomes, double* probabilities) noexcept nogil:
    """Dice that look alike are one outcome, as likely as all of them together; they lie side by side."""
    cdef const Table* table = &state.table
    cdef uint32_t left = lots(state)
    cdef double share = 1.0 / popcount(left)
    cdef int n = 0
    cdef Move outcome
    while left:
        outcome = outcome_of(table, lowest_bit(left))
        left &= left - 1
        if n and outcomes[n - 1] == outcome:
            probabilities[n - 1] += share
        else:
            outcomes[n] = outcome
            probabilities[n] = share
            n += 1
    return n


cdef Move automaton_sample(const TekhenuState* state, Rng* rng) noexcept nogil:
    cdef uint32_t choices = lots(state)
    return outcome_of(&state.table, nth_bit(choices, rng_below(rng, popcount(choices))))


cdef void automaton_apply(TekhenuState* state, Move move) noexcept nogil:
    cdef Table* table = &state.table
    cdef int drawn = move_c(move)
    if table.step == STEP_PYRAMID:
        lay_action_tile(table, drawn)
    elif table.step == STEP_DEBEN:
        use_tile_at(state, next_place(table.marker - 1, drawn))
    elif table.step == STEP_LOT_DIE:
        take_and_act(state, drawn)
    elif table.step == STEP_LOT_STATUE:
        build_people_statue(state, drawn)
    elif table.step == STEP_LOT_CELL:
        raise_unturned_pillar(state, drawn, table.argument)
    elif table.step == STEP_LOT_SITE:
        build_temple_building(state, drawn, table.argument)
    elif table.step == STEP_LOT_DESTINY:
        table.player[AUTOMATON].destiny = drawn + 1
