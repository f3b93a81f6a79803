"""What nature draws: the wheel, dice, tiles, cards, lots."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.gains cimport add_die, note_news
from egypt.games.tekhenu.market cimport draw_secret_decree, lay_card, next_cards
from egypt.games.tekhenu.moves cimport (
    CARD, DEAL, DIE, DRAFTER, GOD_TILE, STARTING, SUN, TILE, make, make_reveal, make_three, move_b, move_c,
)
from egypt.games.tekhenu.rules_automaton cimport automaton_apply, automaton_outcomes, automaton_sample
from egypt.games.tekhenu.rules_maat cimport reveal_decrees
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, CARD_NB, COLOUR_NB, DECREE, GOD_NB, STARTING_NB, STEP_CARD, STEP_DEAL, STEP_DICE, STEP_DRAFTER,
    STEP_DRAW_DECREE, STEP_GOD_TILE, STEP_LOT_STARTING, STEP_OFFER, STEP_REVEAL, STEP_STARTING, STEP_SUN, STEP_TILE, Table,
    TekhenuState, die_code, push,
)
from egypt.games.tekhenu.tables cimport T

cdef enum:
    CENTRE = 12             # the cell in the middle of the temple

cdef enum:                  # pools of chance, each with a random stream of its own
    POOL_WHEEL = 0          # and Horus tiles
    POOL_TILES = 1
    POOL_DICE = 2
    POOL_BLESSINGS = 3      # the three decks in a row
    POOL_SEATS = 6          # starting cards, first drafter, what is merely shown
    POOL_AUTOMATON = 7


# -- which things, each equally likely ----------------------------------------------------------------------

cdef uint32_t possible(const TekhenuState* state, int* verb, int* offset) noexcept nogil:
    """Bit per thing that may be drawn now, and how to say it as an outcome: `verb` and what to add to the bit's number."""
    cdef const Table* table = &state.table
    cdef uint32_t things = 0
    cdef int space
    offset[0] = 0
    if table.step == STEP_CARD:
        verb[0] = CARD
        offset[0] = T.slot_deck[table.argument] * CARD_NB
        return next_cards(state, T.slot_deck[table.argument])
    if table.step == STEP_OFFER:
        verb[0] = CARD
        offset[0] = table.argument * CARD_NB
        return next_cards(state, table.argument)
    if table.step == STEP_DEAL or table.step == STEP_DRAW_DECREE:
        verb[0] = DEAL
        return next_cards(state, DECREE)
    if table.step == STEP_TILE:
        verb[0] = TILE
        return table.tiles
    if table.step == STEP_STARTING:
        verb[0] = STARTING
        return ((1 << STARTING_NB) - 1) & ~table.starting
    if table.step == STEP_LOT_STARTING:
        verb[0] = STARTING
        return ((1 << STARTING_NB) - 1) & ~table.player[0].drafted
    if table.step == STEP_DRAFTER:
        verb[0] = DRAFTER
        return people_seats(table)
    if table.step == STEP_SUN:
        verb[0] = SUN
        return (1 << GOD_NB) - 1
    verb[0] = GOD_TILE
    for space in range(table.argument):
        things |= 1 << table.god_at[space]
    return ((1 << GOD_NB) - 1) & ~things


cdef inline bint is_automatons(int step) noexcept nogil:
    return step > STEP_REVEAL and step != STEP_LOT_STARTING


cdef int list_outcomes(const TekhenuState* state, Move* outcomes, double* probabilities) noexcept nogil:
    cdef int verb = 0, offset = 0
    cdef int number, i
    cdef uint32_t things
    if state.table.step == STEP_DICE:
        return list_rolls(&state.table, outcomes, probabilities)
    if state.table.step == STEP_REVEAL:
        outcomes[0] = make_reveal(state.decrees[state.table.argument])
        probabilities[0] = 1.0
        return 1
    if is_automatons(state.table.step):
        return automaton_outcomes(state, outcomes, probabilities)
    things = possible(state, &verb, &offset)
    number = popcount(things)
    for i in range(number):
        outcomes[i] = make(verb, lowest_bit(things) + offset)
        probabilities[i] = 1.0 / number
        things &= things - 1
    return number


cdef Move draw_outcome(const TekhenuState* state, Rng* rng) noexcept nogil:
    cdef int verb = 0, offset = 0
    cdef uint32_t things
    if state.table.step == STEP_DICE:
        return draw_roll(&state.table, rng)
    if state.table.step == STEP_REVEAL:
        return make_reveal(state.decrees[state.table.argument])
    if is_automatons(state.table.step):
        return automaton_sample(state, rng)
    things = possible(state, &verb, &offset)
    return make(verb, nth_bit(things, rng_below(rng, popcount(things))) + offset)


cdef bint has_outcome(const TekhenuState* state) noexcept nogil:
    """Whether there is anything to draw; there always is in a position that a game leads to."""
    cdef const Table* table = &state.table
    if table.step == STEP_DICE:
        return dice_in_bag(table) != 0
    if table.step == STEP_CARD:
        return next_cards(state, T.slot_deck[table.argument]) != 0
    if table.step == STEP_OFFER:
        return next_cards(state, table.argument) != 0 and table.turn.offer[1] == 0
    if table.step == STEP_DEAL or table.step == STEP_DRAW_DECREE:
        return next_cards(state, DECREE) != 0
    if table.step == STEP_TILE:
        return table.tiles != 0 and (table.cell[CENTRE] == 0 if table.argument else table.slot[0] == 0)
    return True


