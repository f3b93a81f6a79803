"""Jars with planted leaks: the two-world test must find each of them, or it proves nothing."""

from egypt.core.types cimport Move
from tests.toy.jars.game cimport Jars
from tests.toy.jars.hidden cimport view as honest_view
from tests.toy.jars.state cimport PHASE_LAY, VALUE_NB, JarsState, JarsView


cdef void view_with_a_peek(const void* state, int seat, void* view) noexcept nogil:
    """Shows the best card of the next seat as if everybody had seen it."""
    cdef const JarsState* s = <const JarsState*>state
    cdef JarsView* v = <JarsView*>view
    cdef int other = (seat + 1) % s.table.header.players, value
    honest_view(state, seat, view)
    for value in range(VALUE_NB - 1, 0, -1):
        if s.hand[other][value]:
            v.table.shown[other][value] = 1
            return


cdef void view_in_turn_order(const void* state, int seat, void* view) noexcept nogil:
    """Tells in a secret choice who has chosen already, which is the mistake of copying a header."""
    cdef const JarsState* s = <const JarsState*>state
    cdef JarsView* v = <JarsView*>view
    honest_view(state, seat, view)
    if s.table.phase == PHASE_LAY:
        v.table.header = s.table.header
        v.table.header.viewer = seat


cdef void view_with_a_tell(const void* state, int seat, void* view) noexcept nogil:
    """One bit only, where no text shows it: the parity of the deck in a spare byte of the header."""
    cdef const JarsState* s = <const JarsState*>state
    cdef JarsView* v = <JarsView*>view
    cdef int value, parity = 0
    honest_view(state, seat, view)
    for value in range(1, VALUE_NB):
        parity ^= s.deck[value] * value & 1
    v.table.header.spare[0] = parity


cdef Move observe_everything(const void* state, Move move, int seat) noexcept nogil:
    return move


cdef class LeakyJars(Jars):
    def __init__(self, str leak):
        super().__init__()
        if leak == "peek":
            self.ops.view = view_with_a_peek
        elif leak == "turn order":
            self.ops.view = view_in_turn_order
        elif leak == "tell":
            self.ops.view = view_with_a_tell
        elif leak == "observe":
            self.ops.observe = observe_everything
        else:
            raise ValueError(leak)
