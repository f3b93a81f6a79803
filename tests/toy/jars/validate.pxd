"""Is this a state that a game of Jars can reach, as far as one can tell without its history?"""

cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil
