"""The automaton in Maat phases and scorings (rulebook p. 25)."""

from egypt.core.bits cimport popcount
from egypt.games.tekhenu.gains cimport win
from egypt.games.tekhenu.state cimport AUTOMATON, BLESSING, SCRIBE, Player, Table, TekhenuState
from egypt.games.tekhenu.tables cimport T


cdef int automaton_balance(const Table* table) noexcept nogil:
    """Fixed: its dice weigh nothing."""
    return T.solo.balance[table.round // T.maat_every - 1]


cdef int automaton_card_points(const Player* player) noexcept nogil:
    return popcount(player.blessings) * T.solo.blessing_vp + popcount(player.technologies) * T.solo.technology_vp


cdef void automaton_score_cards(TekhenuState* state) noexcept nogil:
    """Technologies stay and count again at the next scoring."""
    cdef Player* player = &state.table.player[AUTOMATON]
    win(player, automaton_card_points(player))
    state.table.discard[BLESSING] |= player.blessings
    player.blessings = 0


cdef int automaton_final_points(const TekhenuState* state) noexcept nogil:
    cdef int decree_vp = T.variant[state.table.header.variant].decree_vp
    return (popcount(state.decrees[AUTOMATON]) * decree_vp
            + state.table.player[AUTOMATON].goods[SCRIBE] // T.solo.scribes_per_vp)
