"""What the threads of a search learned, added up: by the first thread, of the others as of their last snapshot."""

from libc.stdint cimport int64_t

from egypt.core.game cimport Game
from egypt.search.lines cimport RootLines
from egypt.search.worker cimport Worker

# How the root moves stand to each other.
ctypedef struct Standing:
    int moves
    int64_t best                # visits of the most visited move
    int64_t second              # visits of the next one
    double reward               # mean reward of the most visited move
    double highest_reward       # of any move

# The lines of all threads, one per root move, and the sum of their iterations. A line's node is that of the first thread.
cdef void sum_lines(Worker** workers, int threads, RootLines* sums) noexcept

# Of the moves that were tried in this search, and of those in `legal` that only a tree carried over knows.
cdef Standing standing_of(const RootLines* sums, set legal)

# The Result. Moves that only a tree carried over knows have lines, too, if they are in `legal`; `fallback` is the best move
# if there are no lines at all.
cdef object result_of(
    Game game, Worker** workers, int threads, RootLines* sums, set legal, object fallback, double milliseconds)
