"""Moves of Amun-Re as text, both ways."""

from egypt.core.types cimport Move

cdef str move_text(Move move)
cdef Move move_code(str text) except? 0

# An offering as text: `12`, `theft`, `12+adjustment`; and back.
cdef str offering_text(int argument)
cdef int parse_offering(list words, str field) except -1
