"""Hathor: build next to the temple (rulebook p. 18). Bastet: hold a festival (p. 19)."""

from libc.stdint cimport uint32_t, uint8_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport has, raise_happiness, raise_population, receive_god_gains, technology_vp, win
from egypt.games.tekhenu.moves cimport SITE, make
from egypt.games.tekhenu.payment cimport can_pay, charge
from egypt.games.tekhenu.state cimport (
    BASTET, HATHOR, SCRIBE, SITE_NB, STEP_BUILD_SITE, STEP_FESTIVAL, STEP_SITE, WAIVED, Player, Table, TekhenuState,
    all_sites, buildings_of, push,
)
from egypt.games.tekhenu.tables cimport T, TECH_HATHOR_PILLAR

cdef enum:
    ALL_VALUES = 0x7E


# -- Hathor -------------------------------------------------------------------------------------------------

cdef int hathor_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef uint32_t sites = T.sites[table.size] & ~all_sites(table)
    cdef int cheapest = 99
    if buildings_of(player) >= T.buildings or not sites:
        return 0
    if free or player.blessings & T.waives[HATHOR]:
        return ALL_VALUES
    while sites:
        cheapest = min(cheapest, <int>T.site_bread[lowest_bit(sites)])
        sites &= sites - 1
    return ALL_VALUES if can_pay(player, goods, 0, cheapest, 0, 0) else 0


cdef void begin_hathor(TekhenuState* state) noexcept nogil:
    push(&state.table, STEP_SITE)


cdef int list_sites(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef const Table* table = &state.table
    cdef const Player* player = &table.player[table.seat]
    cdef uint32_t sites = T.sites[table.size] & ~all_sites(table)
    cdef bint free = table.turn.flags & WAIVED or (player.blessings & T.waives[HATHOR]) != 0
    cdef int site, n = 0
    for site in range(SITE_NB):
        if sites >> site & 1 and (free or can_pay(player, player.goods, 0, T.site_bread[site], 0, 0)):
            moves[n] = make(SITE, site)
            n += 1
    return n


cdef void choose_site(TekhenuState* state, int site) noexcept nogil:
    push(&state.table, STEP_BUILD_SITE, site)
    charge(state, 0, T.site_bread[site], 0, 0)


cdef void build_site(TekhenuState* state, int site) noexcept nogil:
    """Own pillars in line bring points, empty cells one of what they show; then the people come."""
    cdef Table* table = &state.table
    cdef Player* player = &table.player[table.seat]
    cdef uint32_t cells = T.site_cells[site]
    cdef int pillar_vp = T.hathor_pillar_vp
    cdef int cell
    if has(player, TECH_HATHOR_PILLAR):
        pillar_vp = technology_vp(player, TECH_HATHOR_PILLAR)
    player.sites |= <uint32_t>1 << site
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if player.pillars >> cell & 1:
            win(player, pillar_vp)
        elif not table.cell[cell]:
            player.goods[T.cell_kind[cell]] += T.hathor_units
    raise_population(state, table.seat, table.turn.value)


# -- Bastet -------------------------------------------------------------------------------------------------

cdef int bastet_values(const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    if free or player.blessings & T.waives[BASTET] or can_pay(player, goods, T.bastet_papyrus, 0, 0, 0):
        return ALL_VALUES
    return 0


cdef void begin_bastet(TekhenuState* state) noexcept nogil:
    push(&state.table, STEP_FESTIVAL)
    charge(state, T.bastet_papyrus, 0, 0, 0)


cdef void hold_festival(TekhenuState* state) noexcept nogil:
    cdef int value = state.table.turn.value
    receive_god_gains(state, BASTET)
    state.table.player[state.table.seat].goods[SCRIBE] += T.bastet_scribes[value]
    raise_happiness(state, state.table.seat, value)
