"""Features of Amun-Re. They describe quiet positions; what is under way is resolved first."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.weights cimport Weights
from egypt.core.seats cimport left_of
from egypt.core.types cimport MAX_FEATURES, MAX_SEATS
from egypt.games.amunre.evaluate cimport (
    AGE_POINTS, ARCHITECT_READY, AUCTION_OPEN, BANK_POINTS, CARAVANS, CARDS_AHEAD, CARDS_SATISFIED, EAST_LEAD, END_LEAD,
    END_SCORE, FARMERS, FARMERS_AHEAD, FAVOR, FAVORS, FAVORS_AHEAD, FAVORS_DUE, FEATURE_NB, FIELDS_FREE, GOLD, GOLD_AHEAD,
    GOLD_LEAD, GOLD_POINTS, GOLD_ROOT, LIMIT, MINES, ONE, PROVINCES_BARE, PYRAMIDS, PYRAMIDS_FEWEST, REWARDS_DUE, SCORE,
    SEAT_ACTS, START_PLAYER, STONE_PAIRS, STONES, STONES_AHEAD, SUM_NB, SYMBOLS, TEMPLE_POINTS, TEMPLES, TO_OUTBID,
    WEST_LEAD, WITHOUT_BID,
)
from egypt.games.amunre.favors cimport ARCHITECT, YELLOW, favor_count
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering_gold
from egypt.games.amunre.rules_harvest cimport province_income
from egypt.games.amunre.rules_offering cimport best_offering, tile_for
from egypt.games.amunre.scoring cimport gold_points, yellow_cards_satisfied
from egypt.games.amunre.state cimport (
    PHASE_ADJUST, PHASE_BID, PHASE_BUILD, PHASE_FARMERS, PHASE_FAVORS, PHASE_HARVEST, PHASE_OFFER, PHASE_REWARD,
    PHASE_SCORING, PHASE_SELL, THIEF, AmunreState, Table, budget, farmers_in, place_in_turn_order, price,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, REWARD_NB, SPACE_NB, TABLES

FEATURES = (
    "one", "score", "gold", "gold_root", "gold_points", "gold_lead", "age_points", "temple_points", "temples",
    "pyramids", "pyramids_fewest", "provinces_bare", "stones", "stone_pairs", "bank_points", "west_lead", "east_lead",
    "farmers", "fields_free", "mines", "caravans", "limit", "symbols", "favors",
    "favor_protection", "favor_bribery", "favor_architect", "favor_free_farmer", "favor_adjustment",
    "favor_big_harvest", "favor_treasury", "favor_scribes", "favor_farmers", "favor_side", "favor_nile", "favor_egypt",
    "favors_due", "cards_satisfied", "architect_ready", "rewards_due", "start_player", "to_outbid", "auction_open",
    "without_bid",
    "favors_ahead", "farmers_ahead", "stones_ahead", "gold_ahead", "seat_acts", "cards_ahead", "end_score", "end_lead",
)

# What a player calls them.
FEATURE_GROUPS = {
    "the usual course of the game": ("one",),
    "score so far": ("score",),
    "gold": ("gold", "gold_root", "gold_points", "gold_lead"),
    "what the map would score now": ("age_points",),
    "temples": ("temples", "temple_points"),
    "pyramids and stones": (
        "pyramids", "pyramids_fewest", "provinces_bare", "stones", "stone_pairs", "bank_points", "west_lead", "east_lead"),
    "farmers and harvest": ("farmers", "fields_free", "mines", "caravans"),
    "provinces": ("limit", "symbols"),
    "favors": (
        "favors", "favor_protection", "favor_bribery", "favor_architect", "favor_free_farmer", "favor_adjustment",
        "favor_big_harvest", "favor_treasury", "favor_scribes", "favor_farmers", "favor_side", "favor_nile", "favor_egypt",
        "favors_due", "cards_satisfied", "architect_ready"),
    "rewards and turn": ("rewards_due", "start_player", "seat_acts"),
    "what can still be bought in this round": ("favors_ahead", "farmers_ahead", "stones_ahead", "gold_ahead"),
    "score after the age": ("cards_ahead", "end_score", "end_lead"),
    "auction": ("to_outbid", "auction_open", "without_bid"),
}

cdef enum:
    SCORING_STAGE = 12      # stages 0-11: market and offering of each of six rounds; 12, 13: the yellow cards
    OUT_OF_REACH = 9999     # a price that no purse can pay
    # Weights of rough_worth.
    PYRAMID_WORTH = 9
    STONE_WORTH = 3
    TEMPLE_WORTH = 3
    FIELD_WORTH = 2
    SYMBOL_WORTH = 2
    # What features are clipped at.
    MOST_LEAD = 6           # in stones
    MOST_GOLD_LEAD = 20
    MOST_OF_A_KIND = 3      # favors
    # Others.
    BANK_NB = 2             # of the Nile: east, west
    FEWEST_OF_NONE = 255    # more pyramids than a province can have
    ROOT_NB = 512           # purses up to here have their root in a table
    PADDED = 48             # the sums' columns up to a multiple of eight; weights that need more want a network's, too
    MOST_SCORE_LEAD = 20

assert SUM_NB + 0 <= PADDED + 0 < FEATURE_NB + 0 and FEATURES[SUM_NB] == "favors_ahead"
assert len(FEATURES) == FEATURE_NB

# What is imagined beyond the table itself.
ctypedef struct Prospect:
    Table table
    int favors_due[MAX_SEATS]
    int rewards_due[MAX_SEATS]
    int to_outbid[MAX_SEATS]
    int auction_open
    int without_bid         # bit per seat


# -- the auction, resolved ------------------------------------------------------------------------------------

cdef int rough_worth(const Table* t, int province) noexcept nogil:
    """Of a province to any seat, only to decide who takes which of those without a bid."""
    return (
        PYRAMID_WORTH * t.pyramids[province] + STONE_WORTH * t.stones[province]
        + FIELD_WORTH * TABLES.province[province].fields + SYMBOL_WORTH * TABLES.province[province].symbols
        + TABLES.province[province].mine + TABLES.province[province].gold // 2
        + TABLES.province[province].caravan // 2 + TEMPLE_WORTH * TABLES.province[province].temples
    )


cdef int next_price(const Table* t, int province) noexcept nogil:
    """The least gold that outbids the standing bid; out of reach if nothing does."""
    cdef int space = t.bid[province]
    if (t.shielded >> t.bidder[province]) & 1:
        space += TABLES.protection - 1
    if space >= SPACE_NB:
        return OUT_OF_REACH
    return TABLES.track[space]


cdef void take_province(Prospect* p, int seat, int province) noexcept nogil:
    p.table.owned[seat] |= <uint16_t>1 << province
    p.table.gold[seat] += TABLES.province[province].gold
    p.favors_due[seat] += TABLES.province[province].favors


cdef void finish_auction(Prospect* p) noexcept nogil:
    """Standing bids win; who has none takes, for nothing, the best of what has no bid."""
    cdef Table* t = &p.table
    cdef int seat, other, province, best, i
    cdef uint16_t unclaimed = 0
    for i in range(t.offered_count):
        province = t.offered[i]
        if t.bid[province] == 0:
            unclaimed |= <uint16_t>1 << province
            continue
        seat = t.bidder[province]
        for other in range(t.header.players):
            if not (t.live >> other) & 1 and budget(t, other) >= next_price(t, province):
                p.to_outbid[seat] += 1
    for i in range(t.offered_count):
        province = t.offered[i]
        if t.bid[province]:
            t.gold[t.bidder[province]] -= TABLES.track[t.bid[province] - 1]
            take_province(p, t.bidder[province], province)
    p.without_bid = ~t.live & ((1 << t.header.players) - 1)
    p.auction_open = popcount(p.without_bid)
    seat = t.turn
    while unclaimed:
        if (p.without_bid >> seat) & 1:
            best = lowest_bit(unclaimed)
            for province in range(PROVINCE_NB):
                if (unclaimed >> province) & 1 and rough_worth(t, province) > rough_worth(t, best):
                    best = province
            unclaimed &= ~(<uint16_t>1 << best)
            take_province(p, seat, best)
        seat = left_of(seat, t.header.players)


# -- offering and harvest, resolved ---------------------------------------------------------------------------

cdef int likely_offer(const Table* t, int seat) noexcept nogil:
    """What a seat may be expected to offer of which nothing is known."""
    cdef int gold = 1 + t.gold[seat] // 4
    return gold if gold <= t.gold[seat] else THIEF


cdef void assume_offerings(const AmunreState* s, Table* t) noexcept nogil:
    """Sealed offerings of the state count as they are; all others are guessed. Then all are paid."""
    cdef int seat, gold
    for seat in range(t.header.players):
        if s.offer[seat]:
            gold = offering_gold(s.offer[seat] - 1)
            t.given[seat] = gold if gold else THIEF
            t.hand_count[seat] -= (s.offer[seat] - 1) & WITH_ADJUSTMENT
        else:
            t.given[seat] = likely_offer(t, seat)
        if t.given[seat] > 0:
            t.total += t.given[seat]
            t.gold[seat] -= t.given[seat]
        else:
            t.total -= TABLES.theft


cdef void finish_offering(const AmunreState* s, Prospect* p) noexcept nogil:
    cdef Table* t = &p.table
    cdef int seat, rank, waiting, first
    if t.phase == PHASE_OFFER:
        assume_offerings(s, t)
    if t.phase == PHASE_OFFER or t.phase == PHASE_ADJUST:
        t.tile = tile_for(t.total)
        for seat in range(t.header.players):
            if t.given[seat] == THIEF:
                t.gold[seat] += TABLES.theft
    first = best_offering(t, (1 << t.header.players) - 1)
    waiting = ~t.served & ((1 << t.header.players) - 1)
    rank = popcount(t.served)
    if t.phase == PHASE_REWARD:
        p.rewards_due[t.turn] = t.rewards
        waiting &= ~(1 << t.turn)
        rank += 1
    while rank < REWARD_NB - 1:
        seat = best_offering(t, waiting)
        if seat >= 0:
            p.rewards_due[seat] = TABLES.rewards[rank]
            waiting &= ~(1 << seat)
        rank += 1
    for seat in range(t.header.players):
        if (waiting >> seat) & 1 and t.given[seat] > 0:
            p.rewards_due[seat] = TABLES.rewards[REWARD_NB - 1]
    if first >= 0:
        t.start = first
    t.turn = t.start
    finish_harvest(t)


cdef void finish_harvest(Table* t) noexcept nogil:
    """All from the seat at turn on still get their income."""
    cdef int seat = t.turn, province
    cdef uint16_t provinces
    while True:
        provinces = t.owned[seat]
        while provinces:
            province = lowest_bit(provinces)
            provinces &= provinces - 1
            if t.phase == PHASE_HARVEST and seat == t.turn and t.cursor == province + 1:
                t.gold[seat] += TABLES.treasury
            else:
                t.gold[seat] += province_income(t, province, t.tile)
        seat = left_of(seat, t.header.players)
        if seat == t.start:
            return


cdef void think_ahead(const AmunreState* s, Prospect* p) noexcept nogil:
    cdef Table* t = &p.table
    cdef int phase, seat
    memcpy(&p.table, &s.table, sizeof(Table))      # an assignment would copy it twice
    p.auction_open = 0
    p.without_bid = 0
    for seat in range(MAX_SEATS):
        p.favors_due[seat] = 0
        p.rewards_due[seat] = 0
        p.to_outbid[seat] = 0
    phase = t.resume if t.phase == PHASE_SELL else t.phase
    if phase == PHASE_BID:
        finish_auction(p)
    elif phase == PHASE_FAVORS or phase == PHASE_FARMERS or phase == PHASE_BUILD:
        t.gold[t.turn] -= t.debt
        p.favors_due[t.turn] += t.draws
        if t.phase != PHASE_SELL:
            t.gold[t.turn] -= price(t.bought)
    elif phase == PHASE_OFFER or phase == PHASE_ADJUST or phase == PHASE_REWARD:
        finish_offering(s, p)
    elif phase == PHASE_HARVEST:
        finish_harvest(t)


cdef int stage_of(const Table* t) noexcept nogil:
    """Market (and auction) or offering (and harvest) of each round; the yellow cards of each age."""
    cdef int phase = t.resume if t.phase == PHASE_SELL else t.phase
    if phase == PHASE_SCORING:
        return SCORING_STAGE + t.age - 1
    return 2 * (TABLES.rounds * (t.age - 1) + t.round - 1) + (phase >= PHASE_OFFER)


# -- rows ----------------------------------------------------------------------------------------------------

cdef inline int clip(int value, int most) noexcept nogil:
    return -most if value < -most else (most if value > most else value)


# ROOT[n]: 4 times the square root of n, rounded down. Written once at import.
cdef uint8_t[ROOT_NB] ROOT


cdef int root(int value) noexcept nogil:
    cdef int result = 0
    while (result + 1) * (result + 1) <= 16 * value:
        result += 1
    return result


cdef void fill_roots() noexcept nogil:
    cdef int value
    for value in range(ROOT_NB):
        ROOT[value] = root(value)

fill_roots()


# What a seat has on each bank, in stones: its best province, and its best one with a pyramid.
ctypedef struct Banks:
    int strength[BANK_NB]
    int pyramids[BANK_NB]


cdef void province_features(const Table* t, int seat, int16_t* row, Banks* banks) noexcept nogil:
    """One walk over the own provinces for all that is counted there."""
    cdef uint16_t provinces = t.owned[seat]
    cdef int fewest = FEWEST_OF_NONE, province, bank, strength
    memset(banks, 0, sizeof(Banks))
    while provinces:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        row[TEMPLES] += TABLES.province[province].temples
        row[PYRAMIDS] += t.pyramids[province]
        row[PROVINCES_BARE] += t.pyramids[province] == 0
        row[STONES] += t.stones[province]
        row[STONE_PAIRS] += t.stones[province] == TABLES.stones_per_pyramid - 1
        row[FARMERS] += farmers_in(t, province)
        row[FIELDS_FREE] += TABLES.province[province].fields - t.farmers[province]
        row[MINES] += TABLES.province[province].mine
        row[CARAVANS] += TABLES.province[province].caravan
        row[LIMIT] = max(row[LIMIT], TABLES.province[province].limit)
        row[SYMBOLS] += TABLES.province[province].symbols
        fewest = min(fewest, <int>t.pyramids[province])
        bank = TABLES.west >> province & 1
        strength = t.pyramids[province] * TABLES.stones_per_pyramid + t.stones[province]
        banks.strength[bank] = max(banks.strength[bank], strength)
        if t.pyramids[province]:
            banks.pyramids[bank] = max(banks.pyramids[bank], strength)
    row[PYRAMIDS_FEWEST] = fewest if t.owned[seat] else 0
    row[TEMPLE_POINTS] = row[TEMPLES] * TABLES.tile_value[t.tile]
    row[AGE_POINTS] = (row[TEMPLE_POINTS] + TABLES.pyramid * row[PYRAMIDS]
                       + TABLES.fewest_pyramids * row[PYRAMIDS_FEWEST])


cdef void bank_features(int players, const Banks* banks, int16_t* rows) noexcept nogil:
    """Who leads on a bank by how much, and who scores there now."""
    cdef int bank, seat, other, best, most
    for bank in range(BANK_NB):
        most = 0
        for seat in range(players):
            most = max(most, banks[seat].pyramids[bank])
        for seat in range(players):
            best = 0
            for other in range(players):
                if other != seat:
                    best = max(best, banks[other].strength[bank])
            rows[seat * MAX_FEATURES + (WEST_LEAD if bank else EAST_LEAD)] = clip(
                banks[seat].strength[bank] - best, MOST_LEAD)
            if most and banks[seat].pyramids[bank] == most:
                rows[seat * MAX_FEATURES + BANK_POINTS] += TABLES.most_pyramids
                rows[seat * MAX_FEATURES + AGE_POINTS] += TABLES.most_pyramids


cdef void card_features(const AmunreState* s, const Table* t, int seat, int16_t* row) noexcept nogil:
    cdef int satisfied, kind, held
    row[FAVORS] = t.hand_count[seat]
    if s.hand[seat] == 0:
        return
    satisfied = yellow_cards_satisfied(t, seat)
    for kind in range(FAVOR_NB):
        held = favor_count(s.hand[seat], kind)
        row[FAVOR + kind] = min(held, MOST_OF_A_KIND)
        if kind >= YELLOW:
            row[CARDS_SATISFIED] += held and (satisfied >> kind) & 1
    row[ARCHITECT_READY] = row[STONE_PAIRS] > 0 and favor_count(s.hand[seat], ARCHITECT) > 0


cdef void gold_features(const Table* t, int seat, int16_t* row) noexcept nogil:
    cdef int gold = t.gold[seat], richest = 0, other
    for other in range(t.header.players):
        if other != seat:
            richest = max(richest, t.gold[other])
    row[GOLD] = gold
    row[GOLD_ROOT] = (ROOT[gold] if gold < ROOT_NB else root(gold)) if gold > 0 else 0
    row[GOLD_LEAD] = clip(gold - richest, MOST_GOLD_LEAD)


# -- columns for a network ------------------------------------------------------------------------------------

cdef void market_features(const Table* now, int phase, int seat, int16_t* row) noexcept nogil:
    """What a seat may still buy: all before the market, and in it who has the turn, step by step, and those behind."""
    cdef int behind
    if phase < PHASE_FAVORS:
        behind = 1
    elif phase > PHASE_BUILD:
        behind = -1
    else:
        behind = place_in_turn_order(now, seat) - place_in_turn_order(now, now.turn)
    row[FAVORS_AHEAD] = behind > 0 or (behind == 0 and phase == PHASE_FAVORS)
    row[FARMERS_AHEAD] = behind > 0 or (behind == 0 and phase <= PHASE_FARMERS)
    row[STONES_AHEAD] = behind >= 0
    row[GOLD_AHEAD] = row[GOLD_ROOT] if behind >= 0 else 0


cdef int cards_ahead(const AmunreState* s, int phase, int seat, int satisfied) noexcept nogil:
    """Kinds of yellow cards that a seat holds, whose condition holds, and which it may still score in this age."""
    cdef const Table* now = &s.table
    cdef int kind, count = 0, first = YELLOW
    if phase == PHASE_SCORING:
        if place_in_turn_order(now, seat) < place_in_turn_order(now, now.turn):
            return 0
        if seat == now.turn:
            first = now.floor
    for kind in range(first, FAVOR_NB):
        if (satisfied >> kind) & 1 and favor_count(s.hand[seat], kind):
            count += 1
    return count


cdef void end_features(const AmunreState* s, const Table* t, int phase, int16_t* rows) noexcept nogil:
    """The score after the age, as if the map stayed as it is; favors left in hands count as gold in the end."""
    cdef int players = t.header.players
    cdef int16_t[MAX_SEATS] worth
    cdef int32_t[MAX_SEATS] points
    cdef int16_t* row
    cdef int seat, other, best
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        if s.hand[seat]:
            row[CARDS_AHEAD] = cards_ahead(s, phase, seat, yellow_cards_satisfied(t, seat))
        worth[seat] = t.gold[seat] + t.hand_count[seat] - row[CARDS_AHEAD]
    if t.round < TABLES.rounds:
        return
    gold_points(worth, players, points)
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        row[END_SCORE] = t.score[seat] + TABLES.yellow_card * row[CARDS_AHEAD]
        if phase != PHASE_SCORING:
            row[END_SCORE] += row[AGE_POINTS]
        if t.age == TABLES.ages:
            row[END_SCORE] += points[seat]
    for seat in range(players):
        best = -ROOT_NB
        for other in range(players):
            if other != seat:
                best = max(best, <int>rows[other * MAX_FEATURES + END_SCORE])
        rows[seat * MAX_FEATURES + END_LEAD] = clip(rows[seat * MAX_FEATURES + END_SCORE] - best, MOST_SCORE_LEAD)


cdef void network_features(const AmunreState* s, const Table* t, int16_t* rows) noexcept nogil:
    cdef const Table* now = &s.table
    cdef int phase = now.resume if now.phase == PHASE_SELL else now.phase
    cdef int seat
    for seat in range(t.header.players):
        market_features(now, phase, seat, rows + seat * MAX_FEATURES)
        rows[seat * MAX_FEATURES + SEAT_ACTS] = seat == now.header.actor
    end_features(s, t, phase, rows)


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef Prospect prospect
    cdef const Table* t = &prospect.table
    cdef int32_t[MAX_SEATS] rank_points
    cdef Banks[MAX_SEATS] banks
    cdef int16_t* row
    cdef int seat
    think_ahead(s, &prospect)
    gold_points(t.gold, t.header.players, rank_points)
    for seat in range(t.header.players):
        row = rows + seat * MAX_FEATURES
        memset(row, 0, FEATURE_NB * sizeof(int16_t))
        row[ONE] = 1
        row[SCORE] = t.score[seat]
        row[GOLD_POINTS] = rank_points[seat]
        gold_features(t, seat, row)
        province_features(t, seat, row, &banks[seat])
        card_features(s, t, seat, row)
        row[FAVORS_DUE] = prospect.favors_due[seat]
        row[REWARDS_DUE] = prospect.rewards_due[seat]
        row[START_PLAYER] = seat == t.start
        row[TO_OUTBID] = prospect.to_outbid[seat]
        row[AUCTION_OPEN] = prospect.auction_open
        row[WITHOUT_BID] = (prospect.without_bid >> seat) & 1
    bank_features(t.header.players, banks, rows)
    if weights.features > PADDED:
        network_features(s, t, rows)
    return stage_of(&s.table)
