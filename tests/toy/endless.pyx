"""Jars that never ends: a move changes nothing but a count. What a search does with such a game it must be able to leave."""

from egypt.core.types cimport Move
from tests.toy.jars.game cimport Jars
from tests.toy.jars.state cimport JarsState

cdef enum:
    MOST = 30_000


cdef void count_the_move(void* state, Move move) noexcept nogil:
    cdef JarsState* s = <JarsState*>state
    s.table.points[0] += s.table.points[0] < MOST


cdef class EndlessJars(Jars):
    def __init__(self):
        super().__init__()
        self.ops.apply = count_the_move
