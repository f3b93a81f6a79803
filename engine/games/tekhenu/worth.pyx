"""Rules of thumb: what an action or a place is about worth, in quarters of a point. They guide foresight and playouts.

They ask only how good something is for the turn player, never whether it is allowed.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.market cimport cards_in, usable_sections
from egypt.games.tekhenu.rules_production cimport kept_units
from egypt.games.tekhenu.rules_ra cimport matching_edges
from egypt.games.tekhenu.state cimport (
    BASIC_NB, BASTET, CARD_NB, CELL_NB, FAITH, GOD_NB, GOLD, HATHOR, HORUS, PRODUCE, RA,
    TEMPLE_ROW, THOTH, Player, Table, all_people, all_shops, all_sites, buildings_of, god_statues_at, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport TECH_HATHOR_PILLAR, T

cdef enum:
    PRODUCTION_WORTH = 5    # a step of production, early in the game
    PEOPLE_WORTH = 2        # a step of population
    HAPPINESS_WORTH = 4
    CARD_WORTH = 14


cdef inline int rounds_left(const Table* table) noexcept nogil:
    return T.rounds - table.round


cdef inline int scorings_left(const Table* table) noexcept nogil:
    return 2 if table.round <= T.rounds // 2 else 1


cdef inline int kind_worth(int kind) noexcept nogil:
    return GOLD_WORTH if kind == GOLD else FAITH_WORTH if kind == FAITH else RESOURCE_WORTH


# -- places -------------------------------------------------------------------------------------------------

cdef int statue_worth(const Table* table, int place) noexcept nogil:
    """The statue itself counts at every scoring; one for a god also brings bonuses while the game lasts."""
    cdef const Player* player = &table.player[table.seat]
    cdef int built = statues_of(player)
    cdef int worth = QUARTERS * scorings_left(table) * (T.statue_vp[built + 1] - T.statue_vp[built])
    cdef int god
    if place < GOD_NB:
        god = table.god_at[place]
        return worth if statues_at(player, god) else worth + rounds_left(table) * (2 + (place >= 3))
    worth += GOLD_WORTH
    if place - GOD_NB >= TEMPLE_ROW:
        return worth + QUARTERS * (T.temple_pillar_vp + scorings_left(table)) * popcount(
            player.pillars & T.line_cells[T.people_line[place - GOD_NB]]) + QUARTERS * scorings_left(table)
    return worth + 2 * QUARTERS * scorings_left(table)


cdef int best_rotation(const Table* table, int cell, int tile) noexcept nogil:
    cdef int rotation, matches, best = 0, most = -1
    for rotation in range(T.tile[tile].rotations):
        matches = matching_edges(table, cell, tile, rotation)
        if matches > most:
            most = matches
            best = rotation
    return best


cdef int cell_worth(const Table* table, int cell, int tile) noexcept nogil:
    """Points at once, what the cell shows, and own buildings in line for later scorings."""
    cdef const Player* player = &table.player[table.seat]
    cdef int matches = matching_edges(table, cell, tile, best_rotation(table, cell, tile))
    cdef int worth = matches * (T.corner_match_vp if T.corner[cell] else T.match_vp)
    worth += popcount(all_sites(table) & T.cross_sites[cell]) * T.ra_building_vp
    worth += scorings_left(table) * popcount(player.sites & T.cross_sites[cell])
    return QUARTERS * worth + T.cell_units[cell] * kind_worth(T.cell_kind[cell])


cdef int site_worth(const Table* table, int site) noexcept nogil:
    cdef const Player* player = &table.player[table.seat]
    cdef uint32_t cells = T.site_cells[site]
    cdef int pillars = popcount(cells & player.pillars)
    cdef int worth = pillars * (5 if has(player, TECH_HATHOR_PILLAR) else T.hathor_pillar_vp)
    cdef int goods = 0, cell
    worth += scorings_left(table) * (1 + pillars)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if not table.cell[cell]:
            goods += kind_worth(T.cell_kind[cell])
    return QUARTERS * worth + goods - T.site_bread[site] * RESOURCE_WORTH


cdef int district_worth(const Table* table, int row, int district, int resource, int track) noexcept nogil:
    """Low tracks and scarce resources first."""
    cdef const Player* player = &table.player[table.seat]
    cdef int shop = 4 * row + district
    cdef int i, kind, worth = 0
    for i in range(T.shown_nb[shop]):
        kind = T.shown[shop][i]
        worth += min(T.row_raise[row], T.production_max - player.production[kind]) * (
            1 + PRODUCTION_WORTH * rounds_left(table) // 16)
    if T.row_any[row] and player.production[track] < T.production_max:
        worth += 1 + PRODUCTION_WORTH * rounds_left(table) // 16 + (player.production[track] < 4)
    worth += T.row_units[row] * RESOURCE_WORTH + (player.goods[resource] == 0) + T.row_gold[row] * GOLD_WORTH
    return worth + (6 - row) + popcount(player.shops & T.district_shops[district])


cdef int card_worth(const Table* table, int code) noexcept nogil:
    """Technologies early, decrees late, blessings any time."""
    if code < CARD_NB:
        return CARD_WORTH - 4
    if code < 2 * CARD_NB:
        return 4 + rounds_left(table)
    return CARD_WORTH + 2


# -- actions ------------------------------------------------------------------------------------------------

cdef int horus_worth(const Table* table, int value) noexcept nogil:
    cdef int taken = all_people(table)
    cdef int place, best = -99
    if god_statues_at(table, table.god_at[value - 1]) < T.god_spaces[table.size]:
        best = statue_worth(table, value - 1)
    for place in range(4):
        if not taken >> place & 1:
            best = max(best, statue_worth(table, GOD_NB + place))
    return best - RESOURCE_WORTH * T.statue_cost[statues_of(&table.player[table.seat])]


cdef int ra_worth(const Table* table, int value) noexcept nogil:
    cdef int slot = T.ra_slot[value]
    cdef int tile = table.slot[slot] - 1
    cdef int cell, best = 0
    if tile < 0:
        return -99
    for cell in range(CELL_NB):
        if not table.cell[cell]:
            best = max(best, cell_worth(table, cell, tile))
    return best + QUARTERS * T.slot_vp[slot] + 2 * QUARTERS - RESOURCE_WORTH * (
        T.tile[tile].limestone + T.tile[tile].granite)


cdef int hathor_worth(const Table* table, int value) noexcept nogil:
    cdef uint32_t sites = T.sites[table.size] & ~all_sites(table)
    cdef int best = -99
    while sites:
        best = max(best, site_worth(table, lowest_bit(sites)))
        sites &= sites - 1
    return best + PEOPLE_WORTH * value + building_worth(table)


cdef int building_worth(const Table* table) noexcept nogil:
    """What the next building uncovers on the player board."""
    cdef int built = buildings_of(&table.player[table.seat])
    if built >= T.buildings:
        return 0
    return scorings_left(table) * (QUARTERS * (T.row_vp[built + 1] - T.row_vp[built])
                                   - RESOURCE_WORTH * (T.row_bread[built + 1] - T.row_bread[built]))


cdef int bastet_worth(const Table* table, int value) noexcept nogil:
    cdef const Player* player = &table.player[table.seat]
    cdef int after = min(player.population, player.happiness + value)
    cdef int triangles = T.triangles[after] - T.triangles[player.happiness]
    return ((after - player.happiness) * HAPPINESS_WORTH + triangles * scorings_left(table) * 3 * QUARTERS // 2
            + T.bastet_scribes[value] * SCRIBE_WORTH - T.bastet_papyrus * RESOURCE_WORTH)


cdef int thoth_worth(const Table* table, int value) noexcept nogil:
    cdef const Player* player = &table.player[table.seat]
    cdef int section, slot, best, worth, i, wanted = T.thoth_cards[value]
    best = 0
    for section in range(usable_sections(player.happiness)):
        if cards_in(table, section) < wanted:
            continue
        worth = 0
        i = 0
        for slot in range(4 * section + 3, 4 * section - 1, -1):
            if table.market[slot] and i < wanted:
                worth += card_worth(table, table.market[slot] - 1)
                i += 1
        best = max(best, worth)
    return best - T.thoth_papyrus[value] * RESOURCE_WORTH


cdef int osiris_worth(const Table* table, int value) noexcept nogil:
    cdef uint32_t free = T.row_shops[value - 1] & ~all_shops(table)
    cdef int district, best = -99
    for district in range(BASIC_NB):
        if free >> (4 * (value - 1) + district) & 1:
            best = max(best, district_worth(table, value - 1, district, district, district))
    return best + building_worth(table) - HAPPINESS_WORTH


cdef int production_worth(const Table* table, int resource, int value) noexcept nogil:
    cdef const Player* player = &table.player[table.seat]
    cdef int kept = kept_units(player, resource, value)
    cdef int surplus = max(0, value - player.production[resource])
    cdef int worth = kept * RESOURCE_WORTH - surplus * 2
    if player.goods[resource] > 4:
        worth -= (player.goods[resource] - 4) * 2
    return worth


cdef int action_worth(const Table* table, int action, int value) noexcept nogil:
    if action >= PRODUCE:
        return production_worth(table, action - PRODUCE, value)
    if action == HORUS:
        return horus_worth(table, value)
    if action == RA:
        return ra_worth(table, value)
    if action == HATHOR:
        return hathor_worth(table, value)
    if action == BASTET:
        return bastet_worth(table, value)
    if action == THOTH:
        return thoth_worth(table, value)
    return osiris_worth(table, value)
