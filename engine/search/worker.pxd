"""What one thread of a search works with."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from egypt.core.game cimport GameOps
from egypt.core.types cimport MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, MOVE_TRAITS, Move, Outlook, Rng
from egypt.core.weights cimport Weights
from egypt.search.history cimport History
from egypt.search.lines cimport RootLines
from egypt.search.merging cimport MergeSchedule, ThreadGroup
from egypt.search.stopping cimport StopFlag
from egypt.search.tree cimport Tree

cdef enum:
    MAX_DEPTH = 256         # nodes on one way down; deeper positions are evaluated where they stand
    MAX_WORLDS = 64         # trees of a determinized search
    MAX_LINES = 256         # moves of the root that share the effort

cdef enum Family:
    SINGLE
    MULTIPLE
    DETERMINIZED

# The settings that an iteration reads; engine/search/settings.py declares them and says what each does. Filled from its
# values by name: a field that is no setting is refused when a search starts.
ctypedef struct Settings:
    int family              # a Family
    int worlds              # trees of a determinized search
    int lines               # moves of the root that share the effort
    double exploration      # UCB constant, for rewards of 0..1
    double urgency          # an untried move counts as tried once, this much below the others; negative: all are tried first
    double prior            # weight of what is known of a move beforehand; 0: selection by UCB
    double history          # weight of what the same move was worth elsewhere in the tree
    bint siblings           # all untried moves of a node are judged at once
    double margin           # share of the reward that counts points instead of chances
    int keyed_draws         # longest chain of draws that gets a node per outcome; longer ones are pooled
    int playout             # decisions played after the leaf before it is evaluated
    double mixing           # confidence bound at secret simultaneous choices, whose moves are drawn; 0: chosen as everywhere
    bint sealed             # what others still choose in secret is drawn by priors before a leaf is judged
    int candidates          # random moves of which a playout takes the best one

# Everything one thread touches. It shares what is const, and the group.
ctypedef struct Worker:
    const GameOps* ops
    const Weights* weights
    const void* view            # all that is known; no full state reaches the search
    int viewer
    int players
    Settings settings
    const StopFlag* stop
    double deadline             # of the whole search, by now_ms()
    Rng rng
    Rng world_seed[MAX_WORLDS]  # of a determinized search: the same seed fills in the same world
    Tree tree
    ThreadGroup* group          # of all threads; NULL if there is one
    MergeSchedule schedule
    uint64_t taken              # iterations that this thread has taken from the shared budget, done or not
    History history
    RootLines lines
    int allowed_count           # `searchmoves`: how many of `allowed` are in use, 0 for all
    Move allowed[MAX_MOVES]
    # scratch of one iteration
    int trees                   # how many are walked
    bint by_prior               # moves are selected by priors
    int depth                   # nodes in each `path`
    uint32_t path[MAX_SEATS][MAX_DEPTH]
    Outlook outlook
    int32_t reward[MAX_SEATS]   # in 1/CERTAIN
    Move moves[MAX_MOVES]
    int untried_count
    int untried[MAX_MOVES]              # indices into `moves`
    uint32_t untried_behind[MAX_MOVES]  # a sibling behind which such a child belongs
    uint32_t drawn_children[MAX_MOVES]  # among which a secret choice is drawn
    double drawn_below[MAX_MOVES]       # the sum of weights up to each of them
    uint16_t traits[MAX_MOVES * MOVE_TRAITS]
    uint8_t priors[MAX_MOVES]           # of `moves`
    uint64_t world[MAX_STATE_WORDS]
    uint64_t trial[MAX_STATE_WORDS]     # where a move is tried before it is chosen


cdef inline int tree_of(const Worker* w, int seat) noexcept nogil:
    """The tree in which a seat decides."""
    return seat if w.trees > 1 else 0
