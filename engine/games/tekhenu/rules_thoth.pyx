"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport distinct_blessings, is_own_turn, note_news
from egypt.games.tekhenu.market cimport cards_in, refresh_section, take_card, usable_sections
from egypt.games.tekhenu.moves cimport MOVE_CARDS, MOVE_PASS, MOVE_REFRESH, make_move, make_three, move_a, move_b
from egypt.games.tekhenu.payment cimport can_pay, charge, gold_in
from egypt.games.tekhenu.state cimport (
    GOLD, PAPYRUS, REWARD_GOLD, REWARD_SCRIBE, SCRIBE, SECTION_NB, STEP_CARDS, STEP_REFRESH, STEP_TAKE_CARDS, WAIVED, Player,
    Table, TekhenuState, push,
)
from egypt.games.tekhenu.step_arguments cimport cards_at
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, PLACE_NB, PRICE_NB, TABLES, TECH_BLESSING_GAIN


cdef int thoth_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    """All cards come from one section, and the full number must be taken."""
    cdef int section, most = 0
    for section in range(usable_sections(player.happiness)):
        most = max(most, cards_in(t, section))
    if free:
        return TABLES.values_of_cards[most]
    return (TABLES.values_of_cards[most]
            & TABLES.values_of_papyrus[min(PRICE_NB - 1, goods[PAPYRUS] + gold_in(player, goods))])


cdef void begin_thoth(TekhenuState* s) noexcept nogil:
    s.table.turn.cards = TABLES.thoth_cards[s.table.turn.value]
    push(&s.table, STEP_CARDS)


# -- the price: due when the cards are taken, after others were replaced ---------------------------------------

cdef int price_of_cards(const Table* t) noexcept nogil:
    return 0 if t.turn.flags & WAIVED else TABLES.thoth_papyrus[t.turn.value]


cdef bint can_pay_for_cards(const Table* t, const Player* player) noexcept nogil:
    return can_pay(player, player.goods, price_of_cards(t), 0, 0, 0)


cdef bint can_raise(const Table* t, const Player* player, int papyrus) noexcept nogil:
    cdef uint32_t cards = distinct_blessings(player.blessings & TABLES.blessing_with[BLESSING_RAISE_EITHER])
    cdef Player after
    cdef int marker
    if can_pay(player, player.goods, papyrus, 0, 0, 0):
        return True
    if not is_own_turn(t):
        return False
    while cards:
        for marker in range(2):
            after = player[0]
            bless(&after, lowest_bit(cards), marker)
            if can_raise(t, &after, papyrus):
                return True
        cards &= cards - 1
    return False


cdef void bless(Player* player, int card, int marker) noexcept nogil:
    """What a blessing for any time brings that can pay: gold of technologies, and rewards of the track."""
    cdef uint32_t likers = player.technologies & TABLES.technology_with[TECH_BLESSING_GAIN]
    player.blessings &= ~(<uint32_t>1 << card)
    while likers:
        player.goods[GOLD] += TABLES.technology[lowest_bit(likers)].gain.amount[GOLD]
        likers &= likers - 1
    if not marker:
        player.population = min(TABLES.track_max, player.population + TABLES.blessing[card].steps)
        return
    player.happiness = max(player.happiness, min(player.population, player.happiness + TABLES.blessing[card].steps))
    if player.happiness >= TABLES.gold_at and not player.rewards & REWARD_GOLD:
        player.rewards |= REWARD_GOLD
        player.goods[GOLD] += 1
    if player.happiness >= TABLES.scribe_at and not player.rewards & REWARD_SCRIBE:
        player.rewards |= REWARD_SCRIBE
        player.goods[SCRIBE] += 1


cdef int keep_affordable(const Table* t, Move* moves, int number) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef Player after
    cdef int i, kept = 0
    if number == 0 or can_pay_for_cards(t, player):
        return number
    for i in range(number):
        after = player[0]
        bless(&after, move_a(moves[i]), move_b(moves[i]))
        if can_raise(t, &after, price_of_cards(t)):
            moves[kept] = moves[i]
            kept += 1
    return kept


# -- replacing and taking --------------------------------------------------------------------------------------

cdef int list_cards(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef bint affordable = can_pay_for_cards(t, player)
    cdef bint found = False
    cdef int section, sets, n = 0
    if t.turn.flags & WAIVED or (can_pay(player, player.goods, TABLES.refresh_papyrus, 0, 0, 0)
                                 and can_raise(t, player, TABLES.refresh_papyrus + price_of_cards(t))):
        for section in range(SECTION_NB):
            if cards_in(t, section) and not t.turn.refreshed >> section & 1:
                moves[n] = make_move(MOVE_REFRESH, section)
                n += 1
    for section in range(usable_sections(player.happiness)):
        if cards_in(t, section) < t.turn.cards:
            continue
        found = True
        sets = TABLES.sets_of[t.turn.cards] & TABLES.places_within[places_held(t, section)] if affordable else 0
        while sets:
            moves[n] = make_three(MOVE_CARDS, section, 0, lowest_bit(sets))
            sets &= sets - 1
            n += 1
    if not found:       # replaced cards ran out: nothing is left to take
        moves[n] = make_move(MOVE_PASS)
        n += 1
    return n


cdef inline int places_held(const Table* t, int section) noexcept nogil:
    """Bit per place of the section with a card."""
    cdef const uint8_t* slots = t.market + PLACE_NB * section
    return (slots[0] != 0) | (slots[1] != 0) << 1 | (slots[2] != 0) << 2 | (slots[3] != 0) << 3


cdef bint holds(const Table* t, int section, int places) noexcept nogil:
    return places & ~places_held(t, section) == 0


cdef void choose_refresh(TekhenuState* s, int section) noexcept nogil:
    push(&s.table, STEP_REFRESH, section)
    charge(s, TABLES.refresh_papyrus, 0, 0, 0)


cdef void refresh(TekhenuState* s, int section) noexcept nogil:
    s.table.turn.refreshed |= 1 << section
    note_news(&s.table)
    push(&s.table, STEP_CARDS)
    refresh_section(s, section)


cdef void choose_cards(TekhenuState* s, int section, int places) noexcept nogil:
    push(&s.table, STEP_TAKE_CARDS, cards_at(section, places))
    charge(s, price_of_cards(&s.table), 0, 0, 0)


cdef void take_cards(TekhenuState* s, int section, int places) noexcept nogil:
    cdef int place
    note_news(&s.table)
    for place in range(4):
        if places >> place & 1:
            take_card(s, s.table.seat, 4 * section + place)
    leave_market(s)


cdef void leave_market(TekhenuState* s) noexcept nogil:
    s.table.turn.cards = 0
    s.table.turn.refreshed = 0
