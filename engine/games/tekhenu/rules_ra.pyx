"""Ra: raise a pillar on a tile in the temple (rulebook p. 17); what the tiles can do (p. 27)."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport gain, has, light_of, win
from egypt.games.tekhenu.market cimport deck_ready, slide_tiles
from egypt.games.tekhenu.moves cimport MOVE_BLESS, MOVE_CELL, MOVE_GO, MOVE_ROTATE, make_move, make_three, move_kind
from egypt.games.tekhenu.payment cimport can_pay, charge, goods_for_action
from egypt.games.tekhenu.rules_horus cimport horus_values
from egypt.games.tekhenu.rules_osiris cimport osiris_values
from egypt.games.tekhenu.rules_thoth cimport thoth_values
from egypt.games.tekhenu.state cimport (
    CELL_NB, DECREE, GOODS_NB, HORUS, OSIRIS, RA, STEP_BEGIN_VIRTUAL, STEP_CELL, STEP_DRAW_DECREE, STEP_FINISH_PILLAR,
    STEP_RAISE_PILLAR, STEP_TILE_HORUS, THOTH, Player, Table, TekhenuState, all_sites, push,
)
from egypt.games.tekhenu.step_arguments cimport with_value
from egypt.games.tekhenu.tables cimport (
    ABILITY_BUILDING_VP, ABILITY_DOUBLE_CELL, ABILITY_DRAW_DECREE, ABILITY_GAIN, ABILITY_HORUS, ABILITY_MATCH_VP,
    ABILITY_OSIRIS, ABILITY_THOTH, TABLES, TECH_EVERY_ABILITY, TileRow,
)


# -- where --------------------------------------------------------------------------------------------------

cdef int ra_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef bint waived = free or (player.blessings & TABLES.waives[RA]) != 0
    cdef int slot, cell, tile, values = 0
    if popcount(player.pillars) >= TABLES.pillars:
        return 0
    for cell in range(CELL_NB):
        if not t.cell[cell]:
            break
    else:
        return 0
    for slot in range(3):
        tile = t.slot[slot] - 1
        if tile >= 0 and (waived or can_pay(player, goods, 0, 0, TABLES.tile[tile].limestone, TABLES.tile[tile].granite)):
            values |= TABLES.slot_values[slot]
    return values


cdef void begin_ra(TekhenuState* s) noexcept nogil:
    push(&s.table, STEP_CELL, TABLES.ra_slot[s.table.turn.value])


cdef int list_cells(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int cell, n = 0
    for cell in range(CELL_NB):
        if not s.table.cell[cell]:
            moves[n] = make_move(MOVE_CELL, cell)
            n += 1
    return n


cdef inline int tile_in_hand(const Table* t) noexcept nogil:
    return t.slot[TABLES.ra_slot[t.turn.value]] - 1


cdef int list_rotations(const TekhenuState* s, Move* moves) noexcept nogil:
    """Only those that look different."""
    cdef int rotation, n = TABLES.tile[tile_in_hand(&s.table)].rotations
    for rotation in range(n):
        moves[rotation] = make_move(MOVE_ROTATE, rotation)
    return n


cdef void choose_rotation(TekhenuState* s, int rotation) noexcept nogil:
    cdef const TileRow* tile = &TABLES.tile[tile_in_hand(&s.table)]
    s.table.turn.rotation = rotation
    push(&s.table, STEP_RAISE_PILLAR, s.table.argument)
    charge(s, 0, 0, tile.limestone, tile.granite)


# -- what it brings -----------------------------------------------------------------------------------------

cdef int matching_edges(const Table* t, int cell, int tile, int rotation) noexcept nogil:
    cdef int side, beside, other, matches = 0
    for side in range(4):
        beside = TABLES.neighbour[cell][side]
        if beside < 0:
            matches += TABLES.rim[cell][side] == TABLES.tile[tile].edge[rotation][side] + 1
        elif t.cell[beside]:
            other = t.cell[beside] - 1
            matches += TABLES.tile[other >> 2].edge[other & 3][(side + 2) & 3] == TABLES.tile[tile].edge[rotation][side]
    return matches


cdef void raise_pillar(TekhenuState* s, int cell) noexcept nogil:
    """In the order of the rulebook: buildings in line, edges, the covered cell, the slot; then the tile's ability."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[t.seat]
    cdef int tile = tile_in_hand(t)
    cdef int slot = TABLES.ra_slot[t.turn.value]
    cdef int buildings = popcount(all_sites(t) & TABLES.cross_sites[cell])
    cdef int matches = matching_edges(t, cell, tile, t.turn.rotation)
    t.slot[slot] = 0
    t.cell[cell] = 1 + tile * 4 + t.turn.rotation
    t.turn.rotation = 0
    win(player, buildings * TABLES.ra_building_vp)
    win(player, matches * (TABLES.corner_match_vp if TABLES.corner[cell] else TABLES.match_vp))
    player.goods[TABLES.cell_kind[cell]] += TABLES.cell_units[cell]
    win(player, TABLES.slot_vp[slot])
    if TABLES.tile[tile].light == light_of(t, RA) or has(player, TECH_EVERY_ABILITY):
        use_ability(s, &TABLES.tile[tile], cell, buildings, matches)
    else:
        push(t, STEP_FINISH_PILLAR, cell)


