"""The automaton of the solo game: set-up, its turns and the lots that it draws (rulebook pp. 22-25)."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport highest_bit, lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.gains cimport take_die
from egypt.games.tekhenu.moves cimport (
    LOT_CELL, LOT_DESTINY, LOT_DIE, LOT_SITE, LOT_STATUE, MOVE_DEBEN, MOVE_LOT, MOVE_PYRAMID, make_move, make_three,
    move_c,
)
from egypt.games.tekhenu.rules_automaton_dice cimport suitable_dice
from egypt.games.tekhenu.rules_automaton_gods cimport (
    act, best_cells, best_sites, build_people_statue, build_temple_building, raise_unturned_pillar,
)
from egypt.games.tekhenu.state cimport (
    ACTION_TILE_NB, AUTOMATON, BELOW, GOD_NB, STEP_BONUS, STEP_DEBEN, STEP_LOT_CELL, STEP_LOT_DESTINY, STEP_LOT_DIE,
    STEP_LOT_SITE, STEP_LOT_STATUE, STEP_PYRAMID, Player, Table, TekhenuState, die_code, die_colour, die_face,
    die_sector, god_statues_at, push,
)
from egypt.games.tekhenu.step_arguments cimport bonus_for
from egypt.games.tekhenu.tables cimport TABLES, VariantRow

cdef enum:                  # the two sides of the deben
    RIGHT = 0
    UP = 1


# -- set-up (p. 22) --------------------------------------------------------------------------------------------

cdef void automaton_setup(TekhenuState* s) noexcept nogil:
    """The pieces that it starts with; the pillar on the centre cell needs a tile and comes by STEP_TILE."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[AUTOMATON]
    cdef const VariantRow* variant = &TABLES.variant[t.header.variant]
    cdef int space
    player.shops = variant.shops
    for space in range(GOD_NB):
        if variant.statues >> space & 1:
            player.god_statues += 1 << 2 * t.god_at[space]
    rebuild_pyramid(s)


cdef void rebuild_pyramid(TekhenuState* s) noexcept nogil:
    cdef int place
    for place in range(ACTION_TILE_NB):
        s.table.pyramid[place] = 0
    s.table.marker = 0
    push(&s.table, STEP_PYRAMID, 0)


cdef uint32_t tiles_left(const Table* t) noexcept nogil:
    """Action tiles that do not lie in the pyramid yet."""
    cdef uint32_t left = (1 << ACTION_TILE_NB) - 1
    cdef int place
    for place in range(ACTION_TILE_NB):
        if t.pyramid[place]:
            left &= ~(<uint32_t>1 << (t.pyramid[place] - 1))
    return left


cdef void lay_action_tile(Table* t, int tile) noexcept nogil:
    cdef int place = t.argument
    t.pyramid[place] = tile + 1
    if place + 1 < ACTION_TILE_NB:
        push(t, STEP_PYRAMID, place + 1)


# -- a turn (p. 23) --------------------------------------------------------------------------------------------

cdef void automaton_turn(TekhenuState* s) noexcept nogil:
    """The first tile after the pyramid was built is known, the way from there is not."""
    if s.table.marker:
        push(&s.table, STEP_DEBEN)
    else:
        use_tile_at(s, 0)


cdef int next_place(int place, int side) noexcept nogil:
    """The pyramid is 0 1 2 3 / 4 5 6 / 7 8 / 9 from its base upwards; up leads to the tile on the upper right."""
    cdef int first = 0
    cdef int width = 4
    while place >= first + width:
        first += width
        width -= 1
    return place + (width if side == UP else 1)


cdef void use_tile_at(TekhenuState* s, int place) noexcept nogil:
    """Where only one kind of die suits there is nothing to draw."""
    cdef Table* t = &s.table
    cdef uint32_t dice
    t.marker = place + 1
    dice = suitable_dice(t)
    if not dice:
        return
    if t.die[lowest_bit(dice)] == t.die[highest_bit(dice)]:
        take_and_act(s, t.die[lowest_bit(dice)])
    else:
        push(t, STEP_LOT_DIE)


