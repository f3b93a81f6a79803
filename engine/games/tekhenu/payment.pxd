"""Paying: gold stands in for any basic resource, and technologies let more stand in for more (rulebook p. 15)."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.state cimport (
    BREAD, GOLD, GRANITE, LIMESTONE, PAPYRUS, SCRIBE, Player, TekhenuState,
)
from egypt.games.tekhenu.tables cimport TECH_GOLD_IS_SCRIBE, TECH_STONE_SWAP


cdef inline int gold_in(const Player* player, const uint8_t* goods) noexcept nogil:
    """Gold among the goods, and what the player may use as such."""
    return goods[GOLD] + (goods[SCRIBE] if has(player, TECH_GOLD_IS_SCRIBE) else 0)


cdef inline bint can_pay(const Player* player, const uint8_t* goods, int papyrus, int bread, int limestone,
                         int granite) noexcept nogil:
    """Whether a player with these goods (PAPYRUS to SCRIBE) can pay; their technologies count, not their own goods."""
    cdef int missing = max(0, papyrus - goods[PAPYRUS]) + max(0, bread - goods[BREAD])
    if has(player, TECH_STONE_SWAP):
        missing += max(0, limestone + granite - goods[LIMESTONE] - goods[GRANITE])
    else:
        missing += max(0, limestone - goods[LIMESTONE]) + max(0, granite - goods[GRANITE])
    return missing <= gold_in(player, goods)


# The goods a player can spend on the action of a god: their own, and what technologies give them at its beginning.
cdef void goods_for_action(const Player* player, int god, uint8_t* goods) noexcept nogil

# The turn player owes this and can pay it. Paid at once if there is only one way, asked otherwise: then the steps pushed
# before this call wait for the answer.
cdef void charge(TekhenuState* s, int papyrus, int bread, int limestone, int granite) noexcept nogil
# The same for scribes; whether it is asked.
cdef bint charge_scribes(TekhenuState* s, int scribes) noexcept nogil

cdef int list_payments(const TekhenuState* s, Move* moves) noexcept nogil
cdef void pay(TekhenuState* s, Move move) noexcept nogil
cdef void pay_by_blessing(TekhenuState* s, int blessing) noexcept nogil

# At a scoring: bread for buildings. What is not paid costs points.
cdef int list_upkeep(const TekhenuState* s, int seat, Move* moves) noexcept nogil
cdef void pay_upkeep(TekhenuState* s, int seat, Move move) noexcept nogil
# Bread that a player owes for buildings.
cdef int bread_owed(const Player* player) noexcept nogil
