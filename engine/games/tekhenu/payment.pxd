"""Paying: gold stands in for any basic resource, and technologies let more stand in for more (rulebook p. 15)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, TekhenuState

# Whether a player with these goods (PAPYRUS to SCRIBE) can pay; their technologies count, not their own goods.
cdef bint can_pay(const Player* player, const uint8_t* goods, int papyrus, int bread, int limestone,
                  int granite) noexcept nogil

# The goods a player can spend on the action of a god: their own, and what technologies give them at its beginning.
cdef void goods_for_action(const Player* player, int god, uint8_t* goods) noexcept nogil

# The turn player owes this and can pay it. Paid at once if there is only one way, asked otherwise: then the steps pushed
# before this call wait for the answer.
cdef void charge(TekhenuState* s, int papyrus, int bread, int limestone, int granite) noexcept nogil
cdef void charge_scribes(TekhenuState* s, int scribes) noexcept nogil

cdef int list_payments(const TekhenuState* s, Move* moves) noexcept nogil
cdef void pay(TekhenuState* s, Move move) noexcept nogil
cdef void pay_by_blessing(TekhenuState* s, int blessing) noexcept nogil

# At a scoring: bread for buildings. What is not paid costs points.
cdef int list_upkeep(const TekhenuState* s, int seat, Move* moves) noexcept nogil
cdef void pay_upkeep(TekhenuState* s, int seat, Move move) noexcept nogil
# Bread that a player owes for buildings.
cdef int bread_owed(const Player* player) noexcept nogil
