"""The ten actions by number: which values each can be done with, and how it begins."""

from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

# Values 1..6 (as bits 1..6) with which a player can do the action now; `free`: at no cost in resources. What technologies
# give at the beginning of an action can be spent on it.
cdef int action_values(const Table* t, const Player* player, int action, bint free) noexcept nogil
# The turn player begins an action: with their die, without one, or without one and without its cost in resources.
cdef void begin_action(TekhenuState* s, int action, int value) noexcept nogil
cdef void begin_virtual_action(TekhenuState* s, int action, int value, bint free) noexcept nogil
