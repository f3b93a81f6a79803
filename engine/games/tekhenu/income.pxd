"""What actions and blessings can bring before the end of a turn, estimated from above."""

from egypt.games.tekhenu.state cimport Player, Table
from egypt.games.tekhenu.tables cimport (
    TECH_BETTER_PRAYER, TECH_BETTER_WORK, TECH_BLESSING_GAIN, TECH_EVERY_ABILITY, TECH_GOD_GAIN, TECH_GOLD_IS_SCRIBE,
    TECH_STATUE_GAIN, TECH_STONE_SWAP, TECH_TAINTED_WORK,
)


cdef inline bint is_helpful(int effect) noexcept nogil:
    """Whether a technology with this effect can make an action possible in the turn in which it is taken."""
    return (effect == TECH_GOD_GAIN or effect == TECH_GOLD_IS_SCRIBE or effect == TECH_STONE_SWAP
            or effect == TECH_BETTER_PRAYER or effect == TECH_BETTER_WORK or effect == TECH_BLESSING_GAIN
            or effect == TECH_TAINTED_WORK or effect == TECH_STATUE_GAIN or effect == TECH_EVERY_ABILITY)


# At least what the actions of other gods (bits) and blessings can bring before that of a certain god; False if nothing can
# come before.
cdef bint add_income(const Table* t, Player* player, int gods, int target) noexcept nogil
# The same of one action; False where it may bring anything.
cdef bint add_god_income(const Table* t, Player* player, int god, int target) noexcept nogil
cdef bint be_rich(Player* player) noexcept nogil
