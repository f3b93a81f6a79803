"""The Auction phase, from the first card turned up to the last bonus taken."""

from libc.stdint cimport uint16_t

from egypt.core.bits cimport lowest_bit
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, Move
from egypt.games.amunre.favors cimport BRIBERY, PROTECTION, favor_count
from egypt.games.amunre.knowledge cimport begin_deck
from egypt.games.amunre.moves cimport (
    MOVE_BID, WITH_BRIBERY, WITH_PROTECTION, argument_number, argument_options, make_move, with_options,
)
from egypt.games.amunre.rules_favors cimport drop_favor, raise_debt, take_favor
from egypt.games.amunre.rules_market cimport begin_market
from egypt.games.amunre.state cimport EXPERT, PHASE_BID, PHASE_BONUS, AmunreState, Table, budget, put_stones
from egypt.games.amunre.tables cimport SPACE_NB, TABLES


# -- the provinces (p. 4) ------------------------------------------------------------------------------------

cdef void reveal_province(AmunreState* s, int province) noexcept nogil:
    """Its stones are placed at once. Favors lie on it face down, so nature draws them only when they are taken."""
    cdef Table* t = &s.table
    t.offered[t.offered_count] = province
    t.offered_count += 1
    t.seen |= <uint16_t>1 << province
    put_stones(t, province, TABLES.province[province].stones)
    if t.header.variant == EXPERT:
        s.province_hand[t.turn] &= ~(<uint16_t>1 << province)
        s.chosen[t.turn] = 0
        t.cards[t.turn] -= 1
        t.turn = left_of(t.turn, t.header.players)
    if t.offered_count == t.header.players:
        shuffle_under(s)
        t.phase = PHASE_BID
        t.turn = t.start
        t.header.actor = t.start


cdef void shuffle_under(AmunreState* s) noexcept nogil:
    """If the deck is too short for all bonuses, the discard pile is shuffled in the middle of laying them out.

    What is discarded after that, in this auction, cannot be among them.
    """
    cdef Table* t = &s.table
    cdef int needed = 0, i
    for i in range(t.offered_count):
        needed += TABLES.province[t.offered[i]].favors
    if needed > t.deck_count:
        t.under = t.discard
        t.discard = 0


# -- bidding (p. 5) ------------------------------------------------------------------------------------------

cdef int lowest_space(const Table* t, int province) noexcept nogil:
    """The lowest space on which a bid may be placed: any, or above the standing one, further above a shielded one."""
    if t.bid[province] == 0:
        return 0
    if (t.shielded >> t.bidder[province]) & 1:
        return t.bid[province] - 1 + TABLES.protection
    return t.bid[province]


cdef inline int spaces_for(int gold) noexcept nogil:
    """How many spaces of the track, from the lowest on, cost no more."""
    cdef int spaces = 0
    while spaces < SPACE_NB and TABLES.track[spaces] <= gold:
        spaces += 1
    return spaces


cdef inline int bids_on(
        const Table* t, int province, int spaces, int with_protection, int bribery, Move* moves) noexcept nogil:
    """All bids on the first `spaces`, those on the first `with_protection` also with one."""
    cdef int count = 0, space
    for space in range(lowest_space(t, province), spaces):
        moves[count] = make_move(MOVE_BID, province, with_options(space, bribery))
        count += 1
        if space < with_protection:
            moves[count] = make_move(MOVE_BID, province, with_options(space, bribery | WITH_PROTECTION))
            count += 1
    return count


cdef int legal_bids(const AmunreState* s, Move* moves) noexcept nogil:
    """Who was outbid does not return to that province with the next bid, unless they play Bribery.

    A favor that is played with a bid cannot be sold for it.
    """
    cdef const Table* t = &s.table
    cdef int seat = t.header.actor
    cdef int most = budget(t, seat)
    cdef bint protection = favor_count(s.hand[seat], PROTECTION) and not (t.shielded >> seat) & 1
    cdef bint bribery = favor_count(s.hand[seat], BRIBERY) and not (t.bribed >> seat) & 1
    cdef int spaces = spaces_for(most)
    cdef int one_less = spaces_for(most - 1) if protection or bribery else 0
    cdef uint16_t provinces = 0
    cdef int count = 0, i, province
    for i in range(t.offered_count):
        provinces |= <uint16_t>1 << t.offered[i]
    while provinces:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        if t.outbid[seat] != province + 1:
            count += bids_on(t, province, spaces, one_less if protection else 0, 0, moves + count)
        elif bribery:
            count += bids_on(
                t, province, one_less, spaces_for(most - 2) if protection else 0, WITH_BRIBERY, moves + count)
    return count


