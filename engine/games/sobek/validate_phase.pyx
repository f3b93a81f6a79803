"""The description of the phases, and the checks that follow from it."""

from egypt.core.bits cimport popcount
from egypt.core.seats cimport left_of
from egypt.core.types cimport BAD_HEADER, BAD_PHASE, CHANCE, OK, OVER
from egypt.games.sobek.faults cimport (
    F_ACT, F_BARRED, F_DECK, F_DISCARD, F_DOCKS, F_DRAWS, F_FLOOD, F_HAND, F_LAY, F_LEFT, F_LOOKED, F_PHASE, F_PILE,
    F_ROUND, F_SEAT, F_STARTER, F_TARGET, F_TURN, F_USED, Fault, refuse,
)
from egypt.games.sobek.rules_round cimport last_players
from egypt.games.sobek.state cimport (
    NOBODY, PHASE_CHOOSER, PHASE_DELIVERY, PHASE_DROP, PHASE_EVENT, PHASE_FIRST, PHASE_GREEN,
    PHASE_IDENTIFY, PHASE_LAY, PHASE_LAY_SET, PHASE_LOOK, PHASE_NB, PHASE_OVER, PHASE_PENALTY, PHASE_PURGE,
    PHASE_QUEEN, PHASE_RETRIEVE, PHASE_SET, PHASE_SIGHT, PHASE_STARTER, PHASE_STEAL, PHASE_TOKENS,
    PHASE_TURN, PHASE_UNWRAP, PILE, Table, cards_at,
)
from egypt.games.sobek.tables cimport (
    BACK_NB, DECK_NB, FLOOD, GREEN, ORANGE, ROW_NB, TABLES, WITH_SCARABS, Rulings, good,
)

cdef enum Actor:
    NATURE, PLAYER, VICTIM, LAST_PLAYER, NO_ACTOR

cdef enum Docks:
    DOCKS_SOME              # at least one card lies there, and the delivery is complete
    DOCKS_ANY               # or none
    DOCKS_NONE
    DOCKS_BEGUN             # a delivery is under way
    DOCKS_FULL              # a delivery is complete and nobody has taken anything

cdef enum:                  # what else holds
    DRAWS = 1               # something is to be drawn or turned over
    LAYING = 2              # the round is over
    FRESH = 4               # nothing has been played in this round
    FLOODABLE = 8           # may be in the second turn of a Flood

ctypedef struct PhaseRule:
    int actor
    int docks
    int flags

cdef PhaseRule[PHASE_NB] RULES


cdef void set_rule(int phase, int actor, int docks, int flags) noexcept:
    RULES[phase].actor = actor
    RULES[phase].docks = docks
    RULES[phase].flags = flags


set_rule(PHASE_GREEN, NATURE, DOCKS_NONE, FRESH | DRAWS)
set_rule(PHASE_DELIVERY, NATURE, DOCKS_BEGUN, FLOODABLE)           # FRESH too before the first turn
set_rule(PHASE_FIRST, NATURE, DOCKS_FULL, FRESH)
set_rule(PHASE_CHOOSER, NATURE, DOCKS_FULL, FRESH)
set_rule(PHASE_STARTER, LAST_PLAYER, DOCKS_FULL, FRESH)
set_rule(PHASE_TURN, PLAYER, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_SET, PLAYER, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_IDENTIFY, NATURE, DOCKS_ANY, FLOODABLE | DRAWS)
set_rule(PHASE_QUEEN, NATURE, DOCKS_SOME, FLOODABLE | DRAWS)
set_rule(PHASE_STEAL, NATURE, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_DROP, VICTIM, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_LOOK, NATURE, DOCKS_SOME, FLOODABLE | DRAWS)
set_rule(PHASE_RETRIEVE, PLAYER, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_PURGE, NATURE, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_TOKENS, NATURE, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_SIGHT, NATURE, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_EVENT, PLAYER, DOCKS_SOME, FLOODABLE)
set_rule(PHASE_UNWRAP, NATURE, DOCKS_SOME, FLOODABLE | DRAWS)
set_rule(PHASE_LAY, PLAYER, DOCKS_NONE, LAYING)
set_rule(PHASE_LAY_SET, PLAYER, DOCKS_NONE, LAYING)
set_rule(PHASE_PENALTY, NATURE, DOCKS_NONE, LAYING)
set_rule(PHASE_OVER, NO_ACTOR, DOCKS_NONE, LAYING)


