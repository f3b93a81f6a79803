"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

cdef int thoth_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_thoth(TekhenuState* s) noexcept nogil
# Whether the player can pay now for the cards of the action in progress; or could pay `papyrus` papyrus, if need be with
# what blessings for any time bring.
cdef bint can_pay_for_cards(const Table* t, const Player* player) noexcept nogil
cdef bint can_raise(const Table* t, const Player* player, int papyrus) noexcept nogil
cdef int price_of_cards(const Table* t) noexcept nogil
# Whether all these places of a section have a card.
cdef bint holds(const Table* t, int section, int places) noexcept nogil
# Of blessings for any time those after which the cards can still be paid for; returns their number.
cdef int keep_affordable(const Table* t, Move* moves, int number) noexcept nogil
cdef int list_cards(const TekhenuState* s, Move* moves) noexcept nogil
cdef void choose_refresh(TekhenuState* s, int section) noexcept nogil
cdef void refresh(TekhenuState* s, int section) noexcept nogil
cdef void choose_cards(TekhenuState* s, int section, int places) noexcept nogil
cdef void take_cards(TekhenuState* s, int section, int places) noexcept nogil
cdef void leave_market(TekhenuState* s) noexcept nogil
