"""What the board is worth at a scoring (rulebook pp. 12-13)."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, NOBODY, OSIRIS_QUARRIES, OSIRIS_WORKSHOPS, TEMPLE_COLUMN, TEMPLE_ROW, Player, Table,
    buildings_of, is_solo, statues_of,
)
from egypt.games.tekhenu.tables cimport T


cdef inline int osiris_statues(const Player* player, int district) noexcept nogil:
    """Own statues above a district; each stands above two."""
    return ((player.people >> OSIRIS_WORKSHOPS & T.people_districts[OSIRIS_WORKSHOPS] >> district & 1)
            + (player.people >> OSIRIS_QUARRIES & T.people_districts[OSIRIS_QUARRIES] >> district & 1))


cdef int district_winner(const Table* table, int district) noexcept nogil:
    """Most buildings and statues; among equals whoever has the topmost piece, and the statue stands above all rows."""
    cdef int seat, pieces, statues, top, best = 0, best_top = 99, winner = NOBODY
    cdef uint32_t shops
    for seat in range(table.header.players):
        shops = table.player[seat].shops & T.district_shops[district]
        statues = osiris_statues(&table.player[seat], district)
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
        pairs += popcount(player.pillars & T.site_cells[lowest_bit(sites)])
        sites &= sites - 1
    if player.people >> TEMPLE_ROW & 1:
        pairs += popcount(player.pillars & T.line_cells[T.people_line[TEMPLE_ROW]])
    if player.people >> TEMPLE_COLUMN & 1:
        pairs += popcount(player.pillars & T.line_cells[T.people_line[TEMPLE_COLUMN]])
    return pairs * T.pillar_in_line_vp


cdef int temple_points(const Player* player) noexcept nogil:
    return temple_points_without_statues(player) + temple_statues(player) * T.temple_piece_vp


cdef int temple_points_without_statues(const Player* player) noexcept nogil:
    return popcount(player.sites) * T.temple_piece_vp + pillar_points(player)


cdef int board_points(const Table* table, int seat) noexcept nogil:
    cdef const Player* player = &table.player[seat]
    cdef int points = temple_points(player) + T.statue_vp[statues_of(player)]
    cdef int resource
    points += T.triangles[player.happiness] * T.happiness_triangle_vp
    if is_solo(table) and seat == AUTOMATON:
        return points
    for resource in range(BASIC_NB):
        points += T.full_production_vp if player.production[resource] == T.production_max else 0
    return points + T.row_vp[buildings_of(player)]
