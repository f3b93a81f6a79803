"""Jars that never ends: a move changes nothing but a count. What a search does with such a game it must be able to leave."""

from egypt.core.types cimport Move
from tests.toy.game cimport Jars
from tests.toy.rules cimport JarsState

cdef enum:
    MOST = 30_000


cdef void count_the_move(void* target, Move move) noexcept nogil:
    cdef JarsState* state = <JarsState*>target
    state.points[0] += state.points[0] < MOST


cdef class EndlessJars(Jars):
    def __init__(self):
        super().__init__()
        self.ops.apply = count_the_move
