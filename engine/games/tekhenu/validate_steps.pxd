"""Which steps may wait on the stack, with which arguments, and who answers the current one."""

from egypt.games.tekhenu.state cimport Table

# Whether the stack ends where the game can go on, and every step finds what it needs.
cdef bint steps_fit(const Table* table) noexcept nogil
# Whether the actor (and the seats of a secret choice) are those whom the current step asks.
cdef bint actor_fits(const Table* table) noexcept nogil