cdef void take_and_act(TekhenuState* s, int code) noexcept nogil:
    """The die is laid aside, as if below the scales, until the next Maat phase.

    Statues bring their bonuses afterwards, but not one that this action has only just built (p. 16): as each god has room
    for a single statue, it is enough to ask whether there was one before.
    """
    cdef Table* t = &s.table
    cdef Player* player = &t.player[AUTOMATON]
    cdef int god = die_sector(code)
    take_die(t, code)
    player.die[player.dice] = die_code(BELOW, die_colour(code), die_face(code))
    player.dice += 1
    if god_statues_at(t, god):
        push(t, STEP_BONUS, bonus_for(god, 0))
    act(s, god, die_colour(code), die_face(code))


# -- lots ------------------------------------------------------------------------------------------------------

cdef uint32_t lots(const TekhenuState* s) noexcept nogil:
    """What may be drawn, each bit as likely as any other; at STEP_LOT_DIE a bit per die on the wheel."""
    cdef const Table* t = &s.table
    if t.step == STEP_PYRAMID:
        return tiles_left(t)
    if t.step == STEP_DEBEN:
        return 1 << RIGHT | 1 << UP
    if t.step == STEP_LOT_DIE:
        return suitable_dice(t)
    if t.step == STEP_LOT_STATUE:
        return t.argument
    if t.step == STEP_LOT_CELL:
        return best_cells(t)
    if t.step == STEP_LOT_SITE:
        return best_sites(t)
    return TABLES.solo.destiny


cdef Move outcome_of(const Table* t, int drawn) noexcept nogil:
    """The outcome for a bit of `lots`."""
    if t.step == STEP_PYRAMID:
        return make_move(MOVE_PYRAMID, drawn)
    if t.step == STEP_DEBEN:
        return make_move(MOVE_DEBEN, drawn)
    if t.step == STEP_LOT_DIE:
        return make_three(MOVE_LOT, LOT_DIE, 0, t.die[drawn])
    if t.step == STEP_LOT_STATUE:
        return make_three(MOVE_LOT, LOT_STATUE, 0, drawn)
    if t.step == STEP_LOT_CELL:
        return make_three(MOVE_LOT, LOT_CELL, 0, drawn)
    if t.step == STEP_LOT_SITE:
        return make_three(MOVE_LOT, LOT_SITE, 0, drawn)
    return make_three(MOVE_LOT, LOT_DESTINY, 0, drawn)


cdef int automaton_outcomes(const TekhenuState* s, Move* outcomes, double* probabilities) noexcept nogil:
    """Dice that look alike are one outcome, as likely as all of them together; they lie side by side."""
    cdef const Table* t = &s.table
    cdef uint32_t left = lots(s)
    cdef double share = 1.0 / popcount(left)
    cdef int n = 0
    cdef Move outcome
    while left:
        outcome = outcome_of(t, lowest_bit(left))
        left &= left - 1
        if n and outcomes[n - 1] == outcome:
            probabilities[n - 1] += share
        else:
            outcomes[n] = outcome
            probabilities[n] = share
            n += 1
    return n


cdef Move automaton_sample(const TekhenuState* s, Rng* rng) noexcept nogil:
    cdef uint32_t choices = lots(s)
    return outcome_of(&s.table, nth_bit(choices, rng_below(rng, popcount(choices))))


cdef void automaton_apply(TekhenuState* s, Move move) noexcept nogil:
    cdef Table* t = &s.table
    cdef int drawn = move_c(move)
    if t.step == STEP_PYRAMID:
        lay_action_tile(t, drawn)
    elif t.step == STEP_DEBEN:
        use_tile_at(s, next_place(t.marker - 1, drawn))
    elif t.step == STEP_LOT_DIE:
        take_and_act(s, drawn)
    elif t.step == STEP_LOT_STATUE:
        build_people_statue(s, drawn)
    elif t.step == STEP_LOT_CELL:
        raise_unturned_pillar(s, drawn, t.argument)
    elif t.step == STEP_LOT_SITE:
        build_temple_building(s, drawn, t.argument)
    elif t.step == STEP_LOT_DESTINY:
        t.player[AUTOMATON].destiny = drawn + 1
