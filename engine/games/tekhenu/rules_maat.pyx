"""Rotation, Maat phase, scoring and the end (rulebook pp. 11-13)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport OVER, Move
from egypt.games.tekhenu.decrees cimport best_decree_points
from egypt.games.tekhenu.gains cimport gain, lose, raise_happiness, raise_population, win
from egypt.games.tekhenu.market cimport fill_open_sections, show_decree
from egypt.games.tekhenu.moves cimport DESTINY, FAITH_MOVE, NO_FAITH, PASS, USE, make, move_b, move_c, move_verb
from egypt.games.tekhenu.payment cimport pay_upkeep
from egypt.games.tekhenu.rules_automaton cimport automaton_turn, rebuild_pyramid
from egypt.games.tekhenu.rules_automaton_scoring cimport (
    automaton_balance, automaton_final_points, automaton_score_cards,
)
from egypt.games.tekhenu.rules_turn cimport begin_turn, list_free_actions
from egypt.games.tekhenu.scoring cimport board_points, district_winner
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BOTTOM_HAND, COLOUR_NB, DESTINY_NB, FAITH, GENERATION_NB, GOD_NB, NOBODY, PURE, SEAT_NB, SHADED,
    STEP_BEGIN_FREE, STEP_COLLECT, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE, STEP_EDICT, STEP_END_TURN, STEP_FAITH,
    STEP_FINISH, STEP_JUDGEMENT, STEP_LOT_DESTINY, STEP_MARKER, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER,
    STEP_REVEAL, STEP_ROTATION, STEP_SCORE, STEP_UPKEEP, TAINTED, Player, Table, TekhenuState, Turn,
    die_colour, die_face, die_sector, is_solo, push,
)
from egypt.games.tekhenu.tables cimport (
    DECREE_FREE_ACTION, DESTINY_RAISE_EITHER, TECH_COURT, TECH_FAITHFUL, T,
)

cdef enum:
    ROUNDS_PER_ROTATION = 2


cdef inline bint is_automaton(const Table* table, int seat) noexcept nogil:
    return is_solo(table) and seat == AUTOMATON


# -- rounds and turns (rulebook p. 10) ----------------------------------------------------------------------

cdef void clear_turn(Table* table) noexcept nogil:
    memset(&table.turn, 0, sizeof(Turn))


cdef void next_round(TekhenuState* state) noexcept nogil:
    clear_turn(&state.table)
    state.table.round += 1
    push(&state.table, STEP_NEXT_TURN, 0)
    fill_open_sections(state)


cdef void next_turn(TekhenuState* state, int place) noexcept nogil:
    cdef Table* table = &state.table
    table.place = place
    table.seat = table.order[place]
    push(table, STEP_END_TURN)
    if is_automaton(table, table.seat):
        automaton_turn(state)
    else:
        begin_turn(state)


cdef void end_turn(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    clear_turn(table)
    if table.place + 1 < table.header.players:
        push(table, STEP_NEXT_TURN, table.place + 1)
    elif table.round % ROUNDS_PER_ROTATION == 0:
        push(table, STEP_ROTATION)
    else:
        push(table, STEP_NEXT_ROUND)
    fill_open_sections(state)


# -- rotation (rulebook p. 11) ------------------------------------------------------------------------------

cdef void push_refill(Table* table) noexcept nogil:
    """New dice in both shaded sectors."""
    cdef int sector
    for sector in range(GOD_NB - 1, -1, -1):
        if T.light[(sector + GOD_NB - table.sun) % GOD_NB] == SHADED:
            push(table, STEP_DICE, sector << 3 | T.refill[table.size])


cdef void rotate_wheel(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    table.sun = (table.sun + 1) % GOD_NB
    if table.round < T.rounds:
        push(table, STEP_NEXT_ROUND)
        push_refill(table)
    if table.round % T.maat_every == 0:
        push_maat(state)


cdef void push_maat(TekhenuState* state) noexcept nogil:
    """The Maat phase, its last step first."""
    cdef Table* table = &state.table
    cdef int seat
    cdef bint last = table.round == T.rounds
    if last:
        push(table, STEP_FINISH)
        for seat in range(table.header.players - 1, -1, -1):
            push(table, STEP_REVEAL, seat)
    else:
        push(table, STEP_DESTINY, 0)
        push(table, STEP_COLLECT)
    if table.round // T.maat_every % T.score_every == 0:
        push(table, STEP_UPKEEP, 0)
        push(table, STEP_SCORE)
    if last:
        push(table, STEP_EDICT, 0)
    push(table, STEP_JUDGEMENT)
    push(table, STEP_FAITH, 0)
    for seat in range(table.header.players):
        if not is_automaton(table, seat):
            gain_technology_faith(&table.player[seat])


cdef void gain_technology_faith(Player* player) noexcept nogil:
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_FAITHFUL]
    while cards:
        player.goods[FAITH] += T.technology[lowest_bit(cards)].faith
        cards &= cards - 1


# -- Maat (rulebook pp. 11-12) ------------------------------------------------------------------------------

cdef int weigh(const Player* player) noexcept nogil:
    """Pure pips less tainted pips and surplus."""
    cdef int i, pan, balance = -player.surplus * T.surplus_weight
    for i in range(player.dice):
        pan = die_sector(player.die[i])
        if pan == PURE:
            balance += die_face(player.die[i])
        elif pan == TAINTED:
            balance -= die_face(player.die[i])
    return balance


cdef int ask_faith(TekhenuState* state, int place) noexcept nogil:
    """Faith is weighed in turn order, openly."""
    cdef Table* table = &state.table
    cdef int seat
    if place == table.header.players:
        return NOBODY
    seat = table.order[place]
    if not is_automaton(table, seat):
        return seat
    table.player[seat].balance = automaton_balance(table)
    push(table, STEP_FAITH, place + 1)
    return NOBODY


cdef int list_faith(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int faith = state.table.player[state.table.header.actor].goods[FAITH]
    cdef int i
    for i in range(2 * faith + 1):
        moves[i] = make(FAITH_MOVE, NO_FAITH - faith + i)
    return 2 * faith + 1


cdef void answer_faith(TekhenuState* state, Move move) noexcept nogil:
    cdef Player* player = &state.table.player[state.table.header.actor]
    player.balance = weigh(player) + move_c(move) - NO_FAITH
    push(&state.table, STEP_FAITH, state.table.argument + 1)


cdef int ankh(const Table* table, int seat) noexcept nogil:
    cdef const Player* player = &table.player[seat]
    cdef uint32_t cards = player.technologies & T.technology_with[TECH_FAITHFUL]
    if is_automaton(table, seat):
        return T.solo.ankh
    if cards:
        return T.technology[lowest_bit(cards)].ankh
    return T.destiny[player.destiny - 1].ankh if player.destiny else -1


cdef int imbalance(const Table* table, int seat) noexcept nogil:
    cdef int balance = table.player[seat].balance
    return min(T.maat_clamp, balance if balance > 0 else -balance)


cdef bint comes_before(const Table* table, int seat, int other) noexcept nogil:
    """The better balanced one; among equals the higher ankh."""
    if imbalance(table, seat) != imbalance(table, other):
        return imbalance(table, seat) < imbalance(table, other)
    return ankh(table, seat) > ankh(table, other)


cdef void judge(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int players = table.header.players
    cdef int seat, i, place
    for seat in range(players):
        if table.player[seat].balance < 0 and not is_automaton(table, seat):
            lose(&table.player[seat], T.penalty[imbalance(table, seat)])
    for i in range(1, players):
        seat = table.order[i]
        place = i
        while place > 0 and comes_before(table, seat, table.order[place - 1]):
            table.order[place] = table.order[place - 1]
            place -= 1
        table.order[place] = seat


# -- when a Maat phase is over --------------------------------------------------------------------------------

cdef void reward_order(TekhenuState* state) noexcept nogil:
    """After the whole phase: nothing of it can be spent on the scoring that belongs to the phase."""
    pay_court(state, state.table.order[0], True)
    pay_court(state, state.table.order[state.table.header.players - 1], False)


cdef void pay_court(TekhenuState* state, int seat, bint first) noexcept nogil:
    """A technology rewards the first and the last in the new turn order."""
    cdef uint32_t cards = state.table.player[seat].technologies & T.technology_with[TECH_COURT]
    if is_automaton(&state.table, seat):
        return
    while cards:
        gain(state, seat, &T.technology[lowest_bit(cards)].gain if first else &T.technology[lowest_bit(cards)].last)
        cards &= cards - 1


# -- a decree before the last scoring -----------------------------------------------------------------------

cdef bint may_hold_edict(const Table* table, int seat) noexcept nogil:
    """Whether the others must think it possible; whoever may hold it is asked, so that the question tells nothing."""
    cdef uint32_t edicts = T.decree_with[DECREE_FREE_ACTION]
    cdef int generation, putter
    if table.player[seat].decrees & edicts:
        return True
    for generation in range(GENERATION_NB):
        if table.unseen[generation] & edicts and table.hidden[seat][generation]:
            return True
    if table.unseen[0] & edicts:
        for putter in range(SEAT_NB):
            if table.bottom_at[putter] == BOTTOM_HAND + seat:
                return True
    return False


cdef int ask_edict(TekhenuState* state, int place) noexcept nogil:
    cdef Table* table = &state.table
    cdef int seat
    clear_turn(table)
    if place == table.header.players:
        return NOBODY
    seat = table.order[place]
    if is_automaton(table, seat) or not may_hold_edict(table, seat):
        push(table, STEP_EDICT, place + 1)
        return NOBODY
    table.seat = seat
    return seat


cdef int list_edicts(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int n = 0
    if state.decrees[state.table.seat] & T.decree_with[DECREE_FREE_ACTION]:
        n = list_free_actions(state, True, moves)
    moves[n] = make(PASS)
    return n + 1


cdef void answer_edict(TekhenuState* state, Move move) noexcept nogil:
    cdef Table* table = &state.table
    push(table, STEP_EDICT, table.argument + 1)
    if move_verb(move) == USE:
        show_decree(state, table.seat, lowest_bit(state.decrees[table.seat] & T.decree_with[DECREE_FREE_ACTION]))
        table.edict |= 1 << table.seat
        push(table, STEP_BEGIN_FREE, move_b(move) * 8 + move_c(move))


# -- scoring (rulebook pp. 12-13) ---------------------------------------------------------------------------

cdef void score(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int district, seat
    clear_turn(table)
    for district in range(BASIC_NB):
        seat = district_winner(table, district)
        if seat != NOBODY:
            win(&table.player[seat], T.district_vp)
    for seat in range(table.header.players):
        win(&table.player[seat], board_points(table, seat))
    if is_solo(table):
        automaton_score_cards(state)


cdef int ask_upkeep(TekhenuState* state, int place) noexcept nogil:
    cdef Table* table = &state.table
    if place == table.header.players:
        return NOBODY
    if is_automaton(table, table.order[place]):
        push(table, STEP_UPKEEP, place + 1)
        return NOBODY
    return table.order[place]


cdef void answer_upkeep(TekhenuState* state, Move move) noexcept nogil:
    pay_upkeep(state, state.table.header.actor, move)
    push(&state.table, STEP_UPKEEP, state.table.argument + 1)


# -- the end (rulebook p. 13) -------------------------------------------------------------------------------

cdef bint has_secret_decrees(const TekhenuState* state, int seat) noexcept nogil:
    return (state.decrees[seat] & ~state.table.player[seat].decrees) != 0


cdef void reveal_decrees(TekhenuState* state, int seat) noexcept nogil:
    cdef uint32_t cards = state.decrees[seat]
    while cards:
        show_decree(state, seat, lowest_bit(cards))
        cards &= cards - 1


cdef void finish(TekhenuState* state) noexcept nogil:
    cdef Table* table = &state.table
    cdef int seat
    reward_order(state)
    for seat in range(table.header.players):
        if not is_automaton(table, seat):
            win(&table.player[seat], best_decree_points(table, seat, state.decrees[seat]))
    win(&table.player[table.order[0]], T.last_order_vp[0])
    if table.size >= T.last_order_second_from:
        win(&table.player[table.order[1]], T.last_order_vp[1])
    if is_solo(table):
        win(&table.player[AUTOMATON], automaton_final_points(state))
    table.step = STEP_OVER
    table.argument = 0
    table.header.actor = OVER


# -- after a Maat phase (rulebook p. 12) --------------------------------------------------------------------

cdef void collect(TekhenuState* state) noexcept nogil:
    """Dice go back into the bag, surplus and faith to the supply, destiny cards to the table."""
    cdef Table* table = &state.table
    cdef Player* player
    cdef int seat, i
    for i in range(COLOUR_NB):
        table.bag[i] = T.dice[table.size][i]
    for i in range(table.dice):
        table.bag[die_colour(table.die[i])] -= 1
    for seat in range(table.header.players):
        player = &table.player[seat]
        player.dice = 0
        memset(player.die, 0, sizeof(player.die))
        player.surplus = 0
        player.goods[FAITH] = 0
        player.destiny = 0
        player.balance = 0
    if is_solo(table):
        rebuild_pyramid(state)


cdef int ask_destiny(TekhenuState* state, int place) noexcept nogil:
    """The automaton takes a card, by lot, only if it comes first."""
    cdef Table* table = &state.table
    cdef int seat
    clear_turn(table)
    if place == table.header.players:
        if table.round:
            reward_order(state)
        return NOBODY
    seat = table.order[place]
    table.seat = seat
    if not is_automaton(table, seat):
        return seat
    push(table, STEP_DESTINY, place + 1)
    if place == 0:
        push(table, STEP_LOT_DESTINY)
    return NOBODY


cdef int list_destinies(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int card, seat, taken = 0, n = 0
    for seat in range(state.table.header.players):
        taken |= 1 << state.table.player[seat].destiny >> 1
    for card in range(DESTINY_NB):
        if not taken >> card & 1:
            moves[n] = make(DESTINY, card)
            n += 1
    return n


cdef void answer_destiny(TekhenuState* state, int card) noexcept nogil:
    """In the set-up all cards are taken before anybody gains anything."""
    cdef Table* table = &state.table
    table.player[table.seat].destiny = card + 1
    push(table, STEP_DESTINY, table.argument + 1)
    if table.round:
        push(table, STEP_DESTINY_GAIN, table.seat)


cdef void gain_destiny(TekhenuState* state, int seat) noexcept nogil:
    cdef int card = state.table.player[seat].destiny - 1
    state.table.seat = seat
    if T.destiny[card].effect == DESTINY_RAISE_EITHER:
        push(&state.table, STEP_MARKER, T.destiny[card].steps)
    else:
        gain(state, seat, &T.destiny[card].gain)


cdef void answer_marker(TekhenuState* state, int marker) noexcept nogil:
    if marker:
        raise_happiness(state, state.table.seat, state.table.argument)
    else:
        raise_population(state, state.table.seat, state.table.argument)
