"""Setup, turn, deliveries and end of round. `apply` and `legal_moves` only dispatch on the phase; each
phase has functions of its own.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, OVER, TRUTH, Move, Rng
from egypt.games.sobek.bags cimport (
    bag_add, bag_count, bag_drop, bag_has, family_count, random_bit, random_kind, token_minus,
)
from egypt.games.sobek.knowledge cimport arrive_hidden, arrive_shown, join, leave_shown, next_unshown
from egypt.games.sobek.moves cimport (
    BEGIN, CHARACTER, CHOOSER, DOCK, DONE, DRAW, DROP, EVENT, LAY, PASS, PAY, PURGE, RETRIEVE, SEE, SET,
    SIGHT, STARTER, STOLEN, TAKE, TOKEN, make, make_begin, make_set, move_argument, move_verb, set_amulet_count,
    set_family, set_green, set_mates, set_plain, set_scarabs,
)
from egypt.games.sobek.rules_characters cimport (
    drop_card, list_characters, list_drops, list_retrievals, mates_in_pile, play_character, purge,
    retrieve_card, see_card, take_queen_card, take_stolen,
)
from egypt.games.sobek.rules_events cimport (
    list_events, play_event, see_tokens, trigger_event, turn_over_token, unwrap,
)
from egypt.games.sobek.scoring cimport most_corrupt, score_round
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, DOCK_EMPTY, NOBODY, PHASE_CHOOSER, PHASE_DELIVERY, PHASE_DROP,
    PHASE_EVENT, PHASE_FIRST, PHASE_GREEN, PHASE_IDENTIFY, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_OVER,
    PHASE_PENALTY, PHASE_PURGE, PHASE_QUEEN, PHASE_RETRIEVE, PHASE_SET, PHASE_SIGHT, PHASE_STARTER, PHASE_STEAL,
    PHASE_TOKENS, PHASE_TURN, PHASE_UNWRAP, PILE, SEAT_NB, SobekState, Table, cards_at, has_set,
    next_seat,
)
from egypt.games.sobek.tables cimport (
    AMULET, BEIGE, FAMILY_NB, FIRST_CHARACTER, GREEN, KIND_NB, MATES_NB, ORANGE, TOKEN_KIND_NB, T,
)

cdef enum:                  # pools of chance, each with a random stream of its own
    POOL_DELIVERY = 0
    POOL_GREEN = 1
    POOL_SEATS = 2
    POOL_CHARACTERS = 3
    POOL_QUEEN = 4
    POOL_THIEF = 5
    POOL_TOKENS = 6
    POOL_NONE = 7           # nothing is drawn, something is shown


cdef void set_actor(SobekState* state, int phase, int actor) noexcept nogil:
    state.table.phase = phase
    state.table.header.actor = actor


# -- setup (rulebook p. 4, p. 10) ----------------------------------------------------------------------------

cdef void new_game(void* raw, int players, int variant) noexcept nogil:
    cdef SobekState* state = <SobekState*>raw
    memset(state, 0, sizeof(SobekState))
    state.table.header.viewer = TRUTH
    state.table.header.players = players
    state.table.header.variant = variant
    state.table.round = 0
    start_round(state)


cdef void start_round(SobekState* state) noexcept nogil:
    """Collect everything, then deal: starting hands first, docks next, starting player last."""
    cdef Table before = state.table
    cdef int seat
    memset(state, 0, sizeof(SobekState))
    state.table.header = before.header
    state.table.round = before.round + 1
    for seat in range(SEAT_NB):
        state.table.total[seat] = before.total[seat]
    state.table.turn = NOBODY
    state.table.starter = NOBODY
    state.table.tokens_left = T.sizes.event_tokens
    state.table.draws_to_hand = T.sizes.starting_hand
    state.table.deck_left = popcount(T.back_mask[BEIGE] | T.back_mask[ORANGE])
    if state.table.header.players == 2:
        state.table.deck_left -= T.sizes.removed_with_two_players
    state.pool = T.all_cards
    set_actor(state, PHASE_GREEN, CHANCE)


cdef void deal_green(SobekState* state, int kind) noexcept nogil:
    """Starting hands, seat after seat; `target` is the seat that is dealt to."""
    state.pool = bag_drop(state.pool, kind)
    arrive_hidden(state, state.table.target, kind)
    state.table.draws_to_hand -= 1
    if state.table.draws_to_hand:
        return
    state.table.target += 1
    if state.table.target < state.table.header.players:
        state.table.draws_to_hand = T.sizes.starting_hand
        return
    state.table.target = 0
    start_delivery(state)


cdef int last_players(const SobekState* state) noexcept nogil:
    """Bit per seat with the fewest points."""
    cdef int seat, mask = 0
    cdef int fewest = state.table.total[0]
    for seat in range(state.table.header.players):
        fewest = min(fewest, state.table.total[seat])
    for seat in range(state.table.header.players):
        if state.table.total[seat] == fewest:
            mask |= 1 << seat
    return mask


cdef void find_starter(SobekState* state) noexcept nogil:
    """Round 1: by lot. Later the last player names the starter; several last ones draw lots for that."""
    cdef int last = last_players(state)
    if state.table.round == 1:
        set_actor(state, PHASE_FIRST, CHANCE)
    elif last & (last - 1):
        set_actor(state, PHASE_CHOOSER, CHANCE)
    else:
        set_actor(state, PHASE_STARTER, popcount(last - 1))


cdef void begin_play(SobekState* state, int seat) noexcept nogil:
    state.table.starter = seat
    state.table.turn = seat
    set_actor(state, PHASE_TURN, seat)


# -- deliveries (rulebook p. 7) ------------------------------------------------------------------------------

cdef void start_delivery(SobekState* state) noexcept nogil:
    cdef int dock
    cdef int size = min(T.sizes.docks, state.table.deck_left)
    state.table.to_deliver = size
    state.table.dock_count = size
    for dock in range(size):
        state.table.docks[dock] = DOCK_EMPTY
    set_actor(state, PHASE_DELIVERY, CHANCE)


cdef void deliver(SobekState* state, int kind) noexcept nogil:
    """The first card goes to the dock nearest the temple, so the row fills from its end."""
    state.table.to_deliver -= 1
    state.table.deck_left -= 1
    state.table.docks[state.table.to_deliver] = kind
    if kind == DOCK_CHARACTER:
        state.table.dock_characters += 1
    else:
        state.pool = bag_drop(state.pool, kind)
    if state.table.to_deliver == 0:
        if state.table.turn == NOBODY:
            find_starter(state)
        else:
            next_turn(state)


cdef void end_turn(SobekState* state) noexcept nogil:
    """Empty docks bring the next delivery, or end the round at once."""
    if state.table.dock_count:
        next_turn(state)
    elif state.table.deck_left:
        start_delivery(state)
    else:
        start_laying(state)


cdef void next_turn(SobekState* state) noexcept nogil:
    state.table.flood_turn = state.table.again
    if state.table.again:
        state.table.again = 0
    else:
        state.table.turn = next_seat(&state.table, state.table.turn)
    set_actor(state, PHASE_TURN, state.table.turn)


# -- the turn: take a card (rulebook p. 5) -------------------------------------------------------------------

cdef void take(SobekState* state, int skipped) noexcept nogil:
    """The skipped cards go to the player's corruption pile, the chosen one to his hand."""
    cdef int seat = state.table.turn
    cdef int taken = skipped + 1
    cdef int dock, characters = 0
    cdef int kind = 0
    for dock in range(taken):
        kind = state.table.docks[dock]
        if kind == DOCK_CHARACTER:
            characters += 1
        else:
            arrive_shown(state, seat if dock == skipped else PILE + seat, kind)
    if characters:
        state.table.draws_to_hand = kind == DOCK_CHARACTER
        state.table.draws_to_pile = characters - state.table.draws_to_hand
        state.table.dock_characters -= characters
    state.table.dock_count -= taken
    for dock in range(state.table.dock_count):
        state.table.docks[dock] = state.table.docks[dock + taken]
    for dock in range(state.table.dock_count, state.table.dock_count + taken):
        state.table.docks[dock] = 0
    if characters:
        set_actor(state, PHASE_IDENTIFY, CHANCE)
    else:
        end_turn(state)


