"""The course of a game of Ra: set-up, turn, auction, disasters, end of an epoch."""

from egypt.core.types cimport Move, Rng

# Where nature draws from.
cdef enum:
    POOL_BAG
    POOL_SUNS               # the table of sun sets

cdef void new_game(void* state, int players, int variant) noexcept nogil
cdef int legal_moves(const void* state, Move* moves) noexcept nogil
cdef void apply(void* state, Move move) noexcept nogil
cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* state) noexcept nogil
cdef int playout(void* state, Rng* rng, int limit) noexcept nogil
