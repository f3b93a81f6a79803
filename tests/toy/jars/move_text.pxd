"""Moves of Jars as text, both ways. The grammar is in README.md."""

from egypt.core.types cimport Move

cdef str move_text(Move move)
cdef Move move_code(str text) except? 0
