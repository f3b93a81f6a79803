"""Position text, view text and plain data of Amun-Re."""

from egypt.games.amunre.state cimport AmunreState, AmunreView

cdef str write_state(const AmunreState* s)
cdef str write_view(const AmunreView* view)
cdef int read_state(str text, AmunreState* s) except -1
cdef int read_view(str text, AmunreView* view) except -1
cdef dict describe_state(const AmunreState* s)
cdef dict describe_view(const AmunreView* view)
