"""Games: many games of one table, stepped at once without Python objects.

Every game is what a referee (`Table`) with the same seed and the same moves would hold: nature's n-th draw from a pool
depends on the seed, the pool and n alone. A seat is given the tensor of its own view, and the mask of its legal actions.
"""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from egypt.core.actions cimport NO_ACTION, ActionTable, action_of
from egypt.core.game cimport Game, GameOps
from egypt.core.nature cimport DEALS, POOLS, new_seed, next_draw
from egypt.core.position cimport new_position, new_view
from egypt.core.rng cimport rng_below, rng_stream
from egypt.core.tensor cimport TensorLayout, writable_bytes, writable_floats
from egypt.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_BYTES, MAX_STATE_WORDS, OVER, Move, Rng, StateHeader

from egypt.core.errors import EgyptError, IllegalMoveError
from egypt.core.integers import bits, integer, shown
from egypt.core.tensor import is_unit

cdef enum:
    RANDOM_PLAY = 0x9a4d    # stream of random actions

# What a finished game is worth to a seat.
cdef enum Reward:
    REWARD_WIN              # 1 for the winner, shared in a tie, 0 for the others
    REWARD_POINTS           # the final points
    REWARD_MARGIN           # the final points less those of the best other seat

MOST_GAMES = 1 << 20
REWARDS = ("win", "points", "margin")
ILLEGAL = ("raise", "random")   # what becomes of an action that is not legal: IllegalMoveError, or a legal one in its place

# One game of the batch; its state lies elsewhere.
ctypedef struct Running:
    uint64_t seed           # of what nature draws
    uint64_t number         # games begun here so far
    uint32_t draws[POOLS]   # of nature, by pool
    Rng players             # for random actions
    int learner             # the seat that the caller plays; -1: all of them
    bint was_replaced       # the last action was not legal, and another one was played
    int legal_count
    Move legal[MAX_MOVES]   # moves of the acting seat


