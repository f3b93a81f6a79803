"""The seven characters (rulebook p. 11), each as a pair: the ways to play it, and what it does.

A power that finds nothing to work on does nothing: the character is played without an argument.
"""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport CHANCE, Move
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_drop, bag_has
from egypt.games.sobek.knowledge cimport (
    arrive_hidden, arrive_shown, exclude, leave_shown, look_through, transfer, turn_over,
)
from egypt.games.sobek.moves cimport (
    CHARACTER, DROP, RETRIEVE, make, make_character, move_a, move_argument, move_b, move_character, move_verb,
)
from egypt.games.sobek.rules cimport end_turn, set_actor
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, PHASE_DROP, PHASE_IDENTIFY, PHASE_LOOK, PHASE_PURGE, PHASE_QUEEN, PHASE_RETRIEVE, PHASE_STEAL,
    PILE, SobekState, cards_at, has_set, next_seat,
)
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, CHARACTER_NB, FAMILY_NB, FIRST_CHARACTER, KIND_NB, MATES_NB, MERCHANT, ORANGE, PRIEST, QUEEN, SCRIBE,
    THIEF, VIZIER, Rulings, T,
)


# -- High Priest: discard one family from your own corruption pile -------------------------------------------

cdef int list_priest(const SobekState* state, int character, Move* moves) noexcept nogil:
    """Any family may be named. Its goods go; of its characters in the pile those that the player chooses.

    The move says what is discarded, but for characters that the owner has not seen (ruling peek_own): they stay, or
    show and go (ruling hp_characters = "forced") after the family is named.
    """
    cdef int seat = state.table.turn
    cdef uint64_t pile = state.cards[PILE + seat]
    cdef bint forced = T.rulings[state.table.header.variant].priest_forced
    cdef int family, i, chosen, present, goods, n = 0
    if not cards_at(&state.table, PILE + seat):
        moves[0] = make_character(character)
        return 1
    for family in range(FAMILY_NB):
        present = 0
        for i in range(T.mates[family]):
            if bag_has(pile & ~state.blind[seat], T.mate[family][i]):
                present |= 1 << i
        goods = (bag_count(pile, 3 * family) << 5 | bag_count(pile, 3 * family + 1) << 2
                 | bag_count(pile, 3 * family + 2))
        for chosen in range(1 << MATES_NB):
            if chosen == present or (chosen & ~present == 0 and not forced):
                moves[n] = make_character(character, family + 1, goods, chosen)
                n += 1
    return n


cdef void play_priest(SobekState* state, Move move) noexcept nogil:
    cdef int pile = PILE + state.table.turn
    cdef int family = move_a(move) - 1
    cdef int chosen = move_argument(move)
    cdef const Rulings* rulings = &T.rulings[state.table.header.variant]
    cdef int kind
    if family < 0:
        end_turn(state)
        return
    for kind in range(3 * family, 3 * family + 3):
        while bag_has(state.cards[pile], kind):
            leave_shown(state, pile, kind)
            state.table.discard = bag_add(state.table.discard, kind)
    discard_mates(state, family, chosen)
    if rulings.priest_forced and not rulings.peek_own and state.table.count[pile][ORANGE]:
        exclude(state, pile, T.goods_mask[family])
        state.table.begun_family = family
        set_actor(state, PHASE_PURGE, CHANCE)
        return
    exclude(state, pile, T.family_mask[family] if rulings.priest_forced else T.goods_mask[family])
    end_turn(state)


cdef void discard_mates(SobekState* state, int family, int mates) noexcept nogil:
    cdef int pile = PILE + state.table.turn
    cdef int i
    for i in range(T.mates[family]):
        if mates >> i & 1:
            leave_shown(state, pile, T.mate[family][i])
            state.table.discard = bag_add(state.table.discard, T.mate[family][i])


