"""What lies where before the first round."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport TekhenuState

cdef int check_set_up(const TekhenuState* s, Fault* fault) noexcept nogil
