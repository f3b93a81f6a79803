"""The six god actions as the automaton carries them out (rulebook pp. 23-25)."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.games.tekhenu.gains cimport gain, raise_happiness, raise_population, win
from egypt.games.tekhenu.market cimport take_card, usable_sections
from egypt.games.tekhenu.scoring cimport district_winner
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BASTET, BLESSING, CELL_NB, DECREE, GREY, HATHOR, HORUS, OSIRIS, OSIRIS_QUARRIES,
    OSIRIS_WORKSHOPS, RA, SCRIBE, STEP_FINISH_PILLAR, STEP_LOT_CELL, STEP_LOT_SITE, STEP_LOT_STATUE, TEMPLE_COLUMN,
    TEMPLE_ROW, THOTH, Player, Table, TekhenuState, all_people, all_shops, all_sites, buildings_of, god_statues_at,
    push, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES

cdef enum:
    ROW_NB = 6              # of the Osiris area


cdef void act(TekhenuState* s, int god, int colour, int value) noexcept nogil:
    if god == HORUS:
        build_statue(s, value)
    elif god == RA:
        raise_pillar(s, value)
    elif god == HATHOR:
        build_at_temple(s, value)
    elif god == BASTET:
        hold_festival(s, value)
    elif god == THOTH:
        take_cards(s, value)
    elif god == OSIRIS:
        build_shop(s, colour, value)


# -- Horus -----------------------------------------------------------------------------------------------------

cdef void build_statue(TekhenuState* s, int value) noexcept nogil:
    """For the god that the value names, if there is room; otherwise for the people."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[AUTOMATON]
    cdef int god = t.god_at[value - 1]
    if statues_of(player) >= TABLES.statues:
        return
    if god_statues_at(t, god) < TABLES.god_spaces[t.size]:
        player.god_statues += 1 << 2 * god
    else:
        choose_people_space(s)


cdef void choose_people_space(TekhenuState* s) noexcept nogil:
    """Above the Osiris area if that wins districts, else at the temple; with no space there it is content with points."""
    cdef int spaces = winning_osiris_spaces(&s.table)
    if not spaces:
        spaces = best_temple_spaces(&s.table)
    if not spaces:
        win(&s.table.player[AUTOMATON], TABLES.solo.no_statue_vp)
    elif spaces & (spaces - 1):
        push(&s.table, STEP_LOT_STATUE, spaces)
    else:
        build_people_statue(s, lowest_bit(spaces))


cdef int winning_osiris_spaces(const Table* t) noexcept nogil:
    """The free spaces above the Osiris area that win it the most districts; none if there is nothing to win."""
    cdef int space, won, most = 0, spaces = 0
    for space in range(OSIRIS_WORKSHOPS, OSIRIS_QUARRIES + 1):
        won = 0 if all_people(t) >> space & 1 else districts_won(t, space)
        if won > most:
            most = won
            spaces = 0
        if won and won == most:
            spaces |= 1 << space
    return spaces


cdef int districts_won(const Table* t, int space) noexcept nogil:
    """Districts that it would win with a statue on this space and does not win without."""
    cdef Table after = t[0]
    cdef int district, won = 0
    after.player[AUTOMATON].people |= 1 << space
    for district in range(BASIC_NB):
        won += district_winner(&after, district) == AUTOMATON and district_winner(t, district) != AUTOMATON
    return won


cdef inline int pillars_in_line(const Player* player, int space) noexcept nogil:
    return popcount(player.pillars & TABLES.line_cells[TABLES.people_line[space]])


cdef int best_temple_spaces(const Table* t) noexcept nogil:
    """The free spaces at the temple with the most own pillars in line."""
    cdef const Player* player = &t.player[AUTOMATON]
    cdef int space, most = -1, spaces = 0
    for space in range(TEMPLE_ROW, TEMPLE_COLUMN + 1):
        if all_people(t) >> space & 1 or pillars_in_line(player, space) < most:
            continue
        if pillars_in_line(player, space) > most:
            most = pillars_in_line(player, space)
            spaces = 0
        spaces |= 1 << space
    return spaces


cdef void build_people_statue(TekhenuState* s, int space) noexcept nogil:
    """The gold that lies there leaves the game."""
    cdef Player* player = &s.table.player[AUTOMATON]
    player.people |= 1 << space
    if space >= TEMPLE_ROW:
        win(player, TABLES.temple_pillar_vp * pillars_in_line(player, space))


cdef void automaton_bonus(TekhenuState* s, int space) noexcept nogil:
    gain(s, AUTOMATON, &TABLES.solo.bonus[space])


# -- Ra --------------------------------------------------------------------------------------------------------

cdef void raise_pillar(TekhenuState* s, int value) noexcept nogil:
    cdef Table* t = &s.table
    cdef int slot = TABLES.ra_slot[value]
    cdef uint32_t cells
    if popcount(t.player[AUTOMATON].pillars) >= TABLES.pillars or not t.slot[slot]:
        return
    cells = best_cells(t)
    if cells & (cells - 1):
        push(t, STEP_LOT_CELL, slot)
    elif cells:
        raise_unturned_pillar(s, lowest_bit(cells), slot)


cdef int touching_edges(const Table* t, int cell) noexcept nogil:
    """Edges of the rim and of other tiles, whatever their colours."""
    cdef int side, edges = 0
    for side in range(4):
        edges += TABLES.neighbour[cell][side] < 0 or t.cell[TABLES.neighbour[cell][side]] != 0
    return edges


cdef int cell_points(const Table* t, int cell) noexcept nogil:
    """Without those of the slot, which are the same for all cells; corners are worth no more than other cells."""
    return (popcount(all_sites(t) & TABLES.cross_sites[cell]) * TABLES.ra_building_vp
            + touching_edges(t, cell) * TABLES.solo.edge_vp)


