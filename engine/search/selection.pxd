"""The way down the trees."""

from egypt.core.types cimport Move
from egypt.search.worker cimport Worker

# Walks down to a node with something to try, to a new outcome of nature, or to the end of the game. Each actor picks by UCB
# among the moves that are legal in this world. What can be tried is left in `untried`.
cdef void select(Worker* w) noexcept nogil

# Everybody but the actor walks on by what it perceives of the move; call it before the move is applied.
cdef void follow_in_other_trees(Worker* w, int actor, Move move) noexcept nogil
