"""The Offering phase (pp. 6-7): sealed offerings, the tile, rewards, the new Start Player."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move
from egypt.games.amunre.state cimport AmunreState, Table

cdef void begin_offering(AmunreState* s) noexcept nogil

# The offerings a seat may make; once it has made one, the favors it may sell for it.
cdef int legal_offers(const AmunreState* s, int seat, Move* moves) noexcept nogil
cdef void make_offer(AmunreState* s, int argument) noexcept nogil
cdef void seal_sale(AmunreState* s, int kind) noexcept nogil

# How many favors a seat still has to choose for its sealed offering.
cdef int sales_due(const AmunreState* s, int seat) noexcept nogil

# The favors that a seat may still sell for its sealed offering: all but those chosen and an Adjustment in the offering.
cdef uint64_t favors_for_sale(const AmunreState* s, int seat) noexcept nogil

cdef void unveil(AmunreState* s, int argument) noexcept nogil
cdef void turn_up_sold(AmunreState* s, int kind) noexcept nogil

cdef int legal_adjustments(const AmunreState* s, Move* moves) noexcept nogil
cdef void adjust(AmunreState* s, bint up) noexcept nogil

cdef int legal_rewards(const AmunreState* s, Move* moves) noexcept nogil
cdef void take_reward_farmer(AmunreState* s, int province) noexcept nogil
cdef void take_reward_stone(AmunreState* s, int province) noexcept nogil
cdef void ask_reward_favor(AmunreState* s) noexcept nogil
cdef void take_reward_favor(AmunreState* s, int kind) noexcept nogil
cdef void end_reward(AmunreState* s) noexcept nogil

# The tile for a total, 1..4.
cdef int tile_for(int total) noexcept nogil

# The best offering among the seats of a mask, ties to the earlier in turn order; -1 if all of them are thieves.
cdef int best_offering(const Table* t, int seats) noexcept nogil
