"""Sobek in rulebook order. `apply` and `legal_moves` only dispatch; each chapter of the rulebook has functions of its own.

The chapters: rules_round (setup, deliveries, end of a round), rules_sets, rules_characters, rules_events, scoring.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, TRUTH, Move, Rng
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_drop, bag_has, random_bit, random_kind, token_minus
from egypt.games.sobek.knowledge cimport arrive_hidden, arrive_shown, next_unshown
from egypt.games.sobek.moves cimport (
    MOVE_BEGIN, MOVE_CHARACTER, MOVE_CHOOSER, MOVE_DOCK, MOVE_DONE, MOVE_DRAW, MOVE_DROP, MOVE_EVENT, MOVE_LAY, MOVE_PASS,
    MOVE_PAY, MOVE_PURGE, MOVE_RETRIEVE, MOVE_SEE, MOVE_SET, MOVE_SIGHT, MOVE_STARTER, MOVE_STOLEN, MOVE_TAKE, MOVE_TOKEN,
    make_move, make_purge, move_argument, move_kind,
)
from egypt.games.sobek.rules cimport (
    POOL_CHARACTERS, POOL_DELIVERY, POOL_GREEN, POOL_NONE, POOL_QUEEN, POOL_SEATS, POOL_THIEF, POOL_TOKENS,
)
from egypt.games.sobek.rules_characters cimport (
    drop_card, legal_characters, legal_drops, legal_retrievals, listed_merchant, mates_in_pile, play_character, purge,
    retrieve_card, see_card, take_queen_card, take_stolen,
)
from egypt.games.sobek.rules_events cimport legal_events, play_event, see_tokens, turn_over_token, unwrap
from egypt.games.sobek.rules_round cimport (
    begin_play, deal_green, deliver, end_round, end_turn, last_players, next_layer, set_actor, start_round,
)
from egypt.games.sobek.rules_sets cimport begin_set, lay_set, legal_begun_sets, legal_lays, legal_sets, play_set
from egypt.games.sobek.scoring cimport most_corrupt
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, PHASE_CHOOSER, PHASE_DELIVERY, PHASE_DROP, PHASE_EVENT, PHASE_FIRST, PHASE_GREEN, PHASE_IDENTIFY,
    PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_PENALTY, PHASE_PURGE, PHASE_QUEEN, PHASE_RETRIEVE, PHASE_SET, PHASE_SIGHT,
    PHASE_STARTER, PHASE_STEAL, PHASE_TOKENS, PHASE_TURN, PHASE_UNWRAP, PILE, SEAT_NB, SobekState,
)
from egypt.games.sobek.tables cimport (
    BEIGE, FAMILY_NB, FIRST_CHARACTER, GREEN, KIND_NB, ORANGE, TABLES, TOKEN_KIND_NB,
)


cdef void new_game(void* state, int players, int variant) noexcept nogil:
    cdef SobekState* s = <SobekState*>state
    memset(s, 0, sizeof(SobekState))
    s.table.header.viewer = TRUTH
    s.table.header.players = players
    s.table.header.variant = variant
    start_round(s)


# -- the turn: take a card (rulebook p. 5) -------------------------------------------------------------------

cdef void take(SobekState* s, int skipped) noexcept nogil:
    """The skipped cards go to the player's corruption pile, the chosen one to their hand."""
    cdef int seat = s.table.turn
    cdef int taken = skipped + 1
    cdef int dock, characters = 0
    cdef int kind = 0
    for dock in range(taken):
        kind = s.table.docks[dock]
        if kind == DOCK_CHARACTER:
            characters += 1
        else:
            arrive_shown(s, seat if dock == skipped else PILE + seat, kind)
    if characters:
        s.table.draws_to_hand = kind == DOCK_CHARACTER
        s.table.draws_to_pile = characters - s.table.draws_to_hand
        s.table.dock_characters -= characters
    s.table.dock_count -= taken
    for dock in range(s.table.dock_count):
        s.table.docks[dock] = s.table.docks[dock + taken]
    for dock in range(s.table.dock_count, s.table.dock_count + taken):
        s.table.docks[dock] = 0
    if characters:
        set_actor(s, PHASE_IDENTIFY, CHANCE)
    else:
        end_turn(s)


