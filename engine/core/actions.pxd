"""Dense actions: every move that a seat can ever make has a small number of its own.

A room lists its actions in words (`action_list.py`), in an order that stays; the number of an action is its place in that
list. The same numbers serve all numbers of players and all variants, so that what was learned at one table can be carried to
another.
"""

from libc.stdint cimport uint8_t, uint32_t

from egypt.core.types cimport Move

# Move -> action, by hashing with open addressing.
ctypedef struct ActionMap:
    Move* codes             # action -> move
    uint32_t* slots         # action + 1; 0: free
    uint32_t mask           # number of slots - 1; at most half of the slots are in use
    int count               # of actions

cdef enum:
    NO_ACTION = -1


cdef inline uint32_t action_slot(const ActionMap* actions, Move move) noexcept nogil:
    """The slot of a move, or the free one where it would be."""
    cdef uint32_t at = (move * <uint32_t>0x9e3779b1) >> 8 & actions.mask
    while actions.slots[at] and actions.codes[actions.slots[at] - 1] != move:
        at = (at + 1) & actions.mask
    return at


cdef inline int action_of(const ActionMap* actions, Move move) noexcept nogil:
    """The action of a move, or NO_ACTION."""
    return <int>actions.slots[action_slot(actions, move)] - 1


cdef inline void mark_actions(const ActionMap* actions, const Move* moves, int count, uint8_t* mask) noexcept nogil:
    """Sets the bytes of these moves in a mask that is zero elsewhere. A move without an action is left out."""
    cdef int i, action
    for i in range(count):
        action = action_of(actions, moves[i])
        if action != NO_ACTION:
            mask[action] = 1


cdef class ActionTable:
    cdef ActionMap map
