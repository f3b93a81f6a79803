"""Rules of thumb: what an action or a place is about worth, in quarters of a point. They guide foresight and playouts.

They ask only how good something is for the turn player, never whether it is allowed.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.market cimport cards_in, usable_sections
from egypt.games.tekhenu.rules_hathor cimport hathor_pillar_points
from egypt.games.tekhenu.rules_production cimport kept_units
from egypt.games.tekhenu.rules_ra cimport matching_edges
from egypt.games.tekhenu.state cimport (
    BASIC_NB, BASTET, CARD_NB, CELL_NB, FAITH, GOD_NB, GOLD, HATHOR, HORUS, PRODUCE, RA, TEMPLE_ROW, THOTH, Player,
    Table, all_people, all_shops, all_sites, buildings_of, god_statues_at, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES

cdef enum:
    PRODUCTION_WORTH = 5    # a step of production, early in the game
    PEOPLE_WORTH = 2        # a step of population
    HAPPINESS_WORTH = 4
    CARD_WORTH = 14
    NO_PLACE = -99          # below all worths of places


cdef inline int rounds_left(const Table* t) noexcept nogil:
    return TABLES.rounds - t.round


cdef inline int scorings_left(const Table* t) noexcept nogil:
    return 2 if t.round <= TABLES.rounds // 2 else 1


cdef inline int kind_worth(int kind) noexcept nogil:
    return GOLD_WORTH if kind == GOLD else FAITH_WORTH if kind == FAITH else RESOURCE_WORTH


# -- places -------------------------------------------------------------------------------------------------

cdef int statue_worth(const Table* t, int place) noexcept nogil:
    """The statue itself counts at every scoring; one for a god also brings bonuses while the game lasts."""
    cdef const Player* player = &t.player[t.seat]
    cdef int built = statues_of(player)
    cdef int worth = QUARTERS * scorings_left(t) * (TABLES.statue_vp[built + 1] - TABLES.statue_vp[built])
    cdef int god
    if place < GOD_NB:
        god = t.god_at[place]
        return worth if statues_at(player, god) else worth + rounds_left(t) * (2 + (place >= 3))
    worth += GOLD_WORTH
    if place - GOD_NB >= TEMPLE_ROW:
        return worth + QUARTERS * (TABLES.temple_pillar_vp + scorings_left(t)) * popcount(
            player.pillars & TABLES.line_cells[TABLES.people_line[place - GOD_NB]]) + QUARTERS * scorings_left(t)
    return worth + 2 * QUARTERS * scorings_left(t)


cdef int best_rotation(const Table* t, int cell, int tile) noexcept nogil:
    cdef int rotation, matches, best = 0, most = -1
    for rotation in range(TABLES.tile[tile].rotations):
        matches = matching_edges(t, cell, tile, rotation)
        if matches > most:
            most = matches
            best = rotation
    return best


cdef int cell_worth(const Table* t, int cell, int tile) noexcept nogil:
    """Points at once, what the cell shows, and own buildings in line for later scorings."""
    cdef const Player* player = &t.player[t.seat]
    cdef int matches = matching_edges(t, cell, tile, best_rotation(t, cell, tile))
    cdef int worth = matches * (TABLES.corner_match_vp if TABLES.corner[cell] else TABLES.match_vp)
    worth += popcount(all_sites(t) & TABLES.cross_sites[cell]) * TABLES.ra_building_vp
    worth += scorings_left(t) * popcount(player.sites & TABLES.cross_sites[cell])
    return QUARTERS * worth + TABLES.cell_units[cell] * kind_worth(TABLES.cell_kind[cell])


cdef int site_worth(const Table* t, int site) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t cells = TABLES.site_cells[site]
    cdef int pillars = popcount(cells & player.pillars)
    cdef int worth = pillars * hathor_pillar_points(player)
    cdef int goods = 0, cell
    worth += scorings_left(t) * (1 + pillars)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if not t.cell[cell]:
            goods += kind_worth(TABLES.cell_kind[cell])
    return QUARTERS * worth + goods - TABLES.site_bread[site] * RESOURCE_WORTH


cdef int district_worth(const Table* t, int row, int district, int resource, int track) noexcept nogil:
    """Low tracks and scarce resources first."""
    cdef const Player* player = &t.player[t.seat]
    cdef int shop = 4 * row + district
    cdef int i, kind, worth = 0
    for i in range(TABLES.shown_nb[shop]):
        kind = TABLES.shown[shop][i]
        worth += min(TABLES.row_raise[row], TABLES.production_max - player.production[kind]) * (
            1 + PRODUCTION_WORTH * rounds_left(t) // 16)
    if TABLES.row_any[row] and player.production[track] < TABLES.production_max:
        worth += 1 + PRODUCTION_WORTH * rounds_left(t) // 16 + (player.production[track] < 4)
    worth += TABLES.row_units[row] * RESOURCE_WORTH + (player.goods[resource] == 0) + TABLES.row_gold[row] * GOLD_WORTH
    return worth + (6 - row) + popcount(player.shops & TABLES.district_shops[district])


cdef int card_worth(const Table* t, int code) noexcept nogil:
    """Technologies early, decrees late, blessings any time."""
    if code < CARD_NB:
        return CARD_WORTH - 4
    if code < 2 * CARD_NB:
        return 4 + rounds_left(t)
    return CARD_WORTH + 2


# -- actions ------------------------------------------------------------------------------------------------

cdef int horus_worth(const Table* t, int value) noexcept nogil:
    cdef int taken = all_people(t)
    cdef int place, best = NO_PLACE
    if god_statues_at(t, t.god_at[value - 1]) < TABLES.god_spaces[t.size]:
        best = statue_worth(t, value - 1)
    for place in range(4):
        if not taken >> place & 1:
            best = max(best, statue_worth(t, GOD_NB + place))
    return best - RESOURCE_WORTH * TABLES.statue_cost[statues_of(&t.player[t.seat])]


cdef int ra_worth(const Table* t, int value) noexcept nogil:
    cdef int slot = TABLES.ra_slot[value]
    cdef int tile = t.slot[slot] - 1
    cdef int cell, best = 0
    if tile < 0:
        return NO_PLACE
    for cell in range(CELL_NB):
        if not t.cell[cell]:
            best = max(best, cell_worth(t, cell, tile))
    return best + QUARTERS * TABLES.slot_vp[slot] + 2 * QUARTERS - RESOURCE_WORTH * (
        TABLES.tile[tile].limestone + TABLES.tile[tile].granite)


cdef int hathor_worth(const Table* t, int value) noexcept nogil:
    cdef uint32_t sites = TABLES.sites[t.size] & ~all_sites(t)
    cdef int best = NO_PLACE
    while sites:
        best = max(best, site_worth(t, lowest_bit(sites)))
        sites &= sites - 1
    return best + PEOPLE_WORTH * value + building_worth(t)


cdef int building_worth(const Table* t) noexcept nogil:
    """What the next building uncovers on the player board."""
    cdef int built = buildings_of(&t.player[t.seat])
    if built >= TABLES.buildings:
        return 0
    return scorings_left(t) * (QUARTERS * (TABLES.row_vp[built + 1] - TABLES.row_vp[built])
                               - RESOURCE_WORTH * (TABLES.row_bread[built + 1] - TABLES.row_bread[built]))


cdef int bastet_worth(const Table* t, int value) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef int after = min(player.population, player.happiness + value)
    cdef int triangles = TABLES.triangles[after] - TABLES.triangles[player.happiness]
    return ((after - player.happiness) * HAPPINESS_WORTH + triangles * scorings_left(t) * 3 * QUARTERS // 2
            + TABLES.bastet_scribes[value] * SCRIBE_WORTH - TABLES.bastet_papyrus * RESOURCE_WORTH)


cdef int thoth_worth(const Table* t, int value) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef int section, slot, best, worth, i, wanted = TABLES.thoth_cards[value]
    best = 0
    for section in range(usable_sections(player.happiness)):
        if cards_in(t, section) < wanted:
            continue
        worth = 0
        i = 0
        for slot in range(4 * section + 3, 4 * section - 1, -1):
            if t.market[slot] and i < wanted:
                worth += card_worth(t, t.market[slot] - 1)
                i += 1
        best = max(best, worth)
    return best - TABLES.thoth_papyrus[value] * RESOURCE_WORTH


cdef int osiris_worth(const Table* t, int value) noexcept nogil:
    cdef uint32_t free = TABLES.row_shops[value - 1] & ~all_shops(t)
    cdef int district, best = NO_PLACE
    for district in range(BASIC_NB):
        if free >> (4 * (value - 1) + district) & 1:
            best = max(best, district_worth(t, value - 1, district, district, district))
    return best + building_worth(t) - HAPPINESS_WORTH


cdef int production_worth(const Table* t, int resource, int value) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef int kept = kept_units(player, resource, value)
    cdef int surplus = max(0, value - player.production[resource])
    cdef int worth = kept * RESOURCE_WORTH - surplus * 2
    if player.goods[resource] > 4:
        worth -= (player.goods[resource] - 4) * 2
    return worth


cdef int action_worth(const Table* t, int action, int value) noexcept nogil:
    if action >= PRODUCE:
        return production_worth(t, action - PRODUCE, value)
    if action == HORUS:
        return horus_worth(t, value)
    if action == RA:
        return ra_worth(t, value)
    if action == HATHOR:
        return hathor_worth(t, value)
    if action == BASTET:
        return bastet_worth(t, value)
    if action == THOTH:
        return thoth_worth(t, value)
    return osiris_worth(t, value)