cdef void identify(SobekState* state, int kind) noexcept nogil:
    """A face-down character has come to a player, who now sees which it is: first the skipped ones, then
    the one taken.
    """
    cdef int seat = state.table.turn
    state.pool = bag_drop(state.pool, kind)
    if state.table.draws_to_pile:
        state.table.draws_to_pile -= 1
        arrive_hidden(state, PILE + seat, kind)
        if not T.rulings[state.table.header.variant].peek_own:
            state.blind[seat] = bag_add(state.blind[seat], kind)
    else:
        state.table.draws_to_hand -= 1
        arrive_hidden(state, seat, kind)
    if state.table.draws_to_pile == 0 and state.table.draws_to_hand == 0:
        end_turn(state)


# -- the turn: play a set (rulebook p. 6) --------------------------------------------------------------------

cdef int list_sets(uint64_t hand, int family, int least_amulets, int most_amulets, bint amulets_alone, int verb,
                   Move* moves) noexcept nogil:
    cdef int most_scarabs = bag_count(hand, 3 * family)
    cdef int most_plain = bag_count(hand, 3 * family + 1)
    cdef int most_green = bag_count(hand, 3 * family + 2)
    cdef int present = 0
    cdef int i, scarabs, plain, green, mates, amulets, cards, n = 0
    for i in range(T.mates[family]):
        if bag_has(hand, T.mate[family][i]):
            present |= 1 << i
    for scarabs in range(most_scarabs + 1):
        for plain in range(most_plain + 1):
            for green in range(most_green + 1):
                for mates in range(present + 1):
                    if mates & ~present:
                        continue
                    cards = scarabs + plain + green + (mates & 1) + (mates >> 1 & 1) + (mates >> 2)
                    if cards == 0 and not amulets_alone:
                        continue
                    for amulets in range(max(least_amulets, T.sizes.set_minimum - cards), most_amulets + 1):
                        moves[n] = make_set(verb, family, scarabs, plain, green, mates, amulets)
                        n += 1
    return n


