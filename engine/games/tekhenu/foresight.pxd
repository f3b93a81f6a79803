"""A turn that is under way, played out statically."""

from egypt.games.tekhenu.state cimport Table, TekhenuState

# Whether somebody is in the middle of a turn.
cdef bint is_turn_under_way(const Table* t) noexcept nogil
# Plays such a turn to its end by rules of thumb.
cdef void foresee(TekhenuState* s) noexcept nogil
