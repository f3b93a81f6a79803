"""Production (rulebook p. 21)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, TekhenuState, Turn

cdef void begin_production(TekhenuState* s, int resource) noexcept nogil
cdef int list_yield(const TekhenuState* s, Move* moves) noexcept nogil
cdef void bless_yield(TekhenuState* s, int blessing) noexcept nogil
cdef void produce(TekhenuState* s, int resource) noexcept nogil
# Blessings repeat a production: whether that is still to be done, and doing it with a value of its own.
cdef bint is_repeated(const Turn* turn) noexcept nogil
cdef void produce_again(TekhenuState* s, int resource, int value) noexcept nogil
# Units that a player keeps of a production, extra ones of technologies included.
cdef int kept_units(const Player* player, int resource, int value) noexcept nogil
