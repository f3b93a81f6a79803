"""When the end of a game is solved instead of searched, and the solution as a Result."""

from libc.stdint cimport uint64_t

from egypt.core.game cimport Game
from egypt.core.position cimport View
from egypt.search.exact cimport Remembered
from egypt.search.stopping cimport StopFlag
from egypt.search.worker cimport Worker


cdef class Endgame:
    cdef Game game
    cdef Remembered* memory     # allocated when the first end is in sight
    cdef readonly uint64_t solutions    # tried so far, whether they were found or given up

    # The exact Result for the moves the worker may choose from, or None: something unknown still matters, too much is left,
    # or the time or the memory is used up. Needs a worker that is prepared for `view`.
    cdef object solve(self, View view, Worker* worker, uint64_t seed, double time, const StopFlag* stop)
