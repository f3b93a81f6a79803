"""Seats around the table: 0 .. players - 1, clockwise."""


cdef inline int left_of(int seat, int players) noexcept nogil:
    """The next seat clockwise."""
    seat += 1
    return 0 if seat == players else seat
