"""Jars with planted leaks: the two-world test must find each of them, or it proves nothing."""

from egypt.core.types cimport Move
from tests.toy.game cimport Jars
from tests.toy.rules cimport LAYING, VALUES, JarsState, JarsView, jars_view


cdef void view_with_a_peek(const void* source, int seat, void* target) noexcept nogil:
    """Shows the best card of the next seat as if everybody had seen it."""
    cdef const JarsState* state = <const JarsState*>source
    cdef JarsView* view = <JarsView*>target
    cdef int other = (seat + 1) % state.header.players, value
    jars_view(source, seat, target)
    for value in range(VALUES - 1, 0, -1):
        if state.hand[other][value]:
            view.shown[other][value] = 1
            return


cdef void view_in_turn_order(const void* source, int seat, void* target) noexcept nogil:
    """Tells in a secret choice who has chosen already, which is the mistake of copying a header."""
    jars_view(source, seat, target)
    if (<const JarsState*>source).phase == LAYING:
        (<JarsView*>target).header = (<const JarsState*>source).header
        (<JarsView*>target).header.viewer = seat


cdef void view_with_a_tell(const void* source, int seat, void* target) noexcept nogil:
    """One bit only, where no text shows it: the parity of the deck in a spare byte of the header."""
    cdef const JarsState* state = <const JarsState*>source
    cdef int value, parity = 0
    jars_view(source, seat, target)
    for value in range(1, VALUES):
        parity ^= state.deck[value] * value & 1
    (<JarsView*>target).header.spare[0] = parity


cdef Move observe_everything(const void* source, Move move, int seat) noexcept nogil:
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
