"""Moves and outcomes as words, both ways; the same move has the same text in every state."""

from egypt.core.types cimport Move


cdef str move_text(Move move)
cdef Move move_code(str text) except? 0
