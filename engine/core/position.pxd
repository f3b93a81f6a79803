"""Position and View: immutable Python objects around the bytes of one state and of one seat's knowledge."""

from egypt.core.game cimport Game
from egypt.core.types cimport Move, StateHeader
from egypt.core.types cimport Rng as RngState


cdef class Rng:
    cdef RngState state


cdef class Situation:
    cdef readonly Game game
    cdef bytes data
    cdef const void* block(self) noexcept
    cdef const StateHeader* header(self) noexcept
    cdef dict _describe(self)


cdef class Position(Situation):
    cdef const void* state(self) noexcept
    cdef bytes _before(self, move, Move code, seat)
    cdef int _check_seat(self, int seat) except -1


cdef class View(Situation):
    cdef const void* view(self) noexcept


cdef Position new_position(Game game, bytes data)
cdef View new_view(Game game, bytes data)
