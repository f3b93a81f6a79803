"""What nature draws: the wheel, dice, tiles, cards, lots."""

from libc.stdint cimport uint32_t

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move, Rng
from egypt.games.tekhenu.gains cimport add_die, note_news
from egypt.games.tekhenu.market cimport draw_secret_decree, lay_card, next_cards
from egypt.games.tekhenu.moves cimport (
    MOVE_CARD, MOVE_DEAL, MOVE_DIE, MOVE_DRAFTER, MOVE_GOD_TILE, MOVE_STARTING, MOVE_SUN, MOVE_TILE, make_move,
    make_reveal, make_three, move_b, move_c,
)
from egypt.games.tekhenu.rules_automaton cimport automaton_apply, automaton_outcomes, automaton_sample
from egypt.games.tekhenu.rules_maat cimport reveal_decrees
from egypt.games.tekhenu.rules_setup cimport people_seats
from egypt.games.tekhenu.state cimport (
    AUTOMATON, CARD_NB, COLOUR_NB, DECREE, FACE_NB, GOD_NB, STARTING_NB, STEP_CARD, STEP_DEAL, STEP_DICE, STEP_DRAFTER,
    STEP_DRAW_DECREE, STEP_GOD_TILE, STEP_LOT_STARTING, STEP_OFFER, STEP_REVEAL, STEP_STARTING, STEP_SUN, STEP_TILE,
    Table, TekhenuState, die_code, push,
)
from egypt.games.tekhenu.step_arguments cimport dice_in, sector_in
from egypt.games.tekhenu.tables cimport TABLES

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

cdef uint32_t possible(const TekhenuState* s, int* kind, int* offset) noexcept nogil:
    """Bit per thing that may be drawn now, and how to say it as an outcome: its kind and what to add to the bit's number."""
    cdef const Table* t = &s.table
    cdef uint32_t things = 0
    cdef int space
    offset[0] = 0
    if t.step == STEP_CARD:
        kind[0] = MOVE_CARD
        offset[0] = TABLES.slot_deck[t.argument] * CARD_NB
        return next_cards(s, TABLES.slot_deck[t.argument])
    if t.step == STEP_OFFER:
        kind[0] = MOVE_CARD
        offset[0] = t.argument * CARD_NB
        return next_cards(s, t.argument)
    if t.step == STEP_DEAL or t.step == STEP_DRAW_DECREE:
        kind[0] = MOVE_DEAL
        return next_cards(s, DECREE)
    if t.step == STEP_TILE:
        kind[0] = MOVE_TILE
        return t.tiles
    if t.step == STEP_STARTING:
        kind[0] = MOVE_STARTING
        return ((1 << STARTING_NB) - 1) & ~t.starting
    if t.step == STEP_LOT_STARTING:
        kind[0] = MOVE_STARTING
        return ((1 << STARTING_NB) - 1) & ~t.player[0].drafted
    if t.step == STEP_DRAFTER:
        kind[0] = MOVE_DRAFTER
        return people_seats(t)
    if t.step == STEP_SUN:
        kind[0] = MOVE_SUN
        return (1 << GOD_NB) - 1
    kind[0] = MOVE_GOD_TILE
    for space in range(t.argument):
        things |= 1 << t.god_at[space]
    return ((1 << GOD_NB) - 1) & ~things


cdef inline bint is_automatons(int step) noexcept nogil:
    return step > STEP_REVEAL and step != STEP_LOT_STARTING


cdef int list_outcomes(const TekhenuState* s, Move* outcomes, double* probabilities) noexcept nogil:
    cdef int kind = 0, offset = 0
    cdef int number, i
    cdef uint32_t things
    if s.table.step == STEP_DICE:
        return list_rolls(&s.table, outcomes, probabilities)
    if s.table.step == STEP_REVEAL:
        outcomes[0] = make_reveal(s.decrees[s.table.argument])
        probabilities[0] = 1.0
        return 1
    if is_automatons(s.table.step):
        return automaton_outcomes(s, outcomes, probabilities)
    things = possible(s, &kind, &offset)
    number = popcount(things)
    for i in range(number):
        outcomes[i] = make_move(kind, lowest_bit(things) + offset)
        probabilities[i] = 1.0 / number
        things &= things - 1
    return number


cdef Move draw_outcome(const TekhenuState* s, Rng* rng) noexcept nogil:
    cdef int kind = 0, offset = 0
    cdef uint32_t things
    if s.table.step == STEP_DICE:
        return draw_roll(&s.table, rng)
    if s.table.step == STEP_REVEAL:
        return make_reveal(s.decrees[s.table.argument])
    if is_automatons(s.table.step):
        return automaton_sample(s, rng)
    things = possible(s, &kind, &offset)
    return make_move(kind, nth_bit(things, rng_below(rng, popcount(things))) + offset)


cdef bint has_outcome(const TekhenuState* s) noexcept nogil:
    """Whether there is anything to draw; there always is in a position that a game leads to."""
    cdef const Table* t = &s.table
    if t.step == STEP_DICE:
        return dice_in_bag(t) != 0
    if t.step == STEP_CARD:
        return next_cards(s, TABLES.slot_deck[t.argument]) != 0
    if t.step == STEP_OFFER:
        return next_cards(s, t.argument) != 0 and t.turn.offer[1] == 0
    if t.step == STEP_DEAL or t.step == STEP_DRAW_DECREE:
        return next_cards(s, DECREE) != 0
    if t.step == STEP_TILE:
        return t.tiles != 0 and (t.cell[CENTRE] == 0 if t.argument else t.slot[0] == 0)
    return True


# -- dice ---------------------------------------------------------------------------------------------------

