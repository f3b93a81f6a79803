"""What a player gains and loses: goods, points, markers of the track; and the dice on the wheel."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.state cimport (
    AUTOMATON, GOLD, GOODS_NB, HAPPINESS, POPULATION, REWARD_ACTION, REWARD_GOLD, REWARD_SCRIBE, SCRIBE, SECTION_NB,
    STEP_DESTINY, STEP_EDICT, STEP_END_TURN, STEP_FILL, STEP_FREE_ACTION, STEP_LATE_BLESSING, STEP_MODIFY, STEP_TURN,
    STEP_USE, VP, Player, Table, TekhenuState, is_solo, push,
)
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, TABLES, TECH_BLESSING_GAIN, TECH_LOW_DIE, Gain


cdef void lose(Player* player, int points) noexcept nogil:
    """Nobody falls below 0 (rulebook p. 12)."""
    player.vp = max(0, player.vp - points)


# -- the track (rulebook pp. 18-19) ---------------------------------------------------------------------------

cdef void raise_population(TekhenuState* s, int seat, int steps) noexcept nogil:
    """The first marker to get there opens a section of the market."""
    cdef Table* t = &s.table
    cdef Player* player = &t.player[seat]
    cdef int section
    player.population = min(TABLES.track_max, player.population + steps)
    for section in range(SECTION_NB - 1, -1, -1):
        if player.population >= TABLES.opens_at[section] and not t.opened >> section & 1:
            t.opened |= 1 << section
            push(t, STEP_FILL, section)


cdef void reward_happiness(TekhenuState* s, int seat) noexcept nogil:
    """Rewards of the track, each once in a game; the automaton takes none."""
    cdef Player* player = &s.table.player[seat]
    if player.happiness < TABLES.gold_at or (is_solo(&s.table) and seat == AUTOMATON):
        return
    if not player.rewards & REWARD_GOLD:
        player.rewards |= REWARD_GOLD
        player.goods[GOLD] += 1
    if player.happiness >= TABLES.scribe_at and not player.rewards & REWARD_SCRIBE:
        player.rewards |= REWARD_SCRIBE
        player.goods[SCRIBE] += 1
    if player.happiness >= TABLES.action_at and not player.rewards & REWARD_ACTION:
        player.rewards |= REWARD_ACTION
        owe_free_action(&s.table)


cdef inline bint is_decision(int step) noexcept nogil:
    """Whether the step waits on the stack for all that one decision of a player has brought about."""
    return (step == STEP_TURN or step == STEP_MODIFY or step == STEP_USE or step == STEP_LATE_BLESSING
            or step == STEP_END_TURN or step == STEP_EDICT or step == STEP_DESTINY)


cdef void owe_free_action(Table* t) noexcept nogil:
    """It comes when the current action is over, the bonuses of its statues included, and before the next decision."""
    cdef int i, place = t.height
    while place > 0 and not is_decision(t.stack[place - 1].step):
        place -= 1
    push(t, STEP_FREE_ACTION)
    for i in range(t.height - 1, place, -1):
        t.stack[i] = t.stack[i - 1]
    t.stack[place].step = STEP_FREE_ACTION
    t.stack[place].argument = 0


cdef void raise_happiness(TekhenuState* s, int seat, int steps) noexcept nogil:
    """Never beyond the population; the rest is lost."""
    cdef Player* player = &s.table.player[seat]
    if player.happiness + steps > player.population:
        note_news(&s.table)     # a blessing that raises the population would have saved the rest before, not after
    player.happiness = max(player.happiness, min(player.population, player.happiness + steps))
    reward_happiness(s, seat)


cdef void raise_production(Player* player, int resource, int steps) noexcept nogil:
    player.production[resource] = min(TABLES.production_max, player.production[resource] + steps)


cdef void gain(TekhenuState* s, int seat, const Gain* gains) noexcept nogil:
    """Goods and points, then population, then happiness, which must not pass it."""
    cdef Player* player = &s.table.player[seat]
    cdef int kind
    for kind in range(GOODS_NB):
        player.goods[kind] += gains.amount[kind]
    player.vp += gains.amount[VP]
    if gains.amount[POPULATION]:
        raise_population(s, seat, gains.amount[POPULATION])
    if gains.amount[HAPPINESS]:
        raise_happiness(s, seat, gains.amount[HAPPINESS])


# -- cards in play --------------------------------------------------------------------------------------------

cdef void receive_god_gains(TekhenuState* s, int god) noexcept nogil:
    cdef uint32_t cards = s.table.player[s.table.seat].technologies & TABLES.god_gain[god]
    while cards:
        gain(s, s.table.seat, &TABLES.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef void win_low_die(Player* player, int value) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[TECH_LOW_DIE]
    while cards:
        if TABLES.technology[lowest_bit(cards)].value == value:
            win(player, TABLES.technology[lowest_bit(cards)].vp)
        cards &= cards - 1


cdef void discard_blessing(TekhenuState* s, int seat, int blessing) noexcept nogil:
    s.table.player[seat].blessings &= ~(<uint32_t>1 << blessing)
    s.table.discard[0] |= <uint32_t>1 << blessing


cdef void reward_blessing(TekhenuState* s, int seat) noexcept nogil:
    cdef uint32_t cards = s.table.player[seat].technologies & TABLES.technology_with[TECH_BLESSING_GAIN]
    while cards:
        gain(s, seat, &TABLES.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef void spend_blessing(TekhenuState* s, int seat, int blessing) noexcept nogil:
    discard_blessing(s, seat, blessing)
    reward_blessing(s, seat)


cdef void raise_floor(Table* t, int blessing) noexcept nogil:
    if not t.player[t.seat].blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER]:
        t.turn.floor = max(<int>t.turn.floor, blessing + 1)


cdef uint32_t distinct_blessings(uint32_t blessings) noexcept nogil:
    cdef uint32_t rest = blessings, distinct = 0
    cdef int card
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if not blessings & TABLES.twins[card]:
            distinct |= <uint32_t>1 << card
    return distinct


# -- dice on the wheel ----------------------------------------------------------------------------------------

cdef void add_die(Table* t, int code) noexcept nogil:
    """Dice lie in ascending order, so that equal wheels are equal bytes."""
    cdef int i = t.dice
    while i > 0 and t.die[i - 1] > code:
        t.die[i] = t.die[i - 1]
        i -= 1
    t.die[i] = code
    t.dice += 1


cdef void take_die(Table* t, int code) noexcept nogil:
    cdef int i = 0
    while t.die[i] != code:
        i += 1
    t.dice -= 1
    while i < t.dice:
        t.die[i] = t.die[i + 1]
        i += 1
    t.die[t.dice] = 0
