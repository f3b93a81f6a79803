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
    # A seat that a user gives; raises StateError if it is none of this table.
    cdef int seat_given(self, seat) except -1
    # The same, or CHANCE.
    cdef int actor_given(self, actor) except? -1


cdef class Position(Situation):
    cdef const void* state(self) noexcept
    cdef bytes _before(self, move, Move code, seat)


cdef class View(Situation):
    cdef const void* view(self) noexcept


cdef Position new_position(Game game, bytes data)
cdef View new_view(Game game, bytes data)