cdef void place_bid(AmunreState* s, int province, int argument) noexcept nogil:
    cdef Table* t = &s.table
    cdef int seat = t.header.actor
    cdef int space = argument_number(argument)
    if argument_options(argument) & WITH_PROTECTION:
        drop_favor(s, seat, PROTECTION)
        t.shielded |= 1 << seat
    if argument_options(argument) & WITH_BRIBERY:
        drop_favor(s, seat, BRIBERY)
        t.bribed |= 1 << seat
    if t.bid[province]:
        t.live &= ~(1 << t.bidder[province])
        t.outbid[t.bidder[province]] = province + 1
    t.bid[province] = space + 1
    t.bidder[province] = seat
    t.live |= 1 << seat
    if not raise_debt(s, seat, TABLES.track[space] - t.gold[seat]):
        after_bid(s)


cdef void after_bid(AmunreState* s) noexcept nogil:
    """On to the next seat without a standing bid; a seat with one must pass. With one on every province the auction ends."""
    cdef Table* t = &s.table
    cdef int seat
    if t.live == (1 << t.header.players) - 1:
        end_auction(s)
        return
    seat = left_of(t.turn, t.header.players)
    while (t.live >> seat) & 1:
        seat = left_of(seat, t.header.players)
    t.phase = PHASE_BID
    t.turn = seat
    t.header.actor = seat


# -- the end of the auction (p. 5) ---------------------------------------------------------------------------

cdef void end_auction(AmunreState* s) noexcept nogil:
    """All pay, then take possession and their bonuses: bonus gold comes too late for the bid that wins it."""
    cdef Table* t = &s.table
    cdef int i, province, seat
    for i in range(t.offered_count):
        province = t.offered[i]
        seat = t.bidder[province]
        t.gold[seat] += TABLES.province[province].gold - TABLES.track[t.bid[province] - 1]
        t.owned[seat] |= <uint16_t>1 << province
        t.bid[province] = 0
        t.bidder[province] = 0
        t.outbid[seat] = 0
    t.live = 0
    t.shielded = 0
    t.bribed = 0
    t.cursor = 0
    t.draws = TABLES.province[t.offered[0]].favors
    deal_bonuses(s)


cdef int owner_of(const Table* t, int province) noexcept nogil:
    cdef int seat = 0
    while not (t.owned[seat] >> province) & 1:
        seat += 1
    return seat


cdef bint deck_has_bonus(AmunreState* s) noexcept nogil:
    """Whether a card is left for the next bonus; the old deck is used up before what was shuffled under it."""
    if s.table.deck_count == 0:
        begin_deck(s, s.table.under)
        s.table.under = 0
    return s.table.deck_count != 0


cdef void deal_bonuses(AmunreState* s) noexcept nogil:
    """Favors of the provinces, in the order in which the provinces were revealed."""
    cdef Table* t = &s.table
    cdef int i
    while t.cursor < t.offered_count:
        if t.draws and deck_has_bonus(s):
            t.phase = PHASE_BONUS
            t.header.actor = CHANCE
            t.turn = owner_of(t, t.offered[t.cursor])
            return
        t.cursor += 1
        t.draws = TABLES.province[t.offered[t.cursor]].favors if t.cursor < t.offered_count else 0
    deck_has_bonus(s)
    for i in range(t.offered_count):
        t.offered[i] = 0
    t.offered_count = 0
    t.cursor = 0
    begin_market(s)


cdef void take_bonus(AmunreState* s, int kind) noexcept nogil:
    take_favor(s, s.table.turn, kind)
    s.table.draws -= 1
    deal_bonuses(s)