cdef int count_unshown(const Table* t, int location, int back) noexcept nogil:
    return t.count[location][back] - popcount(t.shown[location] & TABLES.back_mask[back])


cdef unsigned int goods_of_family(int family) noexcept nogil:
    """Bit per kind."""
    return ((<unsigned int>1 << ROW_NB) - 1) << good(family, WITH_SCARABS)


cdef int flags_of(const Table* t) noexcept nogil:
    if t.phase == PHASE_DELIVERY and t.turn == NOBODY:
        return FRESH
    return RULES[t.phase].flags


# -- who acts ------------------------------------------------------------------------------------------------

cdef int check_actor(const Table* t, int flags, Fault* fault) noexcept nogil:
    cdef int actor = t.header.actor
    cdef int wanted = RULES[t.phase].actor
    cdef bint before = (flags & FRESH) != 0
    if (t.turn == NOBODY) != before:
        return refuse(fault, BAD_PHASE, F_TURN, b"does not fit the phase: a turn begins when the starter is named")
    if (t.starter == NOBODY) != before:
        return refuse(fault, BAD_PHASE, F_STARTER, b"does not fit the phase: it is known when the first turn begins")
    if wanted == NATURE and actor != CHANCE:
        return refuse(fault, BAD_HEADER, F_ACT, b"must be chance in this phase")
    if wanted == NO_ACTOR and actor != OVER:
        return refuse(fault, BAD_HEADER, F_ACT, b"must be over in this phase")
    if wanted == PLAYER and actor != t.turn:
        return refuse(fault, BAD_PHASE, F_ACT, b"must be the player whose turn it is")
    if wanted == VICTIM and (actor < 0 or actor == t.turn):
        return refuse(fault, BAD_PHASE, F_ACT, b"must be an opponent of the player whose turn it is")
    if wanted == LAST_PLAYER and (actor < 0 or not last_players(t) >> actor & 1):
        return refuse(fault, BAD_PHASE, F_ACT, b"must be a player with the fewest points")
    return OK


cdef int check_round(const Table* t, Fault* fault) noexcept nogil:
    cdef int seat
    cdef int last = last_players(t)
    if (t.phase == PHASE_FIRST and t.round != 1) or (t.phase == PHASE_STARTER and t.round == 1):
        return refuse(fault, BAD_PHASE, F_ROUND, b"does not fit the phase: the first starter is drawn, later ones are named")
    if t.phase == PHASE_CHOOSER and (t.round == 1 or not last & (last - 1)):
        return refuse(fault, BAD_PHASE, F_PHASE, b"needs several last players after the first round")
    if t.phase == PHASE_OVER and t.round < TABLES.sizes.rounds:
        if t.round < TABLES.sizes.early_end_after_round:
            return refuse(fault, BAD_PHASE, F_ROUND, b"is too early for the end of the game")
        for seat in range(t.header.players):
            if t.total[seat] > TABLES.sizes.early_end_above:
                return OK
        return refuse(fault, BAD_PHASE, F_ROUND, b"is too early for the end of the game with these points")
    return OK


# -- docks and deck ------------------------------------------------------------------------------------------

cdef int check_row(const Table* t, int flags, Fault* fault) noexcept nogil:
    """What lies on the docks, and what the deck still holds."""
    cdef int docks = RULES[t.phase].docks
    cdef int delivered = t.dock_count - t.to_deliver
    cdef int full = DECK_NB
    if t.header.players == 2:
        full -= TABLES.sizes.removed_with_two_players
    if (docks == DOCKS_BEGUN) != (t.to_deliver > 0):
        return refuse(fault, BAD_PHASE, F_DOCKS, b"does not fit the phase: empty docks are there during a delivery alone")
    if (docks == DOCKS_SOME or docks == DOCKS_FULL) and t.dock_count == 0:
        return refuse(fault, BAD_PHASE, F_DOCKS, b"must hold a card in this phase")
    if docks == DOCKS_NONE and t.dock_count:
        return refuse(fault, BAD_PHASE, F_DOCKS, b"must be empty in this phase")
    if (docks == DOCKS_BEGUN or docks == DOCKS_FULL) and t.dock_count != min(TABLES.sizes.docks, t.deck_left + delivered):
        return refuse(fault, BAD_PHASE, F_DOCKS, b"is not a delivery of as many cards as the deck allows")
    if flags & LAYING and t.deck_left:
        return refuse(fault, BAD_PHASE, F_DECK, b"must be 0 when the round is over")
    if flags & FRESH and t.deck_left + delivered != full:
        return refuse(fault, BAD_PHASE, F_DECK, b"is not the whole deck at the beginning of a round")
    return OK


# -- nothing has been played ---------------------------------------------------------------------------------

cdef int check_fresh(const Table* t, Fault* fault) noexcept nogil:
    """At the beginning of a round there are starting hands alone."""
    cdef int seat, cards
    if t.discard:
        return refuse(fault, BAD_PHASE, F_DISCARD, b"must be empty at the beginning of a round")
    if t.tokens_used:
        return refuse(fault, BAD_PHASE, F_USED, b"must be empty at the beginning of a round")
    if t.lookers:
        return refuse(fault, BAD_PHASE, F_LOOKED, b"must be empty at the beginning of a round")
    for seat in range(t.header.players):
        cards = TABLES.sizes.starting_hand
        if t.phase == PHASE_GREEN:
            cards = (t.target > seat) * cards + (t.target == seat) * (cards - t.draws_to_hand)
        if t.gains[seat]:
            return refuse(fault, BAD_PHASE, F_SEAT, b"has points by events at the beginning of a round", seat)
        if t.laid[seat] or t.set_amulets[seat] or t.lying[seat] or t.lying_amulets[seat]:
            return refuse(fault, BAD_PHASE, F_PHASE, b"is before the first turn, but there are sets")
        if cards_at(t, PILE + seat):
            return refuse(fault, BAD_PHASE, F_PILE, b"must be empty at the beginning of a round", seat)
        if t.count[seat][GREEN] != cards or cards_at(t, seat) != cards:
            return refuse(fault, BAD_PHASE, F_HAND, b"is not the starting hand that the phase asks for", seat)
    return OK


# -- the end of a round --------------------------------------------------------------------------------------

cdef int check_laying(const Table* t, Fault* fault) noexcept nogil:
    """Players lay in turn order from the starter on; a player who is done has no hand left."""
    cdef int seat = t.starter
    cdef bint laying = t.phase == PHASE_LAY or t.phase == PHASE_LAY_SET
    if laying != (t.layers_done < t.header.players) or t.layers_done > t.header.players:
        return refuse(fault, BAD_PHASE, F_LAY, b"does not fit the phase: it says how many players are done")
    if t.lay_family and not laying:
        return refuse(fault, BAD_PHASE, F_LAY, b"has a family that does not fit the phase")
    for _ in range(t.layers_done):
        if cards_at(t, seat):
            return refuse(fault, BAD_PHASE, F_HAND, b"belongs to a player who is done with laying and must be empty", seat)
        seat = left_of(seat, t.header.players)
    if t.turn != seat:
        return refuse(fault, BAD_PHASE, F_TURN, b"is not the next player to lay, counted from the starter")
    if laying and cards_at(t, t.turn) < TABLES.sizes.set_minimum:
        return refuse(fault, BAD_PHASE, F_HAND, b"is too small to be asked for sets", t.turn)
    return OK


# -- what a phase needs --------------------------------------------------------------------------------------

cdef int most_draws(const Table* t) noexcept nogil:
    """How many cards may still be owed to a hand, or to be turned over in a pile."""
    cdef int back, n = 0
    if t.phase == PHASE_GREEN:
        return TABLES.sizes.starting_hand
    if t.phase == PHASE_QUEEN:
        return min(TABLES.sizes.queen_draws, t.deck_left)
    if t.phase == PHASE_UNWRAP:
        return t.count[PILE + t.turn][ORANGE]
    for back in range(BACK_NB):
        n += count_unshown(t, PILE + t.target, back)
    return n


cdef int check_draws(const Table* t, int flags, Fault* fault) noexcept nogil:
    cdef bint turned = t.phase == PHASE_LOOK or t.phase == PHASE_UNWRAP
    cdef int owed = t.draws_to_pile if turned else t.draws_to_hand
    if not flags & DRAWS:
        return OK
    if t.phase == PHASE_IDENTIFY:
        if t.draws_to_hand > 1 or not 0 < t.draws_to_pile + t.draws_to_hand <= TABLES.sizes.reach \
                or t.draws_to_pile >= TABLES.sizes.reach:
            return refuse(fault, BAD_PHASE, F_DRAWS, b"is not what a player can take from the docks")
        return OK
    if (t.draws_to_hand if turned else t.draws_to_pile) or not 0 < owed <= most_draws(t):
        return refuse(fault, BAD_PHASE, F_DRAWS, b"does not fit the phase and the cards there")
    return OK


cdef int check_data(const Table* t, Fault* fault) noexcept nogil:
    """What only some phases need makes sense there; the reader leaves it out in the others."""
    cdef const Rulings* rulings = &TABLES.rulings[t.header.variant]
    if t.phase == PHASE_STEAL and (t.target == t.turn or not t.count[t.target][t.back]):
        return refuse(fault, BAD_PHASE, F_TARGET, b"is not an opponent with a card of that back")
    if (t.phase == PHASE_RETRIEVE or t.phase == PHASE_LOOK) and not cards_at(t, PILE + t.target):
        return refuse(fault, BAD_PHASE, F_TARGET, b"has no corruption to take from")
    if (t.phase == PHASE_RETRIEVE or t.phase == PHASE_LOOK) and t.target == t.turn and not rulings.vizier_own:
        return refuse(fault, BAD_PHASE, F_TARGET, b"must be an opponent: a Vizier may not work on the own pile here")
    if t.phase == PHASE_LOOK and t.target == t.turn and rulings.peek_own:
        return refuse(fault, BAD_PHASE, F_TARGET, b"needs no look at their own pile")
    if t.phase == PHASE_UNWRAP and rulings.peek_own:
        return refuse(fault, BAD_PHASE, F_PHASE, b"is for tables where nobody may look at their own pile")
    if t.phase == PHASE_PURGE and (t.begun_amulets or rulings.peek_own or not rulings.priest_forced
                                   or not t.count[PILE + t.turn][ORANGE]):
        return refuse(fault, BAD_PHASE, F_PHASE, b"is for unseen characters that a High Priest must discard")
    if t.phase == PHASE_PURGE and (t.shown[PILE + t.turn] & TABLES.goods_mask[t.begun_family]
                                   or ~t.barred[PILE + t.turn] & goods_of_family(t.begun_family)):
        return refuse(fault, BAD_PHASE, F_BARRED, b"must hold the goods of the family that the High Priest named")
    if t.phase == PHASE_DROP and cards_at(t, t.header.actor) <= TABLES.sizes.scribe_keeps:
        return refuse(fault, BAD_PHASE, F_ACT, b"has no surplus to drop")
    return OK


cdef int check_flood(const Table* t, int flags, Fault* fault) noexcept nogil:
    if t.again:
        return refuse(fault, BAD_PHASE, F_FLOOD, b"must be 0+0, or 0+1 in the second turn of a Flood")
    if t.flood_turn and (not flags & FLOODABLE or not t.tokens_used & TABLES.token_run[FLOOD]):
        return refuse(fault, BAD_PHASE, F_FLOOD, b"is no second turn: there is none now, or no Flood was used")
    return OK


cdef int check_event(const Table* t, Fault* fault) noexcept nogil:
    """Whether the player may look at the tokens, or has done so."""
    cdef bint looked = t.turn >= 0 and t.lookers >> t.turn & 1
    cdef bint drawn = t.tokens_left > 0 and t.tokens_drawn == t.tokens_left
    if t.phase == PHASE_EVENT and not (drawn and looked):
        return refuse(fault, BAD_PHASE, F_LOOKED, b"must hold the player who chooses a token")
    if t.phase == PHASE_SIGHT and (not drawn or looked):
        return refuse(fault, BAD_PHASE, F_LOOKED, b"must hold others, but not the player who looks at the tokens now")
    if t.phase == PHASE_TOKENS and (t.tokens_drawn >= t.tokens_left or t.lookers != 1 << t.turn):
        return refuse(fault, BAD_PHASE, F_LEFT, b"does not fit the phase: the player turns over tokens nobody has seen")
    return OK


cdef int check_phase(const Table* t, Fault* fault) noexcept nogil:
    cdef int flags = flags_of(t)
    if check_actor(t, flags, fault) or check_round(t, fault) or check_row(t, flags, fault):
        return fault.status
    if check_data(t, fault) or check_draws(t, flags, fault):
        return fault.status
    if check_flood(t, flags, fault) or check_event(t, fault):
        return fault.status
    if flags & FRESH and check_fresh(t, fault):
        return fault.status
    if flags & LAYING and check_laying(t, fault):
        return fault.status
    return OK