cdef int count_choices(uint64_t hand, int family) noexcept nogil:
    """The subsets of a hand's cards of one family, without amulets: an upper bound for a list of sets."""
    cdef int i, n = 1
    for i in range(3 * family, 3 * family + 3):
        n *= bag_count(hand, i) + 1
    for i in range(T.mates[family]):
        if bag_has(hand, T.mate[family][i]):
            n *= 2
    return n


cdef int list_all_sets(const SobekState* state, int seat, int first_family, int verb, Move* moves) noexcept nogil:
    """All sets that a seat may lay, or, if they are too many, all ways to begin one."""
    cdef uint64_t hand = state.cards[seat]
    cdef int amulets = bag_count(hand, AMULET)
    cdef int[FAMILY_NB] cards
    cdef bint[FAMILY_NB] alone
    cdef bint amulet_only = T.rulings[state.table.header.variant].amulet_only
    cdef int minimum = T.sizes.set_minimum
    cdef int family, i, n = 0, bound = 0
    for family in range(first_family, FAMILY_NB):
        cards[family] = family_count(hand, family)
        alone[family] = amulet_only or (verb == SET and has_set(&state.table, seat, family))
        if cards[family] + amulets < minimum or (cards[family] == 0 and not alone[family]):
            cards[family] = -1
        else:
            bound += count_choices(hand, family) * (amulets + 1)
    if bound <= SET_LIST_LIMIT:
        for family in range(first_family, FAMILY_NB):
            if cards[family] >= 0:
                n += list_sets(hand, family, 0, amulets, alone[family], verb, moves + n)
        return n
    for family in range(first_family, FAMILY_NB):
        for i in range(max(0, minimum - cards[family]), amulets + 1):
            if cards[family] >= 0:
                moves[n] = make_begin(family, i)
                n += 1
    return n


cdef int list_begun_set(const SobekState* state, int verb, Move* moves) noexcept nogil:
    """The sets that fit what was begun."""
    cdef int seat = state.table.header.actor
    cdef int family = state.table.begun_family
    cdef int amulets = state.table.begun_amulets
    cdef bint alone = (T.rulings[state.table.header.variant].amulet_only
                       or (verb == SET and has_set(&state.table, seat, family)))
    return list_sets(state.cards[seat], family, amulets, amulets, alone, verb, moves)


cdef void begin_set(SobekState* state, int phase, Move move) noexcept nogil:
    state.table.begun_family = set_family(move)
    state.table.begun_amulets = set_amulet_count(move)
    state.table.phase = phase


