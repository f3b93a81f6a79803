"""Osiris: build a workshop or a quarry (rulebook p. 20)."""

from libc.stdint cimport uint32_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport raise_production
from egypt.games.tekhenu.moves cimport MOVE_DISTRICT, make_three
from egypt.games.tekhenu.state cimport (
    ALL_VALUES, BASIC_NB, GOLD, STEP_DISTRICT, Player, Table, TekhenuState, all_shops, buildings_of, push,
)
from egypt.games.tekhenu.step_arguments cimport districts_in, is_by_starting_card, row_in, shop_in
from egypt.games.tekhenu.tables cimport TABLES

cdef enum:
    ROW_WITH_GOLD = 1       # the second row: gold lies beside it until somebody builds there


cdef inline bint has_full_row(uint32_t shops) noexcept nogil:
    """A row is four bits."""
    return shops & shops >> 1 & shops >> 2 & shops >> 3 & 0x111111 != 0


cdef int osiris_values(const Table* t, const Player* player) noexcept nogil:
    cdef uint32_t built = all_shops(t)
    cdef int value, values = 0
    if player.happiness < TABLES.osiris_happiness or buildings_of(player) >= TABLES.buildings:
        return 0
    if not has_full_row(built):
        return ALL_VALUES
    for value in range(1, 7):
        if TABLES.row_shops[value - 1] & ~built:
            values |= 1 << value
    return values


cdef void begin_osiris(TekhenuState* s) noexcept nogil:
    push(&s.table, STEP_DISTRICT, shop_in(s.table.turn.value - 1, ALL_DISTRICTS, False))


cdef int list_tracks(const Player* player, int row, int shop, int district, int resource, Move* moves) noexcept nogil:
    """One move, or one per production that the row lets its builder raise besides; those at their end change nothing."""
    cdef int track, level, n = 0
    if TABLES.row_any[row]:
        for track in range(BASIC_NB):
            level = player.production[track] + (TABLES.row_raise[row] if shows(shop, track) else 0)
            if level < TABLES.production_max:
                moves[n] = make_three(MOVE_DISTRICT, district, resource, track)
                n += 1
    if n == 0:
        moves[0] = make_three(MOVE_DISTRICT, district, resource, resource)
        n = 1
    return n


cdef bint shows(int shop, int resource) noexcept nogil:
    cdef int i
    for i in range(TABLES.shown_nb[shop]):
        if TABLES.shown[shop][i] == resource:
            return True
    return False


cdef int list_districts(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t built = all_shops(t)
    cdef int row = row_in(t.argument)
    cdef int district, shop, resource, n = 0
    for district in range(BASIC_NB):
        shop = 4 * row + district
        if districts_in(t.argument) >> district & 1 and not built >> shop & 1:
            for resource in range(BASIC_NB):        # the resource gained is one of those shown
                if shows(shop, resource):
                    n += list_tracks(player, row, shop, district, resource, moves + n)
    return n


cdef void build_shop(TekhenuState* s, int district, int resource, int track) noexcept nogil:
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef int row = row_in(t.argument)
    cdef int shop = 4 * row + district
    cdef int i
    if row == ROW_WITH_GOLD and not all_shops(t) & TABLES.row_shops[ROW_WITH_GOLD]:
        player.goods[GOLD] += TABLES.row2_gold
    if not is_by_starting_card(t.argument):
        player.happiness -= TABLES.osiris_happiness
    player.shops |= <uint32_t>1 << shop
    for i in range(TABLES.shown_nb[shop]):
        raise_production(player, TABLES.shown[shop][i], TABLES.row_raise[row])
    raise_production(player, track, TABLES.row_any[row])
    player.goods[resource] += TABLES.row_units[row]
    player.goods[GOLD] += TABLES.row_gold[row]
