"""A turn: take a die, bless it, use it (rulebook pp. 10, 14-15)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef enum:
    ALL_VALUES = 0x7E


cdef inline int spread(int values, int shift) noexcept nogil:
    """Values (bits 1..6) and all that are at most so far from one of them."""
    cdef int wider = values
    for _ in range(shift):
        wider |= wider << 1 | wider >> 1
    return wider & ALL_VALUES


cdef void begin_turn(TekhenuState* state) noexcept nogil
# Blessings for any time that are on offer now; playing one within an action.
cdef int list_any_time(const Table* table, Move* moves) noexcept nogil
cdef void bless_in_between(TekhenuState* state, Move move) noexcept nogil

cdef int list_turn(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_turn(TekhenuState* state, Move move) noexcept nogil
cdef int list_modifiers(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_modifier(TekhenuState* state, Move move) noexcept nogil
# Faces (bits 1..6) of grey dice in a god's sector of which the player can make use at once; and what he can do with the die.
cdef int usable_faces(const Table* table, const Player* player, int god) noexcept nogil
# All dice, or without grey ones of no use.
cdef int list_dice(const Table* table, const Player* player, bint all_of_them, Move* moves) noexcept nogil
cdef int list_main_uses(const Table* table, const Player* player, Move* moves) noexcept nogil
cdef int list_extra_uses(const Table* table, const Player* player, Move* moves) noexcept nogil
cdef int list_uses(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_use(TekhenuState* state, Move move) noexcept nogil
cdef int list_shifts(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_shift(TekhenuState* state, Move move) noexcept nogil
cdef int list_free_actions(const TekhenuState* state, bint free, Move* moves) noexcept nogil
cdef int list_late_blessings(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_late_blessing(TekhenuState* state, Move move) noexcept nogil
