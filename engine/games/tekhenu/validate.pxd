"""What holds in every state and every view."""


cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil
