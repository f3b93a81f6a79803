"""A turn: take a die, bless it, use it (rulebook pp. 10, 14-15)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport TekhenuState

cdef void begin_turn(TekhenuState* state) noexcept nogil
cdef int list_turn(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_turn(TekhenuState* state, Move move) noexcept nogil
cdef int list_modifiers(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_modifier(TekhenuState* state, Move move) noexcept nogil
cdef int list_uses(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_use(TekhenuState* state, Move move) noexcept nogil
cdef int list_shifts(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_shift(TekhenuState* state, Move move) noexcept nogil
cdef int list_free_actions(const TekhenuState* state, bint free, Move* moves) noexcept nogil
cdef int list_late_blessings(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_late_blessing(TekhenuState* state, Move move) noexcept nogil
