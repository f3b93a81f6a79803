"""The Market phase: one seat after the other makes all its purchases.

Every end of a turn is reached in exactly one way: farmers and stones are decided province by province in ascending order, Free
Farmer and Architect with the stones of the province that they go to.
"""

from libc.stdint cimport uint16_t

from engine.core.bits cimport lowest_bit
from engine.core.types cimport CHANCE, Move
from engine.games.amunre.favors cimport ARCHITECT, FREE_FARMER, favor_count
from engine.games.amunre.moves cimport (
    MOVE_BUILD, MOVE_BUY, MOVE_FARMERS, WITH_ARCHITECT, WITH_FREE_FARMER, argument_number, argument_options,
    make_move, with_options,
)
from engine.games.amunre.rules_favors cimport favors_to_draw, pay, refill_deck, take_favor
from engine.games.amunre.rules_offering cimport begin_offering
from engine.games.amunre.state cimport (
    PHASE_BUILD, PHASE_DRAW, PHASE_FARMERS, PHASE_FAVORS, USED_ARCHITECT, USED_FREE_FARMER, AmunreState, Table,
    budget, drop_favor, left_of, price, put_farmers, put_stones,
)
from engine.games.amunre.tables cimport TABLES


# -- whose turn ----------------------------------------------------------------------------------------------

cdef void begin_market(AmunreState* s) noexcept nogil:
    begin_market_turn(s, s.table.start)


cdef void begin_market_turn(AmunreState* s, int seat) noexcept nogil:
    cdef Table* t = &s.table
    t.turn = seat
    if most_favors(s) > 0:
        t.phase = PHASE_FAVORS
        t.header.actor = seat
    else:
        begin_farmers(s)


# -- first: favors -------------------------------------------------------------------------------------------

cdef int most_favors(const AmunreState* s) noexcept nogil:
    """As many as the own province with the most symbols allows, as there are cards, and as the purse allows."""
    cdef const Table* t = &s.table
    cdef uint16_t provinces = t.owned[t.turn]
    cdef int most = 0, limit
    cdef int purse = budget(t, t.turn)
    while provinces:
        limit = TABLES.province[lowest_bit(provinces)].limit
        provinces &= provinces - 1
        most = max(most, limit)
    most = min(most, favors_to_draw(s))
    while price(most) > purse:
        most -= 1
    return most


cdef int legal_favors(const AmunreState* s, Move* moves) noexcept nogil:
    cdef int most = most_favors(s)
    cdef int count
    for count in range(most + 1):
        moves[count] = make_move(MOVE_BUY, 0, count)
    return most + 1


cdef void buy_favors(AmunreState* s, int count) noexcept nogil:
    s.table.draws = count
    if not pay(s, s.table.turn, price(count)):
        after_favors(s)


