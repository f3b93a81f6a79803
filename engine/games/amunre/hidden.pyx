"""view, sample and observe. A view is the open table plus the viewer's own secrets; `sample` knows nothing else."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, TRUTH, Move, Rng
from egypt.games.amunre.favors cimport ARCHITECT, HIDDEN, bag_size, from_kind, one_favor, random_favor, without_architects
from egypt.games.amunre.knowledge cimport Split, nth_split, split_unseen
from egypt.games.amunre.moves cimport (
    HIDDEN_OFFER, MOVE_CARD, MOVE_CHOOSE, MOVE_FAVOR, MOVE_OFFER, MOVE_SELL, make_move, move_argument, move_kind,
)
from egypt.games.amunre.rules_favors cimport legal_sales
from egypt.games.amunre.rules_market cimport legal_buildings
from egypt.games.amunre.rules_offering cimport favors_for_sale, legal_offers, sales_due
from egypt.games.amunre.scoring cimport yellow_cards_satisfied
from egypt.games.amunre.state cimport (
    EXPERT, PHASE_ADJUST, PHASE_BUILD, PHASE_CHOOSE, PHASE_HARVEST, PHASE_OFFER, PHASE_REVEAL, PHASE_SCORING, PHASE_SELL,
    PHASE_UNVEIL, THIRD_STONE, AmunreState, AmunreView, Table, place_in_turn_order, play_seat,
)
from egypt.games.amunre.tables cimport TABLES

cdef enum:
    MAX_TRIES = 200


# -- view ----------------------------------------------------------------------------------------------------

cdef void view(const void* state, int seat, void* view) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef AmunreView* v = <AmunreView*>view
    memset(v, 0, sizeof(AmunreView))
    v.table = s.table
    v.table.header.viewer = seat
    v.hand = s.hand[seat]
    v.sold = s.sold[seat]
    v.drawn = s.drawn[seat]
    v.from_fresh = own_plays(&s.table, seat, s.from_fresh)
    v.province_hand = s.province_hand[seat]
    v.offer = s.offer[seat]
    v.chosen = s.chosen[seat]
    if s.table.phase == PHASE_OFFER:
        forget_who_has_chosen(&v.table, seat, v.offer != 0 and sales_due(s, seat) == 0)
    elif s.table.phase == PHASE_CHOOSE:
        forget_who_has_chosen(&v.table, seat, v.chosen != 0)


cdef uint32_t own_plays(const Table* t, int seat, uint32_t from_fresh) noexcept nogil:
    """Only the player of a card knows whether it was a fresh one."""
    cdef uint32_t own = 0
    cdef int i
    for i in range(t.plays):
        own |= <uint32_t>(play_seat(t, i) == seat) << i
    return from_fresh & own


cdef void forget_who_has_chosen(Table* t, int seat, bint chosen) noexcept nogil:
    """In a secret choice no other seat has chosen, as far as a seat knows."""
    t.header.pending = (1 << t.header.players) - 1
    t.header.actor = seat
    if chosen:
        t.header.pending &= ~(1 << seat)
        t.header.actor = lowest_bit(t.header.pending)


# -- sample --------------------------------------------------------------------------------------------------

cdef inline uint64_t deal(uint64_t* pool, int* size, int count, Rng* rng) noexcept nogil:
    """`count` random cards out of the pool."""
    cdef uint64_t dealt = 0, card
    while count > 0:
        card = one_favor(random_favor(pool[0], size[0], rng))
        pool[0] -= card
        size[0] -= 1
        dealt += card
        count -= 1
    return dealt


cdef bint third_stone_alone(const Table* t) noexcept nogil:
    """One stone is bought on credit, for a pyramid: the buyer can pay without selling Architects (see rules_market)."""
    cdef int phase = t.resume if t.phase == PHASE_SELL else t.phase
    return phase == PHASE_BUILD and t.used & THIRD_STONE and t.bought == 1 and t.gold[t.turn] == 0


cdef bint has_a_move(const AmunreState* s) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    return (legal_sales(s, moves) if s.table.phase == PHASE_SELL else legal_buildings(s, moves)) > 0


cdef uint64_t that_fit(const Table* t, uint64_t bag) noexcept nogil:
    """The cards of a bag with which the seat at turn can still pay."""
    bag = from_kind(bag, t.floor)
    return without_architects(bag) if third_stone_alone(t) else bag


cdef uint64_t deal_fitting(const Table* t, uint64_t* pool, int* count, int slots, Rng* rng) noexcept nogil:
    """Up to `slots` cards with which the seat at turn can pay; `count` is lowered by those that were dealt."""
    cdef uint64_t fitting = that_fit(t, pool[0]), dealt
    cdef int size = bag_size(fitting)
    dealt = deal(&fitting, &size, min(count[0], min(size, slots)), rng)
    pool[0] -= dealt
    count[0] -= bag_size(dealt)
    return dealt


cdef void deal_hand(AmunreState* s, int seat, Split* split, bint to_fit, Rng* rng) noexcept nogil:
    """Stale and fresh cards; an Architect that all know of is among them. Cards that are needed come first."""
    cdef const Table* t = &s.table
    cdef uint64_t stale = 0, fresh = 0
    cdef uint64_t known = one_favor(ARCHITECT) if (t.architects >> seat) & 1 else 0
    cdef int wanted, size
    if to_fit:
        wanted = max(0, t.debt + (t.phase == PHASE_BUILD) - bag_size(that_fit(t, known)))
        stale = deal_fitting(t, &split.stale, &wanted, split.stale_slots[seat], rng)
        fresh = deal_fitting(t, &split.fresh, &wanted, split.fresh_slots[seat], rng)
    size = bag_size(split.stale)
    stale += deal(&split.stale, &size, split.stale_slots[seat] - bag_size(stale), rng)
    size = bag_size(split.fresh)
    fresh += deal(&split.fresh, &size, split.fresh_slots[seat] - bag_size(fresh), rng)
    s.hand[seat] = known + stale + fresh
    s.drawn[seat] = fresh + split.played[seat]


cdef void deal_split(const AmunreView* v, AmunreState* s, Split* split, bint to_fit, Rng* rng) noexcept nogil:
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer, seat
    s.hand[viewer] = v.hand
    s.drawn[viewer] = v.drawn
    s.from_fresh = split.from_fresh
    if to_fit:
        deal_hand(s, t.turn, split, True, rng)
    for seat in range(t.header.players):
        if seat != viewer and not (to_fit and seat == t.turn):
            deal_hand(s, seat, split, False, rng)
    s.deck = split.fresh if t.fresh else split.stale


cdef bint has_limits(const Table* t) noexcept nogil:
    """Whether what the seat at turn has done tells something of its hand."""
    return (t.phase == PHASE_SELL and t.floor > 0) or third_stone_alone(t)


cdef void deal_favors(const AmunreView* v, AmunreState* s, Rng* rng) noexcept nogil:
    """Everything unseen lies in the other hands or in the deck, each arrangement as likely as any other.

    Who is selling favors in ascending order still has enough of them, so not every hand fits. All hands are dealt until that
    one fits, which keeps those that fit equally likely. If none comes up in many tries, the cards that are needed are dealt
    first, in every way to split the unseen until one fits.
    """
    cdef const Table* t = &v.table
    cdef Split split
    cdef int number = 0
    if t.turn == t.header.viewer or not has_limits(t):
        split_unseen(v, rng, &split)
        deal_split(v, s, &split, False, rng)
        return
    for _ in range(MAX_TRIES):
        split_unseen(v, rng, &split)
        deal_split(v, s, &split, False, rng)
        if has_a_move(s):
            return
    while number < MAX_TRIES and nth_split(v, number, &split):
        deal_split(v, s, &split, True, rng)
        if has_a_move(s):
            return
        number += 1


cdef void deal_provinces(const AmunreView* v, AmunreState* s, Rng* rng) noexcept nogil:
    """The other hands of province cards: any that can still come up and are not the viewer's."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef uint16_t pool = t.kingdom & ~t.seen & ~v.province_hand
    cdef uint16_t card
    cdef int seat
    for seat in range(t.header.players):
        if seat == viewer:
            s.province_hand[seat] = v.province_hand
        else:
            while popcount(s.province_hand[seat]) < t.cards[seat]:
                card = <uint16_t>1 << nth_bit(pool, rng_below(rng, popcount(pool)))
                pool &= ~card
                s.province_hand[seat] |= card