cdef void identify(SobekState* s, int kind) noexcept nogil:
    """A face-down character has come to a player, who now sees it: first the skipped ones, then the one taken."""
    cdef int seat = s.table.turn
    s.pool = bag_drop(s.pool, kind)
    if s.table.draws_to_pile:
        s.table.draws_to_pile -= 1
        arrive_hidden(s, PILE + seat, kind)
        if not TABLES.rulings[s.table.header.variant].peek_own:
            s.blind[seat] = bag_add(s.blind[seat], kind)
    else:
        s.table.draws_to_hand -= 1
        arrive_hidden(s, seat, kind)
    if s.table.draws_to_pile == 0 and s.table.draws_to_hand == 0:
        end_turn(s)


# -- what may be done, and what is done ---------------------------------------------------------------------

cdef int legal_turns(const SobekState* s, Move* moves) noexcept nogil:
    cdef int i, n = min(TABLES.sizes.reach, s.table.dock_count)
    for i in range(n):
        moves[i] = make_move(MOVE_TAKE, i)
    n += legal_characters(s, moves + n)
    n += legal_sets(s, s.table.turn, 0, MOVE_SET, moves + n)
    if s.table.flood_turn and TABLES.rulings[s.table.header.variant].flood_optional:
        moves[n] = make_move(MOVE_PASS)
        n += 1
    return n


cdef int legal_moves(const void* state, Move* moves) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int phase = s.table.phase
    cdef int i
    if phase == PHASE_TURN:
        return legal_turns(s, moves)
    if phase == PHASE_EVENT:
        return legal_events(s, moves)
    if phase == PHASE_LAY:
        return legal_lays(s, moves)
    if phase == PHASE_DROP:
        return legal_drops(s, moves)
    if phase == PHASE_RETRIEVE:
        return legal_retrievals(s, moves)
    if phase == PHASE_STARTER:
        for i in range(s.table.header.players):
            moves[i] = make_move(MOVE_STARTER, i)
        return s.table.header.players
    if phase == PHASE_SET:
        return legal_begun_sets(s, MOVE_SET, moves)
    if phase == PHASE_LAY_SET:
        return legal_begun_sets(s, MOVE_LAY, moves)
    return 0


cdef void apply(void* state, Move move) noexcept nogil:
    cdef SobekState* s = <SobekState*>state
    cdef int kind = move_kind(move)
    cdef int argument = move_argument(move)
    if kind == MOVE_DOCK:
        deliver(s, argument)
    elif kind == MOVE_TAKE:
        take(s, argument)
    elif kind == MOVE_DRAW:
        if s.table.phase == PHASE_IDENTIFY:
            identify(s, argument)
        elif s.table.phase == PHASE_GREEN:
            deal_green(s, argument)
        else:
            take_queen_card(s, argument)
    elif kind == MOVE_SET:
        play_set(s, move)
    elif kind == MOVE_CHARACTER:
        play_character(s, move)
    elif kind == MOVE_EVENT:
        play_event(s, move)
    elif kind == MOVE_TOKEN:
        turn_over_token(s, argument)
    elif kind == MOVE_LAY:
        lay_set(s, move)
    elif kind == MOVE_DONE:
        s.table.lay_family = FAMILY_NB
        next_layer(s)
    elif kind == MOVE_DROP:
        drop_card(s, argument)
    elif kind == MOVE_RETRIEVE:
        retrieve_card(s, argument)
    elif kind == MOVE_STOLEN:
        take_stolen(s, argument)
    elif kind == MOVE_BEGIN:
        begin_set(s, PHASE_SET if s.table.phase == PHASE_TURN else PHASE_LAY_SET, move)
    elif kind == MOVE_PASS:
        end_turn(s)
    elif kind == MOVE_STARTER:
        begin_play(s, argument)
    elif kind == MOVE_SEE:
        if s.table.phase == PHASE_LOOK:
            see_card(s, argument)
        else:
            unwrap(s, argument)
    elif kind == MOVE_SIGHT:
        see_tokens(s)
    elif kind == MOVE_PURGE:
        purge(s, argument)
    elif kind == MOVE_PAY:
        end_round(s, argument)
    elif kind == MOVE_CHOOSER:
        set_actor(s, PHASE_STARTER, argument)


cdef bint accepts(const SobekState* s, Move move) noexcept nogil:
    """A Merchant may take any of several equal neighbours of the docks; the first is listed for all of them."""
    cdef Move[MAX_MOVES] moves
    cdef Move listed = listed_merchant(s, move)
    cdef int i
    for i in range(legal_moves(s, moves)):
        if moves[i] == listed:
            return True
    return False


# -- chance --------------------------------------------------------------------------------------------------

cdef inline int deck_characters(const SobekState* s) noexcept nogil:
    """Characters not drawn yet that do not lie face down on the docks."""
    return popcount(s.pool & TABLES.back_mask[ORANGE]) - s.table.dock_characters


cdef inline int next_delivered(const SobekState* s, Rng* rng) noexcept nogil:
    """The next card of the deck as it falls: the kind of a good, or DOCK_CHARACTER."""
    cdef uint64_t characters = s.pool & TABLES.back_mask[ORANGE]
    cdef int kind
    for _ in range(s.table.dock_characters):    # some are on the docks already; which ones does not matter
        characters &= characters - 1
    kind = random_kind(s.pool & TABLES.back_mask[BEIGE] | characters, rng)
    return DOCK_CHARACTER if kind >= FIRST_CHARACTER else kind


cdef Move only_outcome(const SobekState* s) noexcept nogil:
    """The outcome of a phase in which something is merely shown; 0 in other phases."""
    cdef int phase = s.table.phase
    if phase == PHASE_PENALTY:
        return make_move(MOVE_PAY, most_corrupt(s))
    if phase == PHASE_SIGHT:
        return make_move(MOVE_SIGHT, s.tokens)
    if phase == PHASE_LOOK:
        return make_move(MOVE_SEE, next_unshown(s, PILE + s.table.target, TABLES.all_cards, s.table.draws_to_pile))
    if phase == PHASE_PURGE:
        return make_purge(s.table.begun_family, mates_in_pile(s))
    if phase == PHASE_UNWRAP:
        return make_move(MOVE_SEE, next_unshown(s, PILE + s.table.turn, TABLES.back_mask[ORANGE], s.table.draws_to_pile))
    return 0


cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int phase = s.table.phase
    cdef int kind
    if phase == PHASE_DELIVERY:
        return make_move(MOVE_DOCK, next_delivered(s, rng))
    if phase == PHASE_QUEEN:
        kind = next_delivered(s, rng)
        return make_move(MOVE_DRAW, random_kind(s.pool & TABLES.back_mask[ORANGE], rng) if kind == DOCK_CHARACTER else kind)
    if phase == PHASE_IDENTIFY:
        return make_move(MOVE_DRAW, random_kind(s.pool & TABLES.back_mask[ORANGE], rng))
    if phase == PHASE_GREEN:
        return make_move(MOVE_DRAW, random_kind(s.pool & TABLES.back_mask[GREEN], rng))
    if phase == PHASE_TOKENS:
        return make_move(MOVE_TOKEN, TABLES.token_of[random_bit(hidden_tokens(s), rng)])
    if phase == PHASE_STEAL:
        return make_move(MOVE_STOLEN, random_kind(s.cards[s.table.target] & TABLES.back_mask[s.table.back], rng))
    if phase == PHASE_FIRST:
        return make_move(MOVE_STARTER, rng_below(rng, s.table.header.players))
    if phase == PHASE_CHOOSER:
        return make_move(MOVE_CHOOSER, random_bit(last_players(&s.table), rng))
    return only_outcome(s)


