"""The invariants of Sobek."""

from egypt.games.sobek.faults cimport Fault
from egypt.games.sobek.state cimport SobekState, SobekView

# The same as validate and validate_view, with what is wrong.
cdef int check_state(const SobekState* s, Fault* fault) noexcept nogil
cdef int check_view(const SobekView* v, Fault* fault) noexcept nogil

cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil
