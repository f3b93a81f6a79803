"""The automaton in Maat phases and scorings (rulebook p. 25); districts, temple, statues and happiness count as for all."""

from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

# Its balance in the Maat phase after this round.
cdef int automaton_balance(const Table* t) noexcept nogil
# Points for its cards at a scoring …
cdef int automaton_card_points(const Player* player) noexcept nogil
# … which it gets here; the blessings are then discarded.
cdef void automaton_score_cards(TekhenuState* s) noexcept nogil
# Points at the end of the game, besides those for its place in the turn order: decrees and scribes.
cdef int automaton_final_points(const TekhenuState* s) noexcept nogil