# -- dice ---------------------------------------------------------------------------------------------------

cdef inline int dice_in_bag(const Table* table) noexcept nogil:
    return table.bag[0] + table.bag[1] + table.bag[2] + table.bag[3] + table.bag[4]


cdef int list_rolls(const Table* table, Move* outcomes, double* probabilities) noexcept nogil:
    """A die out of the bag, then its face."""
    cdef double each = 1.0 / (6 * dice_in_bag(table))
    cdef int colour, face, n = 0
    for colour in range(COLOUR_NB):
        if table.bag[colour]:
            for face in range(1, 7):
                outcomes[n] = make_three(DIE, 0, colour, face)
                probabilities[n] = table.bag[colour] * each
                n += 1
    return n


cdef Move draw_roll(const Table* table, Rng* rng) noexcept nogil:
    cdef int roll = rng_below(rng, 6 * dice_in_bag(table))
    cdef int die = roll // 6
    cdef int colour = 0
    while die >= table.bag[colour]:
        die -= table.bag[colour]
        colour += 1
    return make_three(DIE, 0, colour, roll % 6 + 1)


# -- carrying it out ----------------------------------------------------------------------------------------

cdef void lay_tile(Table* table, int tile, bint centre) noexcept nogil:
    """In the row every tile goes as far to the right as there is room; or the automaton begins with a pillar on it."""
    cdef int slot = 2
    table.tiles &= ~(<uint32_t>1 << tile)
    if centre:
        table.cell[CENTRE] = 1 + tile * 4
        table.player[AUTOMATON].pillars |= <uint32_t>1 << CENTRE
        return
    while table.slot[slot]:
        slot -= 1
    table.slot[slot] = tile + 1


cdef void deal_decree(TekhenuState* state, int card) noexcept nogil:
    """Seat after seat, until everybody has those to choose from."""
    cdef Table* table = &state.table
    cdef int seat = table.argument
    draw_secret_decree(state, seat, card)
    if popcount(state.decrees[seat]) < T.decrees_dealt:
        push(table, STEP_DEAL, seat)
    elif people_seats(table) >> (seat + 1) & 1:
        push(table, STEP_DEAL, seat + 1)


cdef void offer_card(TekhenuState* state, int card) noexcept nogil:
    """`card` counts through all decks."""
    cdef Table* table = &state.table
    table.deck[table.argument] &= ~(<uint32_t>1 << card % CARD_NB)
    table.turn.offer[1 if table.turn.offer[0] else 0] = card + 1


cdef void carry_out(TekhenuState* state, Move outcome) noexcept nogil:
    cdef Table* table = &state.table
    cdef int step = table.step
    cdef int what = move_c(outcome)
    if step == STEP_DICE:
        table.bag[move_b(outcome)] -= 1
        add_die(table, die_code(table.argument >> 3, move_b(outcome), what))
        if table.argument & 7 > 1:
            push(table, STEP_DICE, table.argument - 1)
    elif step == STEP_CARD:
        note_news(table)
        lay_card(state, table.argument, what % CARD_NB)
    elif step == STEP_TILE:
        note_news(table)
        lay_tile(table, what, table.argument == 1)
    elif step == STEP_DRAW_DECREE:
        note_news(table)
        draw_secret_decree(state, table.seat, what)
    elif step == STEP_DEAL:
        deal_decree(state, what)
    elif step == STEP_REVEAL:
        reveal_decrees(state, table.argument)
    elif step == STEP_SUN:
        table.sun = what
    elif step == STEP_GOD_TILE:
        table.god_at[table.argument] = what
        if table.argument + 1 < GOD_NB:
            push(table, STEP_GOD_TILE, table.argument + 1)
    elif step == STEP_STARTING:
        table.starting |= 1 << what
        if table.argument > 1:
            push(table, STEP_STARTING, table.argument - 1)
    elif step == STEP_LOT_STARTING:
        table.player[0].drafted |= 1 << what
        if table.argument > 1:
            push(table, STEP_LOT_STARTING, table.argument - 1)
    elif step == STEP_DRAFTER:
        table.place = what
    elif step == STEP_OFFER:
        offer_card(state, what)
    else:
        automaton_apply(state, outcome)


cdef int pool_of(const TekhenuState* state) noexcept nogil:
    cdef int step = state.table.step
    if step == STEP_DICE:
        return POOL_DICE
    if step == STEP_CARD:
        return POOL_BLESSINGS + T.slot_deck[state.table.argument]
    if step == STEP_OFFER:
        return POOL_BLESSINGS + state.table.argument
    if step == STEP_DEAL or step == STEP_DRAW_DECREE:
        return POOL_BLESSINGS + DECREE
    if step == STEP_TILE:
        return POOL_TILES
    if step == STEP_SUN or step == STEP_GOD_TILE:
        return POOL_WHEEL
    return POOL_AUTOMATON if is_automatons(step) else POOL_SEATS
