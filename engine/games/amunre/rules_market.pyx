"""The Market phase: one seat after the other makes all its purchases.

Every end of a turn is reached in exactly one way: farmers and stones are decided province by province in ascending
order, Free Farmer and Architect with the stones of the province that they go to. README.md names the one exception.
"""

from libc.stdint cimport uint16_t, uint64_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, Move
from egypt.games.amunre.favors cimport ARCHITECT, FREE_FARMER, bag_size, favor_count, one_favor, without_architects
from egypt.games.amunre.moves cimport (
    MOVE_BUILD, MOVE_BUY, MOVE_FARMERS, WITH_ARCHITECT, WITH_FREE_FARMER, argument_number, argument_options,
    make_move, with_options,
)
from egypt.games.amunre.rules_favors cimport drop_favor, favors_to_draw, pay, refill_deck, take_favor
from egypt.games.amunre.rules_offering cimport begin_offering
from egypt.games.amunre.state cimport (
    PHASE_BUILD, PHASE_DRAW, PHASE_FARMERS, PHASE_FAVORS, THIRD_STONE, USED_ARCHITECT, USED_FREE_FARMER, AmunreState,
    Table, budget, budget_at_turn, price, put_farmers, put_stones,
)
from egypt.games.amunre.tables cimport TABLES


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
    cdef int purse = budget_at_turn(t)
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
    pay_farmers(s)


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


cdef void pay_farmers(AmunreState* s) noexcept nogil:
    """What is missing is raised together with the price of the stones: it makes no difference which favor pays for which."""
    cdef Table* t = &s.table
    cdef int missing = price(t.bought) - t.gold[t.turn]
    t.gold[t.turn] = max(0, -missing)
    t.debt = max(0, missing)
    t.bought = 0
    ask_for_stones(s, 0)


# -- third: stones, with Architect and Free Farmer -----------------------------------------------------------

cdef void ask_for_stones(AmunreState* s, int first) noexcept nogil:
    """Ask about the next own province while there is gold for a stone, or a hand that may hold a card to play.

    Which cards a hand holds is secret, so whether its owner is asked depends on its size alone.
    """
    cdef Table* t = &s.table
    cdef uint16_t provinces = t.owned[t.turn] >> first << first
    cdef bint may_play = t.hand_count[t.turn] and ~t.used & (USED_ARCHITECT | USED_FREE_FARMER)
    cdef int owed
    if provinces and (may_play or price(t.bought + 1) <= budget_at_turn(t)):
        t.phase = PHASE_BUILD
        t.cursor = lowest_bit(provinces)
        t.header.actor = t.turn
        return
    t.phase = PHASE_BUILD
    t.cursor = 0
    owed = price(t.bought) + t.debt
    t.debt = 0
    if not pay(s, t.turn, owed):
        after_build(s)


cdef bint completes_pyramid(const Table* t, int province, int stones) noexcept nogil:
    return stones > 0 and t.stones[province] + stones >= TABLES.stones_per_pyramid


cdef bint spares_nothing(const AmunreState* s, int province, int stones, int options) noexcept nogil:
    """Whether the turn would have to end with an Architect sold and one stone bought, the third of its province.

    The same end is reached by playing it instead, so this way to it is closed, unless a second stone may still follow in a
    later province.
    """
    cdef const Table* t = &s.table
    cdef uint64_t hand = s.hand[t.turn]
    cdef bint third
    if t.gold[t.turn] or t.bought + stones != 1:        # as nearly always
        return False
    third = t.used & THIRD_STONE or (
        completes_pyramid(t, province, stones) and not options & WITH_ARCHITECT and not t.used & USED_ARCHITECT)
    if not third:
        return False
    if options & WITH_FREE_FARMER:
        hand -= one_favor(FREE_FARMER)
    if bag_size(without_architects(hand)) >= t.debt + price(1):
        return False
    return not t.owned[t.turn] >> (province + 1) or bag_size(hand) < t.debt + price(2)


cdef int legal_buildings(const AmunreState* s, Move* moves) noexcept nogil:
    """Any number of stones; with them an Architect, if two stones can lie there together, and a Free Farmer."""
    cdef const Table* t = &s.table
    cdef int province = t.cursor
    cdef int purse = budget_at_turn(t)
    cdef int playable = 0, count = 0, stones = 0, options, played
    if favor_count(s.hand[t.turn], ARCHITECT) and not t.used & USED_ARCHITECT:
        playable |= WITH_ARCHITECT
    if favor_count(s.hand[t.turn], FREE_FARMER) and not t.used & USED_FREE_FARMER:
        if t.farmers_placed < TABLES.farmer_tokens:
            playable |= WITH_FREE_FARMER
    while price(t.bought + stones) <= purse:
        for options in range(playable + 1):
            if options & ~playable:
                continue
            if options & WITH_ARCHITECT and t.stones[province] + stones < TABLES.stones_per_pyramid - 1:
                continue
            played = popcount(options)      # a card that is played cannot be sold
            if price(t.bought + stones) > purse - played or spares_nothing(s, province, stones, options):
                continue
            moves[count] = make_move(MOVE_BUILD, province, with_options(stones, options))
            count += 1
        stones += 1
    return count


cdef void build(AmunreState* s, int province, int argument) noexcept nogil:
    """An Architect makes a pyramid of two stones, whenever in the turn two lie together: that is, it is worth one stone.

    So a pyramid from three stones here and an Architect in a later province end like an Architect here and one stone more
    there. Only the first province with a new pyramid may have it.
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
        t.used |= USED_ARCHITECT
    elif completes_pyramid(t, province, stones) and not t.used & USED_ARCHITECT:
        t.used |= USED_ARCHITECT | THIRD_STONE
    put_stones(t, province, stones + architect)
    t.bought += stones
    ask_for_stones(s, province + 1)


cdef void after_build(AmunreState* s) noexcept nogil:
    """The turn is over; after the last one follows the offering."""
    cdef Table* t = &s.table
    cdef int seat = left_of(t.turn, t.header.players)
    t.bought = 0
    t.used = 0
    if seat == t.start:
        begin_offering(s)
    else:
        begin_market_turn(s, seat)
