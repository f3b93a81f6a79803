"""How the fields of a whole state and of a view fit together; those of the open table are in validate_table. What a single
field can say is a matter of its reader in notation.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, MAX_MOVES, OK, Move, Rng, in_field, in_seat_field,
)
from egypt.games.amunre cimport hidden
from egypt.games.amunre.favors cimport ADJUSTMENT, ARCHITECT, bag_size, favor_count, one_favor
from egypt.games.amunre.moves cimport WITH_ADJUSTMENT, offering_gold
from egypt.games.amunre.rules_favors cimport legal_sales
from egypt.games.amunre.rules_market cimport legal_buildings
from egypt.games.amunre.rules_offering cimport legal_offers, sales_due
from egypt.games.amunre.rules_round cimport set_up
from egypt.games.amunre.state cimport (
    EXPERT, PHASE_BUILD, PHASE_CHOOSE, PHASE_OFFER, PHASE_REVEAL, PHASE_SELL, PHASE_START, PHASE_UNVEIL, AmunreState,
    AmunreView, Table, budget, place_in_turn_order, play_kind, play_seat,
)
from egypt.games.amunre.tables cimport FAVOR_NB, TABLES
from egypt.games.amunre.validate_phase cimport SEALED_CARDS, SEALED_OFFERS, rule_of
from egypt.games.amunre.validate_table cimport (
    IN_ACT, IN_CHOSEN, IN_DECK, IN_DISCARD, IN_DRAWN, IN_FRESH, IN_KNOWN, IN_OFFERS, IN_PHASE, IN_PLAYED, IN_SALES,
    IN_SEAT, check_table,
)


# -- favors --------------------------------------------------------------------------------------------------

cdef bint is_part(uint64_t part, uint64_t bag) noexcept nogil:
    cdef int kind
    for kind in range(FAVOR_NB):
        if favor_count(part, kind) > favor_count(bag, kind):
            return False
    return True


cdef int check_favors(const AmunreState* s) noexcept nogil:
    """Every kind adds up to what is in the box."""
    cdef const Table* t = &s.table
    cdef int kind, seat, total
    for seat in range(t.header.players):
        if (t.architects >> seat) & 1 and not favor_count(s.hand[seat], ARCHITECT):
            return in_field(BAD_TOTALS, IN_KNOWN)
    for kind in range(FAVOR_NB):
        total = favor_count(s.deck, kind) + favor_count(t.under, kind) + favor_count(t.discard, kind)
        for seat in range(t.header.players):
            total += favor_count(s.hand[seat], kind)
        if total != favor_count(TABLES.all_favors, kind):
            return in_field(BAD_TOTALS, IN_DECK)
    return check_fresh(s)


cdef int check_fresh(const AmunreState* s) noexcept nogil:
    """Fresh cards are in the deck, or were drawn; of those that were drawn some may be among the noted plays."""
    cdef const Table* t = &s.table
    cdef int kind, seat, total
    for kind in range(FAVOR_NB):
        total = favor_count(s.deck, kind)
        for seat in range(t.header.players):
            total += favor_count(s.drawn[seat], kind)
        if t.fresh and total != favor_count(t.fresh, kind):
            return in_field(BAD_TOTALS, IN_FRESH)
    for seat in range(t.header.players):
        if not fits_plays(t, s.hand[seat], s.drawn[seat], s.from_fresh, seat):
            return in_field(BAD_OWNER, IN_PLAYED)
    return OK


cdef bint fits_plays(const Table* t, uint64_t hand, uint64_t drawn, uint32_t from_fresh, int seat) noexcept nogil:
    """Fresh cards were played after they were drawn; the others are in the hand, beside an Architect that all know of."""
    cdef uint64_t played = 0
    cdef int i, kind
    for i in range(t.plays):
        if play_seat(t, i) == seat and (from_fresh >> i) & 1:
            played += one_favor(play_kind(t, i))
            if bag_size(played) > t.play_limit[i]:
                return False
    for kind in range(FAVOR_NB):
        if favor_count(played, kind) > favor_count(drawn, kind):
            return False
        if favor_count(drawn, kind) - favor_count(played, kind) > favor_count(hand, kind):
            return False
    if not (t.architects >> seat) & 1 or t.fresh == 0:
        return True
    return favor_count(hand, ARCHITECT) > favor_count(drawn, ARCHITECT) - favor_count(played, ARCHITECT)


# -- sealed choices ------------------------------------------------------------------------------------------

cdef int check_province_hands(const AmunreState* s) noexcept nogil:
    """Province cards that can still come up, each in one hand; chosen ones are held by who has chosen them."""
    cdef const Table* t = &s.table
    cdef uint16_t held = 0
    cdef int seat
    for seat in range(t.header.players):
        if s.province_hand[seat] & (held | t.seen | ~t.kingdom):
            return in_seat_field(BAD_OWNER, IN_SEAT, seat)
        held |= s.province_hand[seat]
        if s.chosen[seat]:
            if not (s.province_hand[seat] >> (s.chosen[seat] - 1)) & 1:
                return in_field(BAD_OWNER, IN_CHOSEN)
            if not rule_of(t).may & SEALED_CARDS:
                return in_field(BAD_PHASE, IN_CHOSEN)
    return OK


cdef int check_sealed_offer(const AmunreState* s, int seat) noexcept nogil:
    """An offering that its owner can pay, with favors that they hold and can go on to choose."""
    cdef const Table* t = &s.table
    cdef Move[MAX_MOVES] moves
    cdef int adjusted
    if s.offer[seat] == 0:
        if s.sold[seat] == 0:
            return OK
        if t.phase != PHASE_UNVEIL or seat != t.turn or t.debt == 0 or not is_part(s.sold[seat], s.hand[seat]):
            return in_field(BAD_OWNER, IN_SALES)
        return OK if bag_size(s.sold[seat]) == t.debt else in_field(BAD_TOTALS, IN_SALES)
    if not rule_of(t).may & SEALED_OFFERS:
        return in_field(BAD_OWNER, IN_OFFERS)
    adjusted = (s.offer[seat] - 1) & WITH_ADJUSTMENT
    if adjusted and not favor_count(s.hand[seat], ADJUSTMENT):
        return in_field(BAD_OWNER, IN_OFFERS)
    if offering_gold(s.offer[seat] - 1) > budget(t, seat) - adjusted:
        return in_field(BAD_RANGE, IN_OFFERS)
    if not is_part(s.sold[seat], s.hand[seat]):
        return in_field(BAD_OWNER, IN_SALES)
    if adjusted and favor_count(s.sold[seat], ADJUSTMENT) == favor_count(s.hand[seat], ADJUSTMENT):
        return in_field(BAD_OWNER, IN_SALES)
    if sales_due(s, seat) < 0 or (sales_due(s, seat) and t.phase == PHASE_UNVEIL):
        return in_field(BAD_TOTALS, IN_SALES)
    if sales_due(s, seat) and not legal_offers(s, seat, moves):
        return in_field(BAD_PHASE, IN_SALES)
    return OK


cdef int check_choices(const AmunreState* s) noexcept nogil:
    """Who has not chosen everything is still pending; what is being turned up was chosen."""
    cdef const Table* t = &s.table
    cdef int status = check_province_hands(s), pending = 0, seat
    cdef bint wanted
    for seat in range(t.header.players):
        if status == OK:
            status = check_sealed_offer(s, seat)
    if status != OK:
        return status
    for seat in range(t.header.players):
        if t.phase == PHASE_OFFER:
            pending |= (s.offer[seat] == 0 or sales_due(s, seat) > 0) << seat
        elif t.phase == PHASE_CHOOSE:
            pending |= (s.chosen[seat] == 0) << seat
        elif t.phase == PHASE_UNVEIL:
            if (s.offer[seat] != 0) != (t.given[seat] == 0):
                return in_field(BAD_PHASE, IN_OFFERS)
            if t.debt and seat == t.turn and not s.sold[seat]:
                return in_field(BAD_PHASE, IN_SALES)
        elif t.phase == PHASE_REVEAL:
            wanted = t.header.variant == EXPERT and place_in_turn_order(t, seat) >= t.offered_count
            if (s.chosen[seat] != 0) != wanted:
                return in_field(BAD_PHASE, IN_CHOSEN)
    return OK if pending == t.header.pending else in_field(BAD_PHASE, IN_ACT)


# -- states --------------------------------------------------------------------------------------------------

cdef int check_beginning(const AmunreState* s) noexcept nogil:
    """Before the Start Player is known nothing has happened."""
    cdef AmunreState beginning
    if s.table.phase != PHASE_START:
        return OK
    set_up(&beginning, s.table.header.players, s.table.header.variant)
    return in_field(BAD_PHASE, IN_PHASE) if memcmp(s, &beginning, sizeof(AmunreState)) else OK


cdef int check_moves(const AmunreState* s) noexcept nogil:
    """Who acts has a move: their hand suffices for what they sell and for what they build."""
    cdef Move[MAX_MOVES] moves
    if s.table.phase == PHASE_SELL and not legal_sales(s, moves):
        return in_seat_field(BAD_PHASE, IN_SEAT, s.table.turn)
    if s.table.phase == PHASE_BUILD and not legal_buildings(s, moves):
        return in_seat_field(BAD_PHASE, IN_SEAT, s.table.turn)
    return OK


cdef int validate(const void* state) noexcept nogil:
    cdef const AmunreState* s = <const AmunreState*>state
    cdef int status = check_table(&s.table)
    if status == OK:
        status = check_favors(s)
    if status == OK:
        status = check_choices(s)
    if status == OK:
        status = check_beginning(s)
    return status if status else check_moves(s)


# -- views ---------------------------------------------------------------------------------------------------

cdef int plays_of(const Table* t, int seat) noexcept nogil:
    cdef int count = 0, i
    for i in range(t.plays):
        count += play_seat(t, i) == seat
    return count


cdef int own_stale(const AmunreView* v, int kind) noexcept nogil:
    """Stale cards of a kind that the viewer holds, or has among the noted plays."""
    cdef const Table* t = &v.table
    cdef int count = favor_count(v.hand, kind) - favor_count(v.drawn, kind), i
    for i in range(t.plays):
        count += play_seat(t, i) == t.header.viewer and play_kind(t, i) == kind
    return count


cdef int open_stale(const Table* t, int kind) noexcept nogil:
    """Cards of a kind that all have seen, noted plays aside."""
    cdef int count = favor_count(t.discard, kind) + favor_count(t.under, kind), i
    for i in range(t.plays):
        count -= play_kind(t, i) == kind
    return count


cdef int check_unseen(const AmunreView* v) noexcept nogil:
    """What the viewer knows fits into the box, so that the rest can be dealt."""
    cdef const Table* t = &v.table
    cdef int viewer = t.header.viewer
    cdef int others = t.architects & ~(1 << viewer)
    cdef int kind, seat, known, unseen = 0, places, drawn, slots
    if not fits_plays(t, v.hand, v.drawn, v.from_fresh, viewer):
        return in_field(BAD_OWNER, IN_PLAYED)
    for kind in range(FAVOR_NB):
        known = favor_count(t.fresh, kind) + own_stale(v, kind) + open_stale(t, kind)
        if kind == ARCHITECT:
            known += popcount(others)
        if known > favor_count(TABLES.all_favors, kind) or favor_count(v.drawn, kind) > favor_count(t.fresh, kind):
            return in_field(BAD_TOTALS, IN_DISCARD)
        unseen += favor_count(TABLES.all_favors, kind) - known      # stale cards
    places = 0 if t.fresh else t.deck_count
    drawn = t.deck_count
    for seat in range(t.header.players):
        drawn += t.fresh_count[seat]
        if seat != viewer:
            slots = t.hand_count[seat] + plays_of(t, seat) - t.fresh_count[seat] - ((others >> seat) & 1)
            if slots < 0:
                return in_field(BAD_TOTALS, IN_KNOWN if (others >> seat) & 1 else IN_DRAWN)
            places += slots
    if places != unseen or (t.fresh and drawn != bag_size(t.fresh)):
        return in_field(BAD_TOTALS, IN_DECK)
    places = 0
    for seat in range(t.header.players):
        places += t.cards[seat]
    if v.province_hand & ~(t.kingdom & ~t.seen):
        return in_seat_field(BAD_TOTALS, IN_SEAT, viewer)
    return OK if places <= popcount(t.kingdom & ~t.seen) else in_seat_field(BAD_TOTALS, IN_SEAT, viewer)


cdef int check_own_choice(const AmunreView* v) noexcept nogil:
    """The own offering lies within the own purse, so that it can be looked at."""
    cdef const Table* t = &v.table
    if not is_part(v.sold, v.hand):
        return in_field(BAD_OWNER, IN_SALES)
    if v.offer and offering_gold(v.offer - 1) > budget(t, t.header.viewer):
        return in_field(BAD_RANGE, IN_OFFERS)
    return OK


cdef int validate_view(const void* view) noexcept nogil:
    """The table is in order, the known fits into the box, and then any world dealt from it is valid and looks like it."""
    cdef const AmunreView* v = <const AmunreView*>view
    cdef AmunreState world
    cdef AmunreView again
    cdef Rng rng = 0
    cdef int viewer = v.table.header.viewer
    cdef int status = check_table(&v.table)
    if status == OK:
        status = check_unseen(v)
    if status == OK:
        status = check_own_choice(v)
    if status != OK:
        return status
    hidden.sample(v, &rng, &world)
    status = validate(&world)
    if status != OK:
        return status
    hidden.view(&world, viewer, &again)
    return in_field(BAD_PHASE, IN_ACT) if memcmp(v, &again, sizeof(AmunreView)) else OK
