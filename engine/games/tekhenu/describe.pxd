"""A position as plain data, for JSON and for the board."""

from egypt.games.tekhenu.state cimport TekhenuState, TekhenuView


cdef dict describe_state(const TekhenuState* state)
cdef dict describe_view(const TekhenuView* view)
