"""Information-set Monte-Carlo tree search over any GameOps, for one thread.

One iteration, in named steps:

  1 determinize   fill in what the seat does not know, as the rules deal it
  2 select        walk down; each actor picks by UCB among the moves that are legal in this world
  3 expand        add one move that was not tried here before (option: all of them, judged in the same world)
  4 playout       play on for a while (option; 0 decisions by default where the evaluation is good)
  5 evaluate      expected points and winning chances of all seats
  6 back up       every node on the way learns the reward of the seat that chose it

Three members of the family differ in which trees an iteration walks:

  SINGLE          one tree for all seats, a new world each time; other seats' secret moves are told apart
  MULTIPLE        a tree per seat, walked in step and keyed by what that seat perceives: nobody answers a secret
  DETERMINIZED    a tree per world, some worlds in turn: the plain method that the others are measured against
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from engine.core.game cimport GameOps, Weights
from engine.core.types cimport MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, Move, Outlook, Rng
from engine.search.history cimport History
from engine.search.tree cimport Tree

cdef enum:
    MAX_DEPTH = 256         # nodes on one way down; deeper positions are evaluated where they stand
    MAX_WORLDS = 64         # trees of a determinized search
    FULL_PLAYOUT = 1000000  # decisions; no game lasts as long

cdef enum Family:
    SINGLE
    MULTIPLE
    DETERMINIZED

# What can be tuned; engine/search/settings.py says what each does and what it is by default.
ctypedef struct Settings:
    Family family
    int worlds              # trees of a determinized search
    double exploration      # UCB constant, for rewards of 0..1
    double urgency          # an untried move counts as one that was tried once and fell short of the others by this
    bint patient            # no urgency: everything is tried once before anything is tried twice
    double history          # weight of what the same move was worth elsewhere in the tree
    double widening         # at most this times the root of the visits are tried; 0 for all
    bint siblings           # all untried moves of a node are judged at once
    double margin           # share of the reward that counts points instead of chances
    int keyed_draws         # chains of at most so many draws get a node per outcome; longer ones are pooled
    int playout             # decisions played after the leaf before it is evaluated
    int candidates          # a playout takes the best of so many random moves

# What the root remembers of one of its moves, for the report.
ctypedef struct RootLine:
    Move move
    uint32_t node               # in the tree where it was tried first
    int64_t visits
    int64_t value               # sum of the viewer's rewards
    int64_t samples             # visits of this search, without what an earlier one left: the sums below are over these
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
    Rng world_seed[MAX_WORLDS]  # of a determinized search: the same seed fills in the same world
    Tree tree
    Tree spare                  # where a tree is carried over to; empty unless trees are reused
    History history
    uint64_t iterations
    int line_count
    RootLine lines[MAX_MOVES]
    int allowed_count           # `searchmoves`: how many of `allowed` are in use, 0 for all
    Move allowed[MAX_MOVES]
    # scratch of one iteration
    int trees                   # how many are walked
    int depth                   # nodes in each `path`
    uint32_t path[MAX_SEATS][MAX_DEPTH]
    Outlook outlook
    int32_t reward[MAX_SEATS]   # in 1/CERTAIN
    Move moves[MAX_MOVES]
    int untried_count
    int untried[MAX_MOVES]              # indices into `moves`
    uint32_t untried_behind[MAX_MOVES]  # the sibling behind which such a child belongs
    uint64_t world[MAX_STATE_WORDS]
    uint64_t trial[MAX_STATE_WORDS]     # of a playout that weighs its moves


# A stop flag that another thread may raise at any time.
ctypedef struct StopFlag:
    int raised

cdef void raise_stop(StopFlag* flag, int value) noexcept nogil
cdef bint is_stopped(const StopFlag* flag) noexcept nogil

cdef double now_ms() noexcept nogil

# Prepares a search of `view`: empty trees, no lines.
cdef void worker_reset(Worker* worker) noexcept nogil

# Iterates until the stop flag is up, `iterations` are done in all, or the clock (now_ms) has passed `deadline`.
cdef void worker_run(Worker* worker, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil
