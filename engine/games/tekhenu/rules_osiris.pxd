"""Osiris: build a workshop or a quarry (rulebook p. 20)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef enum:
    ALL_DISTRICTS = 15

cdef int osiris_values(const Table* t, const Player* player) noexcept nogil
cdef void begin_osiris(TekhenuState* s) noexcept nogil
cdef int list_districts(const TekhenuState* s, Move* moves) noexcept nogil
cdef void build_shop(TekhenuState* s, int district, int resource, int track) noexcept nogil
