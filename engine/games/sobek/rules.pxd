"""The course of a game of Sobek: `apply` and `legal_moves`, and what nature draws."""

from egypt.core.types cimport Move, Rng
from egypt.games.sobek.state cimport SobekState

# Where nature draws from.
cdef enum:
    POOL_DELIVERY           # the deck, for the docks
    POOL_GREEN              # the starting cards
    POOL_SEATS              # lots
    POOL_CHARACTERS         # which character lies face down
    POOL_QUEEN              # the deck, for a hand
    POOL_THIEF              # a hand
    POOL_TOKENS             # the event tokens
    POOL_NONE               # nothing is drawn, something is shown

cdef void new_game(void* state, int players, int variant) noexcept nogil
cdef int legal_moves(const void* state, Move* moves) noexcept nogil
cdef void apply(void* state, Move move) noexcept nogil
cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil
cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil
cdef int chance_pool(const void* state) noexcept nogil

# Whether a move that is not listed does the same as a listed one.
cdef bint accepts(const SobekState* s, Move move) noexcept nogil
