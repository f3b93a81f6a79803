"""Positions and views of Jars as text, both ways, and as plain data. The grammar is in README.md."""

from egypt.core.types cimport Move

cdef str write_state(const void* state)
cdef int read_state(str text, void* state) except -1
cdef str write_view(const void* view)
cdef int read_view(str text, void* view) except -1
cdef dict describe_state(const void* state)
cdef dict describe_view(const void* view)
cdef list score_items(const void* before, Move move, const void* after)
