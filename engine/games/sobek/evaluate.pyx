"""Features of Sobek: the points on the table, what the hand can still become, and who is going to pay for corruption.

The stage is the round and the quarter of the round, counted by the cards still to come.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

from egypt.core.game cimport Weights
from egypt.core.types cimport MAX_FEATURES
from egypt.games.sobek.bags cimport bag_count, bag_has, family_count, family_scarabs
from egypt.games.sobek.scoring cimport corruption
from egypt.games.sobek.state cimport (
    PHASE_DROP, PHASE_EVENT, PHASE_LAY, PHASE_LAY_SET, PHASE_RETRIEVE, SobekState, cards_at, nibble,
)
from egypt.games.sobek.tables cimport AMULET, CHARACTER_NB, FAMILY_NB, FIRST_CHARACTER, ORANGE, T

FEATURES = (
    "one", "score", "sets", "playable", "amulet_gain", "pairs", "singles", "single_scarabs", "amulets",
    "queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan",
    "corruption", "lead", "behind", "most", "tied", "penalty", "penalty_near", "safe_points",
    "turn", "event", "other_moment", "curse_points", "lying", "leftover", "leftover_time", "over_six",
    "set_scarabs", "set_scarabs_time", "hand_time", "playable_late", "pile_time", "extra_turn", "retrieve", "sets_high",
    "pairs_to_come", "dock_gain", "dock_worth", "penalty_lead", "penalty_lead_time",
)

cdef enum:
    DECK_SIZE = 54

cdef enum:
    ONE
    SCORE
    SETS
    PLAYABLE            # points that sets of three or more from the hand would bring, without amulets
    AMULET_GAIN         # what the amulets would add to the best of them
    PAIRS               # the same for families with two cards in hand, as if one more came
    SINGLES             # and with one card
    SINGLE_SCARABS      # scarabs on cards of such families
    AMULETS
    FIRST_POWER         # seven features: characters in hand, by power
    CORRUPTION = 16
    LEAD                # cards more than the next one
    BEHIND              # cards fewer than the most corrupt one
    MOST
    TIED
    PENALTY             # points at stake if the player is most corrupt
    PENALTY_NEAR        # the same if he is at most two cards away
    SAFE_POINTS         # set points of a player who is well behind
    TURN
    EVENT_CHOICE        # he chooses an event now
    OTHER_MOMENT        # somebody else's turn is under way in which he decides something
    CURSE_POINTS
    LYING               # points of horizontal sets if the round ended now
    LEFTOVER            # cards that would then go to the pile
    LEFTOVER_TIME       # the same times the quarters of the round left
    OVER_SIX
    SET_SCARABS         # scarabs of sets on the table: what one more card there is worth
    SET_SCARABS_TIME
    HAND_TIME
    PLAYABLE_LATE       # points in hand when the round may end soon
    PILE_TIME
    EXTRA_TURN
    RETRIEVE_CHOICE
    SETS_HIGH           # set points beyond 40: penalties grow with them
    PAIRS_TO_COME       # scarabs of families with two cards in hand, times the cards of the family that may still come
    DOCK_GAIN           # on his turn: points that the best of the first docks would add to his cards, less its corruption
    DOCK_WORTH          # points that all cards at the docks would add, each alone
    PENALTY_LEAD        # points at stake times the cards more or fewer than the rival has, up to five
    PENALTY_LEAD_TIME
    FEATURE_NB

assert len(FEATURES) == FEATURE_NB


cdef void count_to_come(const SobekState* state, int* to_come) noexcept nogil:
    """Cards of each family at the docks and, as far as one can know, in the deck."""
    cdef int family, i
    for family in range(FAMILY_NB):
        to_come[family] = family_count(state.pool, family)
    for i in range(state.table.dock_count):
        if state.table.docks[i] < AMULET:
            to_come[state.table.docks[i] // 3] += 1


cdef void dock_features(const SobekState* state, int seat, const int* cards, const int* scarabs,
                        int16_t* row) noexcept nogil:
    """What the cards at the docks are worth to a seat that has so many cards and scarabs of each family."""
    cdef bint chooses = state.table.turn == seat and state.table.header.actor == seat
    cdef int i, kind, family, more, gain
    row[DOCK_GAIN] = 0
    row[DOCK_WORTH] = 0
    for i in range(state.table.dock_count):
        kind = state.table.docks[i]
        if kind >= AMULET:
            continue
        family = kind // 3
        more = T.value[family] if kind % 3 == 0 else 0
        gain = (cards[family] + 1) * (scarabs[family] + more) - cards[family] * scarabs[family]
        row[DOCK_WORTH] += gain
        if chooses and i < T.sizes.reach:
            row[DOCK_GAIN] = max(row[DOCK_GAIN], gain - i)


cdef void hand_features(const SobekState* state, int seat, int quarters, const int* to_come,
                        int16_t* row) noexcept nogil:
    cdef uint64_t hand = state.cards[seat]
    cdef uint64_t laid = state.table.laid[seat]
    cdef int amulets = bag_count(hand, AMULET)
    cdef int family, cards, scarabs, set_cards, set_scarabs, points, gain, with_amulets, best = 0, best_lying = 0
    cdef int sets = 0, playable = 0, pairs = 0, singles = 0, single_scarabs = 0, lying = 0, laid_down = 0, growth = 0
    cdef int pairs_to_come = 0
    cdef int[FAMILY_NB] all_cards
    cdef int[FAMILY_NB] all_scarabs
    for family in range(FAMILY_NB):
        set_cards = family_count(laid, family) + nibble(state.table.set_amulets[seat], family)
        set_scarabs = (family_scarabs(laid, family)
                       + T.sizes.prosperity_scarabs * nibble(state.table.prosperity[seat], family))
        points = set_cards * set_scarabs
        sets += points + family_scarabs(state.table.lying[seat], family)
        growth += set_scarabs
        cards = family_count(hand, family)
        scarabs = family_scarabs(hand, family)
        all_cards[family] = set_cards + cards
        all_scarabs[family] = set_scarabs + scarabs
        if cards == 0:
            continue
        with_amulets = 0
        gain = 0
        if cards + amulets >= 3:
            with_amulets = (set_cards + cards + amulets) * (set_scarabs + scarabs) - points
        if cards >= 3:
            gain = (set_cards + cards) * (set_scarabs + scarabs) - points
            playable += gain
            lying += scarabs
            laid_down += cards
        elif cards == 2:
            pairs += (set_cards + 3) * (set_scarabs + scarabs) - points
            pairs_to_come += to_come[family] * (set_scarabs + scarabs)
            single_scarabs += scarabs
            if amulets and scarabs > best_lying:
                best_lying = scarabs
        else:
            singles += (set_cards + 3) * (set_scarabs + scarabs) - points
            single_scarabs += scarabs
        best = max(best, with_amulets - gain)
    row[SETS] = sets
    row[SETS_HIGH] = max(0, sets - 40)
    row[PLAYABLE] = playable
    row[PLAYABLE_LATE] = playable + best if quarters == 0 else 0
    row[AMULET_GAIN] = best
    row[PAIRS] = pairs
    row[PAIRS_TO_COME] = pairs_to_come
    row[SINGLES] = singles
    row[SINGLE_SCARABS] = single_scarabs
    row[AMULETS] = amulets
    row[LYING] = lying + best_lying
    row[LEFTOVER] = cards_at(&state.table, seat) - laid_down
    row[LEFTOVER_TIME] = row[LEFTOVER] * quarters
    row[OVER_SIX] = max(0, cards_at(&state.table, seat) - T.sizes.scribe_keeps)
    row[SET_SCARABS] = growth
    row[SET_SCARABS_TIME] = growth * quarters
    row[HAND_TIME] = cards_at(&state.table, seat) * quarters
    dock_features(state, seat, all_cards, all_scarabs, row)


cdef void character_features(uint64_t hand, int16_t* row) noexcept nogil:
    cdef int character
    if hand & T.back_mask[ORANGE]:
        for character in range(CHARACTER_NB):
            if bag_has(hand, FIRST_CHARACTER + character):
                row[FIRST_POWER + T.power[character]] += 1


cdef void corruption_features(const SobekState* state, int seat, const int* sizes, int quarters,
                              int16_t* row) noexcept nogil:
    cdef int other, rival = 0, mine = sizes[seat]
    for other in range(state.table.header.players):
        if other != seat:
            rival = max(rival, sizes[other])
    row[CORRUPTION] = mine
    row[LEAD] = max(0, mine - rival)
    row[BEHIND] = max(0, rival - mine)
    row[MOST] = mine > rival
    row[TIED] = mine == rival
    row[PENALTY] = row[SETS] if mine > rival else 0
    row[PENALTY_NEAR] = row[SETS] if mine <= rival <= mine + 2 else 0
    row[SAFE_POINTS] = row[SETS] if rival > mine + 5 else 0
    row[PENALTY_LEAD] = row[SETS] * max(-5, min(5, mine - rival))
    row[PENALTY_LEAD_TIME] = row[PENALTY_LEAD] * quarters
    row[CURSE_POINTS] = state.table.curses[seat]
    row[PILE_TIME] = mine * quarters


cdef int features(const void* raw, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int players = state.table.header.players
    cdef int phase = state.table.phase
    cdef int to_come = state.table.deck_left + state.table.dock_count
    cdef int quarters = min(3, to_come * 4 // DECK_SIZE)
    cdef int actor = state.table.header.actor
    cdef int[4] sizes
    cdef int[FAMILY_NB] families_to_come
    cdef int seat
    cdef int16_t* row
    if phase == PHASE_LAY or phase == PHASE_LAY_SET:
        quarters = 0
    count_to_come(state, families_to_come)
    for seat in range(players):
        sizes[seat] = corruption(&state.table, seat)
        if phase == PHASE_LAY or phase == PHASE_LAY_SET:        # what is left in hand will lie there soon
            sizes[seat] += cards_at(&state.table, seat)
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        memset(row, 0, FEATURE_NB * sizeof(int16_t))
        row[ONE] = 1
        row[SCORE] = state.table.total[seat]
        hand_features(state, seat, quarters, families_to_come, row)
        character_features(state.cards[seat], row)
        corruption_features(state, seat, sizes, quarters, row)
        if phase == PHASE_LAY or phase == PHASE_LAY_SET:        # sets from the hand can only lie down now
            row[PLAYABLE] = 0
            row[PLAYABLE_LATE] = 0
            row[AMULET_GAIN] = 0
            row[PAIRS] = 0
            row[SINGLES] = 0
        row[TURN] = state.table.turn == seat and actor == seat
        row[EVENT_CHOICE] = phase == PHASE_EVENT and actor == seat
        row[RETRIEVE_CHOICE] = phase == PHASE_RETRIEVE and actor == seat
        row[OTHER_MOMENT] = phase == PHASE_DROP and actor == seat
        row[EXTRA_TURN] = state.table.flood_turn and actor == seat
    return 4 * (state.table.round - 1) + 3 - quarters
