"""Production (rulebook p. 21): who produces more than their workshops and quarries can burdens their soul."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport (
    distinct_blessings, gain, has, is_own_turn, raise_floor, spend_blessing, technology_vp, win, win_low_die,
)
from egypt.games.tekhenu.market cimport can_shuffle
from egypt.games.tekhenu.moves cimport MOVE_BLESS, MOVE_GO, make_move, make_three
from egypt.games.tekhenu.state cimport (
    PRODUCE, STEP_SHIFT, STEP_YIELD, THRICE, TWICE, VIRTUAL, Player, TekhenuState, Turn, push,
)
from egypt.games.tekhenu.tables cimport (
    BLESSING_GAIN, BLESSING_RAISE_EITHER, BLESSING_TWICE, TABLES, TECH_BAKERY, TECH_BETTER_WORK, TECH_SURPLUS_VP,
    WHEN_PRODUCTION,
)


cdef void begin_production(TekhenuState* s, int resource) noexcept nogil:
    s.table.turn.flags &= ~(TWICE | THRICE)
    push(&s.table, STEP_YIELD, resource)


cdef int list_yield(const TekhenuState* s, Move* moves) noexcept nogil:
    """Blessings in ascending order, so that no set of them can be played in two orders; between them one that opens a
    section of the market, where that brings back those that were played before it. Who has such a one may play the others in
    any order.
    """
    cdef const Player* player = &s.table.player[s.table.seat]
    cdef uint32_t cards = (player.blessings & TABLES.blessing_at[WHEN_PRODUCTION]
                           & ~((<uint32_t>1 << s.table.turn.floor) - 1))
    cdef uint32_t raising = player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]
    cdef int n = 0
    if raising and is_own_turn(&s.table) and can_shuffle(&s.table, player, raising):
        cards |= raising
    cards = distinct_blessings(cards)
    while cards:
        moves[n] = make_three(MOVE_BLESS, lowest_bit(cards), 0, 0)
        cards &= cards - 1
        n += 1
    moves[n] = make_move(MOVE_GO)
    return n + 1


cdef void bless_yield(TekhenuState* s, int blessing) noexcept nogil:
    cdef int seat = s.table.seat
    spend_blessing(s, seat, blessing)
    raise_floor(&s.table, blessing)
    push(&s.table, STEP_YIELD, s.table.argument)
    if TABLES.blessing[blessing].effect == BLESSING_GAIN:
        gain(s, seat, &TABLES.blessing[blessing].gain)
    elif TABLES.blessing[blessing].effect == BLESSING_TWICE:
        s.table.turn.flags |= THRICE if s.table.turn.flags & TWICE else TWICE


cdef int extra_units(const Player* player) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[TECH_BETTER_WORK]
    cdef int units = 0
    while cards:
        units += TABLES.technology[lowest_bit(cards)].units
        cards &= cards - 1
    return units


cdef int kept_units(const Player* player, int resource, int value) noexcept nogil:
    return min(value, <int>player.production[resource]) + extra_units(player)


cdef int baker_points(const Player* player, int resource) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[TECH_BAKERY]
    cdef int points = 0
    while cards:
        if TABLES.technology[lowest_bit(cards)].produces == resource:
            points += TABLES.technology[lowest_bit(cards)].vp
        cards &= cards - 1
    return points


cdef void produce_once(TekhenuState* s, int resource) noexcept nogil:
    cdef Player* player = &s.table.player[s.table.seat]
    cdef int value = s.table.turn.value
    cdef int surplus = max(0, value - player.production[resource])
    if not s.table.turn.flags & VIRTUAL:
        win_low_die(player, value)
    player.goods[resource] += kept_units(player, resource, value)
    player.surplus += surplus
    win(player, surplus * technology_vp(player, TECH_SURPLUS_VP))
    win(player, baker_points(player, resource))


cdef void produce(TekhenuState* s, int resource) noexcept nogil:
    """Once, and again for each blessing that says so. A technology that shifts the value does so every time anew."""
    cdef Turn* turn = &s.table.turn
    turn.floor = 0
    produce_once(s, resource)
    while is_repeated(turn):
        if not turn.flags & VIRTUAL and has(&s.table.player[s.table.seat], TECH_BETTER_WORK):
            push(&s.table, STEP_SHIFT, PRODUCE + resource)
            return
        turn.flags &= ~(THRICE if turn.flags & THRICE else TWICE)
        produce_once(s, resource)


cdef bint is_repeated(const Turn* turn) noexcept nogil:
    return turn.flags & (TWICE | THRICE) != 0


cdef void produce_again(TekhenuState* s, int resource, int value) noexcept nogil:
    s.table.turn.value = value
    s.table.turn.flags &= ~(THRICE if s.table.turn.flags & THRICE else TWICE)
    produce(s, resource)
