"""Which die the automaton takes (rulebook p. 23)."""

from libc.stdint cimport uint32_t

from egypt.games.tekhenu.state cimport Table

# The dice that suit the tile under the marker equally well, as a bit per place in Table.die; one of them is taken by lot.
cdef uint32_t suitable_dice(const Table* t) noexcept nogil
