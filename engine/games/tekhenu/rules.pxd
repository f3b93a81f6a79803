"""The rules table: set-up, legal moves, apply, chance."""

from libc.stdint cimport int32_t

from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.state cimport TekhenuState

cdef int legal_moves(const void* raw, Move* moves) noexcept nogil
cdef void apply(void* raw, Move move) noexcept nogil
cdef Move sample_chance(const void* raw, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* raw, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* raw) noexcept nogil
cdef void scores(const void* raw, int32_t* points, int32_t* ranks) noexcept nogil
cdef int playout(void* raw, Rng* rng, int limit) noexcept nogil

# Goes on until somebody must answer, nature acts or the game is over. Writes the moves to choose from and returns their
# number, 0 unless a seat acts.
cdef int run(TekhenuState* state, Move* moves) noexcept nogil
# Carries out an outcome or a move of the actor, then runs.
cdef int go_on(TekhenuState* state, Move move, Move* moves) noexcept nogil

# Whether nature acts in a step.
cdef bint is_natures(int step) noexcept nogil
