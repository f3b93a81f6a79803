"""Positions and views as plain data."""

cdef dict describe_state(const void* state)
cdef dict describe_view(const void* view)
