"""Is this a state that a game of Ra can reach, as far as one can tell without its history? For views, too: they have
the same fields.
"""

cdef int validate(const void* state) noexcept nogil
