"""What nature draws: the wheel, dice, tiles, cards, lots."""

from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.state cimport Table, TekhenuState

cdef int list_outcomes(const TekhenuState* s, Move* outcomes, double* probabilities) noexcept nogil
cdef Move draw_outcome(const TekhenuState* s, Rng* rng) noexcept nogil
# All dice that are still to come for a sector, in STEP_DICE.
cdef void roll_dice(Table* t, Rng* rng) noexcept nogil
cdef void carry_out(TekhenuState* s, Move outcome) noexcept nogil
cdef int pool_of(const TekhenuState* s) noexcept nogil
cdef bint has_outcome(const TekhenuState* s) noexcept nogil
