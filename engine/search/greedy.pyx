"""One ply on the static evaluation: the move that looks best right after it was played.

Each legal move is tried in a handful of sampled worlds. Nature's next draw is averaged exactly if it has few outcomes, else
drawn; then the mover's winning chance by the evaluation counts, and its points where chances are equal. It judges by the
weighted sums alone unless the network is asked for: a yardstick that grew with every better network would measure nothing.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy, memset

from egypt.core.evaluation cimport evaluate
from egypt.core.game cimport Game, GameOps
from egypt.core.position cimport View
from egypt.core.rng cimport rng_stream
from egypt.core.types cimport (
    CERTAIN, CHANCE, MAX_MOVES, MAX_STATE_WORDS, POINT, Move, Outlook, Rng, StateHeader,
)
from egypt.core.weights cimport GameWeights, Weights

from egypt.core.errors import EgyptError
from egypt.core.integers import MOST_WORLDS, bits, integer

cdef enum:
    MAX_AVERAGED = 32       # outcomes of one draw; more than that are drawn instead
    TRIAL_WORLDS = 3        # this many equal worlds in a row: the view has no secrets, one world says it all
    STREAM = 0x94eed1       # keeps this bot's randomness apart from a search with the same seed

# How a move looks to the mover, added up over worlds.
ctypedef struct Prospect:
    double chance           # in 1/CERTAIN
    double points           # in 1/POINT

ctypedef struct Lookahead:
    const GameOps* ops
    const Weights* weights
    int seat
    bint drew               # nature was sampled, not averaged: another world may differ
    Rng rng


cdef void add_judgement(Lookahead* ahead, void* state, double weight, Prospect* prospect) noexcept nogil:
    """Let nature draw what it still owes, then add what the evaluation says; spoils the state."""
    cdef Outlook outlook
    while (<StateHeader*>state).actor == CHANCE:
        ahead.drew = True
        ahead.ops.apply(state, ahead.ops.sample_chance(state, &ahead.rng))
    evaluate(ahead.ops, ahead.weights, state, &outlook)
    prospect.chance += weight * outlook.chance[ahead.seat]
    prospect.points += weight * outlook.points[ahead.seat]


cdef void add_move(Lookahead* ahead, const void* world, Move move, Prospect* prospect) noexcept nogil:
    """Try one move in one world."""
    cdef uint64_t[MAX_STATE_WORDS] after, drawn
    cdef Move[MAX_MOVES] outcomes
    cdef double[MAX_MOVES] probabilities
    cdef size_t size = ahead.ops.state_size
    cdef int count, i
    memcpy(after, world, size)
    ahead.ops.apply(after, move)
    if (<StateHeader*>after).actor == CHANCE:
        count = ahead.ops.enumerate_chance(after, outcomes, probabilities)
        if count <= MAX_AVERAGED:
            for i in range(count):
                memcpy(drawn, after, size)
                ahead.ops.apply(drawn, outcomes[i])
                add_judgement(ahead, drawn, probabilities[i], prospect)
            return
    add_judgement(ahead, after, 1.0, prospect)


cdef bint has_secrets(Lookahead* ahead, const void* view, const void* world) noexcept nogil:
    """Whether a few more samples of the view differ from this one."""
    cdef uint64_t[MAX_STATE_WORDS] other
    cdef int equal = 1
    while equal < TRIAL_WORLDS:
        ahead.ops.sample(view, &ahead.rng, other)
        if memcmp(world, other, ahead.ops.state_size) != 0:
            return True
        equal += 1
    return False


cdef int look(Lookahead* ahead, const void* view, int worlds, Prospect* prospects) noexcept nogil:
    """Add up the prospects of the moves in up to `worlds` worlds; returns in how many it looked."""
    cdef uint64_t[MAX_STATE_WORDS] world
    cdef Move[MAX_MOVES] moves
    cdef int count, n, i
    for n in range(worlds):
        ahead.ops.sample(view, &ahead.rng, world)
        count = ahead.ops.legal_moves(world, moves)
        for i in range(count):
            add_move(ahead, world, moves[i], &prospects[i])
        if n == 0 and not ahead.drew and not has_secrets(ahead, view, world):
            return 1
    return worlds


cdef class GreedyChooser:
    """The one-ply player of one game. What it chooses depends on the view and the seed alone."""

    cdef readonly Game game
    cdef readonly int worlds
    cdef uint64_t seed
    cdef readonly GameWeights weights

    def __cinit__(self, Game game not None, worlds=16, seed=0, bint network=False, weights=None):
        game.need_rules()
        self.game = game
        self.worlds = integer(worlds, "worlds", 1, MOST_WORLDS)
        self.seed = bits(seed, "seed")
        self.weights = game.given_weights(weights)
        if not network:
            self.weights = self.weights.without_network()

    cdef Lookahead _lookahead(self, View view) except *:
        cdef Lookahead ahead
        if view.game is not self.game:
            raise EgyptError(f"this player plays {self.game.name}, not {view.game.name}")
        if view.header().actor != view.header().viewer:
            raise EgyptError(f"p{view.header().viewer + 1} is not to act: there is nothing to choose")
        ahead.ops = &self.game.ops
        ahead.weights = self.weights.get(view.header().players)
        ahead.seat = view.header().viewer
        ahead.drew = False
        ahead.rng = rng_stream(self.seed, STREAM, 0)
        return ahead

    def choose(self, View view not None):
        """The move that looks best; raises EgyptError if the viewer is not to act."""
        cdef Lookahead ahead = self._lookahead(view)
        cdef Prospect[MAX_MOVES] prospects
        cdef const void* source = view.view()
        cdef int best = 0, i
        cdef list codes = view.legal_codes()
        cdef int count = len(codes)
        if count > 1:
            memset(prospects, 0, count * sizeof(Prospect))
            with nogil:
                look(&ahead, source, self.worlds, prospects)
        for i in range(1, count):
            if prospects[i].chance > prospects[best].chance or (
                prospects[i].chance == prospects[best].chance and prospects[i].points > prospects[best].points
            ):
                best = i
        return self.game.move_text(codes[best])

    def values(self, View view not None):
        """What each legal move promises the viewer: [(move, winning chance, points)]."""
        cdef Lookahead ahead = self._lookahead(view)
        cdef Prospect[MAX_MOVES] prospects
        cdef double looked
        memset(prospects, 0, sizeof(prospects))
        looked = look(&ahead, view.view(), self.worlds, prospects)
        return [
            (
                self.game.move_text(code),
                prospects[i].chance / (looked * CERTAIN),
                prospects[i].points / (looked * POINT),
            )
            for i, code in enumerate(view.legal_codes())
        ]
