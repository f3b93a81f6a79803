"""What actions and blessings can bring before the end of a turn, estimated from above.

A player who owes an action and cannot do it yet may be able to do it after something else. These estimates say where
nothing could ever suffice, so that duty.pyx need not play on to find that out.
"""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.actions cimport action_values
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.rules_production cimport kept_units
from egypt.games.tekhenu.state cimport (
    ANUBIS, BASIC_NB, BASTET, CARD_NB, GOD_NB, GOLD, GOODS_NB, GREY, HATHOR, HORUS, MAIN_DONE, OSIRIS, RA, SCRIBE,
    SLOT_NB, THOTH, WORKED, die_sector,
)
from egypt.games.tekhenu.tables cimport (
    ABILITY_GAIN, ABILITY_HORUS, ABILITY_OSIRIS, ABILITY_THOTH, BLESSING_GAIN, BLESSING_RAISE_EITHER, TABLES,
    WHEN_PRODUCTION,
)

cdef enum:
    MOST_HAPPINESS = 7      # of a festival, with a technology
    PLENTY = 30             # more of a kind of goods than any action costs


cdef bint add_income(const Table* t, Player* player, int gods, int target) noexcept nogil:
    """At least what other actions and blessings can bring before that of a certain god; False if nothing can come before.

    A production comes first, so that what it brings may be what makes the action of one of `gods` possible.
    """
    cdef bint produces = not t.turn.flags & MAIN_DONE and t.turn.colour != GREY and not t.turn.flags & WORKED
    cdef int main = 0 if t.turn.flags & MAIN_DONE else 1 << die_sector(t.turn.die - 1)
    cdef int god, first = 0
    if t.turn.flags & ANUBIS and main:
        return be_rich(player)
    gods |= main
    if player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]:
        return be_rich(player)
    if main and action_values(t, player, lowest_bit(main), False):  # in place of the production
        first = main
    if produces:
        if has(player, TECH_TAINTED_WORK):
            return be_rich(player)
        add_production(t, player)
    for god in range(GOD_NB):
        if gods & ~main & 1 << god and action_values(t, player, god, False):
            first |= 1 << god
    if not produces and not first:
        return False
    if has(player, TECH_BLESSING_GAIN) or (first and gods & (gods - 1)):
        return be_rich(player)
    if first and not add_god_income(t, player, lowest_bit(first), target):
        return be_rich(player)
    return True


cdef void add_production(const Table* t, Player* player) noexcept nogil:
    """Of the die with the highest value, three times, with all blessings that bring something."""
    cdef uint32_t gains = player.blessings & TABLES.blessing_at[WHEN_PRODUCTION] & TABLES.blessing_with[BLESSING_GAIN]
    cdef int kind
    player.goods[t.turn.colour] += 3 * kept_units(player, t.turn.colour, 6)
    while gains:
        for kind in range(GOODS_NB):
            player.goods[kind] += TABLES.blessing[lowest_bit(gains)].gain.amount[kind]
        gains &= gains - 1


cdef bint add_god_income(const Table* t, Player* player, int god, int target) noexcept nogil:
    """The most of each kind that the action of a god can bring for that of another one; False where that may be anything.
    Statues may add one of a kind, and a technology granite.
    """
    cdef int kind, most, gold
    if god == HORUS:
        most, gold = 2, 1
    elif god == HATHOR:
        most, gold = 5, 5
    elif god == OSIRIS:
        most, gold = 2, 2
    elif god == RA and not brings_action(t, player):
        most, gold = 4, 6
    elif god == THOTH and not market_helps(t, player, target):
        most, gold = 1, 0
    elif god == BASTET and not has(player, TECH_GOLD_IS_SCRIBE) and target < BASTET and (
            player.happiness + MOST_HAPPINESS < TABLES.gold_at):
        most, gold = 0, 0
    else:
        return False
    for kind in range(BASIC_NB):
        player.goods[kind] += most + 2
    player.goods[GOLD] += gold + 1
    player.goods[SCRIBE] += 3
    return True


cdef bint brings_action(const Table* t, const Player* player) noexcept nogil:
    """Whether a tile in the row may lead to the action of another god, or raise a marker."""
    cdef int slot, ability
    for slot in range(3):
        if t.slot[slot]:
            ability = TABLES.tile[t.slot[slot] - 1].ability
            if (ability == ABILITY_THOTH or ability == ABILITY_HORUS or ability == ABILITY_OSIRIS
                    or ability == ABILITY_GAIN):
                return True
    return False


cdef bint market_helps(const Table* t, const Player* player, int target) noexcept nogil:
    """Whether a card that lies in the market can help to do the action of a god in the turn in which it is taken."""
    cdef uint32_t blessings = TABLES.waives[target] | TABLES.blessing_with[BLESSING_RAISE_EITHER]
    cdef int slot, code
    if t.turn.die and t.turn.colour != GREY and not t.turn.flags & MAIN_DONE:
        blessings |= TABLES.blessing_at[WHEN_PRODUCTION]
    for slot in range(SLOT_NB):
        code = t.market[slot] - 1
        if code < 0 or code >= 2 * CARD_NB:
            continue
        if code >= CARD_NB:
            if is_helpful(TABLES.technology[code - CARD_NB].effect):
                return True
        elif blessings >> code & 1:
            return True
    return False


cdef bint be_rich(Player* player) noexcept nogil:
    """Everything that can come is there; pieces and places that are gone do not come back."""
    cdef int kind
    for kind in range(GOODS_NB):
        player.goods[kind] = PLENTY
    player.population = TABLES.track_max
    player.happiness = TABLES.track_max
    return True
