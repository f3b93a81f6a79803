"""Hathor: build next to the temple (rulebook p. 18). Bastet: hold a festival (p. 19)."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport has, raise_happiness, raise_population, receive_god_gains, technology_vp, win
from egypt.games.tekhenu.moves cimport MOVE_SITE, make_move
from egypt.games.tekhenu.payment cimport can_pay, charge, gold_in
from egypt.games.tekhenu.state cimport (
    ALL_VALUES, BASTET, BREAD, HATHOR, SCRIBE, STEP_BUILD_SITE, STEP_FESTIVAL, STEP_SITE, WAIVED, Player, Table,
    TekhenuState, all_sites, buildings_of, push,
)
from egypt.games.tekhenu.tables cimport PRICE_NB, TABLES, TECH_HATHOR_PILLAR
# -- Hathor -------------------------------------------------------------------------------------------------

cdef int hathor_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef uint32_t sites = TABLES.sites[t.size] & ~all_sites(t)
    if buildings_of(player) >= TABLES.buildings or not sites:
        return 0
    if free or player.blessings & TABLES.waives[HATHOR]:
        return ALL_VALUES
    return ALL_VALUES if sites & sites_for(player, goods) else 0


cdef inline uint32_t sites_for(const Player* player, const uint8_t* goods) noexcept nogil:
    """Those that cost no more bread, or what may stand in for it, than there is among the goods."""
    return TABLES.sites_for[min(PRICE_NB - 1, goods[BREAD] + gold_in(player, goods))]


cdef void begin_hathor(TekhenuState* s) noexcept nogil:
    push(&s.table, STEP_SITE)


cdef int list_sites(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef uint32_t sites = TABLES.sites[t.size] & ~all_sites(t)
    cdef int n = 0
    if not t.turn.flags & WAIVED and not player.blessings & TABLES.waives[HATHOR]:
        sites &= sites_for(player, player.goods)
    while sites:
        moves[n] = make_move(MOVE_SITE, lowest_bit(sites))
        sites &= sites - 1
        n += 1
    return n


cdef void choose_site(TekhenuState* s, int site) noexcept nogil:
    push(&s.table, STEP_BUILD_SITE, site)
    charge(s, 0, TABLES.site_bread[site], 0, 0)


cdef int hathor_pillar_points(const Player* player) noexcept nogil:
    """For an own pillar in line with a new building."""
    return technology_vp(player, TECH_HATHOR_PILLAR) if has(player, TECH_HATHOR_PILLAR) else TABLES.hathor_pillar_vp


cdef void build_site(TekhenuState* s, int site) noexcept nogil:
    """Own pillars in line bring points, empty cells one of what they show; then the people come."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef uint32_t cells = TABLES.site_cells[site]
    cdef int pillar_vp = hathor_pillar_points(player)
    cdef int cell
    player.sites |= <uint32_t>1 << site
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if player.pillars >> cell & 1:
            win(player, pillar_vp)
        elif not t.cell[cell]:
            player.goods[TABLES.cell_kind[cell]] += TABLES.hathor_units
    raise_population(s, t.seat, t.turn.value)


# -- Bastet -------------------------------------------------------------------------------------------------

cdef int bastet_values(const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    if free or player.blessings & TABLES.waives[BASTET] or can_pay(player, goods, TABLES.bastet_papyrus, 0, 0, 0):
        return ALL_VALUES
    return 0


cdef void begin_bastet(TekhenuState* s) noexcept nogil:
    push(&s.table, STEP_FESTIVAL)
    charge(s, TABLES.bastet_papyrus, 0, 0, 0)


cdef void hold_festival(TekhenuState* s) noexcept nogil:
    cdef int value = s.table.turn.value
    receive_god_gains(s, BASTET)
    s.table.player[s.table.seat].goods[SCRIBE] += TABLES.bastet_scribes[value]
    raise_happiness(s, s.table.seat, value)
