"""What the board is worth at a scoring (rulebook pp. 12-13)."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, NOBODY, OSIRIS_QUARRIES, OSIRIS_WORKSHOPS, SCRIBE, SHOP_NB, TEMPLE_COLUMN, TEMPLE_ROW, Player,
    Table, TekhenuState, buildings_of, is_solo, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES


cdef inline int osiris_statues(const Player* player, int district) noexcept nogil:
    """Own statues above a district; each stands above two."""
    return ((player.people >> OSIRIS_WORKSHOPS & TABLES.people_districts[OSIRIS_WORKSHOPS] >> district & 1)
            + (player.people >> OSIRIS_QUARRIES & TABLES.people_districts[OSIRIS_QUARRIES] >> district & 1))


cdef int district_winner(const Table* t, int district) noexcept nogil:
    """Most buildings and statues; among equals the seat with the topmost piece, and the statue stands above all rows."""
    cdef int seat, pieces, statues, top, best = 0, best_top = SHOP_NB, winner = NOBODY
    cdef uint32_t shops
    for seat in range(t.header.players):
        shops = t.player[seat].shops & TABLES.district_shops[district]
        statues = osiris_statues(&t.player[seat], district)
        pieces = popcount(shops) + statues
        if pieces == 0:
            continue
        top = -1 if statues else lowest_bit(shops)
        if pieces > best or (pieces == best and top < best_top):
            best = pieces
            best_top = top
            winner = seat
    return winner


cdef int temple_statues(const Player* player) noexcept nogil:
    return (player.people >> TEMPLE_ROW & 1) + (player.people >> TEMPLE_COLUMN & 1)


cdef int pillar_points(const Player* player) noexcept nogil:
    """Every own building or statue at the temple once for each own pillar in its line."""
    cdef uint32_t sites = player.sites
    cdef int pairs = 0
    while sites:
        pairs += popcount(player.pillars & TABLES.site_cells[lowest_bit(sites)])
        sites &= sites - 1
    if player.people >> TEMPLE_ROW & 1:
        pairs += popcount(player.pillars & TABLES.line_cells[TABLES.people_line[TEMPLE_ROW]])
    if player.people >> TEMPLE_COLUMN & 1:
        pairs += popcount(player.pillars & TABLES.line_cells[TABLES.people_line[TEMPLE_COLUMN]])
    return pairs * TABLES.pillar_in_line_vp


cdef int temple_points(const Player* player) noexcept nogil:
    return temple_points_without_statues(player) + temple_statues(player) * TABLES.temple_piece_vp


cdef int temple_points_without_statues(const Player* player) noexcept nogil:
    return popcount(player.sites) * TABLES.temple_piece_vp + pillar_points(player)


cdef int board_points(const Table* t, int seat) noexcept nogil:
    cdef const Player* player = &t.player[seat]
    cdef int points = temple_points(player) + TABLES.statue_vp[statues_of(player)]
    cdef int resource
    points += TABLES.triangles[player.happiness] * TABLES.happiness_triangle_vp
    if is_solo(t) and seat == AUTOMATON:
        return points
    for resource in range(BASIC_NB):
        points += TABLES.full_production_vp if player.production[resource] == TABLES.production_max else 0
    return points + TABLES.row_vp[buildings_of(player)]


# -- who has won --------------------------------------------------------------------------------------------

cdef bint is_ahead(const Table* t, int seat, int other) noexcept nogil:
    """Most points, then most scribes, then the earlier place in turn order (rulebook p. 13)."""
    cdef int place = 0
    if t.player[seat].vp != t.player[other].vp:
        return t.player[seat].vp > t.player[other].vp
    if t.player[seat].goods[SCRIBE] != t.player[other].goods[SCRIBE]:
        return t.player[seat].goods[SCRIBE] > t.player[other].goods[SCRIBE]
    while t.order[place] != seat and t.order[place] != other:
        place += 1
    return t.order[place] == seat


cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const Table* t = &(<const TekhenuState*>state).table
    cdef int seat, other
    for seat in range(t.header.players):
        points[seat] = t.player[seat].vp
        ranks[seat] = 1
        for other in range(t.header.players):
            if other != seat and is_ahead(t, other, seat):
                ranks[seat] += 1
