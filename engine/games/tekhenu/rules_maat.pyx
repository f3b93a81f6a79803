"""Rotation, Maat phase, scoring and the end (rulebook pp. 11-13)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport OVER, Move
from egypt.games.tekhenu.decrees cimport best_decree_points, scribes_for_decrees
from egypt.games.tekhenu.gains cimport gain, lose, raise_happiness, raise_population, win
from egypt.games.tekhenu.market cimport fill_open_sections, show_decree
from egypt.games.tekhenu.moves cimport (
    MOVE_DESTINY, MOVE_FAITH, MOVE_PASS, MOVE_USE, NO_FAITH, make_move, move_b, move_c, move_kind,
)
from egypt.games.tekhenu.payment cimport pay_upkeep
from egypt.games.tekhenu.rules_automaton cimport automaton_turn, rebuild_pyramid
from egypt.games.tekhenu.rules_automaton_scoring cimport (
    automaton_balance, automaton_final_points, automaton_score_cards,
)
from egypt.games.tekhenu.rules_maat cimport weigh
from egypt.games.tekhenu.rules_turn cimport begin_turn, list_free_actions
from egypt.games.tekhenu.scoring cimport board_points, district_winner
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BOTTOM_HAND, COLOUR_NB, DESTINY_NB, FAITH, GENERATION_NB, GOD_NB, NOBODY, SCRIBE, SEAT_NB,
    SHADED, STEP_BEGIN_FREE, STEP_COLLECT, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE, STEP_EDICT, STEP_END_TURN,
    STEP_FAITH, STEP_FINISH, STEP_JUDGEMENT, STEP_LOT_DESTINY, STEP_MARKER, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER,
    STEP_REVEAL, STEP_ROTATION, STEP_SCORE, STEP_UPKEEP, Player, Table, TekhenuState, Turn, die_colour, is_solo, push,
)
from egypt.games.tekhenu.step_arguments cimport dice_for, with_value
from egypt.games.tekhenu.tables cimport DECREE_FREE_ACTION, DESTINY_RAISE_EITHER, TABLES, TECH_COURT, TECH_FAITHFUL

cdef enum:
    ROUNDS_PER_ROTATION = 2


cdef inline bint is_automaton(const Table* t, int seat) noexcept nogil:
    return is_solo(t) and seat == AUTOMATON


# -- rounds and turns (rulebook p. 10) ----------------------------------------------------------------------

cdef void clear_turn(Table* t) noexcept nogil:
    memset(&t.turn, 0, sizeof(Turn))


cdef void next_round(TekhenuState* s) noexcept nogil:
    clear_turn(&s.table)
    s.table.round += 1
    push(&s.table, STEP_NEXT_TURN, 0)
    fill_open_sections(s)


cdef void next_turn(TekhenuState* s, int place) noexcept nogil:
    cdef Table* t = &s.table
    t.place = place
    t.seat = t.order[place]
    push(t, STEP_END_TURN)
    if is_automaton(t, t.seat):
        automaton_turn(s)
    else:
        begin_turn(s)


cdef void end_turn(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    clear_turn(t)
    if t.place + 1 < t.header.players:
        push(t, STEP_NEXT_TURN, t.place + 1)
    elif t.round % ROUNDS_PER_ROTATION == 0:
        push(t, STEP_ROTATION)
    else:
        push(t, STEP_NEXT_ROUND)
    fill_open_sections(s)


# -- rotation (rulebook p. 11) ------------------------------------------------------------------------------

cdef void push_refill(Table* t) noexcept nogil:
    """New dice in both shaded sectors."""
    cdef int sector
    for sector in range(GOD_NB - 1, -1, -1):
        if TABLES.light[(sector + GOD_NB - t.sun) % GOD_NB] == SHADED:
            push(t, STEP_DICE, dice_for(sector, TABLES.refill[t.size]))


cdef void rotate_wheel(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    t.sun = (t.sun + 1) % GOD_NB
    if t.round < TABLES.rounds:
        push(t, STEP_NEXT_ROUND)
        push_refill(t)
    if t.round % TABLES.maat_every == 0:
        push_maat(s)


cdef void push_maat(TekhenuState* s) noexcept nogil:
    """The Maat phase, its last step first."""
    cdef Table* t = &s.table
    cdef int seat
    cdef bint last = t.round == TABLES.rounds
    if last:
        push(t, STEP_FINISH)
        for seat in range(t.header.players - 1, -1, -1):
            push(t, STEP_REVEAL, seat)
    else:
        push(t, STEP_DESTINY, 0)
        push(t, STEP_COLLECT)
    if t.round // TABLES.maat_every % TABLES.score_every == 0:
        push(t, STEP_UPKEEP, 0)
        push(t, STEP_SCORE)
    if last:
        push(t, STEP_EDICT, 0)
    push(t, STEP_JUDGEMENT)
    push(t, STEP_FAITH, 0)
    for seat in range(t.header.players):
        if not is_automaton(t, seat):
            gain_technology_faith(&t.player[seat])


cdef void gain_technology_faith(Player* player) noexcept nogil:
    cdef uint32_t cards = player.technologies & TABLES.technology_with[TECH_FAITHFUL]
    while cards:
        player.goods[FAITH] += TABLES.technology[lowest_bit(cards)].faith
        cards &= cards - 1


# -- Maat (rulebook pp. 11-12) ------------------------------------------------------------------------------

cdef int ask_faith(TekhenuState* s, int place) noexcept nogil:
    """Faith is weighed in turn order, openly."""
    cdef Table* t = &s.table
    cdef int seat
    if place == t.header.players:
        return NOBODY
    seat = t.order[place]
    if not is_automaton(t, seat):
        return seat
    t.player[seat].balance = automaton_balance(t)
    push(t, STEP_FAITH, place + 1)
    return NOBODY


cdef int list_faith(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int faith = s.table.player[s.table.header.actor].goods[FAITH]
    cdef int i
    for i in range(2 * faith + 1):
        moves[i] = make_move(MOVE_FAITH, NO_FAITH - faith + i)
    return 2 * faith + 1


cdef void answer_faith(TekhenuState* s, Move move) noexcept nogil:
    cdef Player* player = &s.table.player[s.table.header.actor]
    player.balance = weigh(player) + move_c(move) - NO_FAITH
    push(&s.table, STEP_FAITH, s.table.argument + 1)


cdef int ankh(const Table* t, int seat) noexcept nogil:
    cdef const Player* player = &t.player[seat]
    cdef uint32_t cards = player.technologies & TABLES.technology_with[TECH_FAITHFUL]
    if is_automaton(t, seat):
        return TABLES.solo.ankh
    if cards:
        return TABLES.technology[lowest_bit(cards)].ankh
    return TABLES.destiny[player.destiny - 1].ankh if player.destiny else -1


cdef int imbalance(const Table* t, int seat) noexcept nogil:
    cdef int balance = t.player[seat].balance
    return min(TABLES.maat_clamp, balance if balance > 0 else -balance)


cdef bint comes_before(const Table* t, int seat, int other) noexcept nogil:
    """The better balanced one; among equals the higher ankh."""
    if imbalance(t, seat) != imbalance(t, other):
        return imbalance(t, seat) < imbalance(t, other)
    return ankh(t, seat) > ankh(t, other)


cdef void judge(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int players = t.header.players
    cdef int seat, i, place
    for seat in range(players):
        if t.player[seat].balance < 0 and not is_automaton(t, seat):
            lose(&t.player[seat], TABLES.penalty[imbalance(t, seat)])
    for i in range(1, players):
        seat = t.order[i]
        place = i
        while place > 0 and comes_before(t, seat, t.order[place - 1]):
            t.order[place] = t.order[place - 1]
            place -= 1
        t.order[place] = seat


# -- when a Maat phase is over --------------------------------------------------------------------------------

cdef void reward_order(TekhenuState* s) noexcept nogil:
    """After the whole phase: nothing of it can be spent on the scoring that belongs to the phase."""
    pay_court(s, s.table.order[0], True)
    pay_court(s, s.table.order[s.table.header.players - 1], False)


cdef void pay_court(TekhenuState* s, int seat, bint first) noexcept nogil:
    """A technology rewards the first and the last in the new turn order."""
    cdef uint32_t cards = s.table.player[seat].technologies & TABLES.technology_with[TECH_COURT]
    if is_automaton(&s.table, seat):
        return
    while cards:
        gain(s, seat, &TABLES.technology[lowest_bit(cards)].gain if first else &TABLES.technology[lowest_bit(cards)].last)
        cards &= cards - 1


# -- a decree before the last scoring -----------------------------------------------------------------------

cdef bint may_hold_edict(const Table* t, int seat) noexcept nogil:
    """Whether the others must think it possible; a seat that may hold it is asked, so that the question tells nothing."""
    cdef uint32_t edicts = TABLES.decree_with[DECREE_FREE_ACTION]
    cdef int generation, putter
    if t.player[seat].decrees & edicts:
        return True
    for generation in range(GENERATION_NB):
        if t.unseen[generation] & edicts and t.hidden[seat][generation]:
            return True
    if t.unseen[0] & edicts:
        for putter in range(SEAT_NB):
            if t.bottom_at[putter] == BOTTOM_HAND + seat:
                return True
    return False


cdef int ask_edict(TekhenuState* s, int place) noexcept nogil:
    cdef Table* t = &s.table
    cdef int seat
    clear_turn(t)
    if place == t.header.players:
        return NOBODY
    seat = t.order[place]
    if is_automaton(t, seat) or not may_hold_edict(t, seat):
        push(t, STEP_EDICT, place + 1)
        return NOBODY
    t.seat = seat
    return seat


cdef int list_edicts(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int n = 0
    if s.decrees[s.table.seat] & TABLES.decree_with[DECREE_FREE_ACTION]:
        n = list_free_actions(s, True, moves)
    moves[n] = make_move(MOVE_PASS)
    return n + 1


cdef void answer_edict(TekhenuState* s, Move move) noexcept nogil:
    cdef Table* t = &s.table
    push(t, STEP_EDICT, t.argument + 1)
    if move_kind(move) == MOVE_USE:
        show_decree(s, t.seat, lowest_bit(s.decrees[t.seat] & TABLES.decree_with[DECREE_FREE_ACTION]))
        t.edict |= 1 << t.seat
        push(t, STEP_BEGIN_FREE, with_value(move_b(move), move_c(move)))


# -- scoring (rulebook pp. 12-13) ---------------------------------------------------------------------------

cdef void score(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int district, seat
    clear_turn(t)
    for district in range(BASIC_NB):
        seat = district_winner(t, district)
        if seat != NOBODY:
            win(&t.player[seat], TABLES.district_vp)
    for seat in range(t.header.players):
        win(&t.player[seat], board_points(t, seat))
    if is_solo(t):
        automaton_score_cards(s)


cdef int ask_upkeep(TekhenuState* s, int place) noexcept nogil:
    cdef Table* t = &s.table
    if place == t.header.players:
        return NOBODY
    if is_automaton(t, t.order[place]):
        push(t, STEP_UPKEEP, place + 1)
        return NOBODY
    return t.order[place]


cdef void answer_upkeep(TekhenuState* s, Move move) noexcept nogil:
    pay_upkeep(s, s.table.header.actor, move)
    push(&s.table, STEP_UPKEEP, s.table.argument + 1)


# -- the end (rulebook p. 13) -------------------------------------------------------------------------------

cdef bint has_secret_decrees(const TekhenuState* s, int seat) noexcept nogil:
    return (s.decrees[seat] & ~s.table.player[seat].decrees) != 0


cdef void reveal_decrees(TekhenuState* s, int seat) noexcept nogil:
    cdef uint32_t cards = s.decrees[seat]
    while cards:
        show_decree(s, seat, lowest_bit(cards))
        cards &= cards - 1


cdef void finish(TekhenuState* s) noexcept nogil:
    cdef Table* t = &s.table
    cdef int seat
    reward_order(s)
    for seat in range(t.header.players):
        if not is_automaton(t, seat):
            win(&t.player[seat], best_decree_points(t, seat, s.decrees[seat]))
            t.player[seat].goods[SCRIBE] -= scribes_for_decrees(t, seat, s.decrees[seat])     # they decide ties
    win(&t.player[t.order[0]], TABLES.last_order_vp[0])
    if t.size >= TABLES.last_order_second_from:
        win(&t.player[t.order[1]], TABLES.last_order_vp[1])
    if is_solo(t):
        win(&t.player[AUTOMATON], automaton_final_points(s))
    t.step = STEP_OVER
    t.argument = 0
    t.header.actor = OVER


# -- after a Maat phase (rulebook p. 12) --------------------------------------------------------------------

cdef void collect(TekhenuState* s) noexcept nogil:
    """Dice go back into the bag, surplus and faith to the supply, destiny cards to the table."""
    cdef Table* t = &s.table
    cdef Player* player
    cdef int seat, i
    for i in range(COLOUR_NB):
        t.bag[i] = TABLES.dice[t.size][i]
    for i in range(t.dice):
        t.bag[die_colour(t.die[i])] -= 1
    for seat in range(t.header.players):
        player = &t.player[seat]
        player.dice = 0
        memset(player.die, 0, sizeof(player.die))
        player.surplus = 0
        player.goods[FAITH] = 0
        player.destiny = 0
        player.balance = 0
    if is_solo(t):
        rebuild_pyramid(s)


cdef int ask_destiny(TekhenuState* s, int place) noexcept nogil:
    """The automaton takes a card, by lot, only if it comes first."""
    cdef Table* t = &s.table
    cdef int seat
    clear_turn(t)
    if place == t.header.players:
        if t.round:
            reward_order(s)
        return NOBODY
    seat = t.order[place]
    t.seat = seat
    if not is_automaton(t, seat):
        return seat
    push(t, STEP_DESTINY, place + 1)
    if place == 0:
        push(t, STEP_LOT_DESTINY)
    return NOBODY


cdef int list_destinies(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int card, seat, taken = 0, n = 0
    for seat in range(s.table.header.players):
        taken |= 1 << s.table.player[seat].destiny >> 1
    for card in range(DESTINY_NB):
        if not taken >> card & 1:
            moves[n] = make_move(MOVE_DESTINY, card)
            n += 1
    return n


cdef void answer_destiny(TekhenuState* s, int card) noexcept nogil:
    """In the set-up all cards are taken before anybody gains anything."""
    cdef Table* t = &s.table
    t.player[t.seat].destiny = card + 1
    push(t, STEP_DESTINY, t.argument + 1)
    if t.round:
        push(t, STEP_DESTINY_GAIN, t.seat)


cdef void gain_destiny(TekhenuState* s, int seat) noexcept nogil:
    cdef int card = s.table.player[seat].destiny - 1
    s.table.seat = seat
    if TABLES.destiny[card].effect == DESTINY_RAISE_EITHER:
        push(&s.table, STEP_MARKER, TABLES.destiny[card].steps)
    else:
        gain(s, seat, &TABLES.destiny[card].gain)


cdef void answer_marker(TekhenuState* s, int marker) noexcept nogil:
    if marker:
        raise_happiness(s, s.table.seat, s.table.argument)
    else:
        raise_population(s, s.table.seat, s.table.argument)
