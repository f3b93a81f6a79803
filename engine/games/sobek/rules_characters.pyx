"""The seven characters (rulebook p. 11), each as a pair: the ways to play it, and what it does.

A power that finds nothing to work on does nothing: the character is played without an argument.
"""

from libc.stdint cimport uint64_t

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, Move
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_drop, bag_has
from egypt.games.sobek.knowledge cimport (
    arrive_hidden, arrive_shown, exclude, leave_shown, look_through, transfer, turn_over,
)
from egypt.games.sobek.moves cimport (
    MOVE_CHARACTER, MOVE_DROP, MOVE_RETRIEVE, make_character, make_discarded, make_move, move_a, move_argument, move_b,
    move_character, move_kind,
)
from egypt.games.sobek.rules_round cimport end_turn, set_actor
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, NIBBLE_BITS, PHASE_DROP, PHASE_IDENTIFY, PHASE_LOOK, PHASE_PURGE, PHASE_QUEEN, PHASE_RETRIEVE,
    PHASE_STEAL, PILE, SobekState, cards_at, has_set,
)
from egypt.games.sobek.tables cimport (
    AMULET, BACK_NB, CHARACTER_NB, FAMILY_NB, FIRST_CHARACTER, GREEN_PLAIN, KIND_NB, MATES_NB, MERCHANT, ORANGE, PLAIN,
    PRIEST, QUEEN, ROW_NB, SCRIBE, TABLES, THIEF, VIZIER, WITH_SCARABS, Rulings, good,
)


# -- High Priest: discard one family from your own corruption pile -------------------------------------------

cdef int legal_priest(const SobekState* s, int character, Move* moves) noexcept nogil:
    """Any family may be named. Its goods go; of its characters in the pile those that the player chooses.

    The move says what is discarded, but for characters that the owner has not seen (ruling peek_own): they stay, or
    show and go (ruling hp_characters = "forced") after the family is named.
    """
    cdef int seat = s.table.turn
    cdef uint64_t pile = s.cards[PILE + seat]
    cdef bint forced = TABLES.rulings[s.table.header.variant].priest_forced
    cdef int family, i, chosen, present, goods, n = 0
    if not cards_at(&s.table, PILE + seat):
        moves[0] = make_character(character)
        return 1
    for family in range(FAMILY_NB):
        present = 0
        for i in range(TABLES.mates[family]):
            if bag_has(pile & ~s.blind[seat], TABLES.mate[family][i]):
                present |= 1 << i
        goods = make_discarded(bag_count(pile, good(family, WITH_SCARABS)), bag_count(pile, good(family, PLAIN)),
                               bag_count(pile, good(family, GREEN_PLAIN)))
        for chosen in range(1 << MATES_NB):
            if chosen == present or (chosen & ~present == 0 and not forced):
                moves[n] = make_character(character, family + 1, goods, chosen)
                n += 1
    return n


cdef void play_priest(SobekState* s, Move move) noexcept nogil:
    cdef int pile = PILE + s.table.turn
    cdef int family = move_a(move) - 1
    cdef int chosen = move_argument(move)
    cdef const Rulings* rulings = &TABLES.rulings[s.table.header.variant]
    cdef int kind
    if family < 0:
        end_turn(s)
        return
    for kind in range(good(family, WITH_SCARABS), good(family, ROW_NB)):
        while bag_has(s.cards[pile], kind):
            leave_shown(s, pile, kind)
            s.table.discard = bag_add(s.table.discard, kind)
    discard_mates(s, family, chosen)
    if rulings.priest_forced and not rulings.peek_own and s.table.count[pile][ORANGE]:
        exclude(s, pile, TABLES.goods_mask[family])
        s.table.begun_family = family
        set_actor(s, PHASE_PURGE, CHANCE)
        return
    exclude(s, pile, TABLES.family_mask[family] if rulings.priest_forced else TABLES.goods_mask[family])
    end_turn(s)


cdef void discard_mates(SobekState* s, int family, int mates) noexcept nogil:
    cdef int pile = PILE + s.table.turn
    cdef int i
    for i in range(TABLES.mates[family]):
        if mates >> i & 1:
            leave_shown(s, pile, TABLES.mate[family][i])
            s.table.discard = bag_add(s.table.discard, TABLES.mate[family][i])


cdef int mates_in_pile(const SobekState* s) noexcept nogil:
    cdef int family = s.table.begun_family
    cdef int i, mates = 0
    for i in range(TABLES.mates[family]):
        if bag_has(s.cards[PILE + s.table.turn], TABLES.mate[family][i]):
            mates |= 1 << i
    return mates


cdef void purge(SobekState* s, int mates) noexcept nogil:
    cdef int family = s.table.begun_family
    s.table.begun_family = 0
    discard_mates(s, family, mates)
    exclude(s, PILE + s.table.turn, TABLES.family_mask[family])
    end_turn(s)


# -- Thief: a random card of an opponent's hand, chosen by its back ------------------------------------------

cdef int legal_thief(const SobekState* s, int character, Move* moves) noexcept nogil:
    cdef int victim, back, n = 0
    for victim in range(s.table.header.players):
        if victim != s.table.turn:
            for back in range(BACK_NB):
                if s.table.count[victim][back]:
                    moves[n] = make_character(character, victim + 1, back)
                    n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_thief(SobekState* s, Move move) noexcept nogil:
    if move_a(move) == 0:
        end_turn(s)
        return
    s.table.target = move_a(move) - 1
    s.table.back = move_b(move)
    set_actor(s, PHASE_STEAL, CHANCE)


cdef void take_stolen(SobekState* s, int kind) noexcept nogil:
    cdef int thief = s.table.turn
    cdef int victim = s.table.target
    s.table.target = 0
    s.table.back = 0
    transfer(s, kind, victim, thief, 1 << victim | 1 << thief)
    end_turn(s)


# -- Scribe: opponents with more than six cards drop the surplus ---------------------------------------------

cdef void next_victim(SobekState* s, int seat) noexcept nogil:
    """From `seat` on, clockwise, the first opponent who still has too many cards must drop one."""
    while seat != s.table.turn:
        if cards_at(&s.table, seat) > TABLES.sizes.scribe_keeps:
            set_actor(s, PHASE_DROP, seat)
            return
        s.drop_floor = 0
        seat = left_of(seat, s.table.header.players)
    end_turn(s)


cdef int legal_drops(const SobekState* s, Move* moves) noexcept nogil:
    """Cards leave by backs, those of a back in ascending order: no two orders lead to the same result, and the backs that
    others see come in an order that tells them nothing.
    """
    cdef int seat = s.table.header.actor
    cdef int surplus = cards_at(&s.table, seat) - TABLES.sizes.scribe_keeps
    cdef uint64_t hand = s.cards[seat]
    cdef unsigned int allowed = 0   # bit per kind
    cdef int rank, kind, n = 0
    cdef int above = 0              # cards that the order still leaves to choose from
    for rank in range(KIND_NB - 1, <int>s.drop_floor - 1, -1):
        kind = TABLES.in_order[rank]
        above += bag_count(hand, kind)
        if bag_has(hand, kind) and above >= surplus:
            allowed |= <unsigned int>1 << kind
    for kind in range(KIND_NB):
        if allowed >> kind & 1:
            moves[n] = make_move(MOVE_DROP, kind)
            n += 1
    return n


cdef void drop_card(SobekState* s, int kind) noexcept nogil:
    cdef int seat = s.table.header.actor
    transfer(s, kind, seat, PILE + seat, 1 << seat)
    s.drop_floor = TABLES.rank[kind]
    next_victim(s, seat)


# -- Vizier: look through a corruption pile and take one card ------------------------------------------------

cdef int legal_vizier(const SobekState* s, int character, Move* moves) noexcept nogil:
    cdef bint own = TABLES.rulings[s.table.header.variant].vizier_own
    cdef int seat, n = 0
    for seat in range(s.table.header.players):
        if cards_at(&s.table, PILE + seat) and (own or seat != s.table.turn):
            moves[n] = make_character(character, seat + 1)
            n += 1
    if n == 0:
        moves[0] = make_character(character)
        return 1
    return n


cdef void play_vizier(SobekState* s, Move move) noexcept nogil:
    if move_a(move) == 0:
        end_turn(s)
        return
    s.table.target = move_a(move) - 1
    if s.table.target != s.table.turn or not TABLES.rulings[s.table.header.variant].peek_own:
        s.table.draws_to_pile = (cards_at(&s.table, PILE + s.table.target)
                                 - popcount(s.table.shown[PILE + s.table.target]))
    look_on(s)


cdef void look_on(SobekState* s) noexcept nogil:
    if s.table.draws_to_pile:
        set_actor(s, PHASE_LOOK, CHANCE)
    else:
        s.drop_floor = 0
        look_through(s, s.table.turn, PILE + s.table.target)
        set_actor(s, PHASE_RETRIEVE, s.table.turn)


cdef void see_card(SobekState* s, int kind) noexcept nogil:
    turn_over(s, s.table.turn, PILE + s.table.target, TABLES.all_cards, s.table.draws_to_pile)
    s.table.draws_to_pile -= 1
    s.drop_floor = TABLES.rank[kind]
    look_on(s)


cdef int legal_retrievals(const SobekState* s, Move* moves) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(KIND_NB):
        if bag_has(s.cards[PILE + s.table.target], kind):
            moves[n] = make_move(MOVE_RETRIEVE, kind)
            n += 1
    return n


cdef int retrieve_witnesses(const SobekState* s, int kind) noexcept nogil:
    """Who sees the face of the card that is taken (bit per seat): the Vizier's player and the owner of the pile, unless it
    is a character that the owner has not seen (ruling peek_own).
    """
    cdef int owner = s.table.target
    return 1 << s.table.turn | (not bag_has(s.blind[owner], kind)) << owner


cdef void retrieve_card(SobekState* s, int kind) noexcept nogil:
    cdef int owner = s.table.target
    cdef int witnesses = retrieve_witnesses(s, kind)
    s.table.target = 0
    transfer(s, kind, PILE + owner, s.table.turn, witnesses)
    end_turn(s)


# -- Courtesan: add one or two cards to one of your sets -----------------------------------------------------

cdef int fitting_kinds(uint64_t hand, int family, int* kinds) noexcept nogil:
    """The kinds of a hand that fit a set of the family, ascending; returns their number."""
    cdef int kind, i, n = 0
    for kind in range(good(family, WITH_SCARABS), good(family, ROW_NB)):
        if bag_has(hand, kind):
            kinds[n] = kind
            n += 1
    if bag_has(hand, AMULET):
        kinds[n] = AMULET
        n += 1
    for i in range(TABLES.mates[family]):
        if bag_has(hand, TABLES.mate[family][i]):
            kinds[n] = TABLES.mate[family][i]
            n += 1
    return n


cdef int legal_courtesan(const SobekState* s, int character, Move* moves) noexcept nogil:
    cdef int seat = s.table.turn
    cdef uint64_t hand = bag_drop(s.cards[seat], FIRST_CHARACTER + character)
    cdef int[ROW_NB + 1 + MATES_NB] kinds
    cdef int family, i, j, fitting, n = 0
    for family in range(FAMILY_NB):
        if not has_set(&s.table, seat, family):
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


cdef void add_to_set(SobekState* s, int seat, int family, int kind) noexcept nogil:
    leave_shown(s, seat, kind)
    if kind == AMULET:
        s.table.set_amulets[seat] += <unsigned int>1 << (NIBBLE_BITS * family)
    else:
        s.table.laid[seat] = bag_add(s.table.laid[seat], kind)


cdef void play_courtesan(SobekState* s, Move move) noexcept nogil:
    cdef int seat = s.table.turn
    cdef int family
    cdef uint64_t fitting = 0
    if move_a(move):
        add_to_set(s, seat, move_a(move) - 1, move_b(move) - 1)
        if move_argument(move):
            add_to_set(s, seat, move_a(move) - 1, move_argument(move) - 1)
    else:                           # with any fitting card they would have had to add it
        for family in range(FAMILY_NB):
            if has_set(&s.table, seat, family):
                fitting |= TABLES.family_mask[family] | TABLES.run[AMULET]
        if fitting:
            exclude(s, seat, fitting)
    end_turn(s)


# -- Merchant: any card of the docks, without corruption -----------------------------------------------------

cdef int legal_merchant(const SobekState* s, int character, Move* moves) noexcept nogil:
    """Of equal neighbours only the first: taking either leaves the same row."""
    cdef int dock, n = 0
    for dock in range(s.table.dock_count):
        if dock == 0 or s.table.docks[dock] != s.table.docks[dock - 1]:
            moves[n] = make_character(character, dock + 1)
            n += 1
    return n


cdef Move listed_merchant(const SobekState* s, Move move) noexcept nogil:
    cdef int dock = move_a(move) - 1
    if move_kind(move) != MOVE_CHARACTER or move_character(move) >= CHARACTER_NB:
        return 0
    if TABLES.power[move_character(move)] != MERCHANT:
        return 0
    if not 0 <= dock < s.table.dock_count or move_b(move) or move_argument(move):
        return 0
    while dock and s.table.docks[dock - 1] == s.table.docks[dock]:
        dock -= 1
    return make_character(move_character(move), dock + 1)


cdef void play_merchant(SobekState* s, Move move) noexcept nogil:
    cdef int dock = move_a(move) - 1
    cdef int kind = s.table.docks[dock]
    cdef int i
    for i in range(dock, s.table.dock_count - 1):
        s.table.docks[i] = s.table.docks[i + 1]
    s.table.dock_count -= 1
    s.table.docks[s.table.dock_count] = 0
    if kind == DOCK_CHARACTER:
        s.table.dock_characters -= 1
        s.table.draws_to_hand = 1
        set_actor(s, PHASE_IDENTIFY, CHANCE)
        return
    arrive_shown(s, s.table.turn, kind)
    end_turn(s)


# -- Queen Neferu: three cards from the deck -----------------------------------------------------------------

cdef void play_queen(SobekState* s) noexcept nogil:
    s.table.draws_to_hand = min(TABLES.sizes.queen_draws, s.table.deck_left)
    if s.table.draws_to_hand:
        set_actor(s, PHASE_QUEEN, CHANCE)
    else:
        end_turn(s)


cdef void take_queen_card(SobekState* s, int kind) noexcept nogil:
    s.pool = bag_drop(s.pool, kind)
    s.table.deck_left -= 1
    s.table.draws_to_hand -= 1
    arrive_hidden(s, s.table.turn, kind)
    if s.table.draws_to_hand == 0:
        end_turn(s)


# -- all of them ---------------------------------------------------------------------------------------------

cdef int legal_characters(const SobekState* s, Move* moves) noexcept nogil:
    cdef uint64_t characters = s.cards[s.table.turn] & TABLES.back_mask[ORANGE]
    cdef int character, power, n = 0
    while characters:
        character = TABLES.kind_of[lowest_bit(characters)] - FIRST_CHARACTER
        characters &= characters - 1
        power = TABLES.power[character]
        if power == QUEEN or power == SCRIBE:
            moves[n] = make_character(character)
            n += 1
        elif power == PRIEST:
            n += legal_priest(s, character, moves + n)
        elif power == VIZIER:
            n += legal_vizier(s, character, moves + n)
        elif power == THIEF:
            n += legal_thief(s, character, moves + n)
        elif power == MERCHANT:
            n += legal_merchant(s, character, moves + n)
        else:
            n += legal_courtesan(s, character, moves + n)
    return n


cdef void play_character(SobekState* s, Move move) noexcept nogil:
    cdef int character = move_character(move)
    cdef int power = TABLES.power[character]
    leave_shown(s, s.table.turn, FIRST_CHARACTER + character)
    s.table.discard = bag_add(s.table.discard, FIRST_CHARACTER + character)
    if power == QUEEN:
        play_queen(s)
    elif power == PRIEST:
        play_priest(s, move)
    elif power == VIZIER:
        play_vizier(s, move)
    elif power == SCRIBE:
        next_victim(s, left_of(s.table.turn, s.table.header.players))
    elif power == THIEF:
        play_thief(s, move)
    elif power == MERCHANT:
        play_merchant(s, move)
    else:
        play_courtesan(s, move)
