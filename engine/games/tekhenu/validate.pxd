"""The invariants of Tekhenu."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport TekhenuState, TekhenuView

cdef int validate(const void* state) noexcept nogil
cdef int validate_view(const void* view) noexcept nogil

# The same, and what is wrong: for the parser of a text.
cdef int find_fault(const TekhenuState* s, Fault* fault) noexcept nogil
cdef int find_view_fault(const TekhenuView* view, Fault* fault) noexcept nogil