cdef void after_favors(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    if t.draws and refill_deck(s):
        t.phase = PHASE_DRAW
        t.header.actor = CHANCE
    else:
        t.draws = 0
        begin_farmers(s)


cdef void take_bought_favor(AmunreState* s, int kind) noexcept nogil:
    take_favor(s, s.table.turn, kind)
    s.table.draws -= 1
    after_favors(s)


# -- second: farmers -----------------------------------------------------------------------------------------

cdef void begin_farmers(AmunreState* s) noexcept nogil:
    s.table.bought = 0
    ask_for_farmers(s, 0)


cdef int most_farmers(const Table* t, int province) noexcept nogil:
    """One per free field, as long as there are tokens and gold."""
    cdef int free = TABLES.province[province].fields - t.farmers[province]
    cdef int purse = budget(t, t.turn)
    cdef int most = 0
    free = min(free, TABLES.farmer_tokens - t.farmers_placed)
    while most < free and price(t.bought + most + 1) <= purse:
        most += 1
    return most


cdef void ask_for_farmers(AmunreState* s, int first) noexcept nogil:
    """Ask about the next own province in which a farmer could be placed; after the last one the farmers are paid."""
    cdef Table* t = &s.table
    cdef uint16_t provinces = (t.owned[t.turn] & TABLES.with_fields) >> first << first
    while provinces:
        if most_farmers(t, lowest_bit(provinces)) > 0:
            t.phase = PHASE_FARMERS
            t.cursor = lowest_bit(provinces)
            t.header.actor = t.turn
            return
        provinces &= provinces - 1
    t.phase = PHASE_FARMERS
    t.cursor = 0
    if not pay(s, t.turn, price(t.bought)):
        after_farmers(s)


cdef int legal_farmers(const AmunreState* s, Move* moves) noexcept nogil:
    cdef int province = s.table.cursor
    cdef int most = most_farmers(&s.table, province)
    cdef int count
    for count in range(most + 1):
        moves[count] = make_move(MOVE_FARMERS, province, count)
    return most + 1


cdef void buy_farmers(AmunreState* s, int province, int count) noexcept nogil:
    put_farmers(&s.table, province, count)
    s.table.bought += count
    ask_for_farmers(s, province + 1)


cdef void after_farmers(AmunreState* s) noexcept nogil:
    s.table.bought = 0
    s.table.used = 0
    ask_for_stones(s, 0)


# -- third: stones, with Architect and Free Farmer -----------------------------------------------------------

cdef void ask_for_stones(AmunreState* s, int first) noexcept nogil:
    """Ask about the next own province while there is gold for a stone, or a hand that may hold a card to play.

    Which cards a hand holds is secret, so whether its owner is asked depends on its size alone.
    """
    cdef Table* t = &s.table
    cdef uint16_t provinces = t.owned[t.turn] >> first << first
    cdef bint may_play = t.hand_count[t.turn] and t.used != (USED_ARCHITECT | USED_FREE_FARMER)
    if provinces and (may_play or price(t.bought + 1) <= budget(t, t.turn)):
        t.phase = PHASE_BUILD
        t.cursor = lowest_bit(provinces)
        t.header.actor = t.turn
        return
    t.phase = PHASE_BUILD
    t.cursor = 0
    if not pay(s, t.turn, price(t.bought)):
        after_build(s)


cdef int legal_buildings(const AmunreState* s, Move* moves) noexcept nogil:
    """Any number of stones; with them an Architect, if two stones can lie there together, and a Free Farmer."""
    cdef const Table* t = &s.table
    cdef int province = t.cursor
    cdef int purse = budget(t, t.turn)
    cdef bint architect = favor_count(s.hand[t.turn], ARCHITECT) and not t.used & USED_ARCHITECT
    cdef bint free_farmer = favor_count(s.hand[t.turn], FREE_FARMER) and not t.used & USED_FREE_FARMER
    cdef int count = 0, stones = 0, left
    free_farmer = free_farmer and t.farmers_placed < TABLES.farmer_tokens
    while True:
        left = purse - price(t.bought + stones)     # a card that is played cannot be sold
        if left < 0:
            return count
        moves[count] = make_move(MOVE_BUILD, province, with_options(stones, 0))
        count += 1
        if free_farmer and left >= 1:
            moves[count] = make_move(MOVE_BUILD, province, with_options(stones, WITH_FREE_FARMER))
            count += 1
        if architect and left >= 1 and t.stones[province] + stones >= TABLES.stones_per_pyramid - 1:
            moves[count] = make_move(MOVE_BUILD, province, with_options(stones, WITH_ARCHITECT))
            count += 1
            if free_farmer and left >= 2:
                moves[count] = make_move(
                    MOVE_BUILD, province, with_options(stones, WITH_ARCHITECT | WITH_FREE_FARMER))
                count += 1
        stones += 1


cdef void build(AmunreState* s, int province, int argument) noexcept nogil:
    """An Architect makes a pyramid of two stones, whenever in the turn two lie together: that is, he is worth one stone.

    So a pyramid from three stones here and an Architect in a later province end like an Architect here and one stone more
    there. Only the first province with a new pyramid may have him.
    """
    cdef Table* t = &s.table
    cdef int stones = argument_number(argument)
    cdef bint architect = (argument_options(argument) & WITH_ARCHITECT) != 0     # 0 or 1: it is added below
    if argument_options(argument) & WITH_FREE_FARMER:
        drop_favor(s, t.turn, FREE_FARMER)
        t.used |= USED_FREE_FARMER
        t.free_farmers[province] += 1
        t.farmers_placed += 1
    if architect:
        drop_favor(s, t.turn, ARCHITECT)
    if architect or (stones and t.stones[province] + stones >= TABLES.stones_per_pyramid):
        t.used |= USED_ARCHITECT
    put_stones(t, province, stones + architect)
    t.bought += stones
    ask_for_stones(s, province + 1)


cdef void after_build(AmunreState* s) noexcept nogil:
    """The turn is over; after the last one follows the offering."""
    cdef Table* t = &s.table
    cdef int seat = left_of(t, t.turn)
    t.bought = 0
    t.used = 0
    if seat == t.start:
        begin_offering(s)
    else:
        begin_market_turn(s, seat)
