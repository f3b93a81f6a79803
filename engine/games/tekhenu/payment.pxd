"""Paying: gold stands in for any basic resource, and technologies let more stand in for more (rulebook p. 15)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, TekhenuState

# Whether a player with these goods (PAPYRUS to SCRIBE) can pay; his technologies count, not his own goods.
cdef bint can_pay(const Player* player, const uint8_t* goods, int papyrus, int bread, int limestone,
                  int granite) noexcept nogil

# The goods he can spend on a god's action: his own, and what technologies give him at its beginning.
cdef void goods_for_action(const Player* player, int god, uint8_t* goods) noexcept nogil

# The turn player owes this and can pay it. Paid at once if there is only one way, asked otherwise: then the steps pushed
# before this call wait for the answer.
cdef void charge(TekhenuState* state, int papyrus, int bread, int limestone, int granite) noexcept nogil
cdef void charge_scribes(TekhenuState* state, int scribes) noexcept nogil

cdef int list_payments(const TekhenuState* state, Move* moves) noexcept nogil
cdef void pay(TekhenuState* state, Move move) noexcept nogil
cdef void pay_by_blessing(TekhenuState* state, int blessing) noexcept nogil

# At a scoring: bread for buildings. What is not paid costs points.
cdef int list_upkeep(const TekhenuState* state, int seat, Move* moves) noexcept nogil
cdef void pay_upkeep(TekhenuState* state, int seat, Move move) noexcept nogil