cdef inline int dice_in_bag(const Table* t) noexcept nogil:
    return t.bag[0] + t.bag[1] + t.bag[2] + t.bag[3] + t.bag[4]


cdef int list_rolls(const Table* t, Move* outcomes, double* probabilities) noexcept nogil:
    """A die out of the bag, then its face."""
    cdef double each = 1.0 / (FACE_NB * dice_in_bag(t))
    cdef int colour, face, n = 0
    for colour in range(COLOUR_NB):
        if t.bag[colour]:
            for face in range(1, 7):
                outcomes[n] = make_three(MOVE_DIE, 0, colour, face)
                probabilities[n] = t.bag[colour] * each
                n += 1
    return n


cdef inline int colour_in_bag(const Table* t, int die) noexcept nogil:
    """Of one of the dice, counted colour by colour."""
    cdef int colour = 0
    while die >= t.bag[colour]:
        die -= t.bag[colour]
        colour += 1
    return colour


cdef Move draw_roll(const Table* t, Rng* rng) noexcept nogil:
    cdef int roll = rng_below(rng, FACE_NB * dice_in_bag(t))
    return make_three(MOVE_DIE, 0, colour_in_bag(t, roll // FACE_NB), roll % FACE_NB + 1)


cdef void lay_die(Table* t, int colour, int face) noexcept nogil:
    t.bag[colour] -= 1
    add_die(t, die_code(sector_in(t.argument), colour, face))


cdef void roll_dice(Table* t, Rng* rng) noexcept nogil:
    """All that are still to come for this sector, with the same numbers as draw by draw."""
    cdef int roll, left = dice_in_bag(t)
    while True:
        roll = rng_below(rng, FACE_NB * left)
        lay_die(t, colour_in_bag(t, roll // FACE_NB), roll % FACE_NB + 1)
        left -= 1
        if dice_in(t.argument) <= 1:
            return
        t.argument -= 1
        if left == 0:
            return


# -- carrying it out ----------------------------------------------------------------------------------------

cdef void lay_tile(Table* t, int tile, bint centre) noexcept nogil:
    """In the row every tile goes as far to the right as there is room; or the automaton begins with a pillar on it."""
    cdef int slot = 2
    t.tiles &= ~(<uint32_t>1 << tile)
    if centre:
        t.cell[CENTRE] = 1 + tile * 4
        t.player[AUTOMATON].pillars |= <uint32_t>1 << CENTRE
        return
    while t.slot[slot]:
        slot -= 1
    t.slot[slot] = tile + 1


cdef void deal_decree(TekhenuState* s, int card) noexcept nogil:
    """Seat after seat, until everybody has those to choose from."""
    cdef Table* t = &s.table
    cdef int seat = t.argument
    draw_secret_decree(s, seat, card)
    if popcount(s.decrees[seat]) < TABLES.decrees_dealt:
        push(t, STEP_DEAL, seat)
    elif people_seats(t) >> (seat + 1) & 1:
        push(t, STEP_DEAL, seat + 1)


cdef void offer_card(TekhenuState* s, int card) noexcept nogil:
    """`card` counts through all decks."""
    cdef Table* t = &s.table
    t.deck[t.argument] &= ~(<uint32_t>1 << card % CARD_NB)
    t.turn.offer[1 if t.turn.offer[0] else 0] = card + 1


cdef void carry_out(TekhenuState* s, Move outcome) noexcept nogil:
    cdef Table* t = &s.table
    cdef int step = t.step
    cdef int what = move_c(outcome)
    if step == STEP_DICE:
        lay_die(t, move_b(outcome), what)
        if dice_in(t.argument) > 1:
            push(t, STEP_DICE, t.argument - 1)
    elif step == STEP_CARD:
        note_news(t)
        lay_card(s, t.argument, what % CARD_NB)
    elif step == STEP_TILE:
        note_news(t)
        lay_tile(t, what, t.argument == 1)
    elif step == STEP_DRAW_DECREE:
        note_news(t)
        draw_secret_decree(s, t.seat, what)
    elif step == STEP_DEAL:
        deal_decree(s, what)
    elif step == STEP_REVEAL:
        reveal_decrees(s, t.argument)
    elif step == STEP_SUN:
        t.sun = what
    elif step == STEP_GOD_TILE:
        t.god_at[t.argument] = what
        if t.argument + 1 < GOD_NB:
            push(t, STEP_GOD_TILE, t.argument + 1)
    elif step == STEP_STARTING:
        t.starting |= 1 << what
        if t.argument > 1:
            push(t, STEP_STARTING, t.argument - 1)
    elif step == STEP_LOT_STARTING:
        t.player[0].drafted |= 1 << what
        if t.argument > 1:
            push(t, STEP_LOT_STARTING, t.argument - 1)
    elif step == STEP_DRAFTER:
        t.place = what
    elif step == STEP_OFFER:
        offer_card(s, what)
    else:
        automaton_apply(s, outcome)


cdef int pool_of(const TekhenuState* s) noexcept nogil:
    cdef int step = s.table.step
    if step == STEP_DICE:
        return POOL_DICE
    if step == STEP_CARD:
        return POOL_BLESSINGS + TABLES.slot_deck[s.table.argument]
    if step == STEP_OFFER:
        return POOL_BLESSINGS + s.table.argument
    if step == STEP_DEAL or step == STEP_DRAW_DECREE:
        return POOL_BLESSINGS + DECREE
    if step == STEP_TILE:
        return POOL_TILES
    if step == STEP_SUN or step == STEP_GOD_TILE:
        return POOL_WHEEL
    return POOL_AUTOMATON if is_automatons(step) else POOL_SEATS
