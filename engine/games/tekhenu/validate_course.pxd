"""The order of play: which steps the stack holds at which time, and whose turn it is."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport STACK_NB, StackedStep, Table

# What is left of the course of the game, from the bottom of the stack: `matched` steps wait as the list has them; the next
# one may be under way: `current` if it is the current step itself, `begun` if it waits at stack[matched]. All above are
# inside it.
ctypedef struct Course:
    int number
    StackedStep step[STACK_NB]  # first things first
    int matched
    bint begun
    bint current

cdef int read_course(const Table* t, Course* course, Fault* fault) noexcept nogil
# The seat at whose turn, question or gain the game has stopped, and the round's dice.
cdef int check_seat(const Table* t, const Course* course, Fault* fault) noexcept nogil
# Whether a part of the order of play is still to come, the current step included.
cdef bint is_to_come(const Table* t, int step) noexcept nogil
# Whether the turn in progress is the automaton's.
cdef bint is_automatons_turn(const Table* t) noexcept nogil
# The step at the bottom of the stack, STEP_OVER at the end.
cdef int base_of(const Table* t) noexcept nogil
