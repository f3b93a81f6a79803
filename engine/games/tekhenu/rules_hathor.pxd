"""Hathor: build next to the temple (rulebook p. 18). Bastet: hold a festival (p. 19)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef int hathor_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_hathor(TekhenuState* s) noexcept nogil
cdef int list_sites(const TekhenuState* s, Move* moves) noexcept nogil
cdef void choose_site(TekhenuState* s, int site) noexcept nogil
cdef void build_site(TekhenuState* s, int site) noexcept nogil

cdef int bastet_values(const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_bastet(TekhenuState* s) noexcept nogil
cdef void hold_festival(TekhenuState* s) noexcept nogil
# Points for each own pillar in line with a new building.
cdef int hathor_pillar_points(const Player* player) noexcept nogil
