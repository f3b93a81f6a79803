"""What nature draws: the wheel, dice, tiles, cards, lots."""

from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.state cimport TekhenuState

cdef int list_outcomes(const TekhenuState* state, Move* outcomes, double* probabilities) noexcept nogil
cdef Move draw_outcome(const TekhenuState* state, Rng* rng) noexcept nogil
cdef void carry_out(TekhenuState* state, Move outcome) noexcept nogil
cdef int pool_of(const TekhenuState* state) noexcept nogil
cdef bint has_outcome(const TekhenuState* state) noexcept nogil
