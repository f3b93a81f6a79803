"""Single-observer information-set Monte-Carlo tree search over any GameOps, for one thread.

One iteration, in named steps:

  1 determinize   fill in what the seat does not know, as the rules deal it
  2 select        walk down the tree; each actor picks by UCB among the moves that are legal in this world
  3 expand        add one move that was not tried here before
  4 playout       play on for a while (option; 0 decisions by default where the evaluation is good)
  5 evaluate      expected points and winning chances of all seats
  6 back up       every node on the way learns the reward of the seat that chose it
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from engine.core.game cimport GameOps, Weights
from engine.core.types cimport MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, Move, Outlook, Rng
from engine.search.tree cimport Tree

cdef enum:
    MAX_DEPTH = 256         # nodes on one way down; deeper positions are evaluated where they stand
    FULL_PLAYOUT = 1000000  # decisions; no game lasts as long

ctypedef struct Settings:
    double exploration      # UCB constant, for rewards of 0..1
    int playout             # decisions played after the leaf before it is evaluated
    bint informed           # playouts follow the game's policy instead of chance

# What the root remembers of one of its moves, for the report.
ctypedef struct RootLine:
    Move move
    uint32_t node
    int64_t points[MAX_SEATS]
    int64_t chance[MAX_SEATS]

# Everything one thread touches. Nothing in here is shared but what is const.
ctypedef struct Worker:
    const GameOps* ops
    const Weights* weights
    const void* view            # all that is known; no full state reaches the search
    int viewer
    int players
    Settings settings
    Rng rng
    Tree tree
    uint64_t iterations
    int line_count
    RootLine lines[MAX_MOVES]
    int allowed_count           # `searchmoves`: how many of `allowed` are in use, 0 for all
    Move allowed[MAX_MOVES]
    # scratch of one iteration
    int depth                   # nodes in `path`
    uint32_t path[MAX_DEPTH]
    Outlook outlook
    Move moves[MAX_MOVES]
    int untried_count
    int untried[MAX_MOVES]              # indices into `moves`
    uint32_t untried_behind[MAX_MOVES]  # the sibling behind which such a child belongs
    uint64_t world[MAX_STATE_WORDS]


# A stop flag that another thread may raise at any time.
ctypedef struct StopFlag:
    int raised

cdef void raise_stop(StopFlag* flag, int value) noexcept nogil
cdef bint is_stopped(const StopFlag* flag) noexcept nogil

cdef double now_ms() noexcept nogil

# Prepares a search of `view`: an empty tree, no lines.
cdef void worker_reset(Worker* worker) noexcept nogil

# Iterates until the stop flag is up, `iterations` are done in all, or the clock (now_ms) has passed `deadline`.
cdef void worker_run(Worker* worker, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil
