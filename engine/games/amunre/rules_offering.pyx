"""The Offering phase, from the sealed choices to the new Start Player."""

from libc.stdint cimport uint16_t, uint64_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, Move
from egypt.games.amunre.favors cimport ADJUSTMENT, bag_size, favor_count, one_favor
from egypt.games.amunre.moves cimport (
    MOVE_ADJUST, MOVE_DONE, MOVE_OFFER, MOVE_TAKE_FARMER, MOVE_TAKE_FAVOR, MOVE_TAKE_STONE, WITH_ADJUSTMENT,
    make_move, offering, offering_gold,
)
from egypt.games.amunre.rules_favors cimport drop_favor, favors_to_draw, refill_deck, sales_in_order, take_favor
from egypt.games.amunre.rules_harvest cimport begin_harvest
from egypt.games.amunre.state cimport (
    MOST_OFFERED, PHASE_ADJUST, PHASE_OFFER, PHASE_REWARD, PHASE_REWARD_DRAW, PHASE_UNVEIL, THIEF, AmunreState, Table,
    budget, put_farmers, put_stones,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, REWARD_NB, TABLES, TILE_NB

# Items of a reward are taken in this order, so that the same items are taken in one way only: favors (their cards are
# seen before the next item is chosen), farmers by province, stones by province.
cdef enum:
    ITEM_FARMER = 1                     # + province
    ITEM_STONE = 1 + PROVINCE_NB        # + province


# -- individual offerings (p. 6) -----------------------------------------------------------------------------

cdef void begin_offering(AmunreState* s) noexcept nogil:
    """All choose at once and in secret."""
    cdef Table* t = &s.table
    t.phase = PHASE_OFFER
    t.header.pending = (1 << t.header.players) - 1
    t.header.actor = 0
    t.turn = 0


cdef int legal_offers(const AmunreState* s, int seat, Move* moves) noexcept nogil:
    """Theft, or at least 1 gold; either with an Offering Adjustment, which then cannot be sold for gold."""
    cdef int purse = min(budget(&s.table, seat), MOST_OFFERED)
    cdef bint adjustment = favor_count(s.hand[seat], ADJUSTMENT) > 0
    cdef int count = 0, gold
    if s.offer[seat]:
        return sales_in_order(favors_for_sale(s, seat), lowest_for_sale(s, seat), sales_due(s, seat), moves)
    for gold in range(purse + 1):
        moves[count] = make_move(MOVE_OFFER, 0, offering(gold, False))
        count += 1
        if adjustment and gold < purse:
            moves[count] = make_move(MOVE_OFFER, 0, offering(gold, True))
            count += 1
    return count


cdef int sales_due(const AmunreState* s, int seat) noexcept nogil:
    return max(0, offering_gold(s.offer[seat] - 1) - s.table.gold[seat]) - bag_size(s.sold[seat])


cdef uint64_t favors_for_sale(const AmunreState* s, int seat) noexcept nogil:
    cdef uint64_t adjustment = one_favor(ADJUSTMENT) if (s.offer[seat] - 1) & WITH_ADJUSTMENT else 0
    return s.hand[seat] - s.sold[seat] - adjustment


cdef int lowest_for_sale(const AmunreState* s, int seat) noexcept nogil:
    """Favors are chosen in the order of their kinds, so that the same cards are chosen in one way only."""
    cdef int kind = FAVOR_NB - 1
    while kind and not favor_count(s.sold[seat], kind):
        kind -= 1
    return kind


cdef void make_offer(AmunreState* s, int argument) noexcept nogil:
    s.offer[s.table.header.actor] = argument + 1
    after_choice(s)


cdef void seal_sale(AmunreState* s, int kind) noexcept nogil:
    s.sold[s.table.header.actor] += one_favor(kind)
    after_choice(s)


cdef void after_choice(AmunreState* s) noexcept nogil:
    """Offerings first, then the favors sold for them; when all is chosen it is turned up."""
    cdef Table* t = &s.table
    cdef int seat, without_offer = 0
    if sales_due(s, t.header.actor) == 0:
        t.header.pending &= ~(1 << t.header.actor)
    if t.header.pending == 0:
        t.phase = PHASE_UNVEIL
        t.header.actor = CHANCE
        t.turn = t.start
        return
    for seat in range(t.header.players):
        without_offer |= (s.offer[seat] == 0) << seat
    t.header.actor = lowest_bit(without_offer if without_offer else t.header.pending)


cdef void unveil(AmunreState* s, int argument) noexcept nogil:
    """One offering is turned up and paid; the favors sold for it follow one by one."""
    cdef Table* t = &s.table
    cdef int seat = t.turn
    cdef int gold = offering_gold(argument)
    s.offer[seat] = 0
    if argument & WITH_ADJUSTMENT:
        drop_favor(s, seat, ADJUSTMENT)
        t.adjusters |= 1 << seat
        t.adjusted |= 1 << seat
    t.given[seat] = gold if gold else THIEF
    t.total += gold if gold else -<int>TABLES.theft
    t.debt = max(0, gold - t.gold[seat])
    t.gold[seat] -= gold - t.debt
    if t.debt == 0:
        next_offering(s)


cdef void turn_up_sold(AmunreState* s, int kind) noexcept nogil:
    cdef Table* t = &s.table
    s.sold[t.turn] -= one_favor(kind)
    drop_favor(s, t.turn, kind)
    t.debt -= 1
    if t.debt == 0:
        next_offering(s)


cdef void next_offering(AmunreState* s) noexcept nogil:
    s.table.turn = left_of(s.table.turn, s.table.header.players)
    if s.table.turn == s.table.start:
        next_adjuster(s)


# -- the collective offering (p. 6) --------------------------------------------------------------------------

cdef void next_adjuster(AmunreState* s) noexcept nogil:
    """In turn order, everybody with an Offering Adjustment announces; then the tile is known."""
    cdef Table* t = &s.table
    cdef int seat = t.start
    if t.adjusters == 0:
        place_tile(s)
        return
    while not (t.adjusters >> seat) & 1:
        seat = left_of(seat, t.header.players)
    t.phase = PHASE_ADJUST
    t.turn = seat
    t.header.actor = seat


cdef int legal_adjustments(const AmunreState* s, Move* moves) noexcept nogil:
    moves[0] = make_move(MOVE_ADJUST, 0, 0)
    moves[1] = make_move(MOVE_ADJUST, 0, 1)
    return 2


cdef void adjust(AmunreState* s, bint up) noexcept nogil:
    cdef Table* t = &s.table
    t.total += TABLES.adjustment if up else -<int>TABLES.adjustment
    t.adjusters &= ~(1 << t.turn)
    next_adjuster(s)


cdef int tile_for(int total) noexcept nogil:
    cdef int tile = TILE_NB
    while tile > 1 and total < TABLES.tile_total[tile]:
        tile -= 1
    return tile


cdef void place_tile(AmunreState* s) noexcept nogil:
    """Thieves take their gold; then the others are rewarded."""
    cdef Table* t = &s.table
    cdef int seat
    t.tile = tile_for(t.total)
    for seat in range(t.header.players):
        if t.given[seat] == THIEF:
            t.gold[seat] += TABLES.theft
    next_reward(s)


# -- rewards (p. 7) ------------------------------------------------------------------------------------------

cdef int best_offering(const Table* t, int seats) noexcept nogil:
    cdef int best = -1, seat = t.start
    while True:
        if (seats >> seat) & 1 and t.given[seat] > 0 and (best < 0 or t.given[seat] > t.given[best]):
            best = seat
        seat = left_of(seat, t.header.players)
        if seat == t.start:
            return best


cdef int earliest_offering(const Table* t, int seats) noexcept nogil:
    """The first in turn order who has offered gold; -1 if there is none."""
    cdef int seat = t.start
    while True:
        if (seats >> seat) & 1 and t.given[seat] > 0:
            return seat
        seat = left_of(seat, t.header.players)
        if seat == t.start:
            return -1


cdef void next_reward(AmunreState* s) noexcept nogil:
    """The largest offering first, then the second, then all others in turn order."""
    cdef Table* t = &s.table
    cdef int waiting = ~t.served
    cdef int rank = popcount(t.served)
    cdef int seat = best_offering(t, waiting) if rank < REWARD_NB - 1 else earliest_offering(t, waiting)
    if seat < 0:
        end_offering(s)
        return
    t.turn = seat
    t.rewards = TABLES.rewards[min(rank, REWARD_NB - 1)]
    ask_for_item(s)


cdef void ask_for_item(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    if t.rewards == 0:
        end_reward(s)
        return
    t.phase = PHASE_REWARD
    t.header.actor = t.turn


cdef int legal_rewards(const AmunreState* s, Move* moves) noexcept nogil:
    """Favors without limit, farmers for free fields, stones for any own province; fewer than allowed is possible."""
    cdef const Table* t = &s.table
    cdef uint16_t provinces = t.owned[t.turn]
    cdef int count = 1, province
    moves[0] = make_move(MOVE_DONE, 0, 0)
    if t.floor == 0 and favors_to_draw(s):
        moves[count] = make_move(MOVE_TAKE_FAVOR, 0, 0)
        count += 1
    while provinces and t.farmers_placed < TABLES.farmer_tokens:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        if t.floor <= ITEM_FARMER + province and t.farmers[province] < TABLES.province[province].fields:
            moves[count] = make_move(MOVE_TAKE_FARMER, province, 0)
            count += 1
    provinces = t.owned[t.turn]
    while provinces:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        if t.floor <= ITEM_STONE + province:
            moves[count] = make_move(MOVE_TAKE_STONE, province, 0)
            count += 1
    return count


cdef void take_reward_farmer(AmunreState* s, int province) noexcept nogil:
    put_farmers(&s.table, province, 1)
    s.table.floor = ITEM_FARMER + province
    s.table.rewards -= 1
    ask_for_item(s)


cdef void take_reward_stone(AmunreState* s, int province) noexcept nogil:
    put_stones(&s.table, province, 1)
    s.table.floor = ITEM_STONE + province
    s.table.rewards -= 1
    ask_for_item(s)


cdef void ask_reward_favor(AmunreState* s) noexcept nogil:
    refill_deck(s)
    s.table.phase = PHASE_REWARD_DRAW
    s.table.header.actor = CHANCE


cdef void take_reward_favor(AmunreState* s, int kind) noexcept nogil:
    take_favor(s, s.table.turn, kind)
    s.table.rewards -= 1
    ask_for_item(s)


cdef void end_reward(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    t.rewards = 0
    t.floor = 0
    t.served |= 1 << t.turn
    next_reward(s)


# -- the new Start Player (p. 7) -----------------------------------------------------------------------------

cdef void end_offering(AmunreState* s) noexcept nogil:
    """The seat that offered the most; if all were thieves the token stays."""
    cdef Table* t = &s.table
    cdef int seat, first = best_offering(t, (1 << t.header.players) - 1)
    if first >= 0:
        t.start = first
    for seat in range(t.header.players):
        t.given[seat] = 0
    t.served = 0
    t.adjusted = 0
    t.total = 0
    begin_harvest(s)
