"""A turn: take a die, bless it, use it (rulebook pp. 10, 14-15)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport ALL_VALUES, Player, Table, TekhenuState


cdef inline int spread(int values, int shift) noexcept nogil:
    """Values (bits 1..6) and all that are at most so far from one of them."""
    cdef int wider = values
    for _ in range(shift):
        wider |= wider << 1 | wider >> 1
    return wider & ALL_VALUES


cdef void begin_turn(TekhenuState* s) noexcept nogil
# Blessings for any time that are on offer now; playing one within an action.
cdef int list_any_time(const Table* t, Move* moves) noexcept nogil
cdef void bless_in_between(TekhenuState* s, Move move) noexcept nogil

cdef int list_turn(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_turn(TekhenuState* s, Move move) noexcept nogil
cdef int list_modifiers(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_modifier(TekhenuState* s, Move move) noexcept nogil
# Faces (bits 1..6) of grey dice in a god's sector of which the player can make use at once; and what the die can do.
cdef int usable_faces(const Table* t, const Player* player, int god) noexcept nogil
# All dice, or without grey ones of no use.
cdef int list_dice(const Table* t, const Player* player, bint all_of_them, Move* moves) noexcept nogil
cdef int list_main_uses(const Table* t, const Player* player, Move* moves) noexcept nogil
cdef int list_extra_uses(const Table* t, const Player* player, Move* moves) noexcept nogil
cdef int list_uses(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_use(TekhenuState* s, Move move) noexcept nogil
cdef int list_shifts(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_shift(TekhenuState* s, Move move) noexcept nogil
cdef int list_free_actions(const TekhenuState* s, bint free, Move* moves) noexcept nogil
cdef int list_late_blessings(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_late_blessing(TekhenuState* s, Move move) noexcept nogil