cdef void lay_cards(SobekState* state, int seat, Move move, uint64_t* row, unsigned int* amulets) noexcept nogil:
    """Moves the cards of a set from the hand to the table."""
    cdef int family = set_family(move)
    cdef int[4] numbers = [set_scarabs(move), set_plain(move), set_green(move), set_amulet_count(move)]
    cdef int i, kind
    for i in range(3):
        for _ in range(numbers[i]):
            leave_shown(state, seat, 3 * family + i)
            row[0] = bag_add(row[0], 3 * family + i)
    for i in range(MATES_NB):
        if set_mates(move) >> i & 1:
            kind = T.mate[family][i]
            leave_shown(state, seat, kind)
            row[0] = bag_add(row[0], kind)
    for _ in range(numbers[3]):
        leave_shown(state, seat, AMULET)
    amulets[0] += <unsigned int>numbers[3] << (4 * family)
    state.table.begun_family = 0
    state.table.begun_amulets = 0


cdef void play_set(SobekState* state, Move move) noexcept nogil:
    """A new set or an extension; either triggers an event."""
    cdef int seat = state.table.turn
    lay_cards(state, seat, move, &state.table.laid[seat], &state.table.set_amulets[seat])
    trigger_event(state)


cdef int list_turn(const SobekState* state, Move* moves) noexcept nogil:
    cdef int i, n = min(T.sizes.reach, state.table.dock_count)
    for i in range(n):
        moves[i] = make(TAKE, i)
    n += list_characters(state, moves + n)
    n += list_all_sets(state, state.table.turn, 0, SET, moves + n)
    if state.table.flood_turn and T.rulings[state.table.header.variant].flood_optional:
        moves[n] = make(PASS)
        n += 1
    return n


# -- the end of a round (rulebook p. 7) ----------------------------------------------------------------------

cdef void start_laying(SobekState* state) noexcept nogil:
    """Horizontal sets, from the starting player on."""
    state.table.again = 0
    state.table.flood_turn = 0
    state.table.turn = state.table.starter
    next_layer(state)


cdef void next_layer(SobekState* state) noexcept nogil:
    """The next player with enough cards chooses; whoever has finished loses his hand to his corruption pile.

    A player without a set is asked too, or others would learn from it that he has none.
    """
    while state.table.layers_done < state.table.header.players:
        if state.table.lay_family < FAMILY_NB and cards_at(&state.table, state.table.turn) >= T.sizes.set_minimum:
            set_actor(state, PHASE_LAY, state.table.turn)
            return
        if state.cards[state.table.turn]:
            join(state, state.table.turn, PILE + state.table.turn)
        state.table.lay_family = 0
        state.table.layers_done += 1
        state.table.turn = next_seat(&state.table, state.table.turn)
    set_actor(state, PHASE_PENALTY, CHANCE)


cdef void lay_set(SobekState* state, Move move) noexcept nogil:
    cdef int seat = state.table.turn
    lay_cards(state, seat, move, &state.table.lying[seat], &state.table.lying_amulets[seat])
    state.table.lay_family = set_family(move) + 1
    next_layer(state)


cdef int list_lays(const SobekState* state, Move* moves) noexcept nogil:
    cdef int n = list_all_sets(state, state.table.turn, state.table.lay_family, LAY, moves)
    moves[n] = make(DONE)
    return n + 1


cdef bint is_last_round(const SobekState* state) noexcept nogil:
    """The game ends after so many rounds, or early if somebody has passed the limit."""
    cdef int seat
    if state.table.round == T.sizes.early_end_after_round:
        for seat in range(state.table.header.players):
            if state.table.total[seat] > T.sizes.early_end_above:
                return True
    return state.table.round == T.sizes.rounds


cdef void end_round(SobekState* state, int payers) noexcept nogil:
    """Score; then the next round, or the end."""
    score_round(state, payers)
    if is_last_round(state):
        set_actor(state, PHASE_OVER, OVER)
    else:
        start_round(state)


# -- dispatch ------------------------------------------------------------------------------------------------

