"""Production (rulebook p. 21)."""

from libc.stdint cimport uint32_t

from engine.core.types cimport Move
from engine.games.tekhenu.state cimport Player, TekhenuState

cdef void begin_production(TekhenuState* state, int resource) noexcept nogil
cdef int list_yield(const TekhenuState* state, Move* moves) noexcept nogil
cdef void bless_yield(TekhenuState* state, int blessing) noexcept nogil
cdef void produce(TekhenuState* state, int resource) noexcept nogil
# Units that a player keeps of a production, extra ones of technologies included.
cdef int kept_units(const Player* player, int resource, int value) noexcept nogil
