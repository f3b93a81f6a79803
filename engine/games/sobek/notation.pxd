"""Position text, view text, move text and plain data, both ways."""

from egypt.games.sobek.state cimport SobekState, SobekView


cdef str write_state(const SobekState* state)
cdef int read_state(str text, SobekState* state) except -1
cdef str write_view(const SobekView* view)
cdef int read_view(str text, SobekView* view) except -1
cdef dict describe_state(const SobekState* state)
cdef dict describe_view(const SobekView* view)
