"""Which steps may wait on the stack, with which arguments, and who answers the current one."""

from egypt.core.types cimport CHANCE, OVER
from egypt.games.tekhenu.rules cimport is_natures
from egypt.games.tekhenu.rules_horus cimport bonus_seat
from egypt.games.tekhenu.rules_setup cimport draft_seat, people_seats
from egypt.games.tekhenu.state cimport (
    ACTION_NB, ACTION_TILE_NB, BASIC_NB, CELL_NB, COLOUR_NB, FILL_PLACES, GOD_NB, HORUS, NOBODY, PEOPLE_NB, SECTION_NB,
    SITE_NB, SLOT_NB, STARTING_NB, STEP_BEGIN, STEP_BEGIN_FREE, STEP_BEGIN_VIRTUAL, STEP_BONUS, STEP_BUILD_SITE,
    STEP_BUILD_STATUE, STEP_CARD, STEP_CARDS, STEP_CELL, STEP_COLLECT, STEP_DEAL, STEP_DEBEN, STEP_DESTINY,
    STEP_DESTINY_GAIN, STEP_DICE, STEP_DISTRICT, STEP_DRAFT, STEP_EDICT, STEP_END_TURN, STEP_FAITH, STEP_FESTIVAL,
    STEP_FILL, STEP_FINISH, STEP_FINISH_PILLAR, STEP_GOD_TILE, STEP_JUDGEMENT, STEP_KEEP, STEP_KEEP_OFFER,
    STEP_LOT_CELL, STEP_LOT_SITE, STEP_LOT_STARTING, STEP_LOT_STATUE, STEP_MARKER, STEP_MIX, STEP_MODIFY,
    STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_NONE, STEP_OFFER, STEP_OVER, STEP_PAY, STEP_PYRAMID, STEP_RAISE_PILLAR,
    STEP_REFRESH, STEP_REVEAL, STEP_ROTATE, STEP_ROTATION, STEP_SCORE, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_SHIFT,
    STEP_SITE, STEP_STARTING, STEP_STARTING_GAIN, STEP_STATUE, STEP_TILE, STEP_UPKEEP, STEP_USE, STEP_YIELD, Table,
    all_sites, is_solo, statues_at,
)
from egypt.games.tekhenu.tables cimport STARTING_MIX, T


# -- what each step needs -----------------------------------------------------------------------------------

cdef bint has_die(const Table* table) noexcept nogil:
    return (1 <= table.turn.die <= 30 * GOD_NB and 1 <= table.turn.face <= 6 and table.turn.colour < COLOUR_NB
            and table.turn.effective <= 6 and table.turn.floor <= 24)


cdef bint is_action(int argument) noexcept nogil:
    return argument >> 3 < ACTION_NB and 1 <= argument & 7 <= 6


cdef bint has_tile(const Table* table) noexcept nogil:
    """Whether the value in use names a slot with a tile."""
    return 1 <= table.turn.value <= 6 and table.slot[T.ra_slot[table.turn.value]] != 0


cdef bint is_free_cell(const Table* table, int cell) noexcept nogil:
    return cell < CELL_NB and not table.cell[cell]


cdef bint is_rotated(const Table* table) noexcept nogil:
    return table.turn.rotation < T.tile[table.slot[T.ra_slot[table.turn.value]] - 1].rotations


cdef bint owns_destiny(const Table* table, int seat) noexcept nogil:
    """In the set-up a card will be taken first."""
    return (people_seats(table) >> seat & 1) != 0 and (table.round == 0 or table.player[seat].destiny != 0)


