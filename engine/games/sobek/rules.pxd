"""The course of a game, in the order of the rulebook: setup, turn, deliveries, end of round."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move, Rng
from egypt.games.sobek.state cimport SobekState

cdef enum:
    SET_LIST_LIMIT = 400    # with more set plays than this a hand is so huge that a set is begun first, its cards named next


cdef void new_game(void* state, int players, int variant) noexcept nogil
cdef int legal_moves(const void* state, Move* moves) noexcept nogil
cdef void apply(void* state, Move move) noexcept nogil
cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* state) noexcept nogil

# The player's turn is over: deliver, end the round or go on with the next player.
cdef void end_turn(SobekState* state) noexcept nogil

# Gives the move to a seat, or to nature.
cdef void set_actor(SobekState* state, int phase, int actor) noexcept nogil
