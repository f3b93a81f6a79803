"""Paying: gold stands in for any basic resource, and technologies let more stand in for more (rulebook p. 15).

What stood in for what is judged by the totals paid: a player who pays the stones that are printed has swapped none of them.
"""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport (
    distinct_blessings, has, is_own_turn, lose, reward_blessing, spend_blessing, technology_vp, win,
)
from egypt.games.tekhenu.moves cimport MOVE_BLESS, MOVE_PAY, make_goods, make_three, move_goods
from egypt.games.tekhenu.state cimport (
    BASIC_NB, BREAD, GOD_NB, GOLD, GOLD_SWAPPED, GOODS_NB, GRANITE, LIMESTONE, PAPYRUS, SCRIBE, STEP_MODIFY, STEP_PAY,
    STONE_SWAPPED, WAIVED, Player, Table, TekhenuState, Turn, buildings_of, push,
)
from egypt.games.tekhenu.tables cimport TABLES, TECH_BAKERY, TECH_GOLD_IS_SCRIBE, TECH_STONE_SWAP


cdef void goods_for_action(const Player* player, int god, uint8_t* goods) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.god_gain[god]
    cdef int kind
    for kind in range(GOODS_NB):
        goods[kind] = player.goods[kind]
    while cards:
        for kind in range(GOODS_NB):
            goods[kind] += TABLES.technology[lowest_bit(cards)].gain.amount[kind]
        cards &= cards - 1


# -- what is due ----------------------------------------------------------------------------------------------

cdef inline uint32_t waivers(const TekhenuState* s, const Player* player) noexcept nogil:
    """Blessings that spare the player the cost of the action in progress."""
    cdef int action = s.table.turn.action
    return player.blessings & TABLES.waives[action] if action < GOD_NB else 0


cdef void charge(TekhenuState* s, int papyrus, int bread, int limestone, int granite) noexcept nogil:
    cdef Player* player = &s.table.player[s.table.seat]
    cdef Turn* turn = &s.table.turn
    if turn.flags & WAIVED or papyrus + bread + limestone + granite == 0:
        return
    if (player.goods[GOLD] == 0 and not has(player, TECH_GOLD_IS_SCRIBE) and not has(player, TECH_STONE_SWAP)
            and not waivers(s, player)):
        player.goods[PAPYRUS] -= papyrus
        player.goods[BREAD] -= bread
        player.goods[LIMESTONE] -= limestone
        player.goods[GRANITE] -= granite
        return
    turn.due[PAPYRUS] = papyrus
    turn.due[BREAD] = bread
    turn.due[LIMESTONE] = limestone
    turn.due[GRANITE] = granite
    push(&s.table, STEP_PAY)


cdef bint charge_scribes(TekhenuState* s, int scribes) noexcept nogil:
    cdef Player* player = &s.table.player[s.table.seat]
    if not has(player, TECH_GOLD_IS_SCRIBE):
        player.goods[SCRIBE] -= scribes
        return False
    if scribes == 0:
        return False
    s.table.turn.due[BASIC_NB] = scribes
    push(&s.table, STEP_PAY)
    return True


cdef void nothing_due(Turn* turn) noexcept nogil:
    cdef int kind
    for kind in range(BASIC_NB + 1):
        turn.due[kind] = 0


# -- ways to pay ----------------------------------------------------------------------------------------------

cdef int list_scribe_payments(const Player* player, int scribes, Move* moves) noexcept nogil:
    cdef int gold, n = 0
    for gold in range(max(0, scribes - player.goods[SCRIBE]), min(scribes, player.goods[GOLD]) + 1):
        moves[n] = make_goods(MOVE_PAY, 0, 0, 0, 0, gold, scribes - gold)
        n += 1
    return n


cdef inline int list_substitutes(const Player* player, int papyrus, int bread, int limestone, int granite, int missing,
                                 int scribes, Move* moves) noexcept nogil:
    """What of the goods is paid as such is given; the rest is paid with gold, or with scribes where they serve as gold."""
    cdef int gold, n = 0
    for gold in range(max(0, missing - scribes), min(missing, player.goods[GOLD]) + 1):
        moves[n] = make_goods(MOVE_PAY, papyrus, bread, limestone, granite, gold, missing - gold)
        n += 1
    return n


