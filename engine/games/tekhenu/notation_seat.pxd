"""The part of a position text that belongs to one player, and what a turn remembers."""

from egypt.games.tekhenu.state cimport Table, Turn


cdef str write_player(const Table* t, int seat)
cdef int read_player(Table* t, int seat, str text) except -1
cdef str write_turn(const Turn* turn)
cdef int read_turn(Turn* turn, str text) except -1
