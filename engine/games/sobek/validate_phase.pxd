"""What holds in each phase, in one table: who acts, what lies on the docks, which fields have a meaning."""

from egypt.games.sobek.state cimport Table
from egypt.games.sobek.validate cimport Fault

cdef int check_phase(const Table* table, Fault* fault) noexcept nogil

# Cards of a location that not all have seen, counted by what all know.
cdef int count_unshown(const Table* table, int location, int back) noexcept nogil

cdef int refuse(Fault* fault, int status, int field, const char* reason, int seat=*) noexcept nogil
