"""The invariants of Amun-Re, for the boundary, where a text becomes a state, and for every move of the tests."""

from libc.stdint cimport uint16_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_MOVES, MAX_SEATS, OK, OVER, TRUTH, Move,
    Rng,
)
from egypt.games.amunre.favors cimport ADJUSTMENT, ARCHITECT, YELLOW, bag_size, favor_count
from egypt.games.amunre.hidden cimport sample
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering_gold
from egypt.games.amunre.rules_favors cimport legal_sales
from egypt.games.amunre.rules_market cimport legal_buildings
from egypt.games.amunre.scoring cimport yellow_cards_satisfied
from egypt.games.amunre.state cimport (
    EXPERT, MOST_GOLD, PHASE_ADJUST, PHASE_BID, PHASE_BONUS, PHASE_BUILD, PHASE_CHOOSE, PHASE_DEAL, PHASE_DRAW,
    PHASE_FARMERS, PHASE_FAVORS, PHASE_HARVEST, PHASE_NB, PHASE_OFFER, PHASE_OVER, PHASE_REVEAL, PHASE_REWARD,
    PHASE_REWARD_DRAW, PHASE_SCORING, PHASE_SELL, PHASE_START, PHASE_UNVEIL, THIEF, THIRD_STONE, USED_ARCHITECT,
    USED_FREE_FARMER, USED_TREASURY, AmunreState, AmunreView, Table, budget, budget_at_turn,
    place_in_turn_order, price,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, SPACE_NB, TABLES, TILE_NB

cdef enum:
    MOST_POINTS = 2000      # nobody gets near
    MOST_PYRAMIDS = 200     # in one province; so that the map's counters hold what the rest of a game can add
    LAST_ITEM = 2 * PROVINCE_NB     # of a reward, see rules_offering


# -- the open table ------------------------------------------------------------------------------------------

cdef int check_header(const Table* t) noexcept nogil:
    """The numbers by which everything else is looked up."""
    cdef int players = t.header.players
    cdef int i
    if not 3 <= players <= MAX_SEATS or t.header.variant > EXPERT or t.phase >= PHASE_NB:
        return BAD_HEADER
    if not OVER <= t.header.actor < players or t.header.pending >> players:
        return BAD_HEADER
    for i in range(3):
        if t.header.spare[i]:
            return BAD_OWNER
    for i in range(7):
        if t.spare[i]:
            return BAD_OWNER
    if t.turn >= players or t.start >= players or t.tile > TILE_NB or t.resume >= PHASE_NB:
        return BAD_RANGE
    if not 1 <= t.age <= TABLES.ages or not 1 <= t.round <= TABLES.rounds or t.offered_count > players:
        return BAD_RANGE
    if (t.live | t.shielded | t.bribed | t.served | t.adjusters | t.architects) >> players:
        return BAD_RANGE
    if t.floor > LAST_ITEM or t.cursor > PROVINCE_NB or t.draws > 9 or t.bought > 30 or t.rewards > 9:
        return BAD_RANGE
    return OK


cdef int check_map(const Table* t) noexcept nogil:
    """Farmers stand in owned provinces, on fields or beside them; no province has two owners."""
    cdef uint16_t taken = 0
    cdef int seat, province, farmers = 0
    if t.kingdom >> PROVINCE_NB or t.seen & ~t.kingdom:
        return BAD_RANGE
    if t.age == 1 and t.kingdom != (1 << PROVINCE_NB) - 1:
        return BAD_TOTALS
    if t.age > 1 and popcount(t.kingdom) != TABLES.cards_each * t.header.players:
        return BAD_TOTALS
    for seat in range(MAX_SEATS):
        if t.owned[seat] & (taken | ~t.seen) or (t.owned[seat] and seat >= t.header.players):
            return BAD_OWNER
        taken |= t.owned[seat]
    for province in range(PROVINCE_NB):
        farmers += t.farmers[province] + t.free_farmers[province]
        if t.stones[province] >= TABLES.stones_per_pyramid or t.pyramids[province] > MOST_PYRAMIDS:
            return BAD_RANGE
        if t.farmers[province] > TABLES.province[province].fields or t.free_farmers[province] > TABLES.rounds:
            return BAD_RANGE
        if (t.farmers[province] or t.free_farmers[province]) and not (taken >> province) & 1:
            return BAD_OWNER
    return OK if farmers == t.farmers_placed and farmers <= TABLES.farmer_tokens else BAD_TOTALS


cdef int check_purses(const Table* t) noexcept nogil:
    cdef int seat
    for seat in range(MAX_SEATS):
        if seat >= t.header.players:
            if t.gold[seat] or t.score[seat] or t.cards[seat] or t.hand_count[seat] or t.given[seat] or t.outbid[seat]:
                return BAD_OWNER
        elif not 0 <= t.gold[seat] <= MOST_GOLD or not 0 <= t.score[seat] <= MOST_POINTS:
            return BAD_RANGE
        elif t.hand_count[seat] > TABLES.favors_in_box or t.cards[seat] > TABLES.cards_each:
            return BAD_RANGE
    return OK


cdef bint no_auction(const Table* t) noexcept nogil:
    cdef int i
    for i in range(MAX_SEATS):
        if t.outbid[i]:
            return False
    for i in range(PROVINCE_NB):
        if t.bid[i] or t.bidder[i]:
            return False
    return not t.live and not t.shielded and not t.bribed


cdef bint bidding(const Table* t) noexcept nogil:
    return t.phase == PHASE_BID or (t.phase == PHASE_SELL and t.resume == PHASE_BID)


cdef int check_offered(const Table* t) noexcept nogil:
    """How many provinces have come up, and which of them are up for auction or owned."""
    cdef uint16_t offered = 0, taken = 0
    cdef int players = t.header.players
    cdef int i, rounds_won
    cdef bint won = t.phase == PHASE_BONUS
    for i in range(MAX_SEATS):
        taken |= t.owned[i]
        if i >= t.offered_count:
            if t.offered[i]:
                return BAD_OWNER
        elif t.offered[i] >= PROVINCE_NB or (offered >> t.offered[i]) & 1:
            return BAD_RANGE
        else:
            offered |= <uint16_t>1 << t.offered[i]
    if offered & ~t.seen or (won and offered & ~taken) or (not won and offered & taken):
        return BAD_OWNER
    if t.seen & ~(offered | taken):
        return BAD_OWNER
    if t.phase <= PHASE_CHOOSE and t.offered_count or t.phase == PHASE_REVEAL and t.offered_count >= players:
        return BAD_PHASE
    if (bidding(t) or won) and t.offered_count < players:
        return BAD_PHASE
    if not bidding(t) and not won and t.phase > PHASE_REVEAL and t.offered_count:
        return BAD_PHASE
    rounds_won = t.round if won or (t.phase > PHASE_REVEAL and not bidding(t)) else t.round - 1
    for i in range(players):
        if popcount(t.owned[i]) != rounds_won:
            return BAD_OWNER
    return OK


cdef int check_auction(const Table* t) noexcept nogil:
    """Every standing bid is that of a different seat, and can be paid; the actor has none, unless he is selling for it."""
    cdef int actor = t.header.actor
    cdef int live = 0, province, seat, i
    cdef uint16_t offered = 0
    for i in range(t.offered_count):
        offered |= <uint16_t>1 << t.offered[i]
    for province in range(PROVINCE_NB):
        if t.bid[province] > SPACE_NB or t.bidder[province] >= t.header.players:
            return BAD_RANGE
        if t.bid[province] == 0:
            if t.bidder[province]:
                return BAD_OWNER
            continue
        seat = t.bidder[province]
        if not (offered >> province) & 1 or (live >> seat) & 1:
            return BAD_OWNER
        if t.outbid[seat] == province + 1 and not (t.bribed >> seat) & 1:
            return BAD_OWNER
        live |= 1 << seat
        if t.phase == PHASE_SELL and seat == actor:
            if TABLES.track[t.bid[province] - 1] != t.gold[seat] + t.debt:
                return BAD_RANGE
        elif TABLES.track[t.bid[province] - 1] > t.gold[seat]:
            return BAD_RANGE
    for seat in range(t.header.players):
        if t.outbid[seat] > PROVINCE_NB:
            return BAD_RANGE
        if t.outbid[seat] and (t.bid[t.outbid[seat] - 1] == 0):
            return BAD_PHASE
    if live != t.live or actor < 0 or ((live >> actor) & 1) != (t.phase == PHASE_SELL):
        return BAD_PHASE
    return OK


cdef int check_sale(const Table* t) noexcept nogil:
    """Somebody owes gold and has the cards to raise it."""
    cdef bint known = (
        t.resume == PHASE_BID or t.resume == PHASE_FAVORS or t.resume == PHASE_BUILD or t.resume == PHASE_OFFER
    )
    if not known or t.debt == 0 or t.debt > t.hand_count[t.turn] or t.floor >= FAVOR_NB:
        return BAD_PHASE
    if t.resume != PHASE_BID and t.gold[t.turn]:
        return BAD_PHASE
    if t.resume == PHASE_FAVORS and (t.draws == 0 or t.draws > 9):
        return BAD_PHASE
    if t.resume == PHASE_OFFER and t.given[t.turn] < t.debt:
        return BAD_PHASE
    return OK


cdef bint offering_phase(const Table* t) noexcept nogil:
    """Offerings lie open, some or all of them."""
    return (
        PHASE_UNVEIL <= t.phase <= PHASE_REWARD_DRAW
        or (t.phase == PHASE_SELL and t.resume == PHASE_OFFER)
    )


cdef int check_offerings(const Table* t) noexcept nogil:
    cdef int seat, unveiled = 0
    if not offering_phase(t):
        for seat in range(t.header.players):
            if t.given[seat]:
                return BAD_PHASE
        return BAD_PHASE if t.total or t.served or t.adjusters else OK
    if not -MOST_GOLD <= t.total <= MAX_SEATS * (MOST_GOLD + TABLES.favors_in_box):
        return BAD_RANGE
    for seat in range(t.header.players):
        if not THIEF <= t.given[seat] <= MOST_GOLD + TABLES.favors_in_box:
            return BAD_RANGE
        unveiled += t.given[seat] != 0
        if t.given[seat] == 0 and (t.phase != PHASE_UNVEIL or (t.adjusters >> seat) & 1):
            return BAD_PHASE
        if t.phase == PHASE_UNVEIL:
            if (t.given[seat] != 0) != (place_in_turn_order(t, seat) < place_in_turn_order(t, t.turn)):
                return BAD_PHASE
        if (t.served >> seat) & 1 and t.given[seat] == THIEF:
            return BAD_PHASE
    if t.phase == PHASE_UNVEIL and unveiled == t.header.players:
        return BAD_PHASE
    if t.phase == PHASE_ADJUST and not (t.adjusters >> t.turn) & 1:
        return BAD_PHASE
    if t.phase == PHASE_REWARD or t.phase == PHASE_REWARD_DRAW:
        if t.adjusters or (t.served >> t.turn) & 1 or t.given[t.turn] == THIEF or t.rewards == 0:
            return BAD_PHASE
        return BAD_PHASE if t.phase == PHASE_REWARD_DRAW and t.floor else OK
    return BAD_PHASE if t.served else OK


cdef int cards_of_phase(int phase) noexcept nogil:
    """What `used` can say there."""
    if phase == PHASE_BUILD:
        return USED_ARCHITECT | USED_FREE_FARMER | THIRD_STONE
    return USED_TREASURY if phase == PHASE_HARVEST else 0


cdef int check_leftovers(const Table* t) noexcept nogil:
    """No phase has numbers that belong to another one."""
    cdef int phase = t.resume if t.phase == PHASE_SELL else t.phase
    cdef bint sells = t.phase == PHASE_SELL
    cdef bint rewards = t.phase == PHASE_REWARD or t.phase == PHASE_REWARD_DRAW
    cdef bint asks_province = not sells and (phase == PHASE_FARMERS or phase == PHASE_BUILD)
    if not sells and (t.resume or (t.debt and phase != PHASE_BUILD)):
        return BAD_PHASE
    if t.floor and not sells and not rewards and phase != PHASE_SCORING:
        return BAD_PHASE
    if t.rewards and not rewards:
        return BAD_PHASE
    if t.draws and phase != PHASE_DEAL and phase != PHASE_BONUS and phase != PHASE_DRAW:
        if not sells or phase != PHASE_FAVORS:
            return BAD_PHASE
    if t.bought and phase != PHASE_FARMERS and phase != PHASE_BUILD:
        return BAD_PHASE
    if t.cursor and not (asks_province or phase == PHASE_BONUS or phase == PHASE_HARVEST):
        return BAD_PHASE
    if t.used & ~cards_of_phase(phase):
        return BAD_PHASE
    if asks_province and (t.cursor >= PROVINCE_NB or not (t.owned[t.turn] >> t.cursor) & 1):
        return BAD_PHASE
    if (t.tile == 0) != (t.age == 1 and t.round == 1 and phase <= PHASE_ADJUST):
        return BAD_PHASE
    return OK


cdef int check_actor(const Table* t) noexcept nogil:
    """Nature, the seat at turn, or one of those who choose in secret."""
    cdef int phase = t.phase
    if phase == PHASE_OVER:
        if t.age != TABLES.ages or t.round != TABLES.rounds or t.turn:
            return BAD_PHASE
        return OK if t.header.actor == OVER else BAD_PHASE
    if phase == PHASE_CHOOSE or phase == PHASE_OFFER:
        if t.header.actor < 0 or not (t.header.pending >> t.header.actor) & 1 or t.turn:
            return BAD_PHASE
        return BAD_PHASE if phase == PHASE_CHOOSE and t.header.variant != EXPERT else OK
    if t.header.pending:
        return BAD_PHASE
    if (phase == PHASE_START or phase == PHASE_DEAL or phase == PHASE_REVEAL or phase == PHASE_BONUS or phase == PHASE_DRAW
            or phase == PHASE_UNVEIL or phase == PHASE_REWARD_DRAW):
        return OK if t.header.actor == CHANCE else BAD_PHASE
    return OK if t.header.actor == t.turn else BAD_PHASE


cdef int check_cards_to_draw(const Table* t) noexcept nogil:
    """Where nature deals favors, there is one."""
    if (t.phase == PHASE_BONUS or t.phase == PHASE_DRAW or t.phase == PHASE_REWARD_DRAW) and t.deck_count == 0:
        return BAD_PHASE
    if (t.phase == PHASE_BONUS or t.phase == PHASE_DRAW) and t.draws == 0:
        return BAD_PHASE
    if t.phase == PHASE_BONUS:
        if t.cursor >= t.offered_count or t.draws > TABLES.province[t.offered[t.cursor]].favors:
            return BAD_PHASE
        if not (t.owned[t.turn] >> t.offered[t.cursor]) & 1:
            return BAD_PHASE
    if t.phase == PHASE_DRAW and t.draws > t.deck_count + bag_size(t.discard):
        return BAD_PHASE
    if t.under_count and not bidding(t) and t.phase != PHASE_BONUS:
        return BAD_PHASE
    return OK


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
            return BAD_TOTALS
    if t.phase == PHASE_DEAL and (t.header.variant != EXPERT or t.round != 1 or not 1 <= t.draws <= TABLES.cards_each):
        return BAD_PHASE
    if t.phase == PHASE_CHOOSE and t.round == TABLES.rounds:
        return BAD_PHASE
    if t.phase == PHASE_REVEAL:
        if t.header.variant != EXPERT:
            return OK if t.turn == t.start else BAD_PHASE
        return OK if place_in_turn_order(t, t.turn) == t.offered_count else BAD_PHASE
    return OK


cdef int check_beginning(const Table* t) noexcept nogil:
    """Before the Start Player is known nothing has happened, and every round begins with favors in known numbers."""
    if t.phase != PHASE_START:
        return OK
    return OK if t.age == 1 and t.round == 1 and t.start == 0 and t.turn == 0 and not t.discard else BAD_PHASE


cdef int check_asked(const Table* t) noexcept nogil:
    """Who is asked has something to decide about, as far as all can see."""
    if t.phase == PHASE_HARVEST:
        if t.hand_count[t.turn] == 0 or (t.used != 0) != (t.cursor != 0):
            return BAD_PHASE
        return BAD_PHASE if t.cursor and not (t.owned[t.turn] >> (t.cursor - 1)) & 1 else OK
    if t.phase == PHASE_SCORING:
        if t.round != TABLES.rounds or t.floor < YELLOW or t.floor >= FAVOR_NB or t.hand_count[t.turn] == 0:
            return BAD_PHASE
        return OK if yellow_cards_satisfied(t, t.turn) >> t.floor else BAD_PHASE
    if t.phase == PHASE_FARMERS or t.phase == PHASE_BUILD:
        if t.debt and t.gold[t.turn]:
            return BAD_PHASE
        return OK if price(t.bought) <= budget_at_turn(t) else BAD_RANGE
    return OK


cdef int check_table(const Table* t) noexcept nogil:
    cdef int status = check_header(t)
    if status == OK:
        status = check_map(t)
    if status == OK:
        status = check_purses(t)
    if status == OK:
        status = check_actor(t)
    if status == OK:
        status = check_offered(t)
    if status == OK:
        if bidding(t):
            status = check_auction(t)
        elif not no_auction(t):
            status = BAD_PHASE
    if status == OK and t.phase == PHASE_SELL:
        status = check_sale(t)
    if status == OK:
        status = check_offerings(t)
    if status == OK:
        status = check_leftovers(t)
    if status == OK:
        status = check_cards_to_draw(t)
    if status == OK:
        status = check_province_cards(t)
    if status == OK:
        status = check_beginning(t)
    if status == OK:
        status = check_asked(t)
    return status


# -- secrets -------------------------------------------------------------------------------------------------

cdef int check_favors(const AmunreState* s) noexcept nogil:
    """Every kind adds up to what is in the box, and every bag has the size that the table says."""
    cdef const Table* t = &s.table
    cdef int kind, seat, total
    for kind in range(FAVOR_NB):
        total = favor_count(s.deck, kind) + favor_count(s.under, kind) + favor_count(t.discard, kind)
        for seat in range(t.header.players):
            total += favor_count(s.hand[seat], kind)
        if total != favor_count(TABLES.all_favors, kind):
            return BAD_TOTALS
    if (s.deck | s.under | t.discard) >> (4 * FAVOR_NB):
        return BAD_TOTALS
    if bag_size(s.deck) != t.deck_count or bag_size(s.under) != t.under_count:
        return BAD_TOTALS
    for seat in range(MAX_SEATS):
        if bag_size(s.hand[seat]) != t.hand_count[seat] or s.hand[seat] >> (4 * FAVOR_NB):
            return BAD_TOTALS
        if (t.architects >> seat) & 1 and not favor_count(s.hand[seat], ARCHITECT):
            return BAD_TOTALS
    return OK


cdef int check_choices(const AmunreState* s) noexcept nogil:
    """Offerings that their owners can pay, chosen province cards that their owners hold; who has none is still pending."""
    cdef const Table* t = &s.table
    cdef int pending = 0, seat, adjusted
    cdef uint16_t held = 0
    cdef bint expert = t.header.variant == EXPERT
    cdef bint wanted
    for seat in range(MAX_SEATS):
        if s.province_hand[seat] & (held | t.seen | ~t.kingdom) or popcount(s.province_hand[seat]) != t.cards[seat]:
            return BAD_OWNER
        held |= s.province_hand[seat]
        if s.offer[seat]:
            if seat >= t.header.players or (t.phase != PHASE_OFFER and t.phase != PHASE_UNVEIL):
                return BAD_OWNER
            adjusted = (s.offer[seat] - 1) & WITH_ADJUSTMENT
            if adjusted and not favor_count(s.hand[seat], ADJUSTMENT):
                return BAD_OWNER
            if offering_gold(s.offer[seat] - 1) > budget(t, seat) - adjusted:
                return BAD_RANGE
        if s.chosen[seat]:
            if s.chosen[seat] > PROVINCE_NB or not (s.province_hand[seat] >> (s.chosen[seat] - 1)) & 1:
                return BAD_OWNER
            if t.phase != PHASE_CHOOSE and t.phase != PHASE_REVEAL:
                return BAD_OWNER
    for seat in range(t.header.players):
        if t.phase == PHASE_OFFER:
            pending |= (s.offer[seat] == 0) << seat
        elif t.phase == PHASE_CHOOSE:
            pending |= (s.chosen[seat] == 0) << seat
        elif t.phase == PHASE_UNVEIL and (s.offer[seat] != 0) != (t.given[seat] == 0):
            return BAD_PHASE
        elif t.phase == PHASE_REVEAL:
            wanted = expert and place_in_turn_order(t, seat) >= t.offered_count
            if (s.chosen[seat] != 0) != wanted:
                return BAD_PHASE
    return OK if pending == t.header.pending else BAD_PHASE


cdef int check_moves(const AmunreState* s) noexcept nogil:
    """Who acts has a move: his hand suffices for what he sells and for what he builds."""
    cdef Move[MAX_MOVES] moves
    if s.table.phase == PHASE_SELL:
        return OK if legal_sales(s, moves) else BAD_PHASE
    if s.table.phase == PHASE_BUILD:
        return OK if legal_buildings(s, moves) else BAD_PHASE
    return OK


cdef int validate(const void* state) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int status, i
    if s.table.header.viewer != TRUTH:
        return BAD_HEADER
    for i in range(7):
        if s.spare[i]:
            return BAD_OWNER
    status = check_table(&s.table)
    if status == OK:
        status = check_favors(s)
    if status == OK:
        status = check_choices(s)
    if status == OK:
        status = check_moves(s)
    return status


# -- views ---------------------------------------------------------------------------------------------------

cdef int check_unseen(const AmunreView* view) noexcept nogil:
    """What the viewer knows fits into the box, so that the rest can be dealt."""
    cdef const Table* t = &view.table
    cdef int viewer = t.header.viewer
    cdef int others = t.architects & ~(1 << viewer)
    cdef int kind, seat, known, unseen = 0, places
    for kind in range(FAVOR_NB):
        known = favor_count(t.discard, kind) + favor_count(view.hand, kind)
        if kind == ARCHITECT:
            known += popcount(others)
        if known > favor_count(TABLES.all_favors, kind):
            return BAD_TOTALS
        unseen += favor_count(TABLES.all_favors, kind) - known
    if (view.hand | t.discard) >> (4 * FAVOR_NB) or bag_size(view.hand) != t.hand_count[viewer]:
        return BAD_TOTALS
    places = t.deck_count + t.under_count
    for seat in range(t.header.players):
        if seat != viewer:
            if t.hand_count[seat] < (others >> seat) & 1:
                return BAD_TOTALS
            places += t.hand_count[seat] - ((others >> seat) & 1)
    if places != unseen:
        return BAD_TOTALS
    places = 0
    for seat in range(t.header.players):
        places += t.cards[seat]
    if popcount(view.province_hand) != t.cards[viewer] or view.province_hand & ~(t.kingdom & ~t.seen):
        return BAD_TOTALS
    return OK if places <= popcount(t.kingdom & ~t.seen) else BAD_TOTALS


cdef int validate_view(const void* raw_view) noexcept nogil:
    """The table is in order, the known fits into the box, and then any world dealt from it must be valid."""
    cdef const AmunreView* view = <const AmunreView*>raw_view
    cdef AmunreState world
    cdef Rng rng = 0
    cdef int viewer = view.table.header.viewer
    cdef int status = check_table(&view.table), i
    for i in range(3):
        if view.spare[i]:
            return BAD_OWNER
    if status == OK and not 0 <= viewer < view.table.header.players:
        status = BAD_HEADER
    if status == OK:
        status = check_unseen(view)
    if status != OK:
        return status
    sample(view, &rng, &world)
    return validate(&world)