cdef inline bint touches_rim(int cell) noexcept nogil:
    cdef int side
    for side in range(4):
        if TABLES.neighbour[cell][side] < 0:
            return True
    return False


cdef uint32_t best_cells(const Table* t) noexcept nogil:
    """Empty cells with the most points; among these in line with an own building, then those away from the rim."""
    cdef uint32_t cells = 0, in_line = 0, inner = 0
    cdef int cell, most = -1
    for cell in range(CELL_NB):
        if t.cell[cell] or cell_points(t, cell) < most:
            continue
        if cell_points(t, cell) > most:
            most = cell_points(t, cell)
            cells = 0
        cells |= <uint32_t>1 << cell
    for cell in range(CELL_NB):
        if cells >> cell & 1 and t.player[AUTOMATON].sites & TABLES.cross_sites[cell]:
            in_line |= <uint32_t>1 << cell
    cells = in_line if in_line else cells
    for cell in range(CELL_NB):
        if cells >> cell & 1 and not touches_rim(cell):
            inner |= <uint32_t>1 << cell
    return inner if inner else cells


cdef void raise_unturned_pillar(TekhenuState* s, int cell, int slot) noexcept nogil:
    """The tile lies as drawn; neither the covered cell nor its ability brings anything."""
    cdef Table* t = &s.table
    win(&t.player[AUTOMATON], cell_points(t, cell) + TABLES.slot_vp[slot])
    t.cell[cell] = 1 + (t.slot[slot] - 1) * 4
    t.slot[slot] = 0
    push(t, STEP_FINISH_PILLAR, cell)


# -- Hathor ----------------------------------------------------------------------------------------------------

cdef void build_at_temple(TekhenuState* s, int value) noexcept nogil:
    cdef uint32_t sites = best_sites(&s.table)
    if buildings_of(&s.table.player[AUTOMATON]) >= TABLES.buildings or not sites:
        return
    if sites & (sites - 1):
        push(&s.table, STEP_LOT_SITE, value)
    else:
        build_temple_building(s, lowest_bit(sites), value)


cdef inline int pillars_at_site(const Table* t, int site) noexcept nogil:
    return popcount(t.player[AUTOMATON].pillars & TABLES.site_cells[site])


cdef uint32_t best_sites(const Table* t) noexcept nogil:
    """Free sites with the most own pillars in line."""
    cdef uint32_t free = TABLES.sites[t.size] & ~all_sites(t)
    cdef uint32_t sites = 0
    cdef int site, most = -1
    while free:
        site = lowest_bit(free)
        free &= free - 1
        if pillars_at_site(t, site) > most:
            most = pillars_at_site(t, site)
            sites = 0
        if pillars_at_site(t, site) == most:
            sites |= <uint32_t>1 << site
    return sites


cdef void build_temple_building(TekhenuState* s, int site, int value) noexcept nogil:
    cdef Player* player = &s.table.player[AUTOMATON]
    player.sites |= <uint32_t>1 << site
    win(player, TABLES.hathor_pillar_vp * pillars_at_site(&s.table, site))
    raise_population(s, AUTOMATON, value)


# -- Bastet ----------------------------------------------------------------------------------------------------

cdef void hold_festival(TekhenuState* s, int value) noexcept nogil:
    """Step by step: where happiness would pass the population, the population grows instead."""
    cdef Player* player = &s.table.player[AUTOMATON]
    cdef int _step
    player.goods[SCRIBE] += TABLES.bastet_scribes[value]
    for _step in range(value):
        if player.happiness < player.population:
            raise_happiness(s, AUTOMATON, 1)
        else:
            raise_population(s, AUTOMATON, 1)


# -- Thoth -----------------------------------------------------------------------------------------------------

cdef void take_cards(TekhenuState* s, int value) noexcept nogil:
    """From the best section open to it: decrees, then technologies, then blessings, from the left; fewer if they run out."""
    cdef Table* t = &s.table
    cdef int section = usable_sections(t.player[AUTOMATON].happiness) - 1
    cdef int cards = TABLES.thoth_cards[value]
    cdef int deck, slot
    if section < 0:
        return
    for deck in range(DECREE, BLESSING - 1, -1):
        for slot in range(4 * section, 4 * section + 4):
            if cards and t.market[slot] and TABLES.slot_deck[slot] == deck:
                take_card(s, AUTOMATON, slot)
                cards -= 1


# -- Osiris ----------------------------------------------------------------------------------------------------

cdef void build_shop(TekhenuState* s, int colour, int value) noexcept nogil:
    """In the row of the value and the district of the colour, else further to the right, else in the rows above."""
    cdef Table* t = &s.table
    cdef uint32_t built = all_shops(t)
    cdef int district = emptiest_district(t) if colour == GREY else colour
    cdef int up, right, shop
    if buildings_of(&t.player[AUTOMATON]) >= TABLES.buildings:
        return
    for up in range(ROW_NB):
        for right in range(BASIC_NB):
            shop = (value - 1 + ROW_NB - up) % ROW_NB * BASIC_NB + (district + right) % BASIC_NB
            if not built >> shop & 1:
                t.player[AUTOMATON].shops |= <uint32_t>1 << shop
                return


cdef int emptiest_district(const Table* t) noexcept nogil:
    """With the fewest buildings of anybody; the leftmost of several."""
    cdef uint32_t built = all_shops(t)
    cdef int district, emptiest = 0
    for district in range(1, BASIC_NB):
        if popcount(built & TABLES.district_shops[district]) < popcount(built & TABLES.district_shops[emptiest]):
            emptiest = district
    return emptiest
