"""What the threads of a search learned, added up: by the first thread, of the others as of their last meeting."""

from egypt.core.game cimport Game
from egypt.search.worker cimport Worker

# By root move: visits, reward, chances and points by seat, its node in the first thread's tree, samples.
cdef dict sums_of(Worker** workers, int threads)

# The Result; of the moves that only a tree carried over knows, those in `legal` have lines too.
cdef object result_of(Game game, Worker** workers, int threads, set legal, double milliseconds)

cdef object iterations_of(Worker** workers, int threads)
