"""Position text and view text, both ways."""

cdef str write_state(const void* state)
cdef int read_state(str text, void* state) except -1
cdef str write_view(const void* view)
cdef int read_view(str text, void* view) except -1

# The current step by its name.
cdef str step_name(int step)
