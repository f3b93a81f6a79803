"""A turn that is under way, played out statically; and sensible moves for it."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Table, TekhenuState

# Whether somebody is in the middle of a turn.
cdef bint is_turn_under_way(const Table* t) noexcept nogil
# Plays such a turn to its end by rules of thumb.
cdef void foresee(TekhenuState* s) noexcept nogil
# One of the listed moves.
cdef Move sensible_move(const TekhenuState* s, const Move* moves, int number) noexcept nogil
