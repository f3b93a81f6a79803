"""Position text and view text of Amun-Re, both ways."""

from libc.stdint cimport uint64_t

from egypt.games.amunre.state cimport Table

cdef str write_state(const void* state)
cdef str write_view(const void* view)
cdef int read_state(str text, void* state) except -1
cdef int read_view(str text, void* view) except -1

# Words for `describe`.
cdef dict favor_counts(uint64_t bag)
cdef int owner(const Table* t, int province)