cdef inline int hidden_tokens(const SobekState* s) noexcept nogil:
    """The tokens that nobody has looked at in this round."""
    return token_minus(token_minus(TABLES.all_tokens, s.table.tokens_used), s.tokens)


cdef int enumerate_tokens(const SobekState* s, Move* outcomes, double* probabilities) noexcept nogil:
    cdef int tokens = hidden_tokens(s)
    cdef int token, n = 0
    for token in range(TOKEN_KIND_NB):
        if tokens & TABLES.token_base[token]:
            outcomes[n] = make_move(MOVE_TOKEN, token)
            probabilities[n] = popcount(tokens & TABLES.token_run[token]) / <double>popcount(tokens)
            n += 1
    return n


cdef int enumerate_seats(int seats, int kind, Move* outcomes, double* probabilities) noexcept nogil:
    """One of these seats (bit each) by lot."""
    cdef int seat, n = 0
    for seat in range(SEAT_NB):
        if seats >> seat & 1:
            outcomes[n] = make_move(kind, seat)
            probabilities[n] = 1.0 / popcount(seats)
            n += 1
    return n


cdef int enumerate_bag(uint64_t bag, int kind, double share, Move* outcomes, double* probabilities) noexcept nogil:
    """A card of a bag, each equally likely; all together with probability `share`."""
    cdef int card, n = 0
    for card in range(KIND_NB):
        if bag_has(bag, card):
            outcomes[n] = make_move(kind, card)
            probabilities[n] = share * bag_count(bag, card) / popcount(bag)
            n += 1
    return n


cdef int enumerate_deck(const SobekState* s, Move* outcomes, double* probabilities) noexcept nogil:
    """The next card of the deck: a good, or one of the characters there; on the docks nobody sees which."""
    cdef uint64_t goods = s.pool & TABLES.back_mask[BEIGE]
    cdef bint to_dock = s.table.phase == PHASE_DELIVERY
    cdef double characters = deck_characters(s) / <double>(deck_characters(s) + popcount(goods))
    cdef int n = enumerate_bag(goods, MOVE_DOCK if to_dock else MOVE_DRAW, 1 - characters, outcomes, probabilities)
    if deck_characters(s) == 0:
        return n
    if to_dock:
        outcomes[n] = make_move(MOVE_DOCK, DOCK_CHARACTER)
        probabilities[n] = characters
        return n + 1
    # Which character it is: any one not seen yet, whether it lies on the docks or in the deck.
    return n + enumerate_bag(s.pool & TABLES.back_mask[ORANGE], MOVE_DRAW, characters, outcomes + n, probabilities + n)


cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int phase = s.table.phase
    if only_outcome(s):
        outcomes[0] = only_outcome(s)
        probabilities[0] = 1.0
        return 1
    if phase == PHASE_TOKENS:
        return enumerate_tokens(s, outcomes, probabilities)
    if phase == PHASE_FIRST:
        return enumerate_seats((1 << s.table.header.players) - 1, MOVE_STARTER, outcomes, probabilities)
    if phase == PHASE_CHOOSER:
        return enumerate_seats(last_players(&s.table), MOVE_CHOOSER, outcomes, probabilities)
    if phase == PHASE_DELIVERY or phase == PHASE_QUEEN:
        return enumerate_deck(s, outcomes, probabilities)
    if phase == PHASE_STEAL:
        return enumerate_bag(s.cards[s.table.target] & TABLES.back_mask[s.table.back], MOVE_STOLEN, 1.0, outcomes,
                             probabilities)
    return enumerate_bag(s.pool & TABLES.back_mask[GREEN if phase == PHASE_GREEN else ORANGE], MOVE_DRAW, 1.0, outcomes,
                         probabilities)


cdef int chance_pool(const void* state) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int phase = s.table.phase
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
