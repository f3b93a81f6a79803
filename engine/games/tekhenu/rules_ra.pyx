"""Ra: raise a pillar on a tile in the temple (rulebook p. 17); what the tiles can do (p. 27)."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport gain, has, light_of, win
from egypt.games.tekhenu.market cimport deck_ready, slide_tiles
from egypt.games.tekhenu.moves cimport BLESS, CELL, GO, ROTATE, make, make_three, move_verb
from egypt.games.tekhenu.payment cimport can_pay, charge, goods_for_action
from egypt.games.tekhenu.rules_horus cimport horus_values
from egypt.games.tekhenu.rules_osiris cimport osiris_values
from egypt.games.tekhenu.rules_thoth cimport thoth_values
from egypt.games.tekhenu.state cimport (
    CELL_NB, DECREE, GOODS_NB, HORUS, OSIRIS, RA, STEP_BEGIN_VIRTUAL, STEP_CELL, STEP_DRAW_DECREE, STEP_FINISH_PILLAR,
    STEP_RAISE_PILLAR, STEP_TILE_HORUS, THOTH, Player, Table, TekhenuState, all_sites, push,
)
from egypt.games.tekhenu.tables cimport (
    ABILITY_BUILDING_VP, ABILITY_DOUBLE_CELL, ABILITY_DRAW_DECREE, ABILITY_GAIN, ABILITY_HORUS, ABILITY_MATCH_VP,
    ABILITY_OSIRIS, ABILITY_THOTH, TECH_EVERY_ABILITY, T, TileRow,
)


# -- where --------------------------------------------------------------------------------------------------

cdef int ra_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    cdef bint waived = free or (player.blessings & T.waives[RA]) != 0
    cdef int value, cell, tile, values = 0
    if popcount(player.pillars) >= T.pillars:
        return 0
    for cell in range(CELL_NB):
        if not table.cell[cell]:
            break
    else:
        return 0
    for value in range(1, 7):
        tile = table.slot[T.ra_slot[value]] - 1
        if tile >= 0 and (waived or can_pay(player, goods, 0, 0, T.tile[tile].limestone, T.tile[tile].granite)):
            values |= 1 << value
    return values


cdef void begin_ra(TekhenuState* state) noexcept nogil:
    push(&state.table, STEP_CELL, T.ra_slot[state.table.turn.value])


cdef int list_cells(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int cell, n = 0
    for cell in range(CELL_NB):
        if not state.table.cell[cell]:
            moves[n] = make(CELL, cell)
            n += 1
    return n


cdef inline int tile_in_hand(const Table* table) noexcept nogil:
    return table.slot[T.ra_slot[table.turn.value]] - 1


cdef int list_rotations(const TekhenuState* state, Move* moves) noexcept nogil:
    """Only those that look different."""
    cdef int rotation, n = T.tile[tile_in_hand(&state.table)].rotations
    for rotation in range(n):
        moves[rotation] = make(ROTATE, rotation)
    return n


cdef void choose_rotation(TekhenuState* state, int rotation) noexcept nogil:
    cdef const TileRow* tile = &T.tile[tile_in_hand(&state.table)]
    state.table.turn.rotation = rotation
    push(&state.table, STEP_RAISE_PILLAR, state.table.argument)
    charge(state, 0, 0, tile.limestone, tile.granite)


# -- what it brings -----------------------------------------------------------------------------------------

cdef int matching_edges(const Table* table, int cell, int tile, int rotation) noexcept nogil:
    cdef int side, beside, other, matches = 0
    for side in range(4):
        beside = T.neighbour[cell][side]
        if beside < 0:
            matches += T.rim[cell][side] == T.tile[tile].edge[rotation][side] + 1
        elif table.cell[beside]:
            other = table.cell[beside] - 1
            matches += T.tile[other >> 2].edge[other & 3][(side + 2) & 3] == T.tile[tile].edge[rotation][side]
    return matches


cdef void raise_pillar(TekhenuState* state, int cell) noexcept nogil:
    """In the order of the rulebook: buildings in line, edges, the covered cell, the slot; then the tile's ability."""
    cdef Table* table = &state.table
    cdef Player* player = &table.player[table.seat]
    cdef int tile = tile_in_hand(table)
    cdef int slot = T.ra_slot[table.turn.value]
    cdef int buildings = popcount(all_sites(table) & T.cross_sites[cell])
    cdef int matches = matching_edges(table, cell, tile, table.turn.rotation)
    table.slot[slot] = 0
    table.cell[cell] = 1 + tile * 4 + table.turn.rotation
    table.turn.rotation = 0
    win(player, buildings * T.ra_building_vp)
    win(player, matches * (T.corner_match_vp if T.corner[cell] else T.match_vp))
    player.goods[T.cell_kind[cell]] += T.cell_units[cell]
    win(player, T.slot_vp[slot])
    if T.tile[tile].light == light_of(table, RA) or has(player, TECH_EVERY_ABILITY):
        use_ability(state, &T.tile[tile], cell, buildings, matches)
    else:
        push(table, STEP_FINISH_PILLAR, cell)


