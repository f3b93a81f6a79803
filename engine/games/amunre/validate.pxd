"""The invariants of Amun-Re, for the boundary, where a text becomes a state, and for every move of the tests."""

cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil
