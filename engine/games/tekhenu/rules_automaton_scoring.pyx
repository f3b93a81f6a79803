"""The automaton in Maat phases and scorings (rulebook p. 25)."""

from egypt.core.bits cimport popcount
from egypt.games.tekhenu.gains cimport win
from egypt.games.tekhenu.state cimport AUTOMATON, BLESSING, SCRIBE, Player, Table, TekhenuState
from egypt.games.tekhenu.tables cimport TABLES


cdef int automaton_balance(const Table* t) noexcept nogil:
    """Fixed: its dice weigh nothing."""
    return TABLES.solo.balance[t.round // TABLES.maat_every - 1]


cdef int automaton_card_points(const Player* player) noexcept nogil:
    return popcount(player.blessings) * TABLES.solo.blessing_vp + popcount(player.technologies) * TABLES.solo.technology_vp


cdef void automaton_score_cards(TekhenuState* s) noexcept nogil:
    """Technologies stay and count again at the next scoring."""
    cdef Player* player = &s.table.player[AUTOMATON]
    win(player, automaton_card_points(player))
    s.table.discard[BLESSING] |= player.blessings
    player.blessings = 0


cdef int automaton_final_points(const TekhenuState* s) noexcept nogil:
    cdef int decree_vp = TABLES.variant[s.table.header.variant].decree_vp
    return (popcount(s.decrees[AUTOMATON]) * decree_vp
            + s.table.player[AUTOMATON].goods[SCRIBE] // TABLES.solo.scribes_per_vp)
