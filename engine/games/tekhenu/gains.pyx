"""What a player gains and loses: goods, points, markers of the track; and the dice on the wheel."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.games.tekhenu.state cimport (
    AUTOMATON, GOLD, GOODS_NB, HAPPINESS, POPULATION, REWARD_ACTION, REWARD_GOLD, REWARD_SCRIBE, SCRIBE, SECTION_NB,
    STEP_DESTINY, STEP_EDICT, STEP_END_TURN, STEP_FILL, STEP_FREE_ACTION, STEP_LATE_BLESSING, STEP_MODIFY, STEP_TURN,
    STEP_USE, VP, Player, Table, TekhenuState, is_solo, push,
)
from egypt.games.tekhenu.tables cimport T, TECH_BLESSING_GAIN, TECH_LOW_DIE, Gain


cdef void win(Player* player, int points) noexcept nogil:
    player.vp += points


cdef void lose(Player* player, int points) noexcept nogil:
    """Nobody falls below 0 (rulebook p. 12)."""
    player.vp = max(0, player.vp - points)


# -- the track (rulebook pp. 18-19) ---------------------------------------------------------------------------

cdef void raise_population(TekhenuState* state, int seat, int steps) noexcept nogil:
    """The first marker to get there opens a section of the market."""
    cdef Table* table = &state.table
    cdef Player* player = &table.player[seat]
    cdef int section
    player.population = min(T.track_max, player.population + steps)
    for section in range(SECTION_NB - 1, -1, -1):
        if player.population >= T.opens_at[section] and not table.opened >> section & 1:
            table.opened |= 1 << section
            push(table, STEP_FILL, section)


cdef void reward_happiness(TekhenuState* state, int seat) noexcept nogil:
    """Rewards of the track, each once in a game; the automaton takes none."""
    cdef Player* player = &state.table.player[seat]
    if player.happiness < T.gold_at or (is_solo(&state.table) and seat == AUTOMATON):
        return
    if not player.rewards & REWARD_GOLD:
        player.rewards |= REWARD_GOLD
        player.goods[GOLD] += 1
    if player.happiness >= T.scribe_at and not player.rewards & REWARD_SCRIBE:
        player.rewards |= REWARD_SCRIBE
        player.goods[SCRIBE] += 1
    if player.happiness >= T.action_at and not player.rewards & REWARD_ACTION:
        player.rewards |= REWARD_ACTION
        owe_free_action(&state.table)


cdef inline bint is_decision(int step) noexcept nogil:
    """Whether the step waits on the stack for all that one decision of a player has brought about."""
    return (step == STEP_TURN or step == STEP_MODIFY or step == STEP_USE or step == STEP_LATE_BLESSING
            or step == STEP_END_TURN or step == STEP_EDICT or step == STEP_DESTINY)


cdef void owe_free_action(Table* table) noexcept nogil:
    """It comes when the current action is over, the bonuses of its statues included, and before the next decision."""
    cdef int i, place = table.height
    while place > 0 and not is_decision(table.stack[place - 1].step):
        place -= 1
    push(table, STEP_FREE_ACTION)
    for i in range(table.height - 1, place, -1):
        table.stack[i] = table.stack[i - 1]
    table.stack[place].step = STEP_FREE_ACTION
    table.stack[place].argument = 0


cdef void raise_happiness(TekhenuState* state, int seat, int steps) noexcept nogil:
    """Never beyond the population; the rest is lost."""
    cdef Player* player = &state.table.player[seat]
    if player.happiness + steps > player.population:
        note_news(&state.table)     # a blessing that raises the population would have saved the rest before, not after
    player.happiness = max(player.happiness, min(player.population, player.happiness + steps))
    reward_happiness(state, seat)


cdef void raise_production(Player* player, int resource, int steps) noexcept nogil:
    player.production[resource] = min(T.production_max, player.production[resource] + steps)


cdef void gain(TekhenuState* state, int seat, const Gain* gains) noexcept nogil:
    """Goods and points, then population, then happiness, which must not pass it."""
    cdef Player* player = &state.table.player[seat]
    cdef int kind
    for kind in range(GOODS_NB):
        player.goods[kind] += gains.amount[kind]
    player.vp += gains.amount[VP]
    if gains.amount[POPULATION]:
        raise_population(state, seat, gains.amount[POPULATION])
    if gains.amount[HAPPINESS]:
        raise_happiness(state, seat, gains.amount[HAPPINESS])


# -- cards in play --------------------------------------------------------------------------------------------

cdef void receive_god_gains(TekhenuState* state, int god) noexcept nogil:
    cdef uint32_t cards = state.table.player[state.table.seat].technologies & T.god_gain[god]
    while cards:
        gain(state, state.table.seat, &T.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef void win_low_die(Player* player, int value) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_LOW_DIE]
    while cards:
        if T.technology[lowest_bit(cards)].value == value:
            win(player, T.technology[lowest_bit(cards)].vp)
        cards &= cards - 1


cdef int technology_vp(const Player* player, int effect) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[effect]
    cdef int points = 0
    while cards:
        points += T.technology[lowest_bit(cards)].vp
        cards &= cards - 1
    return points


cdef int technology_shift(const Player* player, int effect) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[effect]
    cdef int shift = 0
    while cards:
        shift += T.technology[lowest_bit(cards)].shift
        cards &= cards - 1
    return shift


cdef void spend_blessing(TekhenuState* state, int seat, int blessing) noexcept nogil:
    cdef Player* player = &state.table.player[seat]
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_BLESSING_GAIN]
    player.blessings &= ~(<uint32_t>1 << blessing)
    state.table.discard[0] |= <uint32_t>1 << blessing
    while cards:
        gain(state, seat, &T.technology[lowest_bit(cards)].gain)
        cards &= cards - 1


cdef uint32_t distinct_blessings(uint32_t blessings) noexcept nogil:
    cdef uint32_t rest = blessings, distinct = 0
    cdef int card
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if not blessings & T.twins[card]:
            distinct |= <uint32_t>1 << card
    return distinct


# -- dice on the wheel ----------------------------------------------------------------------------------------

cdef void add_die(Table* table, int code) noexcept nogil:
    """Dice lie in ascending order, so that equal wheels are equal bytes."""
    cdef int i = table.dice
    while i > 0 and table.die[i - 1] > code:
        table.die[i] = table.die[i - 1]
        i -= 1
    table.die[i] = code
    table.dice += 1


cdef void take_die(Table* table, int code) noexcept nogil:
    cdef int i = 0
    while table.die[i] != code:
        i += 1
    table.dice -= 1
    while i < table.dice:
        table.die[i] = table.die[i + 1]
        i += 1
    table.die[table.dice] = 0