cdef int legal_moves(const void* raw, Move* moves) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int phase = state.table.phase
    cdef int i
    if phase == PHASE_TURN:
        return list_turn(state, moves)
    if phase == PHASE_EVENT:
        return list_events(state, moves)
    if phase == PHASE_LAY:
        return list_lays(state, moves)
    if phase == PHASE_DROP:
        return list_drops(state, moves)
    if phase == PHASE_RETRIEVE:
        return list_retrievals(state, moves)
    if phase == PHASE_STARTER:
        for i in range(state.table.header.players):
            moves[i] = make(STARTER, i)
        return state.table.header.players
    if phase == PHASE_SET:
        return list_begun_set(state, SET, moves)
    if phase == PHASE_LAY_SET:
        return list_begun_set(state, LAY, moves)
    return 0


cdef void apply(void* raw, Move move) noexcept nogil:
    cdef SobekState* state = <SobekState*>raw
    cdef int verb = move_verb(move)
    cdef int argument = move_argument(move)
    if verb == DOCK:
        deliver(state, argument)
    elif verb == TAKE:
        take(state, argument)
    elif verb == DRAW:
        if state.table.phase == PHASE_IDENTIFY:
            identify(state, argument)
        elif state.table.phase == PHASE_GREEN:
            deal_green(state, argument)
        else:
            take_queen_card(state, argument)
    elif verb == SET:
        play_set(state, move)
    elif verb == CHARACTER:
        play_character(state, move)
    elif verb == EVENT:
        play_event(state, move)
    elif verb == TOKEN:
        turn_over_token(state, argument)
    elif verb == LAY:
        lay_set(state, move)
    elif verb == DONE:
        state.table.lay_family = FAMILY_NB
        next_layer(state)
    elif verb == DROP:
        drop_card(state, argument)
    elif verb == RETRIEVE:
        retrieve_card(state, argument)
    elif verb == STOLEN:
        take_stolen(state, argument)
    elif verb == BEGIN:
        begin_set(state, PHASE_SET if state.table.phase == PHASE_TURN else PHASE_LAY_SET, move)
    elif verb == PASS:
        end_turn(state)
    elif verb == STARTER:
        begin_play(state, argument)
    elif verb == SEE:
        if state.table.phase == PHASE_LOOK:
            see_card(state, argument)
        else:
            unwrap(state, argument)
    elif verb == SIGHT:
        see_tokens(state)
    elif verb == PURGE:
        purge(state, argument)
    elif verb == PAY:
        end_round(state, argument)
    elif verb == CHOOSER:
        set_actor(state, PHASE_STARTER, argument)


# -- chance --------------------------------------------------------------------------------------------------

cdef inline int deck_characters(const SobekState* state) noexcept nogil:
    """Characters not drawn yet that do not lie face down on the docks."""
    return popcount(state.pool & T.back_mask[ORANGE]) - state.table.dock_characters


cdef inline int next_delivered(const SobekState* state, Rng* rng) noexcept nogil:
    """The next card of the deck as it falls: the kind of a good, or DOCK_CHARACTER."""
    cdef uint64_t characters = state.pool & T.back_mask[ORANGE]
    cdef int kind
    for _ in range(state.table.dock_characters):        # so many are on the docks already; which ones does not matter
        characters &= characters - 1
    kind = random_kind(state.pool & T.back_mask[BEIGE] | characters, rng)
    return DOCK_CHARACTER if kind >= FIRST_CHARACTER else kind


cdef Move only_outcome(const SobekState* state) noexcept nogil:
    """The outcome of a phase in which something is merely shown; 0 in other phases."""
    cdef int phase = state.table.phase
    if phase == PHASE_PENALTY:
        return make(PAY, most_corrupt(state))
    if phase == PHASE_SIGHT:
        return make(SIGHT, state.tokens)
    if phase == PHASE_LOOK:
        return make(SEE, next_unshown(state, PILE + state.table.target, T.all_cards, state.table.draws_to_pile))
    if phase == PHASE_PURGE:
        return make(PURGE, state.table.begun_family << 8 | mates_in_pile(state))
    if phase == PHASE_UNWRAP:
        return make(SEE, next_unshown(state, PILE + state.table.turn, T.back_mask[ORANGE], state.table.draws_to_pile))
    return 0


