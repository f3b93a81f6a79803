"""Set-up: the board, secret decrees, the draft of starting cards (rulebook pp. 6-8)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport CHANCE, TRUTH, Move
from egypt.games.tekhenu.gains cimport gain, receive_god_gains
from egypt.games.tekhenu.market cimport deck_ready
from egypt.games.tekhenu.moves cimport MOVE_DRAFT, MOVE_KEEP, MOVE_MIX, MOVE_OFFERED, make_goods, make_move, move_goods
from egypt.games.tekhenu.rules_automaton cimport automaton_setup
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BLESSING, BREAD, CARD_NB, COLOUR_NB, DECREE, GOD_NB, GOODS_NB, GRANITE, LIMESTONE, OSIRIS,
    PAPYRUS, SECTION_NB, STARTING_NB, STEP_BONUS, STEP_DEAL, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE, STEP_DISTRICT,
    STEP_DRAFT, STEP_DRAFTER, STEP_FILL, STEP_GOD_TILE, STEP_KEEP, STEP_KEEP_OFFER, STEP_LOT_STARTING, STEP_MIX,
    STEP_OFFER, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_STARTING, STEP_STARTING_GAIN, STEP_SUN, STEP_TILE, TECHNOLOGY,
    TILE_NB, Player, Table, TekhenuState, god_statues_at, is_solo, pop, push,
)
from egypt.games.tekhenu.step_arguments cimport bonus_for, dice_for, shop_in
from egypt.games.tekhenu.tables cimport STARTING_GAIN, STARTING_KEEP_ONE, STARTING_MIX, STARTING_OSIRIS, TABLES

cdef enum:
    CARDS_PER_PLAYER = 2    # starting cards
    OFFERED_NB = 2          # cards drawn of which one is kept


# -- the board ----------------------------------------------------------------------------------------------

cdef int people_seats(const Table* t) noexcept nogil:
    return 1 if is_solo(t) else (1 << t.header.players) - 1


cdef void set_up(TekhenuState* s, int players, int variant) noexcept nogil:
    """Everything that needs no luck, then all that does, as steps: the last one is pushed first."""
    cdef Table* t = &s.table
    cdef int i
    memset(s, 0, sizeof(TekhenuState))
    t.header.viewer = TRUTH
    t.header.players = players
    t.header.variant = variant
    t.size = 1 if TABLES.variant[variant].solo else players
    for i in range(COLOUR_NB):
        t.bag[i] = TABLES.dice[t.size][i]
    t.deck[BLESSING] = TABLES.cards[t.size][BLESSING]
    t.deck[TECHNOLOGY] = TABLES.cards[t.size][TECHNOLOGY]
    s.decree_deck = TABLES.cards[t.size][DECREE]
    t.unseen[0] = s.decree_deck
    t.decree_left = popcount(s.decree_deck)
    t.tiles = (1 << TILE_NB) - 1
    for i in range(SECTION_NB):
        if TABLES.opens_at[i] == 0:
            t.opened |= 1 << i
    for i in range(GOD_NB):
        t.god_at[i] = TABLES.printed_god[i] if TABLES.variant[variant].printed_gods else GOD_NB
    for i in range(players):
        t.order[i] = i
        set_up_player(s, i)
    push_set_up(t)
    pop(t)
    t.header.actor = CHANCE


cdef void set_up_player(TekhenuState* s, int seat) noexcept nogil:
    cdef Player* player = &s.table.player[seat]
    cdef int i
    if is_solo(&s.table) and seat == AUTOMATON:
        player.vp = TABLES.solo.start_vp
        player.happiness = TABLES.solo.start_happiness
        player.population = TABLES.solo.start_population
        return
    player.vp = TABLES.start_vp
    player.happiness = TABLES.start_happiness
    player.population = TABLES.start_population
    for i in range(BASIC_NB):
        player.production[i] = TABLES.production_start
    for i in range(GOODS_NB):
        player.goods[i] = TABLES.start_gain.amount[i]


cdef void push_set_up(Table* t) noexcept nogil:
    cdef int i
    push(t, STEP_SETTLE_ORDER)
    if TABLES.variant[t.header.variant].random_start:
        push(t, STEP_LOT_STARTING, CARDS_PER_PLAYER)
    else:
        push(t, STEP_DRAFT, 0)
        if not is_solo(t):
            push(t, STEP_DRAFTER)
        push(t, STEP_STARTING, TABLES.starting_cards[t.size])
    push(t, STEP_KEEP)
    push(t, STEP_DEAL, 0)
    for i in range(SECTION_NB - 1, -1, -1):
        if t.opened >> i & 1:
            push(t, STEP_FILL, i)
    for i in range(GOD_NB - 1, -1, -1):
        push(t, STEP_DICE, dice_for(i, TABLES.dice_per_sector))
    if TABLES.variant[t.header.variant].pillar:
        push(t, STEP_TILE, 1)
    for _ in range(3):
        push(t, STEP_TILE)
    if not TABLES.variant[t.header.variant].printed_gods:
        push(t, STEP_GOD_TILE, 0)
    push(t, STEP_SUN)


# -- decrees and starting cards -----------------------------------------------------------------------------

cdef int list_kept(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef uint32_t cards = s.decrees[s.table.header.actor]
    cdef int n = 0
    while cards:
        moves[n] = make_move(MOVE_KEEP, lowest_bit(cards))
        cards &= cards - 1
        n += 1
    return n


cdef int draft_seat(const Table* t, int pick) noexcept nogil:
    """Around the table from the first drafter (`place`), then back the same way."""
    cdef int players = t.header.players
    if is_solo(t):
        return 0
    if pick < players:
        return (t.place + pick) % players
    return (t.place + 2 * players - 1 - pick) % players


cdef int list_draft(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int card, n = 0
    for card in range(STARTING_NB):
        if s.table.starting >> card & 1:
            moves[n] = make_move(MOVE_DRAFT, card)
            n += 1
    return n


cdef void answer_draft(TekhenuState* s, int card) noexcept nogil:
    cdef Table* t = &s.table
    cdef int drafters = popcount(people_seats(t))
    t.starting &= ~(1 << card)
    t.player[t.header.actor].drafted |= 1 << card
    if t.argument + 1 < CARDS_PER_PLAYER * drafters:
        push(t, STEP_DRAFT, t.argument + 1)


cdef int initiative(const Player* player) noexcept nogil:
    """The sum of the card numbers; of equal sums the one with the higher card is larger."""
    cdef int card, total = 0, highest = 0
    for card in range(STARTING_NB):
        if player.drafted >> card & 1:
            total += card + 1
            highest = card
    return total * STARTING_NB + highest


cdef void settle_order(TekhenuState* s) noexcept nogil:
    """Turn order; then destiny cards are taken, and everybody gains what the cards show."""
    cdef Table* t = &s.table
    cdef int players = t.header.players
    cdef int place, i, seat
    t.starting = 0
    t.place = 0
    for i in range(1, players):
        seat = t.order[i]
        place = i
        while place > 0 and initiative(&t.player[seat]) > initiative(&t.player[t.order[place - 1]]):
            t.order[place] = t.order[place - 1]
            place -= 1
        t.order[place] = seat
    if is_solo(t):
        t.order[0] = AUTOMATON
        t.order[1] = 0
    push(t, STEP_SETTLED)
    for place in range(players - 1, -1, -1):
        if people_seats(t) >> t.order[place] & 1:
            push(t, STEP_DESTINY_GAIN, t.order[place])
            push(t, STEP_STARTING_GAIN, t.order[place])
    push(t, STEP_DESTINY, 0)
    if is_solo(t):
        automaton_setup(s)


# -- what starting cards bring (rulebook p. 28) -------------------------------------------------------------

cdef int next_starting(const Player* player) noexcept nogil:
    """Cards that draw other cards come first: nothing is lost by knowing what they bring."""
    cdef int card, first = -1
    for card in range(STARTING_NB - 1, -1, -1):
        if player.drafted >> card & 1:
            if (first < 0 or TABLES.starting[card].effect == STARTING_KEEP_ONE
                    or TABLES.starting[first].effect != STARTING_KEEP_ONE):
                first = card
    return first


cdef void gain_starting(TekhenuState* s, int seat) noexcept nogil:
    cdef Table* t = &s.table
    cdef Player* player = &t.player[seat]
    cdef int card = next_starting(player)
    if card < 0:
        return
    t.seat = seat
    player.drafted &= ~(1 << card)
    push(t, STEP_STARTING_GAIN, seat)
    if TABLES.starting[card].effect == STARTING_GAIN:
        gain(s, seat, &TABLES.starting[card].gain)
    elif TABLES.starting[card].effect == STARTING_MIX:
        push(t, STEP_MIX, card)
    elif TABLES.starting[card].effect == STARTING_OSIRIS:
        if god_statues_at(t, OSIRIS):
            push(t, STEP_BONUS, bonus_for(OSIRIS, 0))
        receive_god_gains(s, OSIRIS)
        push(t, STEP_DISTRICT, shop_in(TABLES.starting[card].value - 1, TABLES.starting[card].districts, True))
    elif deck_ready(s, TABLES.starting[card].deck):
        push(t, STEP_KEEP_OFFER, TABLES.starting[card].deck)
        push(t, STEP_OFFER, TABLES.starting[card].deck)
        push(t, STEP_OFFER, TABLES.starting[card].deck)


cdef int list_offer(const TekhenuState* s, Move* moves) noexcept nogil:
    """The cards lie open; equal to what anybody could work out once one of them is kept."""
    cdef int a = s.table.turn.offer[0]
    cdef int b = s.table.turn.offer[1]
    moves[0] = make_move(MOVE_OFFERED, min(a, b) - 1)
    moves[1] = make_move(MOVE_OFFERED, max(a, b) - 1)
    return OFFERED_NB


cdef void answer_offer(TekhenuState* s, int card) noexcept nogil:
    cdef Table* t = &s.table
    cdef int deck = t.argument
    cdef int i
    for i in range(OFFERED_NB):
        if t.turn.offer[i] != card + 1:
            t.deck[deck] |= <uint32_t>1 << (t.turn.offer[i] - 1) % CARD_NB
        t.turn.offer[i] = 0
    if deck == BLESSING:
        t.player[t.seat].blessings |= <uint32_t>1 << card % CARD_NB
    else:
        t.player[t.seat].technologies |= <uint32_t>1 << card % CARD_NB


cdef int list_mixes(const TekhenuState* s, Move* moves) noexcept nogil:
    """All ways to make up the units of the card from the kinds it allows."""
    cdef int card = s.table.argument
    cdef int units = TABLES.starting[card].units
    cdef int kinds = TABLES.starting[card].kinds
    cdef int papyrus, bread, limestone, granite, n = 0
    for papyrus in range(units + 1 if kinds >> PAPYRUS & 1 else 1):
        for bread in range(units - papyrus + 1 if kinds >> BREAD & 1 else 1):
            for limestone in range(units - papyrus - bread + 1 if kinds >> LIMESTONE & 1 else 1):
                granite = units - papyrus - bread - limestone
                if granite == 0 or kinds >> GRANITE & 1:
                    moves[n] = make_goods(MOVE_MIX, papyrus, bread, limestone, granite, 0, 0)
                    n += 1
    return n


cdef void answer_mix(TekhenuState* s, Move move) noexcept nogil:
    cdef int kind
    for kind in range(BASIC_NB):
        s.table.player[s.table.seat].goods[kind] += move_goods(move, kind)
