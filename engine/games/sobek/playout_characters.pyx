"""The seven characters among loose cards: the same choices as in rules_characters.pyx, without books."""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below
from egypt.core.types cimport Move
from egypt.games.sobek.loose cimport Loose, draw_card, lowest_cards
from egypt.games.sobek.moves cimport make_character, move_a, move_argument, move_b, move_character
from egypt.games.sobek.state cimport (
    PHASE_DROP, PHASE_RETRIEVE, PHASE_TURN, PILE, SobekState, has_set, next_seat,
)
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, FAMILY_NB, FIRST_CHARACTER, MATES_NB, MERCHANT, ORANGE, PRIEST, QUEEN, SCRIBE, THIEF,
    VIZIER, T,
)


cdef inline void move_card(SobekState* state, Loose* loose, uint64_t card, int source, int target) noexcept nogil:
    """From one hand or pile to another, unseen by some: then not everybody can place it any more."""
    state.cards[source] ^= card
    state.cards[target] |= card
    loose.known &= ~card
    if source >= PILE:
        state.blind[source - PILE] &= ~card


# -- High Priest ---------------------------------------------------------------------------------------------

cdef int list_priest(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int seat = state.table.turn
    cdef uint64_t pile = state.cards[PILE + seat]
    cdef uint64_t mates = pile & ~state.blind[seat] & T.back_mask[ORANGE]
    cdef bint forced = T.rulings[state.table.header.variant].priest_forced
    cdef int family, i, chosen, present, n = 0
    if not pile:
        moves[0] = make_character(character)
        return 1
    for family in range(FAMILY_NB):
        present = 0
        if mates & T.family_mask[family]:
            for i in range(T.mates[family]):
                if mates & T.run[T.mate[family][i]]:
                    present |= 1 << i
        chosen = present
        while not forced and chosen:            # all smaller choices of the same characters, the empty one last
            chosen = chosen - 1 & present
            moves[n] = make_character(character, family + 1, 0, chosen)
            n += 1
        moves[n] = make_character(character, family + 1, 0, present)
        n += 1
    return n


cdef void play_priest(SobekState* state, Move move) noexcept nogil:
    cdef int seat = state.table.turn
    cdef int family = move_a(move) - 1
    cdef uint64_t gone
    cdef int i
    if family < 0:
        return
    gone = T.family_mask[family] if T.rulings[state.table.header.variant].priest_forced else T.goods_mask[family]
    for i in range(MATES_NB):
        if move_argument(move) >> i & 1:
            gone |= T.run[T.mate[family][i]]
    gone &= state.cards[PILE + seat]
    state.cards[PILE + seat] ^= gone
    state.table.discard |= gone
    state.blind[seat] &= ~gone


# -- Thief ---------------------------------------------------------------------------------------------------

cdef int list_thief(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int victim, back, n = 0
    for victim in range(state.table.header.players):
        if victim != state.table.turn:
            for back in range(BACK_NB):
                if state.cards[victim] & T.back_mask[back]:
                    moves[n] = make_character(character, victim + 1, back)
                    n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_thief(SobekState* state, Loose* loose, Move move) noexcept nogil:
    cdef int victim = move_a(move) - 1
    cdef uint64_t cards
    cdef int card
    if victim < 0:
        return
    cards = state.cards[victim] & T.back_mask[move_b(move)]
    card = nth_bit(cards, rng_below(loose.rng, popcount(cards)))
    move_card(state, loose, <uint64_t>1 << card, victim, state.table.turn)


# -- Scribe --------------------------------------------------------------------------------------------------

cdef void next_victim(SobekState* state, int seat) noexcept nogil:
    """From `seat` on, clockwise, the first opponent who still has too many cards must drop one."""
    while seat != state.table.turn:
        if popcount(state.cards[seat]) > T.sizes.scribe_keeps:
            state.table.phase = PHASE_DROP
            state.table.header.actor = seat
            return
        state.drop_floor = 0
        seat = next_seat(&state.table, seat)
    state.table.phase = PHASE_TURN


cdef void drop_loose_card(SobekState* state, Loose* loose, int kind) noexcept nogil:
    cdef int seat = state.table.header.actor
    move_card(state, loose, lowest_cards(state.cards[seat] & T.run[kind], 1), seat, PILE + seat)
    state.drop_floor = T.rank[kind]
    next_victim(state, seat)


# -- Vizier --------------------------------------------------------------------------------------------------

cdef int list_vizier(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int seat, n = 0
    for seat in range(state.table.header.players):
        if state.cards[PILE + seat]:
            moves[n] = make_character(character, seat + 1)
            n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_vizier(SobekState* state, Move move) noexcept nogil:
    """What he sees on the way goes into no book, but of his own pile he has then seen all."""
    if move_a(move) == 0:
        return
    state.table.target = move_a(move) - 1
    if state.table.target == state.table.turn:
        state.blind[state.table.turn] = 0
    state.table.phase = PHASE_RETRIEVE


cdef void retrieve_loose_card(SobekState* state, Loose* loose, int kind) noexcept nogil:
    cdef int pile = PILE + state.table.target
    move_card(state, loose, lowest_cards(state.cards[pile] & T.run[kind], 1), pile, state.table.turn)
    state.table.target = 0
    state.table.phase = PHASE_TURN


# -- Courtesan -----------------------------------------------------------------------------------------------

cdef int list_courtesan(const SobekState* state, int character, Move* moves) noexcept nogil:
    cdef int seat = state.table.turn
    cdef uint64_t hand = state.cards[seat] & ~T.run[FIRST_CHARACTER + character]
    cdef uint64_t fitting, others
    cdef int family, kind, other, n = 0
    for family in range(FAMILY_NB):
        fitting = hand & (T.family_mask[family] | T.run[AMULET])
        if not fitting or not has_set(&state.table, seat, family):
            continue
        while fitting:
            kind = T.kind_of[lowest_bit(fitting)]
            moves[n] = make_character(character, family + 1, kind + 1)
            n += 1
            others = fitting & (fitting - 1)        # so that an equal card counts as another one
            while others:
                other = T.kind_of[lowest_bit(others)]
                moves[n] = make_character(character, family + 1, kind + 1, other + 1)
                n += 1
                others &= ~T.run[other]
            fitting &= ~T.run[kind]
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void add_to_set(SobekState* state, Loose* loose, int family, int kind) noexcept nogil:
    cdef int seat = state.table.turn
    cdef uint64_t card = lowest_cards(state.cards[seat] & T.run[kind], 1)
    state.cards[seat] ^= card
    if kind == AMULET:
        loose.set_amulets |= card
        state.table.set_amulets[seat] += <unsigned int>1 << (4 * family)
    else:
        state.table.laid[seat] |= card


cdef void play_courtesan(SobekState* state, Loose* loose, Move move) noexcept nogil:
    if move_a(move):
        add_to_set(state, loose, move_a(move) - 1, move_b(move) - 1)
        if move_argument(move):
            add_to_set(state, loose, move_a(move) - 1, move_argument(move) - 1)


# -- Merchant ------------------------------------------------------------------------------------------------

cdef int list_merchant(const Loose* loose, int character, Move* moves) noexcept nogil:
    """Of equal neighbours only the first; face-down characters are equal."""
    cdef int place, kind, before = -1, n = 0
    for place in range(loose.row_first, loose.row_end):
        kind = min(FIRST_CHARACTER, T.kind_of[lowest_bit(loose.row[place + 1] ^ loose.row[place])])
        if kind != before:
            moves[n] = make_character(character, place - loose.row_first + 1)
            n += 1
        before = kind
    return n


cdef void play_merchant(SobekState* state, Loose* loose, Move move) noexcept nogil:
    cdef int place = loose.row_first + move_a(move) - 1
    cdef uint64_t card = loose.row[place + 1] ^ loose.row[place]
    cdef int i
    loose.row_end -= 1
    for i in range(place + 1, loose.row_end + 1):
        loose.row[i] = loose.row[i + 1] ^ card
    state.cards[state.table.turn] |= card
    loose.known |= card & ~T.back_mask[ORANGE]


# -- Queen Neferu --------------------------------------------------------------------------------------------

cdef void play_queen(SobekState* state, Loose* loose) noexcept nogil:
    cdef int draws = min(T.sizes.queen_draws, state.table.deck_left)
    state.table.deck_left -= draws
    for _ in range(draws):
        state.cards[state.table.turn] |= draw_card(loose)


# -- all of them ---------------------------------------------------------------------------------------------

cdef int list_loose_characters(const SobekState* state, const Loose* loose, Move* moves) noexcept nogil:
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
            n += list_merchant(loose, character, moves + n)
        else:
            n += list_courtesan(state, character, moves + n)
    return n


cdef void play_loose_character(SobekState* state, Loose* loose, Move move) noexcept nogil:
    cdef int character = move_character(move)
    cdef int power = T.power[character]
    state.cards[state.table.turn] ^= T.run[FIRST_CHARACTER + character]
    state.table.discard |= T.run[FIRST_CHARACTER + character]
    if power == QUEEN:
        play_queen(state, loose)
    elif power == PRIEST:
        play_priest(state, move)
    elif power == VIZIER:
        play_vizier(state, move)
    elif power == SCRIBE:
        next_victim(state, next_seat(&state.table, state.table.turn))
    elif power == THIEF:
        play_thief(state, loose, move)
    elif power == MERCHANT:
        play_merchant(state, loose, move)
    else:
        play_courtesan(state, loose, move)
