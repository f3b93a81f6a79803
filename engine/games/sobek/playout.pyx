"""Random play to the end in one go, each legal move equally likely, as the rules table would play it but on loose cards.

Nobody keeps books and nothing is merely shown, so nature's draws need no phases of their own. Moves are not listed where
that can be helped: sets are drawn from a box that holds them all, and drawn again if what comes out is no set.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng
from egypt.games.sobek.bags cimport bag_minus
from egypt.games.sobek.loose cimport Loose, cards_of_kind, count_cards_at, draw_card, gather, scatter
from egypt.games.sobek.moves cimport (
    move_aim, move_argument, move_token, set_amulet_count, set_family, set_green, set_mates, set_plain,
    set_scarabs,
)
from egypt.games.sobek.playout_characters cimport (
    drop_loose_card, list_loose_characters, play_loose_character, retrieve_loose_card,
)
from egypt.games.sobek.playout_sets cimport Boxes, amulets_alone, count_beginnings, measure_boxes
from egypt.games.sobek.rules cimport (
    apply, is_last_round, last_players, legal_moves, sample_chance, start_round,
)
from egypt.games.sobek.rules_events cimport list_events, play_guild
from egypt.games.sobek.scoring cimport most_corrupt, score_round
from egypt.games.sobek.state cimport (
    BOOKS_CLOSED, NO_SECRETS, PHASE_DROP, PHASE_EVENT, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_OVER,
    PHASE_RETRIEVE, PHASE_SET, PHASE_STARTER, PHASE_TURN, PILE, SECRETS, SobekState, next_seat,
)
from egypt.games.sobek.tables cimport (
    AMULET, CARD_NB, CURSE, EMBALMING, FAMILY_NB, FLOOD, MATES_NB, ORANGE, PROSPERITY, RUSE, SYMBOL_NB, T,
    choice_cards, choice_number, shape_choice, shape_of, shape_useful,
)


cdef inline void set_actor(SobekState* state, int phase, int actor) noexcept nogil:
    state.table.phase = phase
    state.table.header.actor = actor


# -- rounds and deliveries -----------------------------------------------------------------------------------

cdef void deal_round(SobekState* state, Loose* loose) noexcept nogil:
    """Starting hands, docks, and who names the starting player."""
    cdef int seat, last, card, chosen, left = loose.green_nb
    start_round(state)
    state.table.draws_to_hand = 0
    loose.undrawn = CARD_NB - loose.green_nb
    loose.known = 0
    loose.set_amulets = 0
    for seat in range(state.table.header.players):
        for _ in range(T.sizes.starting_hand):
            chosen = rng_below(loose.rng, left)
            card = loose.green[chosen]
            left -= 1
            loose.green[chosen] = loose.green[left]
            loose.green[left] = card
            state.cards[seat] |= <uint64_t>1 << card
    deliver(state, loose)
    last = last_players(state)
    set_actor(state, PHASE_STARTER, nth_bit(last, rng_below(loose.rng, popcount(last))))


cdef void deliver(SobekState* state, Loose* loose) noexcept nogil:
    cdef int size = min(T.sizes.docks, state.table.deck_left)
    cdef int place
    cdef uint64_t cards = 0
    state.table.deck_left -= size
    for place in range(size):
        cards |= draw_card(loose)
        loose.row[place + 1] = cards
    loose.row[0] = 0
    loose.row_first = 0
    loose.row_end = size


cdef void end_turn(SobekState* state, Loose* loose) noexcept nogil:
    if loose.row_first == loose.row_end:
        if not state.table.deck_left:
            start_laying(state, loose)
            return
        deliver(state, loose)
    state.table.flood_turn = state.table.again
    if state.table.again:
        state.table.again = 0
    else:
        state.table.turn = next_seat(&state.table, state.table.turn)
    set_actor(state, PHASE_TURN, state.table.turn)


# -- sets ----------------------------------------------------------------------------------------------------

cdef bint lay_from_box(SobekState* state, Loose* loose, int seat, const Boxes* boxes, uint32_t index) noexcept nogil:
    """Lays choice number `index` of the boxes; False if that is too few cards for a set."""
    cdef uint64_t hand = state.cards[seat]
    cdef bint vertical = state.table.phase == PHASE_TURN
    cdef uint64_t mates, chosen = 0
    cdef int family = 0
    cdef int amulets = 0
    cdef uint32_t shape, choice, without_amulets
    cdef int row, cards, mate_number
    while index >= boxes.size[family]:
        index -= boxes.size[family]
        family += 1
    shape = shape_of(hand, family)
    mates = hand & T.back_mask[ORANGE] & T.family_mask[family]
    mate_number = popcount(mates)
    without_amulets = shape_useful(shape, boxes.amulets + mate_number) << mate_number
    while index >= without_amulets:
        index -= without_amulets
        amulets += 1
    cards = amulets
    while mates:
        chosen |= mates & -mates & -<uint64_t>(index & 1)
        cards += index & 1
        index >>= 1
        mates &= mates - 1
    choice = shape_choice(shape, index)
    cards += choice_cards(choice)
    if cards < T.sizes.set_minimum or (cards == amulets and not amulets_alone(state, seat, family, vertical)):
        return False
    for row in range(3):
        chosen |= cards_of_kind(hand, 3 * family + row, choice_number(choice, row))
    lay_cards(state, loose, seat, family, chosen, amulets)
    return True


cdef void lay_cards(SobekState* state, Loose* loose, int seat, int family, uint64_t cards, int amulets) noexcept nogil:
    """Vertical sets in a turn, horizontal ones at the end of a round."""
    cdef uint64_t jokers = cards_of_kind(state.cards[seat], AMULET, amulets)
    state.cards[seat] ^= cards | jokers
    loose.set_amulets |= jokers
    if state.table.phase == PHASE_LAY or state.table.phase == PHASE_LAY_SET:
        state.table.lying[seat] |= cards
        state.table.lying_amulets[seat] += <uint32_t>amulets << (4 * family)
        state.table.lay_family = family + 1
        next_layer(state, loose)
    else:
        state.table.laid[seat] |= cards
        state.table.set_amulets[seat] += <uint32_t>amulets << (4 * family)
        trigger_event(state, loose)


cdef void begin_set(SobekState* state, const Boxes* boxes, int chosen) noexcept nogil:
    cdef int beginning = count_beginnings(state, state.table.turn, boxes, chosen)
    state.table.begun_family = beginning >> 8
    state.table.begun_amulets = beginning & 255
    state.table.phase = PHASE_SET if state.table.phase == PHASE_TURN else PHASE_LAY_SET


cdef void finish_set(SobekState* state, Loose* loose, Move move) noexcept nogil:
    """The cards of a set that was begun."""
    cdef int seat = state.table.turn
    cdef int family = set_family(move)
    cdef int[3] numbers = [set_scarabs(move), set_plain(move), set_green(move)]
    cdef uint64_t cards = 0
    cdef int i
    for i in range(3):
        cards |= cards_of_kind(state.cards[seat], 3 * family + i, numbers[i])
    for i in range(MATES_NB):
        if set_mates(move) >> i & 1:
            cards |= T.run[T.mate[family][i]]
    state.table.begun_family = 0
    state.table.begun_amulets = 0
    lay_cards(state, loose, seat, family, cards, set_amulet_count(move))


# -- the turn ------------------------------------------------------------------------------------------------

cdef inline void take(SobekState* state, Loose* loose, int skipped) noexcept nogil:
    cdef int seat = state.table.turn
    cdef const uint64_t* row = loose.row + loose.row_first
    cdef uint64_t corrupt = row[0] ^ row[skipped]
    cdef uint64_t taken = row[skipped] ^ row[skipped + 1]
    state.cards[seat] |= taken
    state.cards[PILE + seat] |= corrupt
    loose.known |= (taken | corrupt) & ~T.back_mask[ORANGE]
    if not T.rulings[state.table.header.variant].peek_own:
        state.blind[seat] |= corrupt & T.back_mask[ORANGE]
    loose.row_first += skipped + 1
    end_turn(state, loose)


cdef void play_turn(SobekState* state, Loose* loose) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Boxes boxes
    cdef int seat = state.table.turn
    cdef uint32_t takes = min(T.sizes.reach, loose.row_end - loose.row_first)
    cdef uint32_t characters = 0
    cdef uint32_t choice
    cdef uint32_t passes = state.table.flood_turn and T.rulings[state.table.header.variant].flood_optional
    if state.cards[seat] & T.back_mask[ORANGE]:
        characters = list_loose_characters(state, loose, moves)
    measure_boxes(state, seat, 0, True, &boxes)
    while True:
        choice = rng_below(loose.rng, takes + characters + boxes.total + passes)
        if choice < takes:
            take(state, loose, choice)
            return
        choice -= takes
        if choice < characters:
            play_loose_character(state, loose, moves[choice])
            if state.table.phase == PHASE_TURN:
                end_turn(state, loose)
            return
        choice -= characters
        if choice >= boxes.total:
            end_turn(state, loose)
            return
        if boxes.huge:
            begin_set(state, &boxes, choice)
            return
        if lay_from_box(state, loose, seat, &boxes, choice):
            return


# -- events --------------------------------------------------------------------------------------------------

cdef void trigger_event(SobekState* state, Loose* loose) noexcept nogil:
    cdef int hidden
    if state.table.tokens_left == 0:
        state.table.phase = PHASE_TURN
        end_turn(state, loose)
        return
    while state.table.tokens_drawn < state.table.tokens_left:
        hidden = T.all_tokens & ~(state.tokens | state.table.tokens_used)
        state.tokens |= 1 << nth_bit(hidden, rng_below(loose.rng, popcount(hidden)))
        state.table.tokens_drawn += 1
    state.table.lookers |= 1 << state.table.turn
    state.table.phase = PHASE_EVENT


cdef void play_event(SobekState* state, Loose* loose, Move move) noexcept nogil:
    cdef int seat = state.table.turn
    cdef int token = move_token(move)
    cdef int aim = move_aim(move) - 1
    cdef int bit = 1 << lowest_bit(state.tokens & T.token_run[token])
    state.tokens ^= bit
    state.table.tokens_used |= bit
    state.table.tokens_left -= 1
    state.table.tokens_drawn -= 1
    if token < SYMBOL_NB:
        play_guild(state, token, seat, aim)
    elif token == FLOOD:
        state.table.again = 1
    elif token == CURSE:
        state.table.curses[aim] += 1
    elif token == PROSPERITY and aim >= 0:
        state.table.prosperity[seat] += <uint32_t>1 << (4 * aim)
    elif token == EMBALMING:
        state.cards[seat] |= state.cards[PILE + seat]
        state.cards[PILE + seat] = 0
        state.blind[seat] = 0
    elif token == RUSE:
        state.table.total[seat] += popcount(state.cards[PILE + seat])
        state.table.gains[seat] += popcount(state.cards[PILE + seat])
    end_turn(state, loose)


# -- the end of a round --------------------------------------------------------------------------------------

cdef void start_laying(SobekState* state, Loose* loose) noexcept nogil:
    state.table.again = 0
    state.table.flood_turn = 0
    state.table.turn = state.table.starter
    next_layer(state, loose)


cdef void next_layer(SobekState* state, Loose* loose) noexcept nogil:
    cdef int seat
    while state.table.layers_done < state.table.header.players:
        seat = state.table.turn
        if state.table.lay_family < FAMILY_NB and popcount(state.cards[seat]) >= T.sizes.set_minimum:
            set_actor(state, PHASE_LAY, seat)
            return
        state.cards[PILE + seat] |= state.cards[seat]
        state.cards[seat] = 0
        state.table.lay_family = 0
        state.table.layers_done += 1
        state.table.turn = next_seat(&state.table, seat)
    end_round(state, loose)


cdef void lay_or_stop(SobekState* state, Loose* loose) noexcept nogil:
    cdef Boxes boxes
    cdef int seat = state.table.turn
    cdef uint32_t choice
    measure_boxes(state, seat, state.table.lay_family, False, &boxes)
    while True:
        choice = rng_below(loose.rng, boxes.total + 1)
        if choice == boxes.total:
            state.table.lay_family = FAMILY_NB
            next_layer(state, loose)
            return
        if boxes.huge:
            begin_set(state, &boxes, choice)
            return
        if lay_from_box(state, loose, seat, &boxes, choice):
            return


cdef void end_round(SobekState* state, Loose* loose) noexcept nogil:
    cdef int seat
    for seat in range(state.table.header.players):
        count_cards_at(state, PILE + seat)
    score_round(state, most_corrupt(state))
    if is_last_round(state):
        set_actor(state, PHASE_OVER, OVER)
    else:
        deal_round(state, loose)


# -- the playout ---------------------------------------------------------------------------------------------

cdef void play_rare_phase(SobekState* state, Loose* loose) noexcept nogil:
    """The phases whose moves the rules list, for bags and for loose cards alike."""
    cdef Move[MAX_MOVES] moves
    cdef int phase = state.table.phase
    cdef Move move
    if phase == PHASE_DROP:
        count_cards_at(state, state.table.header.actor)
    move = moves[rng_below(loose.rng, legal_moves(state, moves))]
    if phase == PHASE_STARTER:
        state.table.starter = move_argument(move)
        state.table.turn = move_argument(move)
        set_actor(state, PHASE_TURN, move_argument(move))
        return
    if phase == PHASE_SET or phase == PHASE_LAY_SET:
        finish_set(state, loose, move)
        return
    if phase == PHASE_DROP:
        drop_loose_card(state, loose, move_argument(move))
    elif phase == PHASE_RETRIEVE:
        retrieve_loose_card(state, loose, move_argument(move))
    if state.table.phase == PHASE_TURN:
        end_turn(state, loose)


cdef void close_books(SobekState* state) noexcept nogil:
    """From here on nobody notes what he learns; the state stays valid, its views merely know less."""
    if state.secrets == SECRETS:
        memset(state.extra, 0, sizeof(state.extra))
        memset(state.cells, 0, sizeof(state.cells))
    memset(state.table.barred, 0, sizeof(state.table.barred))
    state.secrets = BOOKS_CLOSED
    if state.table.phase == PHASE_LOOK and state.table.turn != state.table.target:
        set_actor(state, PHASE_RETRIEVE, state.table.turn)      # what is seen goes into no book
        state.table.draws_to_pile = 0
        state.drop_floor = 0


cdef int playout(void* raw, Rng* rng, int limit) noexcept nogil:
    cdef SobekState* state = <SobekState*>raw
    cdef Loose loose
    cdef Move[MAX_MOVES] moves
    cdef int phase, played = 0
    close_books(state)
    while state.table.header.actor == CHANCE:
        apply(state, sample_chance(state, rng))
    if state.table.phase != PHASE_OVER and limit > 0:
        loose.rng = rng
        scatter(state, &loose)
        while played < limit:
            phase = state.table.phase
            if phase == PHASE_TURN:
                play_turn(state, &loose)
            elif phase == PHASE_EVENT:
                play_event(state, &loose, moves[rng_below(rng, list_events(state, moves))])
            elif phase == PHASE_LAY:
                lay_or_stop(state, &loose)
            elif phase == PHASE_OVER:
                break
            else:
                play_rare_phase(state, &loose)
            played += 1
        gather(state, &loose)
    state.secrets = NO_SECRETS
    if state.table.phase == PHASE_RETRIEVE:
        note_look(state)
    return played


cdef void note_look(SobekState* state) noexcept nogil:
    """A Vizier who has looked knows the pile, also where the books were closed before."""
    cdef int turn = state.table.turn
    cdef int pile = PILE + state.table.target
    if turn != state.table.target:
        state.extra[turn][pile] = bag_minus(state.cards[pile], state.table.shown[pile])
        if state.extra[turn][pile]:
            state.secrets = SECRETS