cdef bint argument_fits(const Table* table, int step, int argument) noexcept nogil:
    cdef int players = table.header.players
    if step == STEP_BEGIN or step == STEP_SHIFT:
        return has_die(table) and table.turn.effective >= 1 and (
            is_action(argument) if step == STEP_BEGIN else argument < ACTION_NB)
    if step == STEP_USE or step == STEP_MODIFY:
        return has_die(table) and argument == 0
    if step == STEP_BEGIN_VIRTUAL or step == STEP_BEGIN_FREE:
        return is_action(argument) or (argument == HORUS * 8 and table.turn.rotation != 0)
    if step == STEP_BONUS:
        return argument >> 3 < GOD_NB
    if step == STEP_STATUE:
        return argument < 1 << GOD_NB
    if step == STEP_BUILD_STATUE:
        return argument < GOD_NB + PEOPLE_NB
    if step == STEP_CELL:
        return has_tile(table) and argument == T.ra_slot[table.turn.value]
    if step == STEP_ROTATE:
        return has_tile(table) and is_free_cell(table, argument)
    if step == STEP_RAISE_PILLAR:
        return has_tile(table) and is_free_cell(table, argument) and is_rotated(table)
    if step == STEP_FINISH_PILLAR:
        return argument < CELL_NB and table.cell[argument] != 0
    if step == STEP_BUILD_SITE:
        return (argument < SITE_NB and (T.sites[table.size] & ~all_sites(table)) >> argument & 1 != 0
                and 1 <= table.turn.value <= 6)
    if step == STEP_SITE or step == STEP_FESTIVAL:
        return argument == 0 and 1 <= table.turn.value <= 6
    if step == STEP_CARDS:
        return argument == 0 and 1 <= table.turn.cards <= 3
    if step == STEP_REFRESH:
        return argument < SECTION_NB and 1 <= table.turn.cards <= 3
    if step == STEP_FILL:
        return argument >> FILL_PLACES < 16 and (table.opened >> (argument & (SECTION_NB - 1)) & 1) != 0
    if step == STEP_CARD:
        return argument < SLOT_NB and T.slot_deck[argument] < 3 and not table.market[argument] and (
            table.opened >> argument // 4 & 1) != 0
    if step == STEP_DISTRICT:
        return argument & 7 < 6 and argument >> 4 != 0
    if step == STEP_YIELD:
        return argument < BASIC_NB and 1 <= table.turn.value <= 6
    if step == STEP_NEXT_TURN or step == STEP_REVEAL:
        return argument < players
    if step == STEP_FAITH or step == STEP_EDICT or step == STEP_UPKEEP or step == STEP_DESTINY:
        return argument <= players
    if step == STEP_DESTINY_GAIN:
        return argument < players and owns_destiny(table, argument)
    return argument_fits_set_up(table, step, argument)


cdef bint argument_fits_set_up(const Table* table, int step, int argument) noexcept nogil:
    if step == STEP_GOD_TILE:
        return argument < GOD_NB
    if step == STEP_DICE:
        return argument >> 3 < GOD_NB and 1 <= argument & 7 <= 4
    if step == STEP_DEAL:
        return (people_seats(table) >> argument & 1) != 0
    if step == STEP_STARTING or step == STEP_LOT_STARTING:
        return 1 <= argument < STARTING_NB
    if step == STEP_DRAFT:
        return argument < 2 * table.header.players
    if step == STEP_STARTING_GAIN:
        return argument < table.header.players
    if step == STEP_OFFER or step == STEP_KEEP_OFFER:
        return argument < 2
    if step == STEP_MIX:
        return argument < STARTING_NB and T.starting[argument].effect == STARTING_MIX
    if step == STEP_MARKER:
        return argument <= T.track_max
    if step == STEP_TILE:
        return argument <= 1
    if step == STEP_PYRAMID:
        return is_solo(table) and argument < ACTION_TILE_NB
    if step == STEP_DEBEN:
        return is_solo(table) and table.marker != 0
    if step == STEP_LOT_STATUE:
        return is_solo(table) and 1 <= argument < 1 << PEOPLE_NB
    if step == STEP_LOT_CELL:
        return is_solo(table) and argument < 3 and table.slot[argument] != 0
    if step == STEP_LOT_SITE:
        return is_solo(table) and 1 <= argument <= 6
    if step > STEP_PYRAMID:
        return is_solo(table) and argument == 0
    return argument == 0


# -- the stack ----------------------------------------------------------------------------------------------

cdef bint is_base(int step) noexcept nogil:
    """Steps from which the game goes on by itself: one of them lies at the bottom, and none anywhere else."""
    return (step == STEP_SETTLE_ORDER or step == STEP_SETTLED or step == STEP_NEXT_ROUND or step == STEP_NEXT_TURN
            or step == STEP_ROTATION or step == STEP_END_TURN or step == STEP_FINISH)


cdef bint is_automatic(int step) noexcept nogil:
    """Steps that are never the current one when somebody looks."""
    return (is_base(step) or step == STEP_BEGIN or step == STEP_BEGIN_VIRTUAL or step == STEP_BEGIN_FREE
            or step == STEP_BUILD_STATUE or step == STEP_RAISE_PILLAR or step == STEP_FINISH_PILLAR
            or step == STEP_BUILD_SITE or step == STEP_FESTIVAL or step == STEP_REFRESH or step == STEP_FILL
            or step == STEP_JUDGEMENT or step == STEP_SCORE or step == STEP_COLLECT or step == STEP_DESTINY_GAIN
            or step == STEP_STARTING_GAIN)


cdef bint steps_fit(const Table* table) noexcept nogil:
    cdef int i, step
    if table.step == STEP_OVER:
        return table.height == 0 and table.argument == 0
    if table.step == STEP_NONE or table.step > STEP_OVER or table.height == 0 or is_automatic(table.step):
        return False
    if not argument_fits(table, table.step, table.argument):
        return False
    for i in range(table.height):
        step = table.stack[i].step
        if step == STEP_NONE or step > STEP_PYRAMID and step != STEP_LOT_STARTING or step == STEP_KEEP and table.round:
            return False
        if <bint>is_base(step) != <bint>(i == 0) or not argument_fits(table, step, table.stack[i].argument):
            return False
    return dues_fit(table)


cdef bint dues_fit(const Table* table) noexcept nogil:
    """Something is due exactly while it is being paid, and all of one sort."""
    cdef int kind, goods = 0
    for kind in range(BASIC_NB):
        if table.turn.due[kind] > 9:
            return False
        goods += table.turn.due[kind]
    if table.turn.due[BASIC_NB] > 9 or table.turn.action >= ACTION_NB or table.turn.value > 6:
        return False
    if table.step != STEP_PAY:
        return goods == 0 and table.turn.due[BASIC_NB] == 0
    return (goods != 0) != (table.turn.due[BASIC_NB] != 0)


# -- the actor ----------------------------------------------------------------------------------------------

cdef bint actor_fits(const Table* table) noexcept nogil:
    cdef int step = table.step
    cdef int seat
    if step == STEP_OVER:
        return table.header.actor == OVER
    if is_natures(step) or step == STEP_REVEAL:
        return table.header.actor == CHANCE
    if table.header.actor < 0 or not people_seats(table) >> table.header.actor & 1:
        return False
    if step == STEP_KEEP:
        return (table.header.pending >> table.header.actor & 1) != 0 and table.header.pending & ~people_seats(table) == 0
    if step == STEP_DRAFT:
        return table.header.actor == draft_seat(table, table.argument)
    if step == STEP_FAITH or step == STEP_UPKEEP:
        return table.argument < table.header.players and table.header.actor == table.order[table.argument]
    if step == STEP_DESTINY or step == STEP_EDICT:
        return (table.argument < table.header.players and table.header.actor == table.order[table.argument]
                and table.seat == table.header.actor)
    if step == STEP_BONUS:
        seat = bonus_seat(table, table.argument & 7)
        return seat != NOBODY and table.header.actor == seat and statues_at(&table.player[seat], table.argument >> 3) != 0
    return table.header.actor == table.seat