cdef class Games:
    """`count` games for `players` players. What a step writes goes to the arrays that are given, which it keeps hold of:

    observations  float32, count x tensor_size: the view of the acting seat
    masks         bytes, count x action_count: its legal actions
    actors        bytes, count: the acting seat; -2 (OVER) where a game has ended and is not begun anew
    rewards       float32, count x players: of the games that ended in this step, else 0
    dones         bytes, count: which games ended in this step

    With `renews` a game that ends is followed by the next one in the same step. `learners` gives one seat of each game to
    the caller; then `rewards` are theirs alone (float32, count), and with `random_others` the other seats play at random
    within a step, without it the caller plays them by `answer`. `observation` and `illegal` are settings by name.

    One call at a time: while a thread steps the games, a call from another one raises EgyptError.
    """

    cdef readonly Game game
    cdef readonly int players
    cdef readonly str variant
    cdef readonly int count
    cdef readonly bint renews
    cdef int variant_number
    cdef int reward
    cdef bint is_unit                   # observations between 0 and 1
    cdef bint replaces                  # illegal actions by legal ones
    cdef bint has_learner               # rewards are those of one seat a game
    cdef bint random_others
    cdef uint64_t seed
    cdef ActionTable actions            # keeps the map alive
    cdef TensorLayout layout
    cdef uint64_t* states               # MAX_STATE_WORDS apart
    cdef Running* running
    cdef bint is_stepping               # a thread plays without the GIL; read and written with it only
    cdef int32_t* chosen                # the actions of the step: nobody else can change them once they are checked
    cdef Py_buffer[5] buffers
    cdef int held                       # of these
    cdef float* observations
    cdef uint8_t* masks
    cdef uint8_t* actors
    cdef float* rewards
    cdef uint8_t* dones

    def __cinit__(self, *_arguments, **_keywords):
        self.held = 0

    def __init__(
        self, Game game not None, players, str variant, count, str reward not None, bint renews,
        observations, masks, actors, rewards, dones, *,
        str observation="counts", str illegal not None="raise", learners=None, bint random_others=False,
    ):
        count = integer(count, "count", 1, MOST_GAMES)
        if reward not in REWARDS:
            raise EgyptError(f"'{reward}' is not a reward, choose one of {', '.join(REWARDS)}")
        if illegal not in ILLEGAL:
            raise EgyptError(f"illegal '{illegal}': choose one of {', '.join(ILLEGAL)}")
        scaled = is_unit(observation)
        game.need_rules()
        variant = game.check_table(players, variant)
        seats = [-1] * count if learners is None else [integer(seat, "learner", 0, players - 1) for seat in learners]
        if len(seats) != count:
            raise EgyptError(f"learners: {len(seats)} seats for {count} games")
        number = game.variants.index(variant)
        actions, layout = game.actions(), game.tensor_layout(players, number)
        if self.game is not None:
            raise EgyptError("these games are under way")
        self.game, self.players, self.count, self.renews = game, players, count, renews
        self.variant, self.variant_number = variant, number
        self.reward = REWARDS.index(reward)
        self.is_unit, self.replaces = scaled, illegal == "random"
        self.has_learner, self.random_others = learners is not None, random_others
        self.actions, self.layout = actions, layout
        self.states = <uint64_t*>calloc(self.count, MAX_STATE_BYTES)
        self.running = <Running*>calloc(self.count, sizeof(Running))
        self.chosen = <int32_t*>calloc(self.count, sizeof(int32_t))
        if self.states == NULL or self.running == NULL or self.chosen == NULL:
            raise MemoryError
        for i, seat in enumerate(seats):
            self.running[i].learner = seat
        self.observations = writable_floats(observations, <Py_ssize_t>count * self.layout.size, &self.buffers[0])
        self.held = 1
        self.masks = writable_bytes(masks, <Py_ssize_t>count * self.actions.map.count, &self.buffers[1])
        self.held = 2
        self.actors = writable_bytes(actors, count, &self.buffers[2])
        self.held = 3
        self.rewards = writable_floats(rewards, <Py_ssize_t>count * self.rewarded(), &self.buffers[3])
        self.held = 4
        self.dones = writable_bytes(dones, count, &self.buffers[4])
        self.held = 5
        self.reset(0)

    def __dealloc__(self):
        cdef int i
        for i in range(self.held):
            PyBuffer_Release(&self.buffers[i])
        free(self.states)
        free(self.running)
        free(self.chosen)

    cdef int need_games(self) except -1:
        """Raises EgyptError unless the games may be used now. What runs Python code, which lets other threads in, comes
        before this check."""
        if self.held < 5:
            raise EgyptError("no games: they were never set up")
        if self.is_stepping:
            raise EgyptError("these games are being stepped in another thread: one call at a time")
        return 0

    cdef int game_given(self, number) except -1:
        """The number of one of the games; raises EgyptError."""
        number = integer(number, "game")
        self.need_games()
        return integer(number, "game", 0, self.count - 1)

    # -- play ------------------------------------------------------------------------------------------------------------

    cdef inline int rewarded(self) noexcept nogil:
        """The number of seats whose reward is written."""
        return 1 if self.has_learner else self.players

    cdef inline void* state(self, int i) noexcept nogil:
        return &self.states[<size_t>i * MAX_STATE_WORDS]

    cdef void begin(self, int i) noexcept nogil:
        """Deals the next game."""
        cdef Running* running = &self.running[i]
        running.seed = new_seed(self.seed, DEALS + <uint64_t>i, running.number)
        running.number += 1
        self.deal(i)

    cdef void deal(self, int i) noexcept nogil:
        cdef Running* running = &self.running[i]
        running.players = rng_stream(running.seed, RANDOM_PLAY, 0)
        memset(running.draws, 0, sizeof(running.draws))
        memset(self.state(i), 0, MAX_STATE_BYTES)
        self.game.ops.new_game(self.state(i), self.players, self.variant_number)
        self.settle(i)

    cdef void settle(self, int i) noexcept nogil:
        """Lets nature draw all it owes."""
        cdef const GameOps* ops = &self.game.ops
        cdef Running* running = &self.running[i]
        cdef void* state = self.state(i)
        while (<StateHeader*>state).actor == CHANCE:
            ops.apply(state, next_draw(ops, state, running.seed, running.draws))

    cdef inline void clear(self, int i) noexcept nogil:
        """Nothing has ended, and nothing was replaced."""
        cdef int count = self.rewarded()
        memset(self.rewards + <size_t>i * count, 0, count * sizeof(float))
        self.dones[i] = 0
        self.running[i].was_replaced = False

    cdef void finish(self, int i) noexcept nogil:
        """Rewards of a game that is over."""
        cdef int32_t[MAX_SEATS] points, ranks
        cdef int seat
        self.game.ops.scores(self.state(i), points, ranks)
        if self.has_learner:
            self.rewards[i] = self.reward_of(self.running[i].learner, points, ranks)
        else:
            for seat in range(self.players):
                self.rewards[<size_t>i * self.players + seat] = self.reward_of(seat, points, ranks)
        self.dones[i] = 1

    cdef float reward_of(self, int seat, const int32_t* points, const int32_t* ranks) noexcept nogil:
        cdef int other, best = 0, winners = 0
        if self.reward == REWARD_WIN:
            for other in range(self.players):
                winners += ranks[other] == 1
            return 1 / <float>winners if ranks[seat] == 1 else 0
        if self.reward == REWARD_MARGIN:
            best = points[0 if seat else 1]
            for other in range(self.players):
                if other != seat:
                    best = max(best, points[other])
        return points[seat] - best

    cdef void report(self, int i) noexcept nogil:
        """Writes who acts, what they know and what they may do."""
        cdef uint64_t[MAX_STATE_WORDS] view
        cdef Running* running = &self.running[i]
        cdef uint8_t* mask = self.masks + <size_t>i * self.actions.map.count
        cdef int actor = (<StateHeader*>self.state(i)).actor
        cdef int k, action
        for k in range(running.legal_count):    # those of the step before; a list is shorter than the mask
            action = action_of(&self.actions.map, running.legal[k])
            if action != NO_ACTION:
                mask[action] = 0
        running.legal_count = 0
        self.actors[i] = <uint8_t>actor
        memset(view, 0, self.game.ops.view_size)
        self.game.ops.view(self.state(i), max(0, actor), view)
        if self.is_unit:
            self.layout.fill_unit(view, self.observations + <size_t>i * self.layout.size)
        else:
            self.layout.fill(view, self.observations + <size_t>i * self.layout.size)
        if actor < 0:
            return
        running.legal_count = self.game.ops.legal_moves(self.state(i), running.legal)
        for k in range(running.legal_count):
            action = action_of(&self.actions.map, running.legal[k])
            if action != NO_ACTION:
                mask[action] = 1

    cdef void play(self, int i, int action) noexcept nogil:
        """One action, and all that follows from it until the caller decides again."""
        cdef Running* running = &self.running[i]
        cdef Move move
        if (<StateHeader*>self.state(i)).actor == OVER:
            return
        if self.replaces and not self.is_legal(i, action):
            running.was_replaced = True
            move = running.legal[rng_below(&running.players, running.legal_count)]
        else:
            move = self.actions.map.codes[action]
        self.game.ops.apply(self.state(i), move)
        self.settle(i)
        if self.random_others or (<StateHeader*>self.state(i)).actor == OVER:
            self.go_on(i)
        self.report(i)

    cdef void go_on(self, int i) noexcept nogil:
        """Ends and renews a game, and plays for others at random, until the caller decides."""
        cdef Move[MAX_MOVES] moves
        cdef int actor
        while True:
            actor = (<StateHeader*>self.state(i)).actor
            if actor == OVER:
                if not self.dones[i]:   # else the learner had no decision in this game, so that it is none of theirs
                    self.finish(i)
                if not self.renews:
                    return
                self.begin(i)
            elif self.random_others and actor != self.running[i].learner:
                self.game.ops.apply(
                    self.state(i),
                    moves[rng_below(&self.running[i].players, self.game.ops.legal_moves(self.state(i), moves))])
                self.settle(i)
            else:
                return

    cdef int first_illegal(self, const int32_t* actions) noexcept nogil:
        """The first game whose action is not legal, or -1."""
        cdef int i
        for i in range(self.count):
            if (<StateHeader*>self.state(i)).actor == OVER:
                continue
            if not self.is_legal(i, actions[i]):
                return i
        return -1

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        """By the list of the core: a learner may have written into the masks."""
        cdef int k
        if not 0 <= action < self.actions.map.count:
            return False
        for k in range(self.running[i].legal_count):
            if self.running[i].legal[k] == self.actions.map.codes[action]:
                return True
        return False

    # -- for Python ------------------------------------------------------------------------------------------------------

    def reset(self, seed):
        """Deal all games anew; without a seed, the next ones."""
        cdef int i
        cdef bint is_first = seed is not None
        seed = bits(0 if seed is None else seed, "seed")
        self.need_games()
        if is_first:
            self.seed = seed
        self.is_stepping = True
        with nogil:
            for i in range(self.count):
                if is_first:
                    self.running[i].number = 0
                self.begin(i)
                self.go_on(i)
                self.clear(i)
                self.report(i)
        self.is_stepping = False

    def deal_one(self, number, seed):
        """Deal one game anew, the one that `Table.deal` with this seed deals."""
        cdef int i
        seed = bits(seed, "seed")
        i = self.game_given(number)
        self.running[i].seed = seed
        self.deal(i)
        self.go_on(i)
        self.clear(i)
        self.report(i)

    def step(self, actions):
        """One action in every game (int32, count); raises IllegalMoveError before anything is played if one is not legal."""
        cdef Py_buffer buffer
        cdef int i, wrong
        PyObject_GetBuffer(actions, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        try:
            self.need_games()
            if buffer.itemsize != 4 or buffer.len != 4 * self.count or buffer.format[0] not in b"il":
                raise EgyptError(f"actions: an array of {self.count} 32-bit integers is wanted")
            memcpy(self.chosen, buffer.buf, buffer.len)
            self.is_stepping = True
        finally:
            PyBuffer_Release(&buffer)
        with nogil:
            wrong = -1 if self.replaces else self.first_illegal(self.chosen)
            if wrong < 0:
                for i in range(self.count):
                    self.clear(i)
                    self.play(i, self.chosen[i])
        self.is_stepping = False
        if wrong >= 0:
            raise IllegalMoveError(f"game {wrong}: action '{self.chosen[wrong]}' is not legal here")

    def step_one(self, number, action):
        """One action in one game; raises IllegalMoveError if it is not legal, and is not to be replaced."""
        cdef int i = self.action_given(number, action, self.replaces)
        self.clear(i)
        self.play_given(i)

    def answer(self, number, action):
        """One action in one game of a seat that is not the learner's: what the step before reported of it stays. Raises
        IllegalMoveError if it is not legal."""
        self.play_given(self.action_given(number, action, False))

    cdef int action_given(self, number, action, bint replaces) except -1:
        """The number of the game; its action, -1 for one to be replaced, is in `chosen`."""
        cdef int i
        try:
            action = integer(action, "action", error=IllegalMoveError)
        except IllegalMoveError:
            if not replaces:
                raise
            action = -1
        i = self.game_given(number)
        if (<StateHeader*>self.state(i)).actor == OVER:
            raise IllegalMoveError(f"game {i}: it is over")
        if not (0 <= action < self.actions.map.count and self.is_legal(i, action)):
            if not replaces:
                raise IllegalMoveError(f"game {i}: action '{shown(action)}' is not legal here")
            action = -1
        self.chosen[i] = action
        return i

    cdef int play_given(self, int i) except -1:
        self.is_stepping = True
        with nogil:
            self.play(i, self.chosen[i])
        self.is_stepping = False
        return 0

    def replaced(self):
        """Which last actions of the games were not legal, so that others were played."""
        cdef int i
        self.need_games()
        return [bool(self.running[i].was_replaced) for i in range(self.count)]

    def random_actions(self, out):
        """Write a legal action of every game (int32, count), each equally likely; 0 where a game is over."""
        cdef Py_buffer buffer
        cdef int32_t* chosen
        cdef Running* running
        cdef int i
        PyObject_GetBuffer(out, &buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        try:
            self.need_games()
            if buffer.itemsize != 4 or buffer.len != 4 * self.count or buffer.format[0] not in b"il":
                raise EgyptError(f"out: an array of {self.count} 32-bit integers is wanted")
            chosen = <int32_t*>buffer.buf
            self.is_stepping = True
            with nogil:
                for i in range(self.count):
                    running = &self.running[i]
                    chosen[i] = 0
                    if running.legal_count:
                        chosen[i] = action_of(
                            &self.actions.map, running.legal[rng_below(&running.players, running.legal_count)])
            self.is_stepping = False
        finally:
            PyBuffer_Release(&buffer)
        return out

    def legal_counts(self):
        """How many legal moves the acting seats have, as the rules list them: 0 where a game is over."""
        cdef int i
        self.need_games()
        return [self.running[i].legal_count for i in range(self.count)]

    def seeds(self):
        """The seeds of the games under way: `Table.deal` with one of them deals the same."""
        cdef int i
        self.need_games()
        return [self.running[i].seed for i in range(self.count)]

    def position(self, number):
        """The truth of one game."""
        return new_position(
            self.game, PyBytes_FromStringAndSize(<const char*>self.state(self.game_given(number)), self.game.ops.state_size))

    def view(self, number):
        """What the acting seat of one game knows; that of p1 if the game is over."""
        cdef uint64_t[MAX_STATE_WORDS] view
        cdef int i = self.game_given(number)
        memset(view, 0, self.game.ops.view_size)
        self.game.ops.view(self.state(i), max(0, <int>(<StateHeader*>self.state(i)).actor), view)
        return new_view(self.game, PyBytes_FromStringAndSize(<const char*>view, self.game.ops.view_size))
