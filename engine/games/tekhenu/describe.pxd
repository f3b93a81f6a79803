"""A position as plain data, for JSON and for the board."""

from egypt.games.tekhenu.state cimport Table

# What everybody sees: all but the seats.
cdef dict describe_table(const Table* t)
cdef dict describe_state(const void* state)
cdef dict describe_view(const void* view)
