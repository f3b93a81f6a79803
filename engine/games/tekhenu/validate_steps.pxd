"""What may wait on the stack above the course of the game, with which numbers, and who answers the current step."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport Table
from egypt.games.tekhenu.validate_course cimport Course

# The steps inside the course: each on one that may lead to it, none too often.
cdef int check_inside(const Table* t, const Course* course, Fault* fault) noexcept nogil
# The actor (and the seats of a secret choice) are those whom the current step asks.
cdef int check_actor(const Table* t, Fault* fault) noexcept nogil
