"""The deck of favors, and favors sold for gold."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move
from egypt.games.amunre.favors cimport bag_size, favor_count, from_kind, one_favor, without_architects
from egypt.games.amunre.knowledge cimport begin_deck
from egypt.games.amunre.moves cimport MOVE_SELL, make_move
from egypt.games.amunre.state cimport PHASE_BID, PHASE_BUILD, PHASE_SELL, THIRD_STONE, AmunreState, Table
from egypt.games.amunre.tables cimport FAVOR_NB


# -- the deck of favors --------------------------------------------------------------------------------------

cdef int favors_to_draw(const AmunreState* s) noexcept nogil:
    return s.table.deck_count + bag_size(s.table.discard)


cdef bint refill_deck(AmunreState* s) noexcept nogil:
    if s.table.deck_count == 0:
        begin_deck(s, s.table.discard)
        s.table.discard = 0
    return s.table.deck_count != 0


cdef void take_favor(AmunreState* s, int seat, int kind) noexcept nogil:
    if s.table.fresh:
        s.table.fresh_count[seat] += 1
        s.drawn[seat] += one_favor(kind)
    s.deck -= one_favor(kind)
    s.table.deck_count -= 1
    s.hand[seat] += one_favor(kind)
    s.table.hand_count[seat] += 1


# -- selling favors, one gold each (p. 3) --------------------------------------------------------------------

cdef bint raise_debt(AmunreState* s, int seat, int debt) noexcept nogil:
    cdef Table* t = &s.table
    if debt <= 0:
        return False
    t.resume = t.phase
    t.phase = PHASE_SELL
    t.debt = debt
    t.floor = 0
    t.turn = seat
    t.header.actor = seat
    return True


cdef int legal_sales(const AmunreState* s, Move* moves) noexcept nogil:
    """Kinds in ascending order, so that the same cards are sold in one way only; enough must be left to pay the debt.

    No Architect if a single stone was bought, the third of its province: playing it ends the same (see rules_market).
    """
    cdef const Table* t = &s.table
    cdef uint64_t hand = s.hand[t.turn]
    if t.resume == PHASE_BUILD and t.used & THIRD_STONE and t.bought == 1:
        hand = without_architects(hand)
    return sales_in_order(hand, t.floor, t.debt, moves)


cdef int sales_in_order(uint64_t bag, int floor, int due, Move* moves) noexcept nogil:
    cdef int count = 0, kind
    for kind in range(floor, FAVOR_NB):
        if favor_count(bag, kind) and bag_size(from_kind(bag, kind)) >= due:
            moves[count] = make_move(MOVE_SELL, kind, 0)
            count += 1
    return count


cdef bint sell_favor(AmunreState* s, int kind) noexcept nogil:
    cdef Table* t = &s.table
    drop_favor(s, t.turn, kind)
    t.debt -= 1
    t.floor = kind
    if t.resume == PHASE_BID:       # a bid is paid when the auction ends
        t.gold[t.turn] += 1
    if t.debt:
        return False
    t.floor = 0
    t.phase = t.resume
    t.resume = 0
    return True


cdef bint pay(AmunreState* s, int seat, int cost) noexcept nogil:
    cdef int missing = cost - s.table.gold[seat]
    if missing <= 0:
        s.table.gold[seat] -= cost
        return False
    s.table.gold[seat] = 0
    return raise_debt(s, seat, missing)
