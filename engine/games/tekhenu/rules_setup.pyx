"""Set-up: the board, secret decrees, the draft of starting cards (rulebook pp. 6-8)."""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport CHANCE, TRUTH, Move
from egypt.games.tekhenu.gains cimport gain, receive_god_gains
from egypt.games.tekhenu.market cimport deck_ready
from egypt.games.tekhenu.moves cimport DRAFT, KEEP, MIX, OFFERED, make, make_goods, move_goods
from egypt.games.tekhenu.rules_automaton cimport automaton_setup
from egypt.games.tekhenu.rules_osiris cimport BY_STARTING_CARD
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BLESSING, BREAD, CARD_NB, COLOUR_NB, DECREE, GOD_NB, GOODS_NB, GRANITE, LIMESTONE, OSIRIS, PAPYRUS,
    SECTION_NB, STARTING_NB, STEP_BONUS, STEP_DEAL, STEP_DESTINY, STEP_DESTINY_GAIN, STEP_DICE, STEP_DISTRICT, STEP_DRAFT,
    STEP_DRAFTER, STEP_FILL, STEP_GOD_TILE, STEP_KEEP, STEP_KEEP_OFFER, STEP_LOT_STARTING, STEP_MIX, STEP_OFFER,
    STEP_SETTLED, STEP_SETTLE_ORDER, STEP_STARTING, STEP_STARTING_GAIN, STEP_SUN, STEP_TILE, TECHNOLOGY, TILE_NB,
    Player, Table, TekhenuState, god_statues_at, is_solo, pop, push,
)
from egypt.games.tekhenu.tables cimport STARTING_GAIN, STARTING_KEEP_ONE, STARTING_MIX, STARTING_OSIRIS, T

cdef enum:
    CARDS_PER_PLAYER = 2    # starting cards
    OFFERED_NB = 2          # cards drawn of which one is kept


# -- the board ----------------------------------------------------------------------------------------------

cdef int people_seats(const Table* table) noexcept nogil:
    return 1 if is_solo(table) else (1 << table.header.players) - 1


cdef void new_game(void* raw, int players, int variant) noexcept nogil:
    """Everything that needs no luck, then all that does, as steps: the last one is pushed first."""
    cdef TekhenuState* state = <TekhenuState*>raw
    cdef Table* table = &state.table
    cdef int i
    memset(state, 0, sizeof(TekhenuState))
    table.header.viewer = TRUTH
    table.header.players = players
    table.header.variant = variant
    table.size = 1 if T.variant[variant].solo else players
    for i in range(COLOUR_NB):
        table.bag[i] = T.dice[table.size][i]
    table.deck[BLESSING] = T.cards[table.size][BLESSING]
    table.deck[TECHNOLOGY] = T.cards[table.size][TECHNOLOGY]
    state.decree_deck = T.cards[table.size][DECREE]
    table.unseen[0] = state.decree_deck
    table.decree_left = popcount(state.decree_deck)
    table.tiles = (1 << TILE_NB) - 1
    for i in range(SECTION_NB):
        if T.opens_at[i] == 0:
            table.opened |= 1 << i
    for i in range(GOD_NB):
        table.god_at[i] = T.printed_god[i] if T.variant[variant].printed_gods else GOD_NB
    for i in range(players):
        table.order[i] = i
        set_up_player(state, i)
    push_set_up(table)
    pop(table)
    table.header.actor = CHANCE


cdef void set_up_player(TekhenuState* state, int seat) noexcept nogil:
    cdef Player* player = &state.table.player[seat]
    cdef int i
    if is_solo(&state.table) and seat == AUTOMATON:
        player.vp = T.solo.start_vp
        player.happiness = T.solo.start_happiness
        player.population = T.solo.start_population
        return
    player.vp = T.start_vp
    player.happiness = T.start_happiness
    player.population = T.start_population
    for i in range(BASIC_NB):
        player.production[i] = T.production_start
    for i in range(GOODS_NB):
        player.goods[i] = T.start_gain.amount[i]


cdef void push_set_up(Table* table) noexcept nogil:
    cdef int i
    push(table, STEP_SETTLE_ORDER)
    if T.variant[table.header.variant].random_start:
        push(table, STEP_LOT_STARTING, CARDS_PER_PLAYER)
    else:
        push(table, STEP_DRAFT, 0)
        if not is_solo(table):
            push(table, STEP_DRAFTER)
        push(table, STEP_STARTING, T.starting_cards[table.size])
    push(table, STEP_KEEP)
    push(table, STEP_DEAL, 0)
    for i in range(SECTION_NB - 1, -1, -1):
        if table.opened >> i & 1:
            push(table, STEP_FILL, i)
    for i in range(GOD_NB - 1, -1, -1):
        push(table, STEP_DICE, i << 3 | T.dice_per_sector)
    if T.variant[table.header.variant].pillar:
        push(table, STEP_TILE, 1)
    for _ in range(3):
        push(table, STEP_TILE)
    if not T.variant[table.header.variant].printed_gods:
        push(table, STEP_GOD_TILE, 0)
    push(table, STEP_SUN)


# -- decrees and starting cards -----------------------------------------------------------------------------

cdef int list_kept(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef uint32_t cards = state.decrees[state.table.header.actor]
    cdef int n = 0
    while cards:
        moves[n] = make(KEEP, lowest_bit(cards))
        cards &= cards - 1
        n += 1
    return n


cdef int draft_seat(const Table* table, int pick) noexcept nogil:
    """Around the table from the first drafter (`place`), then back the same way."""
    cdef int players = table.header.players
    if is_solo(table):
        return 0
    if pick < players:
        return (table.place + pick) % players
    return (table.place + 2 * players - 1 - pick) % players


cdef int list_draft(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int card, n = 0
    for card in range(STARTING_NB):
        if state.table.starting >> card & 1:
            moves[n] = make(DRAFT, card)
            n += 1
    return n


cdef void answer_draft(TekhenuState* state, int card) noexcept nogil:
    cdef Table* table = &state.table
    cdef int drafters = popcount(people_seats(table))
    table.starting &= ~(1 << card)
    table.player[table.header.actor].drafted |= 1 << card
    if table.argument + 1 < CARDS_PER_PLAYER * drafters:
        push(table, STEP_DRAFT, table.argument + 1)


cdef int initiative(const Player* player) noexcept nogil:
    """The sum of the card numbers; of equal sums the one with the higher card is larger."""
    cdef int card, total = 0, highest = 0
    for card in range(STARTING_NB):
        if player.drafted >> card & 1:
            total += card + 1
            highest = card
    return total * STARTING_NB + highest


cdef void settle_order(TekhenuState* state) noexcept nogil:
    """Turn order; then destiny cards are taken, and everybody gains what the cards show."""
    cdef Table* table = &state.table
    cdef int players = table.header.players
    cdef int place, i, seat
    table.starting = 0
    table.place = 0
    for i in range(1, players):
        seat = table.order[i]
        place = i
        while place > 0 and initiative(&table.player[seat]) > initiative(&table.player[table.order[place - 1]]):
            table.order[place] = table.order[place - 1]
            place -= 1
        table.order[place] = seat
    if is_solo(table):
        table.order[0] = AUTOMATON
        table.order[1] = 0
    push(table, STEP_SETTLED)
    for place in range(players - 1, -1, -1):
        if people_seats(table) >> table.order[place] & 1:
            push(table, STEP_DESTINY_GAIN, table.order[place])
            push(table, STEP_STARTING_GAIN, table.order[place])
    push(table, STEP_DESTINY, 0)
    if is_solo(table):
        automaton_setup(state)


# -- what starting cards bring (rulebook p. 28) -------------------------------------------------------------

cdef int next_starting(const Player* player) noexcept nogil:
    """Cards that draw other cards come first: nothing is lost by knowing what they bring."""
    cdef int card, first = -1
    for card in range(STARTING_NB - 1, -1, -1):
        if player.drafted >> card & 1:
            if first < 0 or T.starting[card].effect == STARTING_KEEP_ONE or T.starting[first].effect != STARTING_KEEP_ONE:
                first = card
    return first


cdef void gain_starting(TekhenuState* state, int seat) noexcept nogil:
    cdef Table* table = &state.table
    cdef Player* player = &table.player[seat]
    cdef int card = next_starting(player)
    if card < 0:
        return
    table.seat = seat
    player.drafted &= ~(1 << card)
    push(table, STEP_STARTING_GAIN, seat)
    if T.starting[card].effect == STARTING_GAIN:
        gain(state, seat, &T.starting[card].gain)
    elif T.starting[card].effect == STARTING_MIX:
        push(table, STEP_MIX, card)
    elif T.starting[card].effect == STARTING_OSIRIS:
        if god_statues_at(table, OSIRIS):
            push(table, STEP_BONUS, OSIRIS * 8)
        receive_god_gains(state, OSIRIS)
        push(table, STEP_DISTRICT, (T.starting[card].value - 1) | BY_STARTING_CARD | T.starting[card].districts << 4)
    elif deck_ready(state, T.starting[card].deck):
        push(table, STEP_KEEP_OFFER, T.starting[card].deck)
        push(table, STEP_OFFER, T.starting[card].deck)
        push(table, STEP_OFFER, T.starting[card].deck)


cdef int list_offer(const TekhenuState* state, Move* moves) noexcept nogil:
    """The cards lie open; equal to what anybody could work out once one of them is kept."""
    cdef int a = state.table.turn.offer[0]
    cdef int b = state.table.turn.offer[1]
    moves[0] = make(OFFERED, min(a, b) - 1)
    moves[1] = make(OFFERED, max(a, b) - 1)
    return OFFERED_NB


cdef void answer_offer(TekhenuState* state, int card) noexcept nogil:
    cdef Table* table = &state.table
    cdef int deck = table.argument
    cdef int i
    for i in range(OFFERED_NB):
        if table.turn.offer[i] != card + 1:
            table.deck[deck] |= <uint32_t>1 << (table.turn.offer[i] - 1) % CARD_NB
        table.turn.offer[i] = 0
    if deck == BLESSING:
        table.player[table.seat].blessings |= <uint32_t>1 << card % CARD_NB
    else:
        table.player[table.seat].technologies |= <uint32_t>1 << card % CARD_NB


cdef int list_mixes(const TekhenuState* state, Move* moves) noexcept nogil:
    """All ways to make up the units of the card from the kinds it allows."""
    cdef int card = state.table.argument
    cdef int units = T.starting[card].units
    cdef int kinds = T.starting[card].kinds
    cdef int papyrus, bread, limestone, granite, n = 0
    for papyrus in range(units + 1 if kinds >> PAPYRUS & 1 else 1):
        for bread in range(units - papyrus + 1 if kinds >> BREAD & 1 else 1):
            for limestone in range(units - papyrus - bread + 1 if kinds >> LIMESTONE & 1 else 1):
                granite = units - papyrus - bread - limestone
                if granite == 0 or kinds >> GRANITE & 1:
                    moves[n] = make_goods(MIX, papyrus, bread, limestone, granite, 0, 0)
                    n += 1
    return n


cdef void answer_mix(TekhenuState* state, Move move) noexcept nogil:
    cdef int kind
    for kind in range(BASIC_NB):
        state.table.player[state.table.seat].goods[kind] += move_goods(move, kind)
