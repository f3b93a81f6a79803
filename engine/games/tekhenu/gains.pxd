"""What a player gains and loses: goods, points, markers of the track; and the dice on the wheel."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.state cimport GOD_NB, GOLD, NEWS, SCRIBE, STEP_END_TURN, Player, Table, TekhenuState
from egypt.games.tekhenu.tables cimport (
    BLESSING_NEIGHBOUR, BLESSING_OPPOSITE, BLESSING_RAISE_EITHER, TABLES, TECH_BLESSING_GAIN, TECH_GOLD_IS_SCRIBE,
    WHEN_TAKING, Gain,
)


cdef inline bint has(const Player* player, int effect) noexcept nogil:
    """Whether one of the player's technologies has the effect."""
    return (player.technologies & TABLES.technology_with[effect]) != 0


cdef inline int scribe_power(const Player* player) noexcept nogil:
    """How many scribes the player can pay, in whatever form."""
    return player.goods[SCRIBE] + (player.goods[GOLD] if has(player, TECH_GOLD_IS_SCRIBE) else 0)


cdef inline bint takes_on_trust(const Player* player) noexcept nogil:
    """Whether a blessing may turn out to make a die useful that can do nothing at once: by an extra action, or by gold."""
    return player.blessings & (TABLES.blessing_with[BLESSING_NEIGHBOUR] | TABLES.blessing_with[BLESSING_OPPOSITE]) != 0 or (
        player.blessings & TABLES.blessing_at[WHEN_TAKING] != 0 and has(player, TECH_BLESSING_GAIN))


cdef inline bint is_own_turn(const Table* t) noexcept nogil:
    """Whether the player on turn is in fact taking a turn, as blessings for any time demand; Maat and scoring are none."""
    return t.stack[0].step == STEP_END_TURN


cdef inline void note_news(Table* t) noexcept nogil:
    """A turn player with a blessing for any time may play it now that something has come to light."""
    if t.turn.die and t.player[t.seat].blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]:
        t.turn.flags |= NEWS


cdef inline void remember_window(Table* t) noexcept nogil:
    """Any-time blessings were on offer: only what changes from now on makes it worth while to offer them again."""
    cdef const Player* player = &t.player[t.seat]
    if player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]:
        t.turn.flags &= ~NEWS
        t.turn.held = player.blessings
        t.turn.population = player.population
        t.turn.happiness = player.happiness


cdef inline int light_of(const Table* t, int sector) noexcept nogil:
    return TABLES.light[(sector + GOD_NB - t.sun) % GOD_NB]


cdef inline int status_of(const Table* t, int sector, int colour) noexcept nogil:
    """PURE, TAINTED or FORBIDDEN."""
    return TABLES.status[light_of(t, sector)][colour]


cdef inline void win(Player* player, int points) noexcept nogil:
    player.vp += points


# The effect of a technology, summed up over the player's cards that have it: of 0 cards it is 0.
cdef inline int technology_vp(const Player* player, int effect) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[effect]
    cdef int points = 0
    while cards:
        points += TABLES.technology[lowest_bit(cards)].vp
        cards &= cards - 1
    return points


cdef inline int technology_shift(const Player* player, int effect) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[effect]
    cdef int shift = 0
    while cards:
        shift += TABLES.technology[lowest_bit(cards)].shift
        cards &= cards - 1
    return shift


cdef void lose(Player* player, int points) noexcept nogil
cdef void raise_population(TekhenuState* s, int seat, int steps) noexcept nogil
cdef void raise_happiness(TekhenuState* s, int seat, int steps) noexcept nogil
cdef void raise_production(Player* player, int resource, int steps) noexcept nogil
cdef void gain(TekhenuState* s, int seat, const Gain* gains) noexcept nogil
# What technologies give the turn player when an action of the god begins.
cdef void receive_god_gains(TekhenuState* s, int god) noexcept nogil
# What technologies give for an action that is done with a die of a low value.
cdef void win_low_die(Player* player, int value) noexcept nogil

# Plays a blessing: it goes to the discard pile, and technologies that like blessings pay. One after the other where the card
# has a price, which is paid in between.
cdef void discard_blessing(TekhenuState* s, int seat, int blessing) noexcept nogil
cdef void reward_blessing(TekhenuState* s, int seat) noexcept nogil
cdef void spend_blessing(TekhenuState* s, int seat, int blessing) noexcept nogil
# After a blessing was played, those with lower numbers are no longer on offer in the same step, unless the player has one
# for any time left.
cdef void raise_floor(Table* t, int blessing) noexcept nogil
# Of some blessings of a player those that need to be offered: of equal ones only the first.
cdef uint32_t distinct_blessings(uint32_t blessings) noexcept nogil

cdef void add_die(Table* t, int code) noexcept nogil
cdef void take_die(Table* t, int code) noexcept nogil
