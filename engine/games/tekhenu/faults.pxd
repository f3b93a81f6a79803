"""What validate finds wrong: the field of the position text, and why its value cannot be."""

ctypedef struct Fault:
    int status              # OK, or one of the core's
    int seat                # of a player's field, else NOBODY
    const char* field       # as the text calls it; "now due" is the attribute `due` of the field `now`
    const char* reason


cdef inline int refuse(Fault* fault, int status, const char* field, const char* reason) noexcept nogil:
    fault.status = status
    fault.seat = -1
    fault.field = field
    fault.reason = reason
    return status


cdef inline int refuse_seat(Fault* fault, int status, int seat, const char* field, const char* reason) noexcept nogil:
    fault.status = status
    fault.seat = seat
    fault.field = field
    fault.reason = reason
    return status
