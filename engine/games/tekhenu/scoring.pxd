"""What the board is worth at a scoring (rulebook pp. 12-13). For the rules, decrees and the judgement of positions."""

from egypt.games.tekhenu.state cimport Player, Table

# The seat that wins an Osiris district, NOBODY if no one is there.
cdef int district_winner(const Table* table, int district) noexcept nogil
# The temple: buildings and statues next to it, pillars in line with them.
cdef int temple_points(const Player* player) noexcept nogil
# The same without the points for statues next to it, as a decree counts.
cdef int temple_points_without_statues(const Player* player) noexcept nogil
# Everything but the districts and the bread: temple, statues, happiness; for all but the automaton production and buildings.
cdef int board_points(const Table* table, int seat) noexcept nogil