cdef Move sample_chance(const void* raw, Rng* rng) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int phase = state.table.phase
    cdef int kind
    if phase == PHASE_DELIVERY:
        return make(DOCK, next_delivered(state, rng))
    if phase == PHASE_QUEEN:
        kind = next_delivered(state, rng)
        return make(DRAW, random_kind(state.pool & T.back_mask[ORANGE], rng) if kind == DOCK_CHARACTER else kind)
    if phase == PHASE_IDENTIFY:
        return make(DRAW, random_kind(state.pool & T.back_mask[ORANGE], rng))
    if phase == PHASE_GREEN:
        return make(DRAW, random_kind(state.pool & T.back_mask[GREEN], rng))
    if phase == PHASE_TOKENS:
        return make(TOKEN, T.token_of[random_bit(hidden_tokens(state), rng)])
    if phase == PHASE_STEAL:
        return make(STOLEN, random_kind(state.cards[state.table.target] & T.back_mask[state.table.back], rng))
    if phase == PHASE_FIRST:
        return make(STARTER, rng_below(rng, state.table.header.players))
    if phase == PHASE_CHOOSER:
        return make(CHOOSER, random_bit(last_players(state), rng))
    return only_outcome(state)


cdef inline int hidden_tokens(const SobekState* state) noexcept nogil:
    """The tokens that nobody has looked at in this round."""
    return token_minus(token_minus(T.all_tokens, state.table.tokens_used), state.tokens)


cdef int enumerate_chance(const void* raw, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int phase = state.table.phase
    cdef uint64_t bag = 0
    cdef int verb = DRAW
    cdef int i, total = 0, characters = 0, n = 0, tokens, seats
    if only_outcome(state):
        outcomes[0] = only_outcome(state)
        probabilities[0] = 1.0
        return 1
    if phase == PHASE_TOKENS:
        tokens = hidden_tokens(state)
        for i in range(TOKEN_KIND_NB):
            if tokens & T.token_base[i]:
                outcomes[n] = make(TOKEN, i)
                probabilities[n] = popcount(tokens & T.token_run[i]) / <double>popcount(tokens)
                n += 1
        return n
    if phase == PHASE_FIRST or phase == PHASE_CHOOSER:
        seats = last_players(state) if phase == PHASE_CHOOSER else (1 << state.table.header.players) - 1
        for i in range(SEAT_NB):
            if seats >> i & 1:
                outcomes[n] = make(CHOOSER if phase == PHASE_CHOOSER else STARTER, i)
                probabilities[n] = 1.0 / popcount(seats)
                n += 1
        return n
    if phase == PHASE_DELIVERY or phase == PHASE_QUEEN:
        bag = state.pool & T.back_mask[BEIGE]
        characters = deck_characters(state)
        total = popcount(bag) + characters
        verb = DOCK if phase == PHASE_DELIVERY else DRAW
    elif phase == PHASE_STEAL:
        bag = state.cards[state.table.target] & T.back_mask[state.table.back]
        verb = STOLEN
    elif phase == PHASE_GREEN:
        bag = state.pool & T.back_mask[GREEN]
    else:
        bag = state.pool & T.back_mask[ORANGE]
    if total == 0:
        total = popcount(bag)
    for i in range(KIND_NB):
        if bag_has(bag, i):
            outcomes[n] = make(verb, i)
            probabilities[n] = bag_count(bag, i) / <double>total
            n += 1
    if characters and phase == PHASE_DELIVERY:
        outcomes[n] = make(DOCK, DOCK_CHARACTER)
        probabilities[n] = characters / <double>total
        n += 1
    elif characters:                # which character it is: any one not seen yet, on the docks or in the deck
        bag = state.pool & T.back_mask[ORANGE]
        for i in range(KIND_NB):
            if bag_has(bag, i):
                outcomes[n] = make(DRAW, i)
                probabilities[n] = characters / <double>total / popcount(bag)
                n += 1
    return n


cdef int chance_pool(const void* raw) noexcept nogil:
    cdef int phase = (<const SobekState*>raw).table.phase
    if phase == PHASE_DELIVERY:
        return POOL_DELIVERY
    if phase == PHASE_GREEN:
        return POOL_GREEN
    if phase == PHASE_IDENTIFY:
        return POOL_CHARACTERS
    if phase == PHASE_QUEEN:
        return POOL_QUEEN
    if phase == PHASE_STEAL:
        return POOL_THIEF
    if phase == PHASE_TOKENS:
        return POOL_TOKENS
    if phase == PHASE_FIRST or phase == PHASE_CHOOSER:
        return POOL_SEATS
    return POOL_NONE