cdef void finish_pillar(TekhenuState* state, int cell) noexcept nogil:
    state.table.player[state.table.seat].pillars |= <uint32_t>1 << cell
    slide_tiles(state)


# -- abilities of tiles, one function each ------------------------------------------------------------------
# What raises a marker comes before the pillar is finished, so that actions it leads to find the board in order; the actions
# of other gods come before the pillar stands, as the rulebook has it.

cdef void use_ability(TekhenuState* state, const TileRow* tile, int cell, int buildings, int matches) noexcept nogil:
    cdef Player* player = &state.table.player[state.table.seat]
    if tile.ability == ABILITY_GAIN:
        gain(state, state.table.seat, &tile.gain)
    elif tile.ability == ABILITY_MATCH_VP:
        win(player, matches * tile.vp)
    elif tile.ability == ABILITY_BUILDING_VP:
        win(player, buildings * tile.vp)
    elif tile.ability == ABILITY_DOUBLE_CELL:
        player.goods[T.cell_kind[cell]] += T.cell_units[cell]
    push(&state.table, STEP_FINISH_PILLAR, cell)
    if tile.ability == ABILITY_THOTH:
        act_as_thoth(state, tile)
    elif tile.ability == ABILITY_HORUS:
        act_as_horus(state, tile, cell)
    elif tile.ability == ABILITY_OSIRIS:
        act_as_osiris(state, tile)
    elif tile.ability == ABILITY_DRAW_DECREE:
        draw_decree(state)


cdef void act_as_thoth(TekhenuState* state, const TileRow* tile) noexcept nogil:
    """Lost where it cannot be carried out; the same goes for the other gods."""
    cdef const Player* player = &state.table.player[state.table.seat]
    cdef int values = thoth_values(&state.table, player, player.goods, False) & tile.values << 1
    if values:
        push(&state.table, STEP_BEGIN_VIRTUAL, THOTH * 8 + popcount((values & -values) - 1))


cdef void act_as_horus(TekhenuState* state, const TileRow* tile, int cell) noexcept nogil:
    """As with one of several values: value 0 stands for the choice among those of the tile. A blessing is never forced."""
    cdef const Table* table = &state.table
    if asks_for_blessing(table, cell):
        push(&state.table, STEP_TILE_HORUS, cell)
    elif can_act_as_horus(table, &table.player[table.seat], tile):
        begin_as_horus(state, tile)


cdef bint can_act_as_horus(const Table* table, const Player* player, const TileRow* tile) noexcept nogil:
    cdef uint8_t[GOODS_NB] goods
    goods_for_action(player, HORUS, goods)
    return horus_values(table, player, goods, False) & tile.values << 1 != 0


cdef bint asks_for_blessing(const Table* table, int cell) noexcept nogil:
    cdef const TileRow* tile = &T.tile[(table.cell[cell] - 1) >> 2]
    cdef Player plain = table.player[table.seat]
    if not plain.blessings & T.waives[HORUS] or not can_act_as_horus(table, &plain, tile):
        return False
    plain.blessings = 0
    return not can_act_as_horus(table, &plain, tile)


cdef void begin_as_horus(TekhenuState* state, const TileRow* tile) noexcept nogil:
    state.table.turn.rotation = tile.values
    push(&state.table, STEP_BEGIN_VIRTUAL, HORUS * 8)


cdef int list_tile_horus(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef const Player* player = &state.table.player[state.table.seat]
    moves[0] = make_three(BLESS, lowest_bit(player.blessings & T.waives[HORUS]), 0, 0)
    moves[1] = make(GO)
    return 2


cdef void answer_tile_horus(TekhenuState* state, Move move) noexcept nogil:
    """Whoever acts plays the blessing when the statue is due: nothing else can pay for it."""
    if move_verb(move) == BLESS:
        begin_as_horus(state, &T.tile[(state.table.cell[state.table.argument] - 1) >> 2])


cdef void act_as_osiris(TekhenuState* state, const TileRow* tile) noexcept nogil:
    cdef const Player* player = &state.table.player[state.table.seat]
    cdef int values = osiris_values(&state.table, player) & tile.values << 1
    if values:
        push(&state.table, STEP_BEGIN_VIRTUAL, OSIRIS * 8 + popcount((values & -values) - 1))


cdef void draw_decree(TekhenuState* state) noexcept nogil:
    if deck_ready(state, DECREE):
        push(&state.table, STEP_DRAW_DECREE)
