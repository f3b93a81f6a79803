"""How much gold, how many pyramids and points there can be at a moment of the game."""

from libc.stdint cimport int32_t, uint16_t

from egypt.core.bits cimport lowest_bit
from egypt.games.amunre.favors cimport YELLOW
from egypt.games.amunre.state cimport (
    PHASE_BID, PHASE_BONUS, PHASE_BUILD, PHASE_DRAW, PHASE_FAVORS, PHASE_HARVEST, PHASE_OFFER, PHASE_OVER,
    PHASE_REWARD, PHASE_REWARD_DRAW, PHASE_SCORING, PHASE_SELL, Table, budget,
    place_in_turn_order,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, TABLES
from egypt.games.amunre.validate_phase cimport underlying_phase

from egypt.games.amunre.components import MOST_PYRAMIDS, most_income, most_map_points
from egypt.games.amunre.tables import COMPONENTS

cdef enum:
    ROUND_NB = 3
    # A position may begin with this much more than a game could have brought.
    SPARE_GOLD = 460
    SPARE_PYRAMIDS = 60
    SPARE_POINTS = 1000
    PYRAMIDS_A_ROUND = 28   # in one province; the largest purse pays for 66 stones
    PYRAMIDS_BOUGHT = 26    # of these, when the market is over

cdef int32_t[ROUND_NB + 1] INCOME   # [r]: the most that one seat can harvest in round r of an age
cdef int32_t BONUS_GOLD             # of all provinces
cdef int32_t REWARD                 # the largest reward, or what a thief takes
cdef int32_t POINTS_A_SCORING       # yellow cards aside


cdef void fill_limits() except *:
    global BONUS_GOLD, REWARD, POINTS_A_SCORING
    for r in range(1, ROUND_NB + 1):
        INCOME[r] = most_income(COMPONENTS, r)
    POINTS_A_SCORING = most_map_points(COMPONENTS)
    BONUS_GOLD = sum([row.gold for row in COMPONENTS.provinces])
    REWARD = max(TABLES.rewards[0], TABLES.theft)
    assert TABLES.rounds == ROUND_NB and TABLES.ages == 2
    assert MOST_PYRAMIDS == SPARE_PYRAMIDS + 2 * ROUND_NB * PYRAMIDS_A_ROUND

fill_limits()


cdef bint after_market_turn(const Table* t, int seat) noexcept nogil:
    cdef int phase = underlying_phase(t)
    if phase >= PHASE_OFFER:
        return True
    return phase > PHASE_BONUS and place_in_turn_order(t, seat) < place_in_turn_order(t, t.turn)


cdef bint after_harvest(const Table* t, int seat) noexcept nogil:
    if t.phase == PHASE_HARVEST:
        return place_in_turn_order(t, seat) < place_in_turn_order(t, t.turn)
    return t.phase == PHASE_SCORING or t.phase == PHASE_OVER


# -- gold and favors -----------------------------------------------------------------------------------------

cdef int most_wealth(const Table* t, int seat) noexcept nogil:
    """Favors are bought for at least as much gold, so only gifts, rewards and incomes add to it."""
    cdef int most = SPARE_GOLD + TABLES.start_gold + 1, r, i, province
    cdef uint16_t provinces
    cdef int favors = 0
    for province in range(PROVINCE_NB):
        favors = max(favors, <int>TABLES.province[province].favors)
    if t.age > 1:
        most += BONUS_GOLD + ROUND_NB * (REWARD + favors)
        for r in range(1, ROUND_NB + 1):
            most += INCOME[r]
    for r in range(1, t.round):
        most += INCOME[r] + REWARD
    for i in range(t.header.players):
        provinces = t.owned[i]
        while provinces:
            province = lowest_bit(provinces)
            provinces &= provinces - 1
            most += TABLES.province[province].gold
            if i == seat:
                most += TABLES.province[province].favors
    if t.phase == PHASE_REWARD or t.phase == PHASE_REWARD_DRAW or t.phase == PHASE_HARVEST or after_harvest(t, seat):
        most += REWARD
    if after_harvest(t, seat):
        most += INCOME[t.round]
    return most


cdef int wealth(const Table* t, int seat) noexcept nogil:
    cdef int amount = budget(t, seat), i
    if t.phase == PHASE_BONUS:
        for i in range(t.cursor + 1, t.offered_count):
            if (t.owned[seat] >> t.offered[i]) & 1:
                amount += TABLES.province[t.offered[i]].favors
        if (t.owned[seat] >> t.offered[t.cursor]) & 1:
            amount += t.draws
    elif seat == t.turn:
        if t.phase == PHASE_DRAW or (t.phase == PHASE_SELL and t.resume == PHASE_FAVORS):
            amount += t.draws
        if t.phase == PHASE_BUILD or (t.phase == PHASE_SELL and t.resume != PHASE_BID):
            amount -= t.debt
    if t.phase == PHASE_REWARD or t.phase == PHASE_REWARD_DRAW:
        if seat == t.turn:
            amount += t.rewards
        elif t.given[seat] > 0 and not (t.served >> seat) & 1:
            amount += TABLES.rewards[0]
    return amount


# -- the map and the points ----------------------------------------------------------------------------------

cdef int most_pyramids(const Table* t, int province) noexcept nogil:
    cdef int before = SPARE_PYRAMIDS + PYRAMIDS_A_ROUND * (ROUND_NB * (t.age - 1) + t.round - 1)
    cdef int phase = underlying_phase(t), seat
    for seat in range(t.header.players):
        if not (t.owned[seat] >> province) & 1:
            continue
        if phase >= PHASE_HARVEST:
            return before + PYRAMIDS_A_ROUND
        if phase == PHASE_REWARD or phase == PHASE_REWARD_DRAW:
            return before + PYRAMIDS_BOUGHT + 1
        if after_market_turn(t, seat):
            return before + PYRAMIDS_BOUGHT
        if phase == PHASE_BUILD and seat == t.turn:
            return before + 2 + (t.bought + 3) // TABLES.stones_per_pyramid
    return before + ((t.seen >> province) & 1)      # its bonus may have completed one


cdef int most_points(const Table* t, int seat) noexcept nogil:
    cdef int most = SPARE_POINTS
    if t.age > 1:
        most += POINTS_A_SCORING + (FAVOR_NB - YELLOW) * TABLES.yellow_card
    if t.phase == PHASE_SCORING or t.phase == PHASE_OVER:
        most += POINTS_A_SCORING
        if t.phase == PHASE_OVER or after_scoring_turn(t, seat):
            most += (FAVOR_NB - YELLOW) * TABLES.yellow_card
        elif seat == t.turn:
            most += (t.floor - YELLOW) * TABLES.yellow_card
    return most + (TABLES.gold_ranks[0] if t.phase == PHASE_OVER else 0)


cdef bint after_scoring_turn(const Table* t, int seat) noexcept nogil:
    return place_in_turn_order(t, seat) < place_in_turn_order(t, t.turn)