cdef uint8_t any_card(uint16_t hand, Rng* rng) noexcept nogil:
    return 1 + nth_bit(hand, rng_below(rng, popcount(hand)))


cdef uint16_t any_offer(const AmunreState* s, int seat, Rng* rng) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    return 1 + move_argument(moves[rng_below(rng, legal_offers(s, seat, moves))])


cdef uint64_t any_favors(uint64_t bag, int count, Rng* rng) noexcept nogil:
    cdef int size = bag_size(bag)
    return deal(&bag, &size, count, rng)


cdef void make_secret_choices(const AmunreView* v, AmunreState* s, Rng* rng) noexcept nogil:
    """While choices are being turned up, those that still lie face down may be anything."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer, seat
    s.chosen[viewer] = v.chosen
    s.offer[viewer] = v.offer
    s.sold[viewer] = v.sold
    if t.phase == PHASE_UNVEIL:
        for seat in range(t.header.players):
            if seat == viewer:
                continue
            if t.given[seat] == 0:
                s.offer[seat] = any_offer(s, seat, rng)
                s.sold[seat] = any_favors(favors_for_sale(s, seat), sales_due(s, seat), rng)
            elif seat == t.turn:
                s.sold[seat] = any_favors(s.hand[seat], t.debt, rng)
    elif t.phase == PHASE_REVEAL and t.header.variant == EXPERT:
        for seat in range(t.header.players):
            if seat != viewer and place_in_turn_order(t, seat) >= t.offered_count:
                s.chosen[seat] = any_card(s.province_hand[seat], rng)


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    cdef const AmunreView* v = <const AmunreView*>view
    cdef AmunreState* s = <AmunreState*>state
    memcpy(&s.table, &v.table, sizeof(Table))      # an assignment would copy it twice
    memset(&s.hand, 0, sizeof(AmunreState) - sizeof(Table))
    s.table.header.viewer = TRUTH
    deal_favors(v, s, rng)
    if v.table.header.variant == EXPERT:
        deal_provinces(v, s, rng)
    make_secret_choices(v, s, rng)


# -- nothing unknown matters ---------------------------------------------------------------------------------

cdef bint may_decide(const Table* t, int seat) noexcept nogil:
    """Whether a seat may be asked for something before the game ends, in the last round and after its offering.

    A seat that holds favors is asked before income, and for yellow cards if the map fulfils what one of them asks for.
    """
    cdef bint to_come = place_in_turn_order(t, seat) >= place_in_turn_order(t, t.turn)
    cdef bint may_score = yellow_cards_satisfied(t, seat) != 0
    if t.phase == PHASE_SCORING:
        return t.hand_count[seat] and to_come and may_score
    if t.phase == PHASE_HARVEST:
        return t.hand_count[seat] and (to_come or may_score)
    return t.hand_count[seat] or (t.adjusters | (~t.served & (t.given[seat] > 0) << seat)) >> seat & 1


cdef bint complete(const void* view) noexcept nogil:
    """After the last offering, once no other seat is asked again: favors left in hands count alike, whatever they are."""
    cdef const Table* t = &(<const AmunreView*>view).table
    cdef int seat
    if t.age < TABLES.ages or t.round < TABLES.rounds or t.phase < PHASE_ADJUST or t.phase > PHASE_SCORING:
        return False
    for seat in range(t.header.players):
        if seat != t.header.viewer and may_decide(t, seat):
            return False
    return True


# -- observe -------------------------------------------------------------------------------------------------

cdef Move observe(const void* state, Move move, int seat) noexcept nogil:
    """Cards dealt face down are seen by who gets them, secret choices by who makes them."""
    cdef const Table* t = &(<const AmunreState*>state).table
    cdef int kind = move_kind(move)
    cdef int owner = t.turn if t.header.actor == CHANCE else t.header.actor
    if seat == owner:
        return move
    if kind == MOVE_FAVOR or kind == MOVE_CARD or kind == MOVE_CHOOSE or (kind == MOVE_SELL and t.phase == PHASE_OFFER):
        return make_move(kind, HIDDEN, 0)
    return make_move(kind, 0, HIDDEN_OFFER) if kind == MOVE_OFFER else move