cdef int list_goods_payments(const Player* player, const uint8_t* due, Move* moves) noexcept nogil:
    cdef int stones = due[LIMESTONE] + due[GRANITE]
    cdef bint swap = has(player, TECH_STONE_SWAP)
    cdef int most_limestone = min(stones if swap else due[LIMESTONE], player.goods[LIMESTONE])
    cdef int most_granite = min(stones if swap else due[GRANITE], player.goods[GRANITE])
    cdef int scribes = player.goods[SCRIBE] if has(player, TECH_GOLD_IS_SCRIBE) else 0
    cdef int owed = due[PAPYRUS] + due[BREAD] + stones
    cdef int papyrus, bread, limestone, granite, n = 0
    for papyrus in range(min(due[PAPYRUS], player.goods[PAPYRUS]) + 1):
        for bread in range(min(due[BREAD], player.goods[BREAD]) + 1):
            for limestone in range(most_limestone + 1):
                for granite in range(min(most_granite, stones - limestone) + 1):
                    n += list_substitutes(
                        player, papyrus, bread, limestone, granite, owed - papyrus - bread - limestone - granite, scribes,
                        moves + n)
    return n


cdef int list_payments(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Player* player = &s.table.player[s.table.seat]
    cdef const Turn* turn = &s.table.turn
    cdef uint32_t cards
    cdef int n = 0
    if turn.due[BASIC_NB]:
        return list_scribe_payments(player, turn.due[BASIC_NB], moves)
    cards = distinct_blessings(waivers(s, player))
    while cards:
        moves[n] = make_three(MOVE_BLESS, lowest_bit(cards), 0, 0)
        cards &= cards - 1
        n += 1
    return n + list_goods_payments(player, turn.due, moves + n)


# -- paying ---------------------------------------------------------------------------------------------------

cdef void hand_over(Player* player, Move move) noexcept nogil:
    cdef int kind
    for kind in range(SCRIBE + 1):
        player.goods[kind] -= move_goods(move, kind)


cdef inline bint is_price_of_blessing(const Table* t) noexcept nogil:
    """Of all that is paid for while blessings for the die are played, only these have a price."""
    return t.stack[t.height - 1].step == STEP_MODIFY


cdef void pay(TekhenuState* s, Move move) noexcept nogil:
    cdef Turn* turn = &s.table.turn
    hand_over(&s.table.player[s.table.seat], move)
    if is_price_of_blessing(&s.table):
        reward_blessing(s, s.table.seat)
    if is_own_turn(&s.table):
        reward_exchange(&s.table.player[s.table.seat], turn, move)
    nothing_due(turn)


cdef void reward_exchange(Player* player, Turn* turn, Move move) noexcept nogil:
    """Technologies pay once in a turn in which something has stood in for something else."""
    if move_goods(move, GOLD if turn.due[BASIC_NB] else SCRIBE) and not turn.flags & GOLD_SWAPPED:
        turn.flags |= GOLD_SWAPPED
        win(player, technology_vp(player, TECH_GOLD_IS_SCRIBE))
    if ((move_goods(move, LIMESTONE) > turn.due[LIMESTONE] or move_goods(move, GRANITE) > turn.due[GRANITE])
            and not turn.flags & STONE_SWAPPED):
        turn.flags |= STONE_SWAPPED
        win(player, technology_vp(player, TECH_STONE_SWAP))


cdef void pay_by_blessing(TekhenuState* s, int blessing) noexcept nogil:
    spend_blessing(s, s.table.seat, blessing)
    nothing_due(&s.table.turn)


# -- bread at a scoring (rulebook p. 13) ----------------------------------------------------------------------

cdef int bread_owed(const Player* player) noexcept nogil:
    return 0 if has(player, TECH_BAKERY) else TABLES.row_bread[buildings_of(player)]


cdef int list_upkeep(const TekhenuState* s, int seat, Move* moves) noexcept nogil:
    cdef const Player* player = &s.table.player[seat]
    cdef int owed = bread_owed(player)
    cdef int scribes = player.goods[SCRIBE] if has(player, TECH_GOLD_IS_SCRIBE) else 0
    cdef int bread, gold, scribe, n = 0
    for bread in range(min(owed, player.goods[BREAD]) + 1):
        for gold in range(min(owed - bread, player.goods[GOLD]) + 1):
            for scribe in range(min(owed - bread - gold, scribes) + 1):
                moves[n] = make_goods(MOVE_PAY, 0, bread, 0, 0, gold, scribe)
                n += 1
    return n


cdef void pay_upkeep(TekhenuState* s, int seat, Move move) noexcept nogil:
    cdef Player* player = &s.table.player[seat]
    cdef int unpaid = bread_owed(player) - move_goods(move, BREAD) - move_goods(move, GOLD) - move_goods(move, SCRIBE)
    hand_over(player, move)
    lose(player, unpaid * TABLES.unpaid_bread_vp)
