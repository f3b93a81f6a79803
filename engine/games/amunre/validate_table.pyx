"""How the numbers of the open table fit together. Where a number may stand follows from validate_phase, how much a game can
have brought from validate_limits; the bounds of each number are those of its reader in notation."""

from libc.stdint cimport uint16_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport (
    BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_SEATS, OK, OVER, in_field, in_seat_field,
)
from egypt.games.amunre.favors cimport YELLOW, bag_size, favor_count
from egypt.games.amunre.rules_offering cimport best_offering, tile_for
from egypt.games.amunre.scoring cimport yellow_cards_satisfied
from egypt.games.amunre.state cimport (
    EXPERT, PHASE_ADJUST, PHASE_BID, PHASE_BONUS, PHASE_BUILD, PHASE_CHOOSE, PHASE_DEAL, PHASE_DRAW, PHASE_FARMERS,
    PHASE_FAVORS, PHASE_HARVEST, PHASE_OVER, PHASE_REVEAL, PHASE_SCORING, PHASE_SELL, PHASE_START, PHASE_UNVEIL,
    THIRD_STONE, USED_ARCHITECT, Table, budget_at_turn, place_in_turn_order, play_kind, play_seat, price,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, REWARD_NB, TABLES
from egypt.games.amunre.validate_limits cimport (
    most_points, most_pyramids, most_wealth, wealth,
)
from egypt.games.amunre.validate_phase cimport (
    ADJUSTERS, ALL_OFFERED, BIDS, BOUGHT, CHOOSERS, CURSOR, DEALS_FAVORS, DEBT, DRAWS, EXPERT_ONLY, FLOOR, LAST_ROUND,
    NATURE, NO_TURN, NOBODY, OFFERINGS, REWARDS, SERVED, SOME_OFFERED, UNDER, WON, PhaseRule, rule_of,
    underlying_phase,
)

cdef enum:
    NUMBER_NB = 15          # that check_numbers looks at
    CHECK_NB = 14           # of the whole table

ctypedef int (*Check)(const Table* t) noexcept nogil


# -- where a fault is ----------------------------------------------------------------------------------------

cdef int in_province(int status, const Table* t, int province) noexcept nogil:
    """In the part of the field `map` that tells of this province; provinces without anything are not written."""
    cdef int part = 0, i, seat
    cdef uint16_t taken = 0
    for seat in range(t.header.players):
        taken |= t.owned[seat]
    for i in range(province):
        if (taken >> i) & 1 or t.pyramids[i] or t.stones[i] or t.farmers[i] or t.free_farmers[i]:
            part += 1
    return in_seat_field(status, IN_MAP, part)


cdef int in_lot(int status, const Table* t, int province) noexcept nogil:
    """In the part of the field `auction` that tells of this province; the whole field if it is not offered."""
    cdef int i
    for i in range(t.offered_count):
        if t.offered[i] == province:
            return in_seat_field(status, IN_AUCTION, i)
    return in_field(status, IN_AUCTION)


# -- numbers -------------------------------------------------------------------------------------------------

cdef int check_resume(const Table* t) noexcept nogil:
    """Favors are sold for a bid or a purchase alone."""
    return OK if rule_of(t).may else in_field(BAD_RANGE, IN_RESUME)


cdef int number(bint is_there, bint allowed, int field) noexcept nogil:
    """A number that the phase does not mention is 0, and a set is empty."""
    return OK if allowed or not is_there else in_field(BAD_PHASE, field)


cdef int first_fault(const int* found, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if found[i] != OK:
            return found[i]
    return OK


cdef int check_numbers(const Table* t) noexcept nogil:
    """In which phases each number is there."""
    cdef int may = rule_of(t).may
    cdef bint bids = may & BIDS
    cdef int[NUMBER_NB] found = [
        number(t.floor, may & FLOOR, IN_FLOOR),
        number(t.cursor, may & CURSOR, IN_CURSOR),
        number(t.draws, may & DRAWS, IN_DRAWS),
        number(t.bought, may & BOUGHT, IN_BOUGHT),
        number(t.rewards, may & REWARDS, IN_REWARDS),
        number(t.debt, may & DEBT, IN_DEBT),
        number(t.used & ~rule_of(t).used, False, IN_USED),
        number(t.served, may & SERVED, IN_SERVED),
        number(t.adjusters, may & ADJUSTERS, IN_ADJUST),
        number(t.adjusted, may & OFFERINGS, IN_GAVE),
        number(t.live, bids, IN_AUCTION),
        number(t.shielded, bids, IN_SHIELDED),
        number(t.bribed, bids, IN_BRIBED),
        number(t.under != 0, may & UNDER, IN_UNDER),
        number(t.turn, not may & NO_TURN, IN_TURN),
    ]
    return first_fault(found, NUMBER_NB)


cdef int check_phase(const Table* t) noexcept nogil:
    """What the phase needs is there, and who acts is whom its description names."""
    cdef const PhaseRule* rule = rule_of(t)
    cdef int may = rule.may
    if t.adjusters & ~t.adjusted:
        return in_field(BAD_RANGE, IN_ADJUST)
    if may & DRAWS and t.draws == 0:
        return in_field(BAD_PHASE, IN_DRAWS)
    if may & REWARDS and t.rewards == 0:
        return in_field(BAD_PHASE, IN_REWARDS)
    if may & EXPERT_ONLY and t.header.variant != EXPERT:
        return in_field(BAD_PHASE, IN_VARIANT)
    if may & LAST_ROUND and t.round != TABLES.rounds:
        return in_field(BAD_PHASE, IN_ROUND)
    if may & DEALS_FAVORS and t.deck_count == 0:
        return in_field(BAD_PHASE, IN_DECK)
    if t.phase == PHASE_OVER and t.age != TABLES.ages:
        return in_field(BAD_PHASE, IN_AGE)
    return check_actor(t, rule.who)


cdef int check_actor(const Table* t, int who) noexcept nogil:
    cdef int actor = t.header.actor
    cdef bint fits = actor == t.turn
    if who == CHOOSERS:
        fits = actor >= 0 and (t.header.pending >> actor) & 1
    elif t.header.pending:
        fits = False
    elif who == NATURE:
        fits = actor == CHANCE
    elif who == NOBODY:
        fits = actor == OVER
    return OK if fits else in_field(BAD_PHASE, IN_ACT)


# -- the map and the players ---------------------------------------------------------------------------------

cdef int check_map(const Table* t) noexcept nogil:
    """Farmers stand in owned provinces, on fields or beside them; no province has two owners."""
    cdef uint16_t taken = 0
    cdef int seat, province
    if t.age > 1 and popcount(t.kingdom) != TABLES.cards_each * t.header.players:
        return in_field(BAD_TOTALS, IN_KINGDOM)
    if t.seen & ~t.kingdom:
        return in_field(BAD_RANGE, IN_SEEN)
    for seat in range(t.header.players):
        if t.owned[seat] & (taken | ~t.seen):
            return in_field(BAD_OWNER, IN_MAP)
        taken |= t.owned[seat]
    for province in range(PROVINCE_NB):
        if t.stones[province] >= TABLES.stones_per_pyramid or t.pyramids[province] > most_pyramids(t, province):
            return in_province(BAD_RANGE, t, province)
        if t.farmers[province] > TABLES.province[province].fields:
            return in_province(BAD_RANGE, t, province)
        if (t.farmers[province] or t.free_farmers[province]) and not (taken >> province) & 1:
            return in_province(BAD_OWNER, t, province)
    return OK


cdef int check_purses(const Table* t) noexcept nogil:
    cdef int seat
    for seat in range(t.header.players):
        if t.hand_count[seat] > TABLES.favors_in_box or wealth(t, seat) > most_wealth(t, seat):
            return in_seat_field(BAD_RANGE, IN_SEAT, seat)
        if t.score[seat] > most_points(t, seat):
            return in_seat_field(BAD_RANGE, IN_SEAT, seat)
    return OK


cdef int check_tile(const Table* t) noexcept nogil:
    """None before the first offering is complete."""
    cdef bint expected = t.age > 1 or t.round > 1 or underlying_phase(t) > PHASE_ADJUST
    return OK if (t.tile != 0) == expected else in_field(BAD_PHASE, IN_TILE)


cdef int check_province_cards(const Table* t) noexcept nogil:
    """Standard: nobody holds any. Expert: as many as rounds of the age are left."""
    cdef int seat, expected
    for seat in range(t.header.players):
        if t.header.variant != EXPERT or t.phase == PHASE_START:
            expected = 0
        elif t.phase == PHASE_DEAL:
            expected = TABLES.cards_each if seat < t.turn else TABLES.cards_each - t.draws if seat == t.turn else 0
        else:
            expected = TABLES.cards_each + 1 - t.round
            if t.phase > PHASE_REVEAL or (t.phase == PHASE_REVEAL and place_in_turn_order(t, seat) < t.offered_count):
                expected -= 1
        if t.cards[seat] != expected:
            return in_seat_field(BAD_TOTALS, IN_SEAT, seat)
    if t.phase == PHASE_DEAL and (t.round != 1 or t.draws > TABLES.cards_each):
        return in_field(BAD_PHASE, IN_DRAWS)
    if t.phase == PHASE_CHOOSE and t.round == TABLES.rounds:
        return in_field(BAD_PHASE, IN_ROUND)
    if t.phase == PHASE_REVEAL:
        expected = t.offered_count if t.header.variant == EXPERT else 0
        return OK if place_in_turn_order(t, t.turn) == expected else in_field(BAD_PHASE, IN_TURN)
    return OK


# -- the auction ---------------------------------------------------------------------------------------------

cdef uint16_t offered_provinces(const Table* t) noexcept nogil:
    cdef uint16_t offered = 0
    cdef int i
    for i in range(t.offered_count):
        offered |= <uint16_t>1 << t.offered[i]
    return offered


cdef int check_offered(const Table* t) noexcept nogil:
    """How many provinces have come up, and which of them are up for auction or owned."""
    cdef const PhaseRule* rule = rule_of(t)
    cdef uint16_t offered, taken = 0
    cdef int players = t.header.players
    cdef int i, rounds_won = t.round if rule.may & WON else t.round - 1
    for i in range(players):
        taken |= t.owned[i]
    offered = offered_provinces(t)
    if popcount(offered) != t.offered_count:
        return in_field(BAD_TOTALS, IN_AUCTION)
    if offered & ~t.seen or t.seen & ~(offered | taken):
        return in_field(BAD_OWNER, IN_SEEN)
    if offered & (~taken if rule.may & WON else taken):
        return in_field(BAD_OWNER, IN_AUCTION)
    if t.offered_count and not rule.may & (SOME_OFFERED | ALL_OFFERED):
        return in_field(BAD_PHASE, IN_AUCTION)
    if rule.may & SOME_OFFERED and t.offered_count >= players:
        return in_field(BAD_PHASE, IN_AUCTION)
    if rule.may & ALL_OFFERED and t.offered_count < players:
        return in_field(BAD_PHASE, IN_AUCTION)
    for i in range(players):
        if popcount(t.owned[i]) != rounds_won:
            return in_field(BAD_OWNER, IN_MAP)
    return OK


cdef int check_auction(const Table* t) noexcept nogil:
    if not rule_of(t).may & BIDS:
        return check_no_auction(t)
    cdef int status = check_bids(t)
    return status if status else check_bonus_favors(t)


cdef int check_no_auction(const Table* t) noexcept nogil:
    cdef int i
    for i in range(t.header.players):
        if t.outbid[i]:
            return in_field(BAD_PHASE, IN_OUTBID)
    for i in range(PROVINCE_NB):
        if t.bid[i]:
            return in_field(BAD_PHASE, IN_AUCTION)
    return OK


cdef int check_bids(const Table* t) noexcept nogil:
    """Every standing bid is that of a different seat, and can be paid; the actor has none, unless they sell for it."""
    cdef int actor = t.header.actor, live = 0, province, seat
    for province in range(PROVINCE_NB):
        if t.bid[province] == 0:
            continue
        seat = t.bidder[province]
        if (live >> seat) & 1:
            return in_lot(BAD_OWNER, t, province)
        if t.outbid[seat] == province + 1 and not (t.bribed >> seat) & 1:
            return in_field(BAD_OWNER, IN_BRIBED)
        live |= 1 << seat
        if t.phase == PHASE_SELL and seat == actor:
            if TABLES.track[t.bid[province] - 1] != t.gold[seat] + t.debt:
                return in_field(BAD_RANGE, IN_DEBT)
        elif TABLES.track[t.bid[province] - 1] > t.gold[seat]:
            return in_lot(BAD_RANGE, t, province)
    if ((live >> actor) & 1) != (t.phase == PHASE_SELL):
        return in_field(BAD_PHASE, IN_TURN)
    if live == 0 and actor != t.start:
        return in_field(BAD_PHASE, IN_TURN)
    return check_outbid(t, live)


cdef int check_outbid(const Table* t, int live) noexcept nogil:
    """Who was outbid had bid, and somebody else has a bid there now; cards are played with bids."""
    cdef int seat, bidders = live
    for seat in range(t.header.players):
        if t.outbid[seat]:
            if t.bid[t.outbid[seat] - 1] == 0:
                return in_field(BAD_PHASE, IN_OUTBID)
            bidders |= 1 << seat
        elif (t.bribed >> seat) & 1:
            return in_field(BAD_PHASE, IN_BRIBED)
    return in_field(BAD_PHASE, IN_SHIELDED) if t.shielded & ~bidders else OK


cdef int check_bonus_favors(const Table* t) noexcept nogil:
    """Favors for the bonuses lie in the deck, or under it if it was too short; fewer only if the pile was empty.

    What lies on the pile in that case was discarded since: cards played with bids, and at most as many sold as gave gold.
    """
    cdef int needed = 0, i, seat, discarded
    for i in range(t.offered_count):
        needed += TABLES.province[t.offered[i]].favors
    if t.deck_count >= needed:
        return in_field(BAD_TOTALS, IN_UNDER) if t.under else OK
    discarded = bag_size(t.discard) - popcount(t.shielded) - popcount(t.bribed)
    for seat in range(t.header.players):
        if (t.live >> seat) & 1 or t.outbid[seat]:
            discarded -= t.gold[seat]
    return in_field(BAD_TOTALS, IN_DISCARD) if discarded > 0 else OK


# -- selling and buying --------------------------------------------------------------------------------------

cdef int check_sale(const Table* t) noexcept nogil:
    """Somebody owes gold and has the cards to raise it."""
    if t.phase != PHASE_SELL:
        return OK
    if t.debt == 0 or t.debt > t.hand_count[t.turn]:
        return in_field(BAD_RANGE, IN_DEBT)
    if t.floor >= FAVOR_NB:
        return in_field(BAD_RANGE, IN_FLOOR)
    if t.resume != PHASE_BID and t.gold[t.turn]:
        return in_seat_field(BAD_PHASE, IN_SEAT, t.turn)
    return check_draws(t)


cdef int check_draws(const Table* t) noexcept nogil:
    """Favors that were bought: as many as a province allows, and as there are."""
    cdef uint16_t provinces = t.owned[t.turn]
    cdef int most = 0
    if underlying_phase(t) != PHASE_FAVORS and t.phase != PHASE_DRAW:
        return OK
    while provinces:
        most = max(most, <int>TABLES.province[lowest_bit(provinces)].limit)
        provinces &= provinces - 1
    return in_field(BAD_RANGE, IN_DRAWS) if t.draws > min(most, t.deck_count + bag_size(t.discard)) else OK


cdef int check_bonus(const Table* t) noexcept nogil:
    """The next favor goes to the owner of the province it lies on; what lies under the deck is needed for the bonuses."""
    cdef int needed = t.draws, i
    if t.cursor >= t.offered_count:
        return in_field(BAD_RANGE, IN_CURSOR)
    for i in range(t.cursor + 1, t.offered_count):
        needed += TABLES.province[t.offered[i]].favors
    if t.under and t.deck_count >= needed:
        return in_field(BAD_TOTALS, IN_UNDER)
    if t.draws > TABLES.province[t.offered[t.cursor]].favors:
        return in_field(BAD_RANGE, IN_DRAWS)
    return OK if (t.owned[t.turn] >> t.offered[t.cursor]) & 1 else in_field(BAD_OWNER, IN_TURN)


cdef int check_market(const Table* t) noexcept nogil:
    """The province asked about is the buyer's, and what was bought can be paid."""
    cdef int phase = underlying_phase(t)
    if t.phase == PHASE_FARMERS or t.phase == PHASE_BUILD:
        if not (t.owned[t.turn] >> t.cursor) & 1:
            return in_field(BAD_OWNER, IN_CURSOR)
        if t.debt and (t.gold[t.turn] or t.debt > t.hand_count[t.turn]):
            return in_field(BAD_RANGE, IN_DEBT)
        if price(t.bought) > budget_at_turn(t):
            return in_field(BAD_RANGE, IN_BOUGHT)
    if phase != PHASE_BUILD:
        return OK
    if t.used & THIRD_STONE and not (t.bought and t.used & USED_ARCHITECT):
        return in_field(BAD_PHASE, IN_USED)
    return OK


# -- the offering --------------------------------------------------------------------------------------------

cdef int check_offerings(const Table* t) noexcept nogil:
    cdef int seat, status
    if not rule_of(t).may & OFFERINGS:
        for seat in range(t.header.players):
            if t.given[seat]:
                return in_field(BAD_PHASE, IN_GAVE)
        return in_field(BAD_PHASE, IN_TOTAL) if t.total else OK
    for seat in range(t.header.players):
        if t.given[seat] > most_wealth(t, seat):
            return in_field(BAD_RANGE, IN_GAVE)
        if (t.given[seat] != 0) != is_unveiled(t, seat):
            return in_field(BAD_PHASE, IN_GAVE)
        if t.given[seat] == 0 and (t.adjusted >> seat) & 1:
            return in_field(BAD_PHASE, IN_ADJUST)
    status = check_adjustments(t)
    if status == OK and t.phase == PHASE_UNVEIL:
        status = check_unveiling(t)
    elif status == OK and t.phase != PHASE_ADJUST:
        status = check_rewards(t)
    return status


cdef bint is_unveiled(const Table* t, int seat) noexcept nogil:
    cdef int place = place_in_turn_order(t, seat), at_turn = place_in_turn_order(t, t.turn)
    return t.phase != PHASE_UNVEIL or place < at_turn or (place == at_turn and t.debt)


cdef int check_unveiling(const Table* t) noexcept nogil:
    """Favors that are still to be turned up were sold by a seat without gold, for gold that it has offered."""
    if t.adjusters != t.adjusted:
        return in_field(BAD_PHASE, IN_ADJUST)
    if t.debt == 0:
        return OK
    if t.gold[t.turn]:
        return in_seat_field(BAD_PHASE, IN_SEAT, t.turn)
    return in_field(BAD_RANGE, IN_DEBT) if t.debt > t.given[t.turn] or t.debt > t.hand_count[t.turn] else OK


cdef int check_adjustments(const Table* t) noexcept nogil:
    """Announced in turn order; the total is the sum of the offerings and of what was announced."""
    cdef int announced = t.adjusted & ~t.adjusters
    cdef int seat, total = t.total, steps
    for seat in range(t.header.players):
        total -= t.given[seat] if t.given[seat] >= 0 else -<int>TABLES.theft
        if t.phase == PHASE_ADJUST and (t.adjusted >> seat) & 1:
            if ((announced >> seat) & 1) != (place_in_turn_order(t, seat) < place_in_turn_order(t, t.turn)):
                return in_field(BAD_PHASE, IN_ADJUST)
    if t.phase == PHASE_ADJUST and not (t.adjusters >> t.turn) & 1:
        return in_field(BAD_PHASE, IN_TURN)
    steps = total // TABLES.adjustment
    if total != steps * <int>TABLES.adjustment or (popcount(announced) - steps) & 1:
        return in_field(BAD_TOTALS, IN_TOTAL)
    if steps > popcount(announced) or -steps > popcount(announced):
        return in_field(BAD_TOTALS, IN_TOTAL)
    return OK


cdef int check_rewards(const Table* t) noexcept nogil:
    """Rewards are taken in the order of the offerings, the first two by rank, the others in turn order."""
    cdef int everybody = (1 << t.header.players) - 1
    cdef int done = 0, rank = 0, seat = -1
    if t.tile != tile_for(t.total):
        return in_field(BAD_PHASE, IN_TILE)
    while True:
        seat = next_rewarded(t, everybody & ~done, rank)
        if seat < 0:
            return in_field(BAD_PHASE, IN_SERVED)
        if done == t.served:
            break
        done |= 1 << seat
        rank += 1
    if seat != t.turn:
        return in_field(BAD_PHASE, IN_TURN)
    if t.rewards > TABLES.rewards[min(rank, REWARD_NB - 1)]:
        return in_field(BAD_RANGE, IN_REWARDS)
    if t.floor and t.rewards == TABLES.rewards[min(rank, REWARD_NB - 1)]:
        return in_field(BAD_PHASE, IN_FLOOR)
    return OK


cdef int next_rewarded(const Table* t, int waiting, int rank) noexcept nogil:
    cdef int seat, best = -1
    if rank < REWARD_NB - 1:
        return best_offering(t, waiting)
    for seat in range(t.header.players):
        if (waiting >> seat) & 1 and t.given[seat] > 0:
            if best < 0 or place_in_turn_order(t, seat) < place_in_turn_order(t, best):
                best = seat
    return best


# -- harvest and scoring -------------------------------------------------------------------------------------

cdef int check_asked(const Table* t) noexcept nogil:
    """Who is asked has something to decide about, as far as all can see."""
    if t.phase == PHASE_HARVEST:
        if (t.used != 0) != (t.cursor != 0):
            return in_field(BAD_PHASE, IN_CURSOR)
        if t.cursor and not (t.owned[t.turn] >> (t.cursor - 1)) & 1:
            return in_field(BAD_OWNER, IN_CURSOR)
    elif t.phase == PHASE_SCORING:
        if t.floor < YELLOW or t.floor >= FAVOR_NB or not yellow_cards_satisfied(t, t.turn) >> t.floor:
            return in_field(BAD_RANGE, IN_FLOOR)
    else:
        return OK
    return OK if t.hand_count[t.turn] else in_seat_field(BAD_PHASE, IN_SEAT, t.turn)


# -- favors that all have seen -------------------------------------------------------------------------------

cdef int check_open_favors(const Table* t) noexcept nogil:
    """They are in the box; plays are noted only while there are fresh cards, in the order in which these were drawn."""
    cdef int kind, i, seat, noted
    cdef int[MAX_SEATS] drawn
    for seat in range(t.header.players):
        drawn[seat] = 0
        if t.fresh_count[seat] and t.fresh == 0:
            return in_field(BAD_PHASE, IN_DRAWN)
    if t.plays and t.fresh == 0:
        return in_field(BAD_PHASE, IN_PLAYED)
    for i in range(t.plays):
        seat = play_seat(t, i)
        if t.play_limit[i] > t.fresh_count[seat]:
            return in_field(BAD_RANGE, IN_PLAYED)
        if t.play_limit[i] < drawn[seat]:
            return in_field(BAD_PHASE, IN_PLAYED)
        drawn[seat] = t.play_limit[i]
    for kind in range(FAVOR_NB):
        noted = 0
        for i in range(t.plays):
            noted += play_kind(t, i) == kind
        if noted > favor_count(t.discard, kind):
            return in_field(BAD_TOTALS, IN_PLAYED)
        noted = favor_count(t.fresh, kind) + favor_count(t.discard, kind) + favor_count(t.under, kind) - noted
        if noted > favor_count(TABLES.all_favors, kind):
            return in_field(BAD_TOTALS, IN_FRESH if t.fresh else IN_DISCARD)
    return OK


cdef int check_bonus_or_draws(const Table* t) noexcept nogil:
    return check_bonus(t) if t.phase == PHASE_BONUS else check_draws(t)


cdef int check_table(const Table* t) noexcept nogil:
    """Each check may rely on those before it."""
    cdef Check[CHECK_NB] checks = [
        check_numbers, check_open_favors, check_phase, check_offered, check_bonus_or_draws, check_map, check_offerings,
        check_purses, check_tile, check_province_cards, check_auction, check_sale, check_market,
        check_asked,
    ]
    cdef int status = check_resume(t), i
    for i in range(CHECK_NB):
        if status == OK:
            status = checks[i](t)
    return status
