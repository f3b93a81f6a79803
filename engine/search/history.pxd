"""What a move was worth wherever it was tried, by seat: a first guess for places where it was not tried yet."""

from libc.stdint cimport int64_t, uint32_t

from egypt.core.types cimport CERTAIN, Move

cdef enum:
    HISTORY_BITS = 12
    HISTORY_ENTRIES = 1 << HISTORY_BITS     # moves that share an entry share their fate; few do

ctypedef struct HistoryEntry:
    int64_t value           # sum of rewards, in 1/CERTAIN
    uint32_t visits

ctypedef struct History:
    HistoryEntry entries[HISTORY_ENTRIES]


cdef inline uint32_t history_index(int actor, Move move) noexcept nogil:
    """The three highest bits of a move are lost. Moves of seats have none of them, and nature's are not learned."""
    return ((move * <uint32_t>8 + <uint32_t>actor) * <uint32_t>0x9E3779B1) >> (32 - HISTORY_BITS)


cdef inline void history_learn(History* history, int actor, Move move, int reward) noexcept nogil:
    cdef HistoryEntry* entry = &history.entries[history_index(actor, move)]
    entry.value += reward
    entry.visits += 1


cdef inline double history_guess(const History* history, int actor, Move move, double otherwise) noexcept nogil:
    """The mean reward of the move, or `otherwise` where nothing is known; a few visits count half."""
    cdef const HistoryEntry* entry = &history.entries[history_index(actor, move)]
    return (entry.value * (1.0 / CERTAIN) + 2.0 * otherwise) / (entry.visits + 2.0)
