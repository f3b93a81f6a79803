"""What a turn remembers, and whether what it has begun can be finished."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport Table
from egypt.games.tekhenu.validate_course cimport Course

# The die, the action and its value, flags: all that the steps need is there, and nothing else.
cdef int check_turn(const Table* t, const Course* course, Fault* fault) noexcept nogil
# What is due is the price of the step that waits for it, and every action in progress can be paid for and carried out.
cdef int check_prices(const Table* t, Fault* fault) noexcept nogil
# Whether the die of this turn lies neither on the wheel nor on the scales.
cdef bint is_die_in_hand(const Table* t) noexcept nogil
