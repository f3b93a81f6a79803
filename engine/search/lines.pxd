"""What a thread remembers of each move of the root, for the report."""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.types cimport MAX_MOVES, MAX_SEATS, Move

cdef enum:
    SLOT_BITS = 11
    SLOTS = 1 << SLOT_BITS      # twice MAX_MOVES: a search for an empty one ends soon

ctypedef struct RootLine:
    Move move
    uint32_t node               # in the tree where it was tried first
    int64_t visits
    int64_t value               # sum of the viewer's rewards
    int64_t samples             # visits of this search, without what an earlier one left: the sums below are over these
    int64_t points[MAX_SEATS]
    int64_t chance[MAX_SEATS]

ctypedef struct RootLines:
    uint64_t iterations         # of the thread so far
    int count
    uint16_t slots[SLOTS]       # by hash of the move, 1 + its place in `of`; 0 if empty
    RootLine of[MAX_MOVES]


cdef inline void lines_clear(RootLines* lines) noexcept nogil:
    lines.iterations = 0
    lines.count = 0
    memset(lines.slots, 0, sizeof(lines.slots))


cdef inline void lines_copy(RootLines* target, const RootLines* source) noexcept nogil:
    """To read, not to add to: without the way to find a line by its move."""
    target.iterations = source.iterations
    target.count = source.count
    memcpy(target.of, source.of, source.count * sizeof(RootLine))


cdef inline RootLine* line_of(RootLines* lines, Move move, uint32_t node) noexcept nogil:
    """The line of a move, opened if need be; NULL if there is room for no more."""
    cdef uint32_t slot = (move * <uint32_t>0x9E3779B1) >> (32 - SLOT_BITS)
    cdef RootLine* line
    while lines.slots[slot]:
        line = &lines.of[lines.slots[slot] - 1]
        if line.move == move:
            return line
        slot = (slot + 1) % SLOTS
    if lines.count == MAX_MOVES:
        return NULL
    line = &lines.of[lines.count]
    lines.count += 1
    lines.slots[slot] = lines.count
    memset(line, 0, sizeof(RootLine))
    line.move = move
    line.node = node
    return line
