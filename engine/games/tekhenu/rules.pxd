"""The rules table: set-up, legal moves, apply, chance."""

from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.state cimport TekhenuState

cdef void new_game(void* state, int players, int variant) noexcept nogil
cdef int legal_moves(const void* state, Move* moves) noexcept nogil
cdef void apply(void* state, Move move) noexcept nogil
cdef int apply_and_list(void* state, Move move, Move* moves) noexcept nogil
cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* state) noexcept nogil

# What the actor may answer, less what would leave the turn without an action that it owes.
cdef int list_moves(const TekhenuState* s, Move* moves) noexcept nogil
# Carries out an outcome or a move of the actor, then runs until a seat must answer, nature acts or the game is over. Writes
# the moves to choose from and returns their number, 0 unless a seat acts.
cdef int apply_and_run(TekhenuState* s, Move move, Move* moves) noexcept nogil

# The same for an outcome that nature draws; with the same random numbers as if each die was drawn alone.
cdef int draw_and_run(TekhenuState* s, Rng* rng, Move* moves) noexcept nogil

# The parts of `apply_and_run`, for callers that look at what each of them changes: one step as far as it goes by itself
# (returns the seat that must answer, CHANCE, or OVER if the next step is due), and an answer to the current step.
cdef int run_step(TekhenuState* s) noexcept nogil
cdef void answer(TekhenuState* s, Move move) noexcept nogil
