"""What holds in each phase, in one table: who acts, what lies on the docks, which fields have a meaning."""

from egypt.games.sobek.faults cimport Fault
from egypt.games.sobek.state cimport Table

cdef int check_phase(const Table* t, Fault* fault) noexcept nogil

# Cards of a location that not all have seen, counted by what all know.
cdef int count_unshown(const Table* t, int location, int back) noexcept nogil
