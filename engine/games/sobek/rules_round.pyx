"""The frame of a round (rulebook p. 4, 7 and 10): setup, deliveries, whose turn it is, and the end of a round.

What happens in a turn is in rules.pyx, rules_sets.pyx, rules_characters.pyx and rules_events.pyx, all of which end here.
"""

from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.seats cimport left_of
from egypt.core.types cimport CHANCE, OVER
from egypt.games.sobek.bags cimport bag_drop
from egypt.games.sobek.knowledge cimport arrive_hidden, join
from egypt.games.sobek.scoring cimport score_round
from egypt.games.sobek.state cimport (
    DOCK_CHARACTER, DOCK_EMPTY, NOBODY, PHASE_CHOOSER, PHASE_DELIVERY, PHASE_FIRST, PHASE_GREEN, PHASE_LAY, PHASE_OVER,
    PHASE_PENALTY, PHASE_STARTER, PHASE_TURN, PILE, SEAT_NB, SobekState, Table, cards_at,
)
from egypt.games.sobek.tables cimport BEIGE, FAMILY_NB, ORANGE, TABLES


cdef void set_actor(SobekState* s, int phase, int actor) noexcept nogil:
    s.table.phase = phase
    s.table.header.actor = actor


# -- setup (rulebook p. 4, p. 10) ----------------------------------------------------------------------------

cdef void start_round(SobekState* s) noexcept nogil:
    """Collect everything, then deal: starting hands first, docks next, starting player last."""
    cdef Table before = s.table
    cdef int seat
    memset(s, 0, sizeof(SobekState))
    s.table.header = before.header
    s.table.round = before.round + 1
    for seat in range(SEAT_NB):
        s.table.total[seat] = before.total[seat]
    s.table.turn = NOBODY
    s.table.starter = NOBODY
    s.table.tokens_left = TABLES.sizes.event_tokens
    s.table.draws_to_hand = TABLES.sizes.starting_hand
    s.table.deck_left = popcount(TABLES.back_mask[BEIGE] | TABLES.back_mask[ORANGE])
    if s.table.header.players == 2:
        s.table.deck_left -= TABLES.sizes.removed_with_two_players
    s.pool = TABLES.all_cards
    set_actor(s, PHASE_GREEN, CHANCE)


cdef void deal_green(SobekState* s, int kind) noexcept nogil:
    """Starting hands, seat after seat; `target` is the seat that is dealt to."""
    s.pool = bag_drop(s.pool, kind)
    arrive_hidden(s, s.table.target, kind)
    s.table.draws_to_hand -= 1
    if s.table.draws_to_hand:
        return
    s.table.target += 1
    if s.table.target < s.table.header.players:
        s.table.draws_to_hand = TABLES.sizes.starting_hand
        return
    s.table.target = 0
    start_delivery(s)


cdef int last_players(const Table* t) noexcept nogil:
    cdef int seat, mask = 0
    cdef int fewest = t.total[0]
    for seat in range(t.header.players):
        fewest = min(fewest, t.total[seat])
    for seat in range(t.header.players):
        if t.total[seat] == fewest:
            mask |= 1 << seat
    return mask


cdef void find_starter(SobekState* s) noexcept nogil:
    """Round 1: by lot. Later the last player names the starter; several last ones draw lots for that."""
    cdef int last = last_players(&s.table)
    if s.table.round == 1:
        set_actor(s, PHASE_FIRST, CHANCE)
    elif last & (last - 1):
        set_actor(s, PHASE_CHOOSER, CHANCE)
    else:
        set_actor(s, PHASE_STARTER, lowest_bit(last))


cdef void begin_play(SobekState* s, int seat) noexcept nogil:
    s.table.starter = seat
    s.table.turn = seat
    set_actor(s, PHASE_TURN, seat)


# -- deliveries (rulebook p. 7) ------------------------------------------------------------------------------

cdef void start_delivery(SobekState* s) noexcept nogil:
    cdef int dock
    cdef int size = min(TABLES.sizes.docks, s.table.deck_left)
    s.table.to_deliver = size
    s.table.dock_count = size
    for dock in range(size):
        s.table.docks[dock] = DOCK_EMPTY
    set_actor(s, PHASE_DELIVERY, CHANCE)


cdef void deliver(SobekState* s, int kind) noexcept nogil:
    """The first card goes to the dock nearest the temple, so the row fills from its end."""
    s.table.to_deliver -= 1
    s.table.deck_left -= 1
    s.table.docks[s.table.to_deliver] = kind
    if kind == DOCK_CHARACTER:
        s.table.dock_characters += 1
    else:
        s.pool = bag_drop(s.pool, kind)
    if s.table.to_deliver == 0:
        if s.table.turn == NOBODY:
            find_starter(s)
        else:
            next_turn(s)


cdef void end_turn(SobekState* s) noexcept nogil:
    """Empty docks bring the next delivery, or end the round at once."""
    if s.table.dock_count:
        next_turn(s)
    elif s.table.deck_left:
        start_delivery(s)
    else:
        start_laying(s)


cdef void next_turn(SobekState* s) noexcept nogil:
    s.table.flood_turn = s.table.again
    if s.table.again:
        s.table.again = 0
    else:
        s.table.turn = left_of(s.table.turn, s.table.header.players)
    set_actor(s, PHASE_TURN, s.table.turn)


# -- the end of a round (rulebook p. 7) ----------------------------------------------------------------------

cdef void start_laying(SobekState* s) noexcept nogil:
    """Horizontal sets, from the starting player on."""
    s.table.again = 0
    s.table.flood_turn = 0
    s.table.turn = s.table.starter
    next_layer(s)


cdef void next_layer(SobekState* s) noexcept nogil:
    """The next player with enough cards chooses; the hand of a player who has finished goes to their corruption pile.

    A player without a set is asked too, or others would learn from it that they have none.
    """
    while s.table.layers_done < s.table.header.players:
        if s.table.lay_family < FAMILY_NB and cards_at(&s.table, s.table.turn) >= TABLES.sizes.set_minimum:
            set_actor(s, PHASE_LAY, s.table.turn)
            return
        if s.cards[s.table.turn]:
            join(s, s.table.turn, PILE + s.table.turn)
        s.table.lay_family = 0
        s.table.layers_done += 1
        s.table.turn = left_of(s.table.turn, s.table.header.players)
    set_actor(s, PHASE_PENALTY, CHANCE)


cdef bint is_last_round(const SobekState* s) noexcept nogil:
    """The game ends after the last round, or early if a player has passed the limit."""
    cdef int seat
    if s.table.round == TABLES.sizes.early_end_after_round:
        for seat in range(s.table.header.players):
            if s.table.total[seat] > TABLES.sizes.early_end_above:
                return True
    return s.table.round == TABLES.sizes.rounds


cdef void end_round(SobekState* s, int payers) noexcept nogil:
    """Score; then the next round, or the end."""
    score_round(s, payers)
    if is_last_round(s):
        set_actor(s, PHASE_OVER, OVER)
    else:
        start_round(s)
