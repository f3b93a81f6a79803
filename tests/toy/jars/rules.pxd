"""The course of a game of Jars: deal, lay, reveal, offer, draw."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move, Rng
from tests.toy.jars.state cimport JarsState

# Where nature draws from: the deal and the later draws have a random stream each. Numbered as their phases.
cdef enum:
    POOL_DEAL = 0
    POOL_REVEAL = 2         # nothing is drawn
    POOL_DRAW = 4

cdef void new_game(void* state, int players, int variant) noexcept nogil
cdef int legal_moves(const void* state, Move* moves) noexcept nogil
cdef void apply(void* state, Move move) noexcept nogil
cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* state) noexcept nogil

# The value of one card out of a pool, each card equally likely.
cdef int pick_card(const uint8_t* cards, Rng* rng) noexcept nogil

# Who gets the next card of the deck.
cdef int receiver(const JarsState* s) noexcept nogil
cdef bint all_dealt(const JarsState* s) noexcept nogil
