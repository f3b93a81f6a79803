"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef int thoth_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_thoth(TekhenuState* state) noexcept nogil
# Whether the player can pay now for the cards of the action in progress; or could so many papyrus, if need be with what
# blessings for any time bring.
cdef bint can_pay_for_cards(const Table* table, const Player* player) noexcept nogil
cdef bint can_raise(const Table* table, const Player* player, int papyrus) noexcept nogil
cdef int price_of_cards(const Table* table) noexcept nogil
# Whether all these places of a section have a card.
cdef bint holds(const Table* table, int section, int places) noexcept nogil
# Of blessings for any time those after which the cards can still be paid for; returns their number.
cdef int keep_affordable(const Table* table, Move* moves, int number) noexcept nogil
cdef int list_cards(const TekhenuState* state, Move* moves) noexcept nogil
cdef void choose_refresh(TekhenuState* state, int section) noexcept nogil
cdef void refresh(TekhenuState* state, int section) noexcept nogil
cdef void choose_cards(TekhenuState* state, int section, int places) noexcept nogil
cdef void take_cards(TekhenuState* state, int section, int places) noexcept nogil
cdef void leave_market(TekhenuState* state) noexcept nogil
