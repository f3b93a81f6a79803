"""What validate finds wrong: a field of the position text, and why its value cannot be."""

# The fields of a position in their order, then those that every seat has, then the books.
cdef enum Field:
    F_VIEWER, F_PLAYERS, F_VARIANT, F_ROUND, F_PHASE, F_ACT, F_TURN, F_STARTER, F_DOCKS, F_DECK, F_DRAWS, F_TARGET
    F_BACK, F_BEGUN, F_LAY, F_FLOOD, F_LEFT, F_DRAWN, F_LOOKED, F_USED, F_TOKENS, F_DISCARD, F_BARRED
    F_SEAT, F_SETS, F_LYING, F_SHOWN_HAND, F_SHOWN_PILE, F_HAND, F_PILE
    F_KNOWS, F_EITHER, F_BLIND, F_FLOOR

ctypedef struct Fault:
    int status              # OK, or one of the core's
    int field
    int seat                # of the fields that every seat has
    const char* reason      # goes on after the field and its value


cdef inline int refuse(Fault* fault, int status, int field, const char* reason, int seat=0) noexcept nogil:
    fault.status = status
    fault.field = field
    fault.reason = reason
    fault.seat = seat
    return status
