"""Points of sets, most corrupt player, penalty (rulebook p. 8-9)."""

from libc.stdint cimport int32_t

from egypt.games.sobek.bags cimport family_count, family_scarabs, scarabs_of
from egypt.games.sobek.state cimport PILE, SEAT_NB, SobekState, Table, cards_at, nibble
from egypt.games.sobek.tables cimport FAMILY_NB, NUMBER_SPACE, TABLES, TRACK_SPACES


cdef inline int symbol_at(int variant, int space) noexcept nogil:
    return TABLES.rulings[variant].symbol[space % TRACK_SPACES]


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
    if symbol == NUMBER_SPACE and not TABLES.rulings[variant].number_pays:
        return space
    for _ in range(steps):
        space = previous_symbol(variant, space, symbol, False)
    return space


cdef int vertical_points(const Table* t, int seat, int family) noexcept nogil:
    cdef int cards = family_count(t.laid[seat], family) + nibble(t.set_amulets[seat], family)
    cdef int scarabs = family_scarabs(t.laid[seat], family)
    return cards * (scarabs + TABLES.sizes.prosperity_scarabs * nibble(t.prosperity[seat], family))


cdef int horizontal_points(const Table* t, int seat, int family) noexcept nogil:
    return family_scarabs(t.lying[seat], family)


cdef int set_points(const Table* t, int seat) noexcept nogil:
    cdef int family, points = 0
    for family in range(FAMILY_NB):
        points += vertical_points(t, seat, family) + horizontal_points(t, seat, family)
    return points


cdef int corruption(const Table* t, int seat) noexcept nogil:
    return cards_at(t, PILE + seat) + TABLES.sizes.curse_weight * t.curses[seat]


cdef int who_pays(const Table* t, const int* sizes, const int* scarabs) noexcept nogil:
    cdef int seat, worst = -1, worst_scarabs = -1, mask = 0
    for seat in range(t.header.players):
        if sizes[seat] < worst or (sizes[seat] == 0 and not TABLES.rulings[t.header.variant].zero_pays):
            continue
        if sizes[seat] > worst or scarabs[seat] > worst_scarabs:
            mask = 0
            worst = sizes[seat]
            worst_scarabs = scarabs[seat]
        if scarabs[seat] == worst_scarabs:
            mask |= 1 << seat
    return mask


cdef int most_corrupt(const SobekState* s) noexcept nogil:
    cdef int[SEAT_NB] sizes, scarabs
    cdef int seat
    for seat in range(s.table.header.players):
        sizes[seat] = corruption(&s.table, seat)
        scarabs[seat] = scarabs_of(s.cards[PILE + seat])
    return who_pays(&s.table, sizes, scarabs)


cdef void score_round(SobekState* s, int payers) noexcept nogil:
    cdef int variant = s.table.header.variant
    cdef int seat, points, base
    for seat in range(s.table.header.players):
        points = set_points(&s.table, seat)
        s.table.total[seat] += points
        if payers >> seat & 1:
            base = points + s.table.gains[seat] if TABLES.rulings[variant].all_gains else points
            s.table.total[seat] = after_penalty(variant, s.table.total[seat], base // TABLES.sizes.penalty_per_points)


cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil:
    """The most points win; equal points share the rank."""
    cdef const SobekState* s = <const SobekState*>state
    cdef int seat, other
    for seat in range(s.table.header.players):
        points[seat] = s.table.total[seat]
        ranks[seat] = 1
        for other in range(s.table.header.players):
            ranks[seat] += s.table.total[other] > s.table.total[seat]
