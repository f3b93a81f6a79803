"""Production (rulebook p. 21): who produces more than his workshops and quarries can burdens his soul."""

from libc.stdint cimport uint32_t

from engine.core.bits cimport lowest_bit
from engine.core.types cimport Move
from engine.games.tekhenu.gains cimport distinct_blessings, gain, spend_blessing, technology_vp, win
from engine.games.tekhenu.moves cimport BLESS, GO, make, make_three
from engine.games.tekhenu.state cimport STEP_YIELD, TWICE, Player, TekhenuState, push
from engine.games.tekhenu.tables cimport (
    BLESSING_GAIN, BLESSING_TWICE, TECH_BAKERY, TECH_BETTER_WORK, TECH_SURPLUS_VP, WHEN_PRODUCTION, T,
)


cdef void begin_production(TekhenuState* state, int resource) noexcept nogil:
    state.table.turn.floor = 0
    push(&state.table, STEP_YIELD, resource)


cdef int list_yield(const TekhenuState* state, Move* moves) noexcept nogil:
    """Blessings in ascending order, so that no set of them can be played in two orders."""
    cdef uint32_t cards = (state.table.player[state.table.seat].blessings & T.blessing_at[WHEN_PRODUCTION]
                           & ~((<uint32_t>1 << state.table.turn.floor) - 1))
    cdef int n = 0
    if state.table.turn.flags & TWICE:
        cards &= ~T.blessing_with[BLESSING_TWICE]
    cards = distinct_blessings(cards)
    while cards:
        moves[n] = make_three(BLESS, lowest_bit(cards), 0, 0)
        cards &= cards - 1
        n += 1
    moves[n] = make(GO)
    return n + 1


cdef void bless_yield(TekhenuState* state, int blessing) noexcept nogil:
    cdef int seat = state.table.seat
    spend_blessing(state, seat, blessing)
    state.table.turn.floor = blessing + 1
    push(&state.table, STEP_YIELD, state.table.argument)
    if T.blessing[blessing].effect == BLESSING_GAIN:
        gain(state, seat, &T.blessing[blessing].gain)
    elif T.blessing[blessing].effect == BLESSING_TWICE:
        state.table.turn.flags |= TWICE


cdef int extra_units(const Player* player) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_BETTER_WORK]
    cdef int units = 0
    while cards:
        units += T.technology[lowest_bit(cards)].units
        cards &= cards - 1
    return units


cdef int kept_units(const Player* player, int resource, int value) noexcept nogil:
    return min(value, <int>player.production[resource]) + extra_units(player)


cdef int baker_points(const Player* player, int resource) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_BAKERY]
    cdef int points = 0
    while cards:
        if T.technology[lowest_bit(cards)].produces == resource:
            points += T.technology[lowest_bit(cards)].vp
        cards &= cards - 1
    return points


cdef void produce(TekhenuState* state, int resource) noexcept nogil:
    cdef Player* player = &state.table.player[state.table.seat]
    cdef int value = state.table.turn.value
    cdef int surplus = max(0, value - player.production[resource])
    cdef int times = 2 if state.table.turn.flags & TWICE else 1
    player.goods[resource] += times * kept_units(player, resource, value)
    player.surplus += times * surplus
    win(player, times * surplus * technology_vp(player, TECH_SURPLUS_VP))
    win(player, times * baker_points(player, resource))
    state.table.turn.flags &= ~TWICE
    state.table.turn.floor = 0
