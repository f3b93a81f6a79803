"""Information-set Monte-Carlo tree search over any GameOps, as one of its threads does it.

One iteration, in named steps:

  1 determinize   fill in what the seat does not know, as the rules deal it
  2 select        walk down; each actor picks by UCB among the moves that are legal in this world
  3 expand        add one move that was not tried here before (option: all of them, judged in the same world)
  4 playout       play on for a while (option; 0 decisions by default where the evaluation is good)
  5 evaluate      expected points and winning chances of all seats
  6 back up       every node on the way learns the reward of the seat that chose it

Three members of the family differ in which trees an iteration walks:

  SINGLE          one tree for all seats, a new world each time; other seats' secret moves are told apart
  MULTIPLE        a tree per seat, walked in step and keyed by what that seat perceives: no seat answers a secret
  DETERMINIZED    a tree per world, some worlds in turn: the plain method that the others are measured against
"""

from libc.stdint cimport uint64_t

from egypt.search.stopping cimport StopFlag
from egypt.search.worker cimport Worker

# Prepares a worker for a search of its view: nothing iterated, no lines.
cdef void worker_begin(Worker* worker) noexcept nogil

# How many trees there are, side by side; plants them anew.
cdef int root_count(const Worker* worker) noexcept nogil
cdef void worker_plant(Worker* worker) noexcept nogil

# Iterates until the stop flag is up, `iterations` are done (of several threads: the shared budget is used up), or the clock
# (now_ms) has passed `deadline`; once in any case, if there is anything to do. May be called again to go on, unless it was
# True that all is done.
cdef bint worker_run(Worker* worker, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil

# After the last worker_run: the other threads need not wait for this one any more.
cdef void worker_end(Worker* worker) noexcept nogil