cdef int mates_in_pile(const SobekState* state) noexcept nogil:
    cdef int family = state.table.begun_family
    cdef int i, mates = 0
    for i in range(T.mates[family]):
        if bag_has(state.cards[PILE + state.table.turn], T.mate[family][i]):
            mates |= 1 << i
    return mates


cdef void purge(SobekState* state, int mates) noexcept nogil:
    cdef int family = state.table.begun_family
    state.table.begun_family = 0
    discard_mates(state, family, mates)
    exclude(state, PILE + state.table.turn, T.family_mask[family])
    end_turn(state)


# -- Thief: a random card of an opponent's hand, chosen by its back ------------------------------------------

cdef int list_thief(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int victim, back, n = 0
    for victim in range(state.table.header.players):
        if victim != state.table.turn:
            for back in range(BACK_NB):
                if state.table.count[victim][back]:
                    moves[n] = make_character(character, victim + 1, back)
                    n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_thief(SobekState* state, Move move) noexcept nogil:
    if move_a(move) == 0:
        end_turn(state)
        return
    state.table.target = move_a(move) - 1
    state.table.back = move_b(move)
    set_actor(state, PHASE_STEAL, CHANCE)


cdef void take_stolen(SobekState* state, int kind) noexcept nogil:
    cdef int thief = state.table.turn
    cdef int victim = state.table.target
    state.table.target = 0
    state.table.back = 0
    transfer(state, kind, victim, thief, 1 << victim | 1 << thief)
    end_turn(state)


# -- Scribe: opponents with more than six cards drop the surplus ---------------------------------------------

cdef void next_victim(SobekState* state, int seat) noexcept nogil:
    """From `seat` on, clockwise, the first opponent who still has too many cards must drop one."""
    while seat != state.table.turn:
        if cards_at(&state.table, seat) > T.sizes.scribe_keeps:
            set_actor(state, PHASE_DROP, seat)
            return
        state.drop_floor = 0
        seat = next_seat(&state.table, seat)
    end_turn(state)


cdef int list_drops(const SobekState* state, Move* moves) noexcept nogil:
    """Cards leave by backs, those of a back in ascending order: no two orders lead to the same result, and the backs that
    others see come in an order that tells them nothing.
    """
    cdef int seat = state.table.header.actor
    cdef int surplus = cards_at(&state.table, seat) - T.sizes.scribe_keeps
    cdef uint64_t hand = state.cards[seat]
    cdef unsigned int allowed = 0   # bit per kind
    cdef int rank, kind, n = 0
    cdef int above = 0              # cards that the order still leaves to choose from
    for rank in range(KIND_NB - 1, <int>state.drop_floor - 1, -1):
        kind = T.in_order[rank]
        above += bag_count(hand, kind)
        if bag_has(hand, kind) and above >= surplus:
            allowed |= <unsigned int>1 << kind
    for kind in range(KIND_NB):
        if allowed >> kind & 1:
            moves[n] = make(DROP, kind)
            n += 1
    return n


cdef void drop_card(SobekState* state, int kind) noexcept nogil:
    cdef int seat = state.table.header.actor
    transfer(state, kind, seat, PILE + seat, 1 << seat)
    state.drop_floor = T.rank[kind]
    next_victim(state, seat)


# -- Vizier: look through a corruption pile and take one card ------------------------------------------------

cdef int list_vizier(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int seat, n = 0
    for seat in range(state.table.header.players):
        if cards_at(&state.table, PILE + seat):
            moves[n] = make_character(character, seat + 1)
            n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_vizier(SobekState* state, Move move) noexcept nogil:
    if move_a(move) == 0:
        end_turn(state)
        return
    state.table.target = move_a(move) - 1
    if state.table.target != state.table.turn or not T.rulings[state.table.header.variant].peek_own:
        state.table.draws_to_pile = (cards_at(&state.table, PILE + state.table.target)
                                     - popcount(state.table.shown[PILE + state.table.target]))
    look_on(state)


cdef void look_on(SobekState* state) noexcept nogil:
    if state.table.draws_to_pile:
        set_actor(state, PHASE_LOOK, CHANCE)
    else:
        state.drop_floor = 0
        look_through(state, state.table.turn, PILE + state.table.target)
        set_actor(state, PHASE_RETRIEVE, state.table.turn)


cdef void see_card(SobekState* state, int kind) noexcept nogil:
    turn_over(state, state.table.turn, PILE + state.table.target, T.all_cards, state.table.draws_to_pile)
    state.table.draws_to_pile -= 1
    state.drop_floor = T.rank[kind]
    look_on(state)


cdef int list_retrievals(const SobekState* state, Move* moves) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(KIND_NB):
        if bag_has(state.cards[PILE + state.table.target], kind):
            moves[n] = make(RETRIEVE, kind)
            n += 1
    return n


cdef int retrieve_witnesses(const SobekState* state, int kind) noexcept nogil:
    """Who sees the face of the card that is taken (bit per seat): the Vizier's player and the owner of the pile, unless it
    is a character that the owner has not seen (ruling peek_own).
    """
    cdef int owner = state.table.target
    return 1 << state.table.turn | (not bag_has(state.blind[owner], kind)) << owner


cdef void retrieve_card(SobekState* state, int kind) noexcept nogil:
    cdef int owner = state.table.target
    cdef int witnesses = retrieve_witnesses(state, kind)
    state.table.target = 0
    transfer(state, kind, PILE + owner, state.table.turn, witnesses)
    end_turn(state)


# -- Courtesan: add one or two cards to one of your sets -----------------------------------------------------

cdef int fitting_kinds(uint64_t hand, int family, int* kinds) noexcept nogil:
    """The kinds of a hand that fit a set of the family, ascending; returns their number."""
    cdef int kind, i, n = 0
    for kind in range(3 * family, 3 * family + 3):
        if bag_has(hand, kind):
            kinds[n] = kind
            n += 1
    if bag_has(hand, AMULET):
        kinds[n] = AMULET
        n += 1
    for i in range(T.mates[family]):
        if bag_has(hand, T.mate[family][i]):
            kinds[n] = T.mate[family][i]
            n += 1
    return n


cdef int list_courtesan(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int seat = state.table.turn
    cdef uint64_t hand = bag_drop(state.cards[seat], FIRST_CHARACTER + character)
    cdef int[4 + MATES_NB] kinds
    cdef int family, i, j, fitting, n = 0
    for family in range(FAMILY_NB):
        if not has_set(&state.table, seat, family):
            continue
        fitting = fitting_kinds(hand, family, kinds)
        for i in range(fitting):
            moves[n] = make_character(character, family + 1, kinds[i] + 1)
            n += 1
            for j in range(i, fitting):
                if i != j or bag_count(hand, kinds[i]) > 1:
                    moves[n] = make_character(character, family + 1, kinds[i] + 1, kinds[j] + 1)
                    n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void add_to_set(SobekState* state, int seat, int family, int kind) noexcept nogil:
    leave_shown(state, seat, kind)
    if kind == AMULET:
        state.table.set_amulets[seat] += <unsigned int>1 << (4 * family)
    else:
        state.table.laid[seat] = bag_add(state.table.laid[seat], kind)


cdef void play_courtesan(SobekState* state, Move move) noexcept nogil:
    cdef int seat = state.table.turn
    cdef int family
    cdef uint64_t fitting = 0
    if move_a(move):
        add_to_set(state, seat, move_a(move) - 1, move_b(move) - 1)
        if move_argument(move):
            add_to_set(state, seat, move_a(move) - 1, move_argument(move) - 1)
    else:                           # with any fitting card he would have had to add it
        for family in range(FAMILY_NB):
            if has_set(&state.table, seat, family):
                fitting |= T.family_mask[family] | T.run[AMULET]
        if fitting:
            exclude(state, seat, fitting)
    end_turn(state)


# -- Merchant: any card of the docks, without corruption -----------------------------------------------------

cdef int list_merchant(const SobekState* state, int character, Move* moves) noexcept nogil:
    """Of equal neighbours only the first: taking either leaves the same row."""
    cdef int dock, n = 0
    for dock in range(state.table.dock_count):
        if dock == 0 or state.table.docks[dock] != state.table.docks[dock - 1]:
            moves[n] = make_character(character, dock + 1)
            n += 1
    return n


cdef Move listed_merchant(const SobekState* state, Move move) noexcept nogil:
    cdef int dock = move_a(move) - 1
    if move_verb(move) != CHARACTER or move_character(move) >= CHARACTER_NB or T.power[move_character(move)] != MERCHANT:
        return 0
    if not 0 <= dock < state.table.dock_count or move & 0xFFFF:
        return 0
    while dock and state.table.docks[dock - 1] == state.table.docks[dock]:
        dock -= 1
    return make_character(move_character(move), dock + 1)


cdef void play_merchant(SobekState* state, Move move) noexcept nogil:
    cdef int dock = move_a(move) - 1
    cdef int kind = state.table.docks[dock]
    cdef int i
    for i in range(dock, state.table.dock_count - 1):
        state.table.docks[i] = state.table.docks[i + 1]
    state.table.dock_count -= 1
    state.table.docks[state.table.dock_count] = 0
    if kind == DOCK_CHARACTER:
        state.table.dock_characters -= 1
        state.table.draws_to_hand = 1
        set_actor(state, PHASE_IDENTIFY, CHANCE)
        return
    arrive_shown(state, state.table.turn, kind)
    end_turn(state)


# -- Queen Neferu: three cards from the deck -----------------------------------------------------------------

cdef void play_queen(SobekState* state) noexcept nogil:
    state.table.draws_to_hand = min(T.sizes.queen_draws, state.table.deck_left)
    if state.table.draws_to_hand:
        set_actor(state, PHASE_QUEEN, CHANCE)
    else:
        end_turn(state)


cdef void take_queen_card(SobekState* state, int kind) noexcept nogil:
    state.pool = bag_drop(state.pool, kind)
    state.table.deck_left -= 1
    state.table.draws_to_hand -= 1
    arrive_hidden(state, state.table.turn, kind)
    if state.table.draws_to_hand == 0:
        end_turn(state)


# -- all of them ---------------------------------------------------------------------------------------------

cdef int list_characters(const SobekState* state, Move* moves) noexcept nogil:
    cdef uint64_t characters = state.cards[state.table.turn] & T.back_mask[ORANGE]
    cdef int character, power, n = 0
    while characters:
        character = T.kind_of[lowest_bit(characters)] - FIRST_CHARACTER
        characters &= characters - 1
        power = T.power[character]
        if power == QUEEN or power == SCRIBE:
            moves[n] = make_character(character)
            n += 1
        elif power == PRIEST:
            n += list_priest(state, character, moves + n)
        elif power == VIZIER:
            n += list_vizier(state, character, moves + n)
        elif power == THIEF:
            n += list_thief(state, character, moves + n)
        elif power == MERCHANT:
            n += list_merchant(state, character, moves + n)
        else:
            n += list_courtesan(state, character, moves + n)
    return n


cdef void play_character(SobekState* state, Move move) noexcept nogil:
    cdef int character = move_character(move)
    cdef int power = T.power[character]
    leave_shown(state, state.table.turn, FIRST_CHARACTER + character)
    state.table.discard = bag_add(state.table.discard, FIRST_CHARACTER + character)
    if power == QUEEN:
        play_queen(state)
    elif power == PRIEST:
        play_priest(state, move)
    elif power == VIZIER:
        play_vizier(state, move)
    elif power == SCRIBE:
        next_victim(state, next_seat(&state.table, state.table.turn))
    elif power == THIEF:
        play_thief(state, move)
    elif power == MERCHANT:
        play_merchant(state, move)
    else:
        play_courtesan(state, move)
