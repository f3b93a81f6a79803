"""Features of Sobek: the points on the table, what the hand can still become, and who is going to pay for corruption.

The stage is the round and the quarter of the round, counted by the cards still to come.
"""

from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset

from engine.core.game cimport Weights
from engine.core.types cimport MAX_FEATURES
from engine.games.sobek.bags cimport bag_count, bag_has, family_count, family_scarabs
from engine.games.sobek.scoring cimport corruption
from engine.games.sobek.state cimport (
    DOCK_CHARACTER, PHASE_DROP, PHASE_EVENT, PHASE_LAY, PHASE_LAY_SET, PHASE_RETRIEVE, PHASE_TURN, SobekState, cards_at,
    next_seat, nibble,
)
from engine.games.sobek.tables cimport AMULET, CHARACTER_NB, FAMILY_NB, FIRST_CHARACTER, ORANGE, T

FEATURES = (
    "one", "score", "sets", "playable", "amulet_gain", "pairs", "singles", "single_scarabs", "amulets",
    "queen", "priest", "vizier", "scribe", "thief", "merchant", "courtesan",
    "corruption", "lead", "behind", "most", "tied", "penalty", "penalty_near", "safe_points",
    "turn", "event", "other_moment", "curse_points", "lying", "leftover", "leftover_time", "over_six",
    "set_scarabs", "set_scarabs_time", "hand_time", "playable_late", "pile_time", "extra_turn", "retrieve", "sets_high",
    "offer_near", "offer_best", "offer_character", "offer_next",
)

cdef enum:
    DECK_SIZE = 54
    SKIP_COST = 2           # points; a guess of what a skipped card costs as corruption

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
    OFFER_NEAR          # what the nearest card on the docks adds to the families of the player at turn
    OFFER_BEST          # the same for the best card in reach, less what is skipped for it
    OFFER_CHARACTER     # a character lies near
    OFFER_NEXT          # what the second card adds for the player after him
    FEATURE_NB

assert len(FEATURES) == FEATURE_NB


cdef void hand_features(const SobekState* state, int seat, int quarters, int16_t* row) noexcept nogil:
    cdef uint64_t hand = state.cards[seat]
    cdef uint64_t laid = state.table.laid[seat]
    cdef int amulets = bag_count(hand, AMULET)
    cdef int family, cards, scarabs, set_cards, set_scarabs, points, gain, with_amulets, best = 0, best_lying = 0
    cdef int sets = 0, playable = 0, pairs = 0, singles = 0, single_scarabs = 0, lying = 0, laid_down = 0, growth = 0
    for family in range(FAMILY_NB):
        set_cards = family_count(laid, family) + nibble(state.table.set_amulets[seat], family)
        set_scarabs = (family_scarabs(laid, family)
                       + T.sizes.prosperity_scarabs * nibble(state.table.prosperity[seat], family))
        points = set_cards * set_scarabs
        sets += points + family_scarabs(state.table.lying[seat], family)
        growth += set_scarabs
        cards = family_count(hand, family)
        if cards == 0:
            continue
        scarabs = family_scarabs(hand, family)
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
    row[CURSE_POINTS] = state.table.curses[seat]
    row[PILE_TIME] = mine * quarters


cdef int growth_by(const SobekState* state, int seat, int kind) noexcept nogil:
    """What one more card adds to its family's points, hand and set together, as if all of it were laid."""
    cdef uint64_t cards = state.cards[seat], laid = state.table.laid[seat]
    cdef int family, number, scarabs, best = 0
    if kind == AMULET:
        for family in range(FAMILY_NB):
            best = max(best, family_scarabs(laid, family) + family_scarabs(cards, family))
        return best
    if kind > AMULET:
        return 0
    family = T.family[kind]
    number = family_count(laid, family) + family_count(cards, family) + nibble(state.table.set_amulets[seat], family)
    scarabs = family_scarabs(laid, family) + family_scarabs(cards, family)
    return (number + 1) * (scarabs + T.scarabs[kind]) - number * scarabs


cdef void offer_features(const SobekState* state, int16_t* rows) noexcept nogil:
    """What lies on the docks for the player at turn, and for the one after him."""
    cdef int seat = state.table.turn
    cdef int16_t* row = rows + seat * MAX_FEATURES
    cdef int place, best = 0
    for place in range(min(T.sizes.reach, state.table.dock_count)):
        best = max(best, growth_by(state, seat, state.table.docks[place]) - SKIP_COST * place)
        row[OFFER_CHARACTER] |= place < 2 and state.table.docks[place] == DOCK_CHARACTER
    row[OFFER_BEST] = best
    if state.table.dock_count:
        row[OFFER_NEAR] = growth_by(state, seat, state.table.docks[0])
    if state.table.dock_count > 1:
        seat = next_seat(&state.table, seat)
        rows[seat * MAX_FEATURES + OFFER_NEXT] = growth_by(state, seat, state.table.docks[1])


cdef int features(const void* raw, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const SobekState* state = <const SobekState*>raw
    cdef int players = state.table.header.players
    cdef int phase = state.table.phase
    cdef int to_come = state.table.deck_left + state.table.dock_count
    cdef int quarters = min(3, to_come * 4 // DECK_SIZE)
    cdef int actor = state.table.header.actor
    cdef int[4] sizes
    cdef int seat
    cdef int16_t* row
    if phase == PHASE_LAY or phase == PHASE_LAY_SET:
        quarters = 0
    for seat in range(players):
        sizes[seat] = corruption(&state.table, seat)
        if phase == PHASE_LAY or phase == PHASE_LAY_SET:        # what is left in hand will lie there soon
            sizes[seat] += cards_at(&state.table, seat)
    for seat in range(players):
        row = rows + seat * MAX_FEATURES
        memset(row, 0, FEATURE_NB * sizeof(int16_t))
        row[ONE] = 1
        row[SCORE] = state.table.total[seat]
        hand_features(state, seat, quarters, row)
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
    if phase == PHASE_TURN:
        offer_features(state, rows)
    return 4 * (state.table.round - 1) + 3 - quarters
