"""What holds in every state and every view of Amun-Re."""

cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil
