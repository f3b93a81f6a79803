"""Set-up, and the beginning of a round: which provinces come up."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, TRUTH
from egypt.games.amunre.favors cimport ARCHITECT, one_favor
from egypt.games.amunre.state cimport (
    EXPERT, PHASE_CHOOSE, PHASE_DEAL, PHASE_REVEAL, PHASE_START, AmunreState, Table,
)
from egypt.games.amunre.tables cimport PROVINCE_NB, TABLES


# -- set-up (p. 2) -------------------------------------------------------------------------------------------

cdef void set_up(AmunreState* s, int players, int variant) noexcept nogil:
    """Gold and an Architect for each; all other favors form the deck. Theft cards are never used up, so none is counted."""
    cdef Table* t = &s.table
    cdef int seat
    memset(s, 0, sizeof(AmunreState))
    t.header.players = players
    t.header.variant = variant
    t.header.viewer = TRUTH
    t.header.actor = CHANCE
    t.phase = PHASE_START
    t.age = 1
    t.round = 1
    t.kingdom = (1 << PROVINCE_NB) - 1
    s.deck = TABLES.all_favors - players * one_favor(ARCHITECT)
    t.deck_count = TABLES.favors_in_box - players
    t.architects = (1 << players) - 1
    for seat in range(players):
        t.gold[seat] = TABLES.start_gold
        s.hand[seat] = one_favor(ARCHITECT)
        t.hand_count[seat] = 1


cdef void name_start_player(AmunreState* s, int seat) noexcept nogil:
    s.table.start = seat
    begin_round(s)


# -- which provinces (p. 4) ----------------------------------------------------------------------------------

cdef void begin_round(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    if t.header.variant != EXPERT:
        begin_reveal(s)
    elif t.round == 1:
        t.phase = PHASE_DEAL
        t.header.actor = CHANCE
        t.turn = 0
        t.draws = TABLES.cards_each
    else:
        begin_choice(s)


cdef void begin_reveal(AmunreState* s) noexcept nogil:
    s.table.phase = PHASE_REVEAL
    s.table.header.actor = CHANCE
    s.table.turn = s.table.start


# -- expert rules: province cards in hand --------------------------------------------------------------------

cdef void deal_province_card(AmunreState* s, int province) noexcept nogil:
    cdef Table* t = &s.table
    s.province_hand[t.turn] |= <uint16_t>1 << province
    t.cards[t.turn] += 1
    t.draws -= 1
    if t.draws == 0:
        t.turn += 1
        if t.turn == t.header.players:
            begin_choice(s)
        else:
            t.draws = TABLES.cards_each


cdef void begin_choice(AmunreState* s) noexcept nogil:
    """All choose at once and in secret; the last card of an age is no choice."""
    cdef Table* t = &s.table
    cdef int seat
    if t.round == TABLES.rounds:
        for seat in range(t.header.players):
            s.chosen[seat] = lowest_bit(s.province_hand[seat]) + 1
        begin_reveal(s)
        return
    t.phase = PHASE_CHOOSE
    t.header.pending = (1 << t.header.players) - 1
    t.header.actor = 0
    t.turn = 0


cdef void choose_province(AmunreState* s, int province) noexcept nogil:
    cdef Table* t = &s.table
    s.chosen[t.header.actor] = province + 1
    t.header.pending &= ~(1 << t.header.actor)
    if t.header.pending:
        t.header.actor = lowest_bit(t.header.pending)
    else:
        begin_reveal(s)
