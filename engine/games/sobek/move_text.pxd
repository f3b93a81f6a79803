"""Move text, both ways."""

from egypt.core.types cimport Move


cdef str move_text(Move move)
cdef Move move_code(str text) except? 0
