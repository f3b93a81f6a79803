"""Thoth: take cards from the market (rulebook pp. 19-20)."""

from libc.stdint cimport uint8_t

from egypt.core.bits cimport popcount
from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport note_news
from egypt.games.tekhenu.market cimport cards_in, refresh_section, take_card, usable_sections
from egypt.games.tekhenu.moves cimport CARDS, PASS, REFRESH, make, make_three
from egypt.games.tekhenu.payment cimport can_pay, charge
from egypt.games.tekhenu.state cimport (
    SECTION_NB, STEP_CARDS, STEP_REFRESH, WAIVED, Player, Table, TekhenuState, push,
)
from egypt.games.tekhenu.tables cimport T


cdef int thoth_values(const Table* table, const Player* player, const uint8_t* goods, bint free) noexcept nogil:
    """All cards come from one section, and the full number must be taken."""
    cdef int section, value, most = 0, values = 0
    for section in range(usable_sections(player.happiness)):
        most = max(most, cards_in(table, section))
    for value in range(1, 7):
        if T.thoth_cards[value] <= most and (free or can_pay(player, goods, T.thoth_papyrus[value], 0, 0, 0)):
            values |= 1 << value
    return values


cdef void begin_thoth(TekhenuState* state) noexcept nogil:
    """The cards are paid for before any are replaced, which comes to the same."""
    cdef int value = state.table.turn.value
    state.table.turn.cards = T.thoth_cards[value]
    push(&state.table, STEP_CARDS)
    charge(state, T.thoth_papyrus[value], 0, 0, 0)


cdef int list_cards(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef const Table* table = &state.table
    cdef const Player* player = &table.player[table.seat]
    cdef int section, places, filled, n = 0
    if table.turn.flags & WAIVED or can_pay(player, player.goods, T.refresh_papyrus, 0, 0, 0):
        for section in range(SECTION_NB):
            if cards_in(table, section) and not table.turn.refreshed >> section & 1:
                moves[n] = make(REFRESH, section)
                n += 1
    filled = n
    for section in range(usable_sections(player.happiness)):
        if cards_in(table, section) < table.turn.cards:
            continue
        for places in range(1, 16):
            if popcount(places) == table.turn.cards and holds(table, section, places):
                moves[n] = make_three(CARDS, section, 0, places)
                n += 1
    if n == filled:     # replaced cards ran out: nothing is left to take
        moves[n] = make(PASS)
        n += 1
    return n


cdef bint holds(const Table* table, int section, int places) noexcept nogil:
    """Whether all these places of a section have a card."""
    cdef int place
    for place in range(4):
        if places >> place & 1 and not table.market[4 * section + place]:
            return False
    return True


cdef void choose_refresh(TekhenuState* state, int section) noexcept nogil:
    push(&state.table, STEP_REFRESH, section)
    charge(state, T.refresh_papyrus, 0, 0, 0)


cdef void refresh(TekhenuState* state, int section) noexcept nogil:
    state.table.turn.refreshed |= 1 << section
    push(&state.table, STEP_CARDS)
    refresh_section(state, section)


cdef void take_cards(TekhenuState* state, int section, int places) noexcept nogil:
    cdef int place
    note_news(&state.table)
    for place in range(4):
        if places >> place & 1:
            take_card(state, state.table.seat, 4 * section + place)
    leave_market(state)


cdef void leave_market(TekhenuState* state) noexcept nogil:
    state.table.turn.cards = 0
    state.table.turn.refreshed = 0
