"""A position as plain data, for JSON and for the board."""

cdef dict describe_state(const void* state)
cdef dict describe_view(const void* view)
