"""Sets: which ones a hand allows, and laying them: vertical in a turn (rulebook p. 6), horizontal after a round (p. 7)."""

from libc.stdint cimport uint64_t

from egypt.core.types cimport Move
from egypt.games.sobek.bags cimport bag_add, bag_count, bag_has, family_count
from egypt.games.sobek.knowledge cimport leave_shown
from egypt.games.sobek.moves cimport (
    MOVE_DONE, MOVE_LAY, MOVE_SET, make_begin, make_move, make_set, set_amulet_count, set_family, set_goods, set_mates,
    with_others,
)
from egypt.games.sobek.rules_events cimport trigger_event
from egypt.games.sobek.rules_round cimport next_layer
from egypt.games.sobek.state cimport NIBBLE_BITS, SobekState, has_set
from egypt.games.sobek.tables cimport (
    AMULET, FAMILY_NB, GREEN_PLAIN, MATES_NB, PLAIN, ROW_NB, TABLES, WITH_SCARABS, good,
)

cdef enum:
    SET_LIST_LIMIT = 400    # with more set plays than this a hand is so huge that a set is begun first, its cards named next


cdef int mates_in_hand(uint64_t hand, int family) noexcept nogil:
    """The characters of a family in a hand, bit each."""
    cdef int i, mates = 0
    for i in range(TABLES.mates[family]):
        if bag_has(hand, TABLES.mate[family][i]):
            mates |= 1 << i
    return mates


cdef inline int add_others(Move goods, int cards, int present, int least_amulets, int most_amulets, bint amulets_alone,
                           Move* moves) noexcept nogil:
    """The sets of these goods (`cards` of them) with some of the characters present and with amulets."""
    cdef int mates, amulets, together, n = 0
    for mates in range(present + 1):
        if mates & ~present:
            continue
        together = cards + (mates & 1) + (mates >> 1 & 1) + (mates >> 2)
        if together == 0 and not amulets_alone:
            continue
        for amulets in range(max(least_amulets, TABLES.sizes.set_minimum - together), most_amulets + 1):
            moves[n] = with_others(goods, mates, amulets)
            n += 1
    return n


cdef int sets_of_family(uint64_t hand, int family, int least_amulets, int most_amulets, bint amulets_alone, int kind,
                        Move* moves) noexcept nogil:
    """The ways to choose a set of one family from a hand, as moves of that kind in ascending order; returns their number."""
    cdef int most_green = bag_count(hand, good(family, GREEN_PLAIN))
    cdef int most_plain = bag_count(hand, good(family, PLAIN))
    cdef int present = mates_in_hand(hand, family)
    cdef int scarabs, plain, green, n = 0
    for scarabs in range(bag_count(hand, good(family, WITH_SCARABS)) + 1):
        for plain in range(most_plain + 1):
            for green in range(most_green + 1):
                n += add_others(make_set(kind, family, scarabs, plain, green), scarabs + plain + green, present,
                                least_amulets, most_amulets, amulets_alone, moves + n)
    return n


cdef int count_choices(uint64_t hand, int family) noexcept nogil:
    """The subsets of a hand's cards of one family, without amulets: an upper bound for a list of sets."""
    cdef int i, n = 1
    for i in range(ROW_NB):
        n *= bag_count(hand, good(family, i)) + 1
    for i in range(TABLES.mates[family]):
        if bag_has(hand, TABLES.mate[family][i]):
            n *= 2
    return n


cdef int legal_sets(const SobekState* s, int seat, int first_family, int kind, Move* moves) noexcept nogil:
    """All sets that a seat may lay, or, if they are too many, all ways to begin one."""
    cdef uint64_t hand = s.cards[seat]
    cdef int amulets = bag_count(hand, AMULET)
    cdef int[FAMILY_NB] cards
    cdef bint[FAMILY_NB] alone
    cdef bint amulet_only = TABLES.rulings[s.table.header.variant].amulet_only
    cdef int minimum = TABLES.sizes.set_minimum
    cdef int family, i, n = 0, bound = 0
    for family in range(first_family, FAMILY_NB):
        cards[family] = family_count(hand, family)
        if cards[family] + amulets < minimum:
            cards[family] = -1
            continue
        alone[family] = amulet_only or (kind == MOVE_SET and has_set(&s.table, seat, family))
        if cards[family] == 0 and not alone[family]:
            cards[family] = -1
        else:
            bound += count_choices(hand, family) * (amulets + 1)
    if bound <= SET_LIST_LIMIT:
        for family in range(first_family, FAMILY_NB):
            if cards[family] >= 0:
                n += sets_of_family(hand, family, 0, amulets, alone[family], kind, moves + n)
        return n
    for family in range(first_family, FAMILY_NB):
        for i in range(max(0, minimum - cards[family]), amulets + 1):
            if cards[family] >= 0:
                moves[n] = make_begin(family, i)
                n += 1
    return n


cdef int legal_begun_sets(const SobekState* s, int kind, Move* moves) noexcept nogil:
    """The sets that fit what was begun."""
    cdef int seat = s.table.header.actor
    cdef int family = s.table.begun_family
    cdef int amulets = s.table.begun_amulets
    cdef bint alone = (TABLES.rulings[s.table.header.variant].amulet_only
                       or (kind == MOVE_SET and has_set(&s.table, seat, family)))
    return sets_of_family(s.cards[seat], family, amulets, amulets, alone, kind, moves)


cdef void begin_set(SobekState* s, int phase, Move move) noexcept nogil:
    s.table.begun_family = set_family(move)
    s.table.begun_amulets = set_amulet_count(move)
    s.table.phase = phase


cdef void lay_cards(SobekState* s, int seat, Move move, uint64_t* row, unsigned int* amulets) noexcept nogil:
    """Moves the cards of a set from the hand to the table."""
    cdef int family = set_family(move)
    cdef int i, kind
    for i in range(ROW_NB):
        kind = good(family, i)
        for _ in range(set_goods(move, i)):
            leave_shown(s, seat, kind)
            row[0] = bag_add(row[0], kind)
    for i in range(MATES_NB):
        if set_mates(move) >> i & 1:
            kind = TABLES.mate[family][i]
            leave_shown(s, seat, kind)
            row[0] = bag_add(row[0], kind)
    for _ in range(set_amulet_count(move)):
        leave_shown(s, seat, AMULET)
    amulets[0] += <unsigned int>set_amulet_count(move) << (NIBBLE_BITS * family)
    s.table.begun_family = 0
    s.table.begun_amulets = 0


cdef void play_set(SobekState* s, Move move) noexcept nogil:
    """A new set or an extension; either triggers an event."""
    cdef int seat = s.table.turn
    lay_cards(s, seat, move, &s.table.laid[seat], &s.table.set_amulets[seat])
    trigger_event(s)


cdef int legal_lays(const SobekState* s, Move* moves) noexcept nogil:
    cdef int n = legal_sets(s, s.table.turn, s.table.lay_family, MOVE_LAY, moves)
    moves[n] = make_move(MOVE_DONE)
    return n + 1


cdef void lay_set(SobekState* s, Move move) noexcept nogil:
    cdef int seat = s.table.turn
    lay_cards(s, seat, move, &s.table.lying[seat], &s.table.lying_amulets[seat])
    s.table.lay_family = set_family(move) + 1
    next_layer(s)
