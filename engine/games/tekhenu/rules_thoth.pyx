"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint32_t, uint8_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport distinct_blessings, is_own_turn, note_news
from egypt.games.tekhenu.market cimport cards_in, refresh_section, take_card, usable_sections
from egypt.games.tekhenu.moves cimport CARDS, PASS, REFRESH, make, make_three, move_a, move_b
from egypt.games.tekhenu.payment cimport can_pay, charge
from egypt.games.tekhenu.state cimport (
    GOLD, REWARD_GOLD, REWARD_SCRIBE, SCRIBE, SECTION_NB, STEP_CARDS, STEP_REFRESH, STEP_TAKE_CARDS, WAIVED, Player,
    Table, TekhenuState, push,
)
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, T, TECH_BLESSING_GAIN


cdef int thoth_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    """All cards come from one section, and the full number must be taken."""
    cdef int section, value, most = 0, values = 0
    for section in range(usable_sections(player.happiness)):
        most = max(most, cards_in(table, section))
    for value in range(1, 7):
        if T.thoth_cards[value] <= most and (free or can_pay(player, goods, T.thoth_papyrus[value], 0, 0, 0)):
            values |= 1 << value
    return values


cdef void begin_thoth(TekhenuState* state) noexcept nogil:
    state.table.turn.cards = T.thoth_cards[state.table.turn.value]
    push(&state.table, STEP_CARDS)


# -- the price: due when the cards are taken, after others were replaced ---------------------------------------

cdef int price_of_cards(const Table* table) noexcept nogil:
    return 0 if table.turn.flags & WAIVED else T.thoth_papyrus[table.turn.value]


cdef bint can_pay_for_cards(const Table* table, const Player* player) noexcept nogil:
    return can_pay(player, player.goods, price_of_cards(table), 0, 0, 0)


cdef bint can_raise(const Table* table, const Player* player, int papyrus) noexcept nogil:
    cdef uint32_t cards = distinct_blessings(player.blessings & T.blessing_with[BLESSING_RAISE_EITHER])
    cdef Player after
    cdef int marker
    if can_pay(player, player.goods, papyrus, 0, 0, 0):
        return True
    if not is_own_turn(table):
        return False
    while cards:
        for marker in range(2):
            after = player[0]
            bless(&after, lowest_bit(cards), marker)
            if can_raise(table, &after, papyrus):
                return True
        cards &= cards - 1
    return False


cdef void bless(Player* player, int card, int marker) noexcept nogil:
    """What a blessing for any time brings that can pay: gold of technologies, and rewards of the track."""
    cdef uint32_t likers = player.technologies & T.technology_with[TECH_BLESSING_GAIN]
    player.blessings &= ~(<uint32_t>1 << card)
    while likers:
        player.goods[GOLD] += T.technology[lowest_bit(likers)].gain.amount[GOLD]
        likers &= likers - 1
    if not marker:
        player.population = min(T.track_max, player.population + T.blessing[card].steps)
        return
    player.happiness = max(player.happiness, min(player.population, player.happiness + T.blessing[card].steps))
    if player.happiness >= T.gold_at and not player.rewards & REWARD_GOLD:
        player.rewards |= REWARD_GOLD
        player.goods[GOLD] += 1
    if player.happiness >= T.scribe_at and not player.rewards & REWARD_SCRIBE:
        player.rewards |= REWARD_SCRIBE
        player.goods[SCRIBE] += 1


cdef int keep_affordable(const Table* table, Move* moves, int number) noexcept nogil:
    cdef const Player* player = &table.player[table.seat]
    cdef Player after
    cdef int i, kept = 0
    if number == 0 or can_pay_for_cards(table, player):
        return number
    for i in range(number):
        after = player[0]
        bless(&after, move_a(moves[i]), move_b(moves[i]))
        if can_raise(table, &after, price_of_cards(table)):
            moves[kept] = moves[i]
            kept += 1
    return kept


# -- replacing and taking --------------------------------------------------------------------------------------

cdef int list_cards(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef const Table* table = &state.table
    cdef const Player* player = &table.player[table.seat]
    cdef bint affordable = can_pay_for_cards(table, player)
    cdef bint found = False
    cdef int section, places, n = 0
    if table.turn.flags & WAIVED or (can_pay(player, player.goods, T.refresh_papyrus, 0, 0, 0)
                                     and can_raise(table, player, T.refresh_papyrus + price_of_cards(table))):
        for section in range(SECTION_NB):
            if cards_in(table, section) and not table.turn.refreshed >> section & 1:
                moves[n] = make(REFRESH, section)
                n += 1
    for section in range(usable_sections(player.happiness)):
        if cards_in(table, section) < table.turn.cards:
            continue
        found = True
        for places in range(1, 16 if affordable else 1):
            if popcount(places) == table.turn.cards and holds(table, section, places):
                moves[n] = make_three(CARDS, section, 0, places)
                n += 1
    if not found:       # replaced cards ran out: nothing is left to take
        moves[n] = make(PASS)
        n += 1
    return n


cdef bint holds(const Table* table, int section, int places) noexcept nogil:
    cdef int place
    for place in range(4):
        if places >> place & 1 and not table.market[4 * section + place]:
            return False
    return True


cdef void choose_refresh(TekhenuState* state, int section) noexcept nogil:
    push(&state.table, STEP_REFRESH, section)
    charge(state, T.refresh_papyrus, 0, 0, 0)


cdef void refresh(TekhenuState* state, int section) noexcept nogil:
    state.table.turn.refreshed |= 1 << section
    note_news(&state.table)
    push(&state.table, STEP_CARDS)
    refresh_section(state, section)


cdef void choose_cards(TekhenuState* state, int section, int places) noexcept nogil:
    push(&state.table, STEP_TAKE_CARDS, section << 4 | places)
    charge(state, price_of_cards(&state.table), 0, 0, 0)


cdef void take_cards(TekhenuState* state, int section, int places) noexcept nogil:
    cdef int place
    note_news(&state.table)
    for place in range(4):
        if places >> place & 1:
            take_card(state, state.table.seat, 4 * section + place)
    leave_market(state)


cdef void leave_market(TekhenuState* state) noexcept nogil:
    state.table.turn.cards = 0
    state.table.turn.refreshed = 0
