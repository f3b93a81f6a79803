"""Matching pennies: both seats secretly show heads or tails; p1 wins if they are equal, else p2. A player who answers
a secret wins every time; one who does not wins every other time."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memset

from egypt.core.game cimport Game
from egypt.core.types cimport MAX_FEATURES, OVER, TRUTH, Move, Rng, StateHeader
from egypt.core.weights cimport Weights

cdef enum:
    OPEN = 0                # a choice that is not made, or not known
    HEADS = 1
    TAILS = 2
    HIDDEN = 3              # what the other seat perceives of a move

ctypedef struct Pennies:
    StateHeader header
    uint8_t choice[2]
    uint8_t spare[6]


cdef void new_game(void* raw, int players, int variant) noexcept nogil:
    cdef Pennies* state = <Pennies*>raw
    memset(state, 0, sizeof(Pennies))
    state.header.viewer = TRUTH
    state.header.players = 2
    state.header.pending = 3


cdef int legal_moves(const void* raw, Move* moves) noexcept nogil:
    moves[0] = HEADS
    moves[1] = TAILS
    return 2


cdef void apply(void* raw, Move move) noexcept nogil:
    cdef Pennies* state = <Pennies*>raw
    cdef int seat = state.header.actor
    state.choice[seat] = <uint8_t>move
    state.header.pending &= ~(1 << seat) & 3
    state.header.actor = 1 - seat if state.header.pending else OVER


cdef Move sample_chance(const void* raw, Rng* rng) noexcept nogil:
    return HEADS            # never asked: nature has no part in this


cdef int enumerate_chance(const void* raw, Move* outcomes, double* probabilities) noexcept nogil:
    return 0


cdef void scores(const void* raw, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const Pennies* state = <const Pennies*>raw
    cdef int seat
    for seat in range(2):
        points[seat] = (state.choice[0] == state.choice[1]) == (seat == 0)
        ranks[seat] = 2 - points[seat]


cdef void view(const void* raw, int seat, void* seen) noexcept nogil:
    cdef const Pennies* state = <const Pennies*>raw
    cdef Pennies* own = <Pennies*>seen
    memset(own, 0, sizeof(Pennies))
    own.header = state.header
    own.header.viewer = seat
    own.choice[seat] = state.choice[seat]
    if state.header.actor == OVER:
        own.choice[1 - seat] = state.choice[1 - seat]
    else:
        own.header.pending = 3 if state.choice[seat] == OPEN else 1 << (1 - seat)
        own.header.actor = seat if state.choice[seat] == OPEN else 1 - seat


cdef void sample(const void* seen, Rng* rng, void* raw) noexcept nogil:
    (<Pennies*>raw)[0] = (<const Pennies*>seen)[0]
    (<Pennies*>raw).header.viewer = TRUTH


cdef Move observe(const void* raw, Move move, int seat) noexcept nogil:
    return move if seat == (<const Pennies*>raw).header.actor else HIDDEN


cdef int features(const void* raw, const Weights* weights, int16_t* rows) noexcept nogil:
    rows[0] = rows[MAX_FEATURES] = 0
    return 0


cdef int validate(const void* raw) noexcept nogil:
    return 0


cdef class PenniesGame(Game):
    def __init__(self):
        super().__init__("pennies", "Matching Pennies", feature_names=("nothing",))
        self.ops.state_size = self.ops.view_size = sizeof(Pennies)
        self.ops.min_players = self.ops.max_players = 2
        self.ops.new_game = new_game
        self.ops.legal_moves = legal_moves
        self.ops.apply = apply
        self.ops.sample_chance = sample_chance
        self.ops.enumerate_chance = enumerate_chance
        self.ops.scores = scores
        self.ops.view = view
        self.ops.sample = sample
        self.ops.observe = observe
        self.ops.features = features
        self.ops.validate = self.ops.validate_view = validate
        self.load_weights({"features": ["nothing"], "players": {"2": {"spread": 1.0, "points": {"nothing": 0.0}}}})

    cpdef str move_text(self, move):
        return ("", "heads", "tails", "hidden")[move]


GAME = PenniesGame()
