"""Production (rulebook p. 21): who produces more than his workshops and quarries can burdens his soul."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport (
    distinct_blessings, gain, has, is_own_turn, spend_blessing, technology_vp, win, win_low_die,
)
from egypt.games.tekhenu.market cimport can_shuffle
from egypt.games.tekhenu.moves cimport BLESS, GO, make, make_three
from egypt.games.tekhenu.state cimport (
    PRODUCE, STEP_SHIFT, STEP_YIELD, THRICE, TWICE, VIRTUAL, Player, TekhenuState, Turn, push,
)
from egypt.games.tekhenu.tables cimport (
    BLESSING_GAIN, BLESSING_RAISE_EITHER, BLESSING_TWICE, T, TECH_BAKERY, TECH_BETTER_WORK, TECH_SURPLUS_VP,
    WHEN_PRODUCTION,
)


cdef void begin_production(TekhenuState* state, int resource) noexcept nogil:
    state.table.turn.flags &= ~(TWICE | THRICE)
    push(&state.table, STEP_YIELD, resource)


cdef int list_yield(const TekhenuState* state, Move* moves) noexcept nogil:
    """Blessings in ascending order, so that no set of them can be played in two orders; between them one that opens a
    section of the market, where that brings back those that were played before it.
    """
    cdef const Player* player = &state.table.player[state.table.seat]
    cdef uint32_t cards = (player.blessings & T.blessing_at[WHEN_PRODUCTION]
                           & ~((<uint32_t>1 << state.table.turn.floor) - 1))
    cdef uint32_t raising = player.blessings & T.blessing_with[BLESSING_RAISE_EITHER]
    cdef int n = 0
    if raising and is_own_turn(&state.table) and can_shuffle(&state.table, player, raising):
        cards |= raising
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
        state.table.turn.flags |= THRICE if state.table.turn.flags & TWICE else TWICE


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


cdef void produce_once(TekhenuState* state, int resource) noexcept nogil:
    cdef Player* player = &state.table.player[state.table.seat]
    cdef int value = state.table.turn.value
    cdef int surplus = max(0, value - player.production[resource])
    if not state.table.turn.flags & VIRTUAL:
        win_low_die(player, value)
    player.goods[resource] += kept_units(player, resource, value)
    player.surplus += surplus
    win(player, surplus * technology_vp(player, TECH_SURPLUS_VP))
    win(player, baker_points(player, resource))


cdef void produce(TekhenuState* state, int resource) noexcept nogil:
    """Once, and again for each blessing that says so. A technology that shifts the value does so every time anew."""
    cdef Turn* turn = &state.table.turn
    turn.floor = 0
    produce_once(state, resource)
    while is_repeated(turn):
        if not turn.flags & VIRTUAL and has(&state.table.player[state.table.seat], TECH_BETTER_WORK):
            push(&state.table, STEP_SHIFT, PRODUCE + resource)
            return
        turn.flags &= ~(THRICE if turn.flags & THRICE else TWICE)
        produce_once(state, resource)


cdef bint is_repeated(const Turn* turn) noexcept nogil:
    return turn.flags & (TWICE | THRICE) != 0


cdef void produce_again(TekhenuState* state, int resource, int value) noexcept nogil:
    state.table.turn.value = value
    state.table.turn.flags &= ~(THRICE if state.table.turn.flags & THRICE else TWICE)
    produce(state, resource)
