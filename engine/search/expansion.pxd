"""New nodes."""

from egypt.search.worker cimport Worker

# Tries one of the untried moves, if select found any: a new node, and the world after the move.
cdef void expand(Worker* w) noexcept nogil

# Tries all untried moves at once and judges them in this one world; True if that was the setting and there was room. Then
# the outlook and the rewards of the best of them are in the worker, and its node is the last of the path.
cdef bint expand_all(Worker* w) noexcept nogil
