"""Features of Sobek: the points on the table, what the hand can still become, and who is going to pay for corruption.

The stage is the round and the quarter of the round, counted by the cards still to come.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.seats cimport left_of
from egypt.core.weights cimport Weights
from egypt.core.types cimport MAX_FEATURES
from egypt.games.sobek.bags cimport bag_count, family_count, family_scarabs, scarabs_of
from egypt.games.sobek.evaluate cimport (
    AMULET_GAIN, AMULETS, BEHIND, CORRUPTION, CURSE_POINTS, DOCK_AMULET, DOCK_BEST, DOCK_GAIN, DOCK_WORTH, END_LAID,
    END_LOSS, END_SCORE, EVENT_CHOICE, EXTRA_TURN, FEATURE_NB, FIRST_POWER, HAND, HAND_TIME, LEAD, LEFTOVER, LEFTOVER_TIME,
    LYING, MOST, ONE, OTHER_MOMENT, OVER_SIX, PAIRS, PAIRS_TO_COME, PENALTY, PENALTY_LEAD, PENALTY_LEAD_TIME, PENALTY_NEAR,
    PILE_TIME, PLAYABLE, PLAYABLE_LATE, PLAYABLE_TURN, RETRIEVE_CHOICE, SAFE_POINTS, SCORE, SET_SCARABS, SET_SCARABS_TIME,
    SETS, SETS_HIGH, SINGLE_SCARABS, SINGLES, SUM_NB, TIED, TO_COME, TURN, TURN_NEXT,
)
from egypt.games.sobek.scoring cimport after_penalty, corruption, who_pays
from egypt.games.sobek.state cimport (
    DOCK_NB, PHASE_DROP, PHASE_EVENT, PHASE_LAY, PHASE_LAY_SET, PHASE_RETRIEVE, PILE, SEAT_NB, SobekState, cards_at, nibble,
)
from egypt.games.sobek.tables cimport (
    AMULET, DECK_NB, FAMILY_NB, FIRST_CHARACTER, ORANGE, ROW_NB, TABLES, WITH_SCARABS,
)

FEATURES = (
    "one", "score", "sets", "playable", "amulet_gain", "pairs", "singles", "single_scarabs", "amulets",
    "queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan",
    "corruption", "lead", "behind", "most", "tied", "penalty", "penalty_near", "safe_points",
    "turn", "event", "other_moment", "curse_points", "lying", "leftover", "leftover_time", "over_six",
    "set_scarabs", "set_scarabs_time", "hand_time", "playable_late", "pile_time", "extra_turn", "retrieve", "sets_high",
    "pairs_to_come", "dock_gain", "dock_worth", "penalty_lead", "penalty_lead_time",
    "turn_next", "to_come", "hand", "dock_best", "dock_amulet", "playable_turn", "end_score", "end_loss", "end_laid",
)

# What a player calls them.
FEATURE_GROUPS = {
    "the usual course of the game": ("one",),
    "score so far": ("score",),
    "score if the round ended now": ("end_score", "end_loss", "end_laid"),
    "sets on the table": ("sets", "sets_high", "set_scarabs", "set_scarabs_time", "lying"),
    "sets in hand": ("playable", "playable_late", "pairs", "pairs_to_come", "singles", "single_scarabs",
                     "playable_turn"),
    "amulets": ("amulets", "amulet_gain"),
    "characters in hand": ("queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan"),
    "corruption": (
        "corruption", "lead", "behind", "most", "tied", "penalty", "penalty_near", "penalty_lead", "penalty_lead_time",
        "safe_points", "pile_time"),
    "cards left over at the end of the round": ("leftover", "leftover_time", "over_six", "hand_time", "hand"),
    "curse": ("curse_points",),
    "docks": ("dock_gain", "dock_worth", "dock_best", "dock_amulet", "to_come"),
    "turn and choices": ("turn", "turn_next", "event", "other_moment", "extra_turn", "retrieve"),
}

cdef enum:
    QUARTER_NB = 4          # of a round, counted by the cards still to come
    SET_CARDS = 3           # cards of a set: what the weights were fitted to
    HIGH_SETS = 40          # points
    NEAR_CARDS = 2          # of corruption
    SAFE_CARDS = 5
    LEAD_LIMIT = 5
    PADDED = 48             # the sums' columns up to a multiple of eight; weights that need more want a network's, too

assert SUM_NB + 0 <= PADDED + 0 < FEATURE_NB + 0 and FEATURES[SUM_NB] == "turn_next"
assert len(FEATURES) == FEATURE_NB


# The cards at the docks that are of a family.
ctypedef struct Goods:
    int count
    int place[DOCK_NB]
    int family[DOCK_NB]
    int scarabs[DOCK_NB]


cdef void read_docks(const SobekState* s, Goods* goods) noexcept nogil:
    """Once for all seats."""
    cdef int i, kind, n = 0
    for i in range(s.table.dock_count):
        kind = s.table.docks[i]
        if kind < AMULET:
            goods.place[n] = i
            goods.family[n] = kind // ROW_NB
            goods.scarabs[n] = TABLES.value[kind // ROW_NB] if kind % ROW_NB == WITH_SCARABS else 0
            n += 1
    goods.count = n


cdef void count_to_come(const SobekState* s, const Goods* goods, int* to_come) noexcept nogil:
    """Cards of each family at the docks and, as far as one can know, in the deck."""
    cdef int family, i
    for family in range(FAMILY_NB):
        to_come[family] = family_count(s.pool, family)
    for i in range(goods.count):
        to_come[goods.family[i]] += 1


cdef void dock_features(const SobekState* s, const Goods* goods, int seat, const int* cards, const int* scarabs,
                        int16_t* row) noexcept nogil:
    """What the cards at the docks are worth to a seat with these cards and scarabs by family."""
    cdef bint chooses = s.table.turn == seat and s.table.header.actor == seat
    cdef int i, family, gain, worth = 0, best = 0
    for i in range(goods.count):
        family = goods.family[i]
        gain = (cards[family] + 1) * (scarabs[family] + goods.scarabs[i]) - cards[family] * scarabs[family]
        worth += gain
        if goods.place[i] < TABLES.sizes.reach:
            best = max(best, gain - goods.place[i])
    row[DOCK_WORTH] = worth
    row[DOCK_BEST] = best
    row[DOCK_GAIN] = best if chooses else 0


cdef inline void family_features(int cards, int scarabs, int set_cards, int set_scarabs, int amulets, int to_come,
                                 int16_t* row) noexcept nogil:
    """Adds what the cards in hand of one family can become, beside the set of it on the table."""
    cdef int points = set_cards * set_scarabs
    cdef int gain = 0, with_amulets = 0
    if cards + amulets >= SET_CARDS:
        with_amulets = (set_cards + cards + amulets) * (set_scarabs + scarabs) - points
    if cards >= SET_CARDS:
        gain = (set_cards + cards) * (set_scarabs + scarabs) - points
        row[PLAYABLE] += gain
        row[LYING] += scarabs
        row[LEFTOVER] -= cards
    elif cards == SET_CARDS - 1:
        row[PAIRS] += (set_cards + SET_CARDS) * (set_scarabs + scarabs) - points
        row[PAIRS_TO_COME] += to_come * (set_scarabs + scarabs)
        row[SINGLE_SCARABS] += scarabs
    else:
        row[SINGLES] += (set_cards + SET_CARDS) * (set_scarabs + scarabs) - points
        row[SINGLE_SCARABS] += scarabs
    row[AMULET_GAIN] = max(row[AMULET_GAIN], with_amulets - gain)


cdef void hand_features(const SobekState* s, const Goods* goods, int seat, int quarters, const int* to_come,
                        int16_t* row) noexcept nogil:
    cdef uint64_t hand = s.cards[seat]
    cdef uint64_t laid = s.table.laid[seat]
    cdef int hand_size = cards_at(&s.table, seat)
    cdef int amulets = bag_count(hand, AMULET)
    cdef int family, cards, scarabs, set_cards, set_scarabs, sets = 0, growth = 0, best_pair = 0
    cdef int[FAMILY_NB] all_cards
    cdef int[FAMILY_NB] all_scarabs
    row[LEFTOVER] = hand_size
    for family in range(FAMILY_NB):
        set_cards = family_count(laid, family) + nibble(s.table.set_amulets[seat], family)
        set_scarabs = (family_scarabs(laid, family)
                       + TABLES.sizes.prosperity_scarabs * nibble(s.table.prosperity[seat], family))
        sets += set_cards * set_scarabs
        growth += set_scarabs
        cards = family_count(hand, family)
        scarabs = family_scarabs(hand, family)
        all_cards[family] = set_cards + cards
        all_scarabs[family] = set_scarabs + scarabs
        if cards:
            family_features(cards, scarabs, set_cards, set_scarabs, amulets, to_come[family], row)
            if cards == SET_CARDS - 1 and scarabs > best_pair:
                best_pair = scarabs
    if s.table.lying[seat]:
        sets += scarabs_of(s.table.lying[seat])
    row[SETS] = sets
    row[SETS_HIGH] = max(0, sets - HIGH_SETS)
    row[PLAYABLE_LATE] = row[PLAYABLE] + row[AMULET_GAIN] if quarters == 0 else 0
    row[AMULETS] = amulets
    if amulets:
        row[LYING] += best_pair
    row[LEFTOVER_TIME] = row[LEFTOVER] * quarters
    row[OVER_SIX] = max(0, hand_size - TABLES.sizes.scribe_keeps)
    row[SET_SCARABS] = growth
    row[SET_SCARABS_TIME] = growth * quarters
    row[HAND_TIME] = hand_size * quarters
    dock_features(s, goods, seat, all_cards, all_scarabs, row)


cdef void character_features(uint64_t hand, int16_t* row) noexcept nogil:
    cdef uint64_t characters = hand & TABLES.back_mask[ORANGE]
    cdef int kind
    while characters:
        kind = TABLES.kind_of[lowest_bit(characters)]
        characters &= ~TABLES.run[kind]
        row[FIRST_POWER + TABLES.power[kind - FIRST_CHARACTER]] += 1


cdef void corruption_features(const SobekState* s, int seat, const int* sizes, int quarters,
                              int16_t* row) noexcept nogil:
    cdef int other, rival = 0, mine = sizes[seat]
    for other in range(s.table.header.players):
        if other != seat:
            rival = max(rival, sizes[other])
    row[CORRUPTION] = mine
    row[LEAD] = max(0, mine - rival)
    row[BEHIND] = max(0, rival - mine)
    row[MOST] = mine > rival
    row[TIED] = mine == rival
    row[PENALTY] = row[SETS] if mine > rival else 0
    row[PENALTY_NEAR] = row[SETS] if mine <= rival <= mine + NEAR_CARDS else 0
    row[SAFE_POINTS] = row[SETS] if rival > mine + SAFE_CARDS else 0
    row[PENALTY_LEAD] = row[SETS] * max(-LEAD_LIMIT, min(LEAD_LIMIT, mine - rival))
    row[PENALTY_LEAD_TIME] = row[PENALTY_LEAD] * quarters
    row[CURSE_POINTS] = s.table.curses[seat]
    row[PILE_TIME] = mine * quarters


cdef int would_pay(const SobekState* s, const int16_t* rows, const int* piles) noexcept nogil:
    """Bit per seat that is most corrupt if the round ends now: what cannot be laid down comes to the pile."""
    cdef int[SEAT_NB] sizes, scarabs
    cdef const int16_t* row
    cdef int seat, most = -1, with_most = 0
    for seat in range(s.table.header.players):
        sizes[seat] = piles[seat] + rows[seat * MAX_FEATURES + LEFTOVER]
        scarabs[seat] = 0
        if sizes[seat] > most:
            most = sizes[seat]
            with_most = 0
        with_most += sizes[seat] == most
    if with_most > 1:               # only then scarabs decide
        for seat in range(s.table.header.players):
            row = rows + seat * MAX_FEATURES
            scarabs[seat] = scarabs_of(s.cards[PILE + seat]) + scarabs_of(s.cards[seat]) - row[LYING]
    return who_pays(&s.table, sizes, scarabs)


cdef void network_features(const SobekState* s, const int* piles, bint laying, int16_t* rows) noexcept nogil:
    """The columns for a network, of all seats; those of the sums are there."""
    cdef int variant = s.table.header.variant
    cdef int payers = would_pay(s, rows, piles)
    cdef int seat, i, points, marker, amulet = 0
    cdef int16_t* row
    for i in range(min(<int>s.table.dock_count, TABLES.sizes.reach)):
        amulet |= s.table.docks[i] == AMULET
    for seat in range(s.table.header.players):
        row = rows + seat * MAX_FEATURES
        points = row[SETS] + row[LYING]
        marker = s.table.total[seat] + points
        row[END_SCORE] = marker
        if payers >> seat & 1:
            row[END_SCORE] = after_penalty(variant, marker, points // TABLES.sizes.penalty_per_points)
        row[END_LOSS] = marker - row[END_SCORE]
        row[END_LAID] = row[END_SCORE] if laying else 0
        row[TURN_NEXT] = s.table.turn >= 0 and left_of(s.table.turn, s.table.header.players) == seat
        row[TO_COME] = s.table.deck_left + s.table.dock_count
        row[HAND] = cards_at(&s.table, seat)
        row[DOCK_AMULET] = amulet
        row[PLAYABLE_TURN] = row[PLAYABLE] + row[AMULET_GAIN] if row[TURN] else 0


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const SobekState* s = <const SobekState*>state
    cdef int players = s.table.header.players
    cdef int phase = s.table.phase
    cdef int to_come = s.table.deck_left + s.table.dock_count
    cdef int quarters = min(QUARTER_NB - 1, to_come * QUARTER_NB // DECK_NB)
    cdef int actor = s.table.header.actor
    cdef bint laying = phase == PHASE_LAY or phase == PHASE_LAY_SET
    cdef int[SEAT_NB] sizes, piles
    cdef int[FAMILY_NB] families_to_come
    cdef Goods goods
    cdef int seat
    cdef int16_t* row
    if laying:
        quarters = 0
    read_docks(s, &goods)
    count_to_come(s, &goods, families_to_come)
    for seat in range(players):
        sizes[seat] = corruption(&s.table, seat)
        piles[seat] = sizes[seat]
        if laying:                  # what is left in hand will lie there soon
            sizes[seat] += cards_at(&s.table, seat)
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        memset(row, 0, FEATURE_NB * sizeof(int16_t))
        row[ONE] = 1
        row[SCORE] = s.table.total[seat]
        hand_features(s, &goods, seat, quarters, families_to_come, row)
        character_features(s.cards[seat], row)
        corruption_features(s, seat, sizes, quarters, row)
        if laying:                  # sets from the hand can only lie down now
            row[PLAYABLE] = 0
            row[PLAYABLE_LATE] = 0
            row[AMULET_GAIN] = 0
            row[PAIRS] = 0
            row[SINGLES] = 0
        row[TURN] = s.table.turn == seat and actor == seat
        row[EVENT_CHOICE] = phase == PHASE_EVENT and actor == seat
        row[RETRIEVE_CHOICE] = phase == PHASE_RETRIEVE and actor == seat
        row[OTHER_MOMENT] = phase == PHASE_DROP and actor == seat
        row[EXTRA_TURN] = s.table.flood_turn and actor == seat
    if weights.features > PADDED:
        network_features(s, piles, laying, rows)
    return QUARTER_NB * (s.table.round - 1) + QUARTER_NB - 1 - quarters
