"""Positions and moves of Ra as text, both ways. The grammar is in README.md."""

from egypt.core.types cimport Move
from egypt.games.ra.state cimport RaState

cdef str write_state(const RaState* state)
cdef int read_state(str text, bint as_view, RaState* state) except -1
cdef dict describe(const RaState* state)
cdef str move_text(Move move)
cdef Move move_code(str text) except? 0
