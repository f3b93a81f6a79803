"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef int thoth_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_thoth(TekhenuState* state) noexcept nogil
cdef int list_cards(const TekhenuState* state, Move* moves) noexcept nogil
cdef void choose_refresh(TekhenuState* state, int section) noexcept nogil
cdef void refresh(TekhenuState* state, int section) noexcept nogil
cdef void take_cards(TekhenuState* state, int section, int places) noexcept nogil
cdef void leave_market(TekhenuState* state) noexcept nogil
