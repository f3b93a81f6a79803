"""Ra: raise a pillar on a tile in the temple (rulebook p. 17); what the tiles can do (p. 27)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef int ra_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_ra(TekhenuState* s) noexcept nogil
cdef int list_cells(const TekhenuState* s, Move* moves) noexcept nogil
cdef int list_rotations(const TekhenuState* s, Move* moves) noexcept nogil
cdef void choose_rotation(TekhenuState* s, int rotation) noexcept nogil
cdef void raise_pillar(TekhenuState* s, int cell) noexcept nogil
cdef void finish_pillar(TekhenuState* s, int cell) noexcept nogil
# Horus by the tile on a cell, where nothing but a blessing pays for the statue: whether it comes to that, and the choice.
cdef bint asks_for_blessing(const Table* t, int cell) noexcept nogil
cdef int list_tile_horus(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_tile_horus(TekhenuState* s, Move move) noexcept nogil
# Edges of a tile that would match their surroundings.
cdef int matching_edges(const Table* t, int cell, int tile, int rotation) noexcept nogil
