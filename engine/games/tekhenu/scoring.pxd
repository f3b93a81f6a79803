"""What the board is worth at a scoring (rulebook pp. 12-13). For the rules, decrees and the judgement of positions."""

from libc.stdint cimport int32_t

from egypt.games.tekhenu.state cimport Player, Table

# The seat that wins an Osiris district, NOBODY if no one is there.
cdef int district_winner(const Table* t, int district) noexcept nogil
# The temple: buildings and statues next to it, pillars in line with them.
cdef int temple_points(const Player* player) noexcept nogil
# The same without the points for statues next to it, as a decree counts.
cdef int temple_points_without_statues(const Player* player) noexcept nogil
# Everything but the districts and the bread: temple, statues, happiness; for all but the automaton production and buildings.
cdef int board_points(const Table* t, int seat) noexcept nogil

# Points so far and ranks, in seat order.
cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil
