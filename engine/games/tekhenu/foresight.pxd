"""A turn that is under way, thought through to its end; and sensible moves for it."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Table, TekhenuState

# Whether somebody is in the middle of a turn.
cdef bint is_turn_under_way(const Table* table) noexcept nogil
# Plays such a turn to its end by rules of thumb.
cdef void foresee(TekhenuState* state) noexcept nogil
# One of the listed moves.
cdef Move sensible_move(const TekhenuState* state, const Move* moves, int number) noexcept nogil
