"""The automaton of the solo game: set-up, its turns and the lots that it draws (rulebook pp. 22-25).

It sits on seat AUTOMATON and never answers a step. What it does follows from the board; wherever several ways suit it
equally well, nature draws a lot.
"""

from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.state cimport TekhenuState

# Its pieces at the start, and the pyramid of its action tiles; the Horus tiles lie already.
cdef void automaton_setup(TekhenuState* s) noexcept nogil
# After every Maat phase but the last: the tiles are shuffled, the marker goes back to the left of the base.
cdef void rebuild_pyramid(TekhenuState* s) noexcept nogil

# Its turn: moves the marker, takes a die and carries out the action of the god from whom it comes. What needs a lot waits
# on the stack.
cdef void automaton_turn(TekhenuState* s) noexcept nogil

# Nature, at STEP_PYRAMID to STEP_LOT_DESTINY.
cdef int automaton_outcomes(const TekhenuState* s, Move* outcomes, double* probabilities) noexcept nogil
cdef Move automaton_sample(const TekhenuState* s, Rng* rng) noexcept nogil
cdef void automaton_apply(TekhenuState* s, Move move) noexcept nogil
