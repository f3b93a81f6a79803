"""What decrees bring at the end of the game (rulebook pp. 13, 28-29)."""

from libc.stdint cimport uint32_t

from egypt.games.tekhenu.state cimport Player, Table


ctypedef struct Chosen:
    int number
    int card[4]
    int points[4]           # of those that depend on nothing else


# Points of one decree by itself; 0 for those that depend on others.
cdef int decree_points(const Table* t, int seat, uint32_t held, int card) noexcept nogil
# The best that a seat can make of the decrees it holds: at most three, and no two with the same symbol.
cdef int best_decree_points(const Table* t, int seat, uint32_t held) noexcept nogil
# What some decrees are worth together.
cdef int points_together(const Player* player, const Chosen* chosen) noexcept nogil
# How many scribes that takes, where they serve as gold.
cdef int scribes_for_decrees(const Table* t, int seat, uint32_t held) noexcept nogil
