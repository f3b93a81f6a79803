"""The deck of favors, and favors sold for gold (p. 3): what several phases need."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move
from egypt.games.amunre.favors cimport ARCHITECT, one_favor
from egypt.games.amunre.knowledge cimport note_play
from egypt.games.amunre.state cimport AmunreState

# How many cards could be drawn now, a shuffled discard pile included.
cdef int favors_to_draw(const AmunreState* s) noexcept nogil

# Shuffles the discard pile if the deck is empty; whether there is a card to draw.
cdef bint refill_deck(AmunreState* s) noexcept nogil

# One card goes from the deck into a hand.
cdef void take_favor(AmunreState* s, int seat, int kind) noexcept nogil

# If gold is missing, the seat must sell as many favors before the phase goes on; False if there is no debt.
cdef bint raise_debt(AmunreState* s, int seat, int debt) noexcept nogil

# A seat pays, with favors if its gold does not suffice; True if it has to choose which.
cdef bint pay(AmunreState* s, int seat, int cost) noexcept nogil

# One favor of the bag, not below a kind, so that as many as are due can still follow in the order of their kinds.
cdef int sales_in_order(uint64_t bag, int floor, int due, Move* moves) noexcept nogil

cdef int legal_sales(const AmunreState* s, Move* moves) noexcept nogil

# Sells one favor; True if the debt is paid and the phase goes on.
cdef bint sell_favor(AmunreState* s, int kind) noexcept nogil


cdef inline void drop_favor(AmunreState* s, int seat, int kind) noexcept nogil:
    """A favor is played or sold: face up to the discard pile. An Architect that all knew of may have been this one."""
    if s.table.fresh_count[seat]:
        note_play(s, seat, kind)
    s.hand[seat] -= one_favor(kind)
    s.table.discard += one_favor(kind)
    s.table.hand_count[seat] -= 1
    if kind == ARCHITECT:
        s.table.architects &= ~(1 << seat)