cdef void finish_pillar(TekhenuState* s, int cell) noexcept nogil:
    s.table.player[s.table.seat].pillars |= <uint32_t>1 << cell
    slide_tiles(s)


# -- abilities of tiles, one function each ------------------------------------------------------------------
# What raises a marker comes before the pillar is finished, so that actions it leads to find the board in order; the actions
# of other gods come before the pillar stands, as the rulebook has it.

cdef void use_ability(TekhenuState* s, const TileRow* tile, int cell, int buildings, int matches) noexcept nogil:
    cdef Player* player = &s.table.player[s.table.seat]
    if tile.ability == ABILITY_GAIN:
        gain(s, s.table.seat, &tile.gain)
    elif tile.ability == ABILITY_MATCH_VP:
        win(player, matches * tile.vp)
    elif tile.ability == ABILITY_BUILDING_VP:
        win(player, buildings * tile.vp)
    elif tile.ability == ABILITY_DOUBLE_CELL:
        player.goods[TABLES.cell_kind[cell]] += TABLES.cell_units[cell]
    push(&s.table, STEP_FINISH_PILLAR, cell)
    if tile.ability == ABILITY_THOTH:
        act_as_thoth(s, tile)
    elif tile.ability == ABILITY_HORUS:
        act_as_horus(s, tile, cell)
    elif tile.ability == ABILITY_OSIRIS:
        act_as_osiris(s, tile)
    elif tile.ability == ABILITY_DRAW_DECREE:
        draw_decree(s)


cdef void act_as_thoth(TekhenuState* s, const TileRow* tile) noexcept nogil:
    """Lost where it cannot be carried out; the same goes for the other gods."""
    cdef const Player* player = &s.table.player[s.table.seat]
    cdef int values = thoth_values(&s.table, player, player.goods, False) & tile.values << 1
    if values:
        push(&s.table, STEP_BEGIN_VIRTUAL, with_value(THOTH, popcount((values & -values) - 1)))


cdef void act_as_horus(TekhenuState* s, const TileRow* tile, int cell) noexcept nogil:
    """As with one of several values: value 0 stands for the choice among those of the tile. A blessing is never forced."""
    cdef const Table* t = &s.table
    if asks_for_blessing(t, cell):
        push(&s.table, STEP_TILE_HORUS, cell)
    elif can_act_as_horus(t, &t.player[t.seat], tile):
        begin_as_horus(s, tile)


cdef bint can_act_as_horus(const Table* t, const Player* player, const TileRow* tile) noexcept nogil:
    cdef uint8_t[GOODS_NB] goods
    goods_for_action(player, HORUS, goods)
    return horus_values(t, player, goods, False) & tile.values << 1 != 0


cdef bint asks_for_blessing(const Table* t, int cell) noexcept nogil:
    cdef const TileRow* tile = &TABLES.tile[(t.cell[cell] - 1) >> 2]
    cdef Player plain = t.player[t.seat]
    if not plain.blessings & TABLES.waives[HORUS] or not can_act_as_horus(t, &plain, tile):
        return False
    plain.blessings = 0
    return not can_act_as_horus(t, &plain, tile)


cdef void begin_as_horus(TekhenuState* s, const TileRow* tile) noexcept nogil:
    s.table.turn.rotation = tile.values
    push(&s.table, STEP_BEGIN_VIRTUAL, with_value(HORUS, 0))


cdef int list_tile_horus(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Player* player = &s.table.player[s.table.seat]
    moves[0] = make_three(MOVE_BLESS, lowest_bit(player.blessings & TABLES.waives[HORUS]), 0, 0)
    moves[1] = make_move(MOVE_GO)
    return 2


cdef void answer_tile_horus(TekhenuState* s, Move move) noexcept nogil:
    """The acting seat plays the blessing when the statue is due: nothing else can pay for it."""
    if move_kind(move) == MOVE_BLESS:
        begin_as_horus(s, &TABLES.tile[(s.table.cell[s.table.argument] - 1) >> 2])


cdef void act_as_osiris(TekhenuState* s, const TileRow* tile) noexcept nogil:
    cdef const Player* player = &s.table.player[s.table.seat]
    cdef int values = osiris_values(&s.table, player) & tile.values << 1
    if values:
        push(&s.table, STEP_BEGIN_VIRTUAL, with_value(OSIRIS, popcount((values & -values) - 1)))


cdef void draw_decree(TekhenuState* s) noexcept nogil:
    if deck_ready(s, DECREE):
        push(&s.table, STEP_DRAW_DECREE)
