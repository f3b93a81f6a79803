"""Points of sets, most corrupt player, penalty (rulebook p. 8-9)."""

from libc.stdint cimport int32_t

from egypt.games.sobek.bags cimport family_count, family_scarabs, scarabs_of
from egypt.games.sobek.state cimport PILE, SobekState, Table, cards_at, nibble
from egypt.games.sobek.tables cimport FAMILY_NB, TRACK_SPACES, T


cdef inline int symbol_at(int variant, int space) noexcept nogil:
    return T.rulings[variant].symbol[space % TRACK_SPACES]


cdef int next_symbol(int variant, int space, int symbol) noexcept nogil:
    space += 1
    while symbol_at(variant, space) != symbol:
        space += 1
    return space


cdef int previous_symbol(int variant, int space, int symbol, bint to_zero) noexcept nogil:
    cdef int goal = space - 1
    while goal >= 0 and symbol_at(variant, goal) != symbol:
        goal -= 1
    if goal >= 0:
        return goal
    return 0 if to_zero else space


cdef int after_penalty(int variant, int space, int steps) noexcept nogil:
    cdef int symbol = symbol_at(variant, space)
    if symbol < 0 and not T.rulings[variant].number_pays:
        return space
    for _ in range(steps):
        space = previous_symbol(variant, space, symbol, False)
    return space


cdef int vertical_points(const Table* table, int seat, int family) noexcept nogil:
    cdef int cards = family_count(table.laid[seat], family) + nibble(table.set_amulets[seat], family)
    cdef int scarabs = family_scarabs(table.laid[seat], family)
    return cards * (scarabs + T.sizes.prosperity_scarabs * nibble(table.prosperity[seat], family))


cdef int horizontal_points(const Table* table, int seat, int family) noexcept nogil:
    return family_scarabs(table.lying[seat], family)


cdef int set_points(const Table* table, int seat) noexcept nogil:
    cdef int family, points = 0
    for family in range(FAMILY_NB):
        points += vertical_points(table, seat, family) + horizontal_points(table, seat, family)
    return points


cdef int corruption(const Table* table, int seat) noexcept nogil:
    return cards_at(table, PILE + seat) + T.sizes.curse_weight * table.curses[seat]


cdef int most_corrupt(const SobekState* state) noexcept nogil:
    """The largest pile; among equals the one with more scarabs; all that are still equal."""
    cdef int seat, size, scarabs, worst = -1, worst_scarabs = -1, mask = 0
    for seat in range(state.table.header.players):
        size = corruption(&state.table, seat)
        if size < worst or (size == 0 and not T.rulings[state.table.header.variant].zero_pays):
            continue
        scarabs = scarabs_of(state.cards[PILE + seat])
        if size > worst or scarabs > worst_scarabs:
            mask = 0
            worst = size
            worst_scarabs = scarabs
        if scarabs == worst_scarabs:
            mask |= 1 << seat
    return mask


cdef void score_round(SobekState* state, int payers) noexcept nogil:
    cdef int variant = state.table.header.variant
    cdef int seat, points, base
    for seat in range(state.table.header.players):
        points = set_points(&state.table, seat)
        state.table.total[seat] += points
        if payers >> seat & 1:
            base = points + state.table.gains[seat] if T.rulings[variant].all_gains else points
            state.table.total[seat] = after_penalty(variant, state.table.total[seat], base // T.sizes.penalty_per_points)


cdef void scores(const void* raw, int32_t* points, int32_t* ranks) noexcept nogil:
    """The most points win; equal points share the rank."""
    cdef const SobekState* state = <const SobekState*>raw
    cdef int seat, other
    for seat in range(state.table.header.players):
        points[seat] = state.table.total[seat]
        ranks[seat] = 1
        for other in range(state.table.header.players):
            ranks[seat] += state.table.total[other] > state.table.total[seat]
