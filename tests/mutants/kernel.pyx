"""Plays, views and samples a position through the rules table, with everything checked after every move. Knows no game."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport fabs
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from egypt.core.bits cimport nth_bit, popcount
from egypt.core.game cimport Game, GameOps
from egypt.core.position cimport Position, View, new_position
from egypt.core.rng cimport rng_below, rng_next
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng, StateHeader

cdef enum Fault:
    NONE
    INVALID             # a state on the way is not valid; `status` says why
    OTHER_TEXT          # a state or a view is not what its text says, or its text cannot be read
    NO_MOVES            # a seat is to act and has no legal move
    MANY_MOVES          # more moves or outcomes than a buffer holds
    DISORDER            # legal moves or outcomes are not unique and ascending
    NO_OUTCOME          # nature is to draw from nothing
    BAD_SUM             # probabilities of outcomes are not positive or do not sum to 1
    STRAY_DRAW          # nature drew what it does not enumerate
    ENDLESS             # not over after the limit
    BAD_ACTOR           # neither a seat nor CHANCE nor OVER
    BAD_VIEW            # a view of a valid state is not valid; `status` says why
    BAD_SAMPLE          # a sample of a valid view is not valid; `status` says why
    OTHER_VIEW          # a sample has another view for the same seat
    OTHER_ACTOR         # a sample has another actor than its view

SENTENCES = {
    INVALID: "a state on the way is invalid",
    OTHER_TEXT: "a state or a view is not read back from its text",
    NO_MOVES: "a seat is to act and has no legal move",
    MANY_MOVES: "more moves or outcomes than there is room for",
    DISORDER: "moves or outcomes are not unique and ascending",
    NO_OUTCOME: "nature has nothing to draw",
    BAD_SUM: "probabilities of outcomes do not sum to 1",
    STRAY_DRAW: "nature drew what it does not enumerate",
    ENDLESS: "the game does not end",
    BAD_ACTOR: "nobody acts",
    BAD_VIEW: "the view of a valid state is invalid",
    BAD_SAMPLE: "a sample is invalid",
    OTHER_VIEW: "a sample has another view",
    OTHER_ACTOR: "a sample has another actor than its view",
}

ctypedef struct Trial:
    Fault fault
    int status              # of validate, for the faults that say so
    int seat                # whose view it was
    int plies
    Rng rng
    # Blocks of their own, of exactly the size they need: a sanitizer sees the first byte beyond.
    Move* moves
    double* probabilities
    void* state             # where the fault is; the end of the game if there is none
    void* view
    void* sampled
    void* again
    void* scratch           # what is read back: a state or a view


cdef void set_fault(Trial* trial, Fault fault, int status=0) noexcept nogil:
    trial.fault = fault
    trial.status = status


cdef bint reads_back(Game game, const void* block, void* scratch, bint is_view) noexcept nogil:
    """Whether the text of a state or a view says what is in its bytes: `validate` asks for relations alone."""
    cdef size_t size = game.ops.view_size if is_view else game.ops.state_size
    with gil:
        try:
            memset(scratch, 0, size)
            if is_view:
                game.read_view(game.write_view(block), scratch)
            else:
                game.read_state(game.write_state(block), scratch)
        except Exception:
            return False
    return memcmp(block, scratch, size) == 0


cdef void check_sample(Game game, Trial* trial, int seat) noexcept nogil:
    """One sample of trial.view: valid, with the same view and the same actor."""
    cdef const GameOps* ops = &game.ops
    cdef int status
    trial.seat = seat
    memset(trial.sampled, 0, ops.state_size)
    ops.sample(trial.view, &trial.rng, trial.sampled)
    status = ops.validate(trial.sampled)
    if status:
        set_fault(trial, BAD_SAMPLE, status)
        return
    if not reads_back(game, trial.sampled, trial.scratch, False):
        set_fault(trial, OTHER_TEXT)
        return
    memset(trial.again, 0, ops.view_size)
    ops.view(trial.sampled, seat, trial.again)
    if (<StateHeader*>trial.sampled).actor != (<StateHeader*>trial.view).actor:
        set_fault(trial, OTHER_ACTOR)
    elif memcmp(trial.view, trial.again, ops.view_size):
        set_fault(trial, OTHER_VIEW)


cdef void check_knowledge(Game game, Trial* trial, int samples) noexcept nogil:
    """The views of all seats, and samples of them."""
    cdef const GameOps* ops = &game.ops
    cdef int seat, status, _i
    for seat in range((<StateHeader*>trial.state).players):
        trial.seat = seat
        memset(trial.view, 0, ops.view_size)
        ops.view(trial.state, seat, trial.view)
        status = ops.validate_view(trial.view)
        if status:
            set_fault(trial, BAD_VIEW, status)
            return
        if not reads_back(game, trial.view, trial.scratch, True):
            set_fault(trial, OTHER_TEXT)
            return
        for _i in range(samples):
            check_sample(game, trial, seat)
            if trial.fault:
                return


cdef void check_order(Trial* trial, int count) noexcept nogil:
    cdef int i
    if count > MAX_MOVES:
        set_fault(trial, MANY_MOVES)
        return
    if trial.moves[0] == 0:
        set_fault(trial, DISORDER)
    for i in range(1, count):
        if trial.moves[i] <= trial.moves[i - 1]:
            set_fault(trial, DISORDER)


cdef Move checked_draw(const GameOps* ops, Trial* trial) noexcept nogil:
    """What nature draws, compared with all it can draw."""
    cdef int count = ops.enumerate_chance(trial.state, trial.moves, trial.probabilities)
    cdef double total = 0.0
    cdef bint found = False
    cdef Move drawn
    cdef int i
    if count < 1:
        set_fault(trial, NO_OUTCOME)
        return 0
    check_order(trial, count)
    if trial.fault:
        return 0
    drawn = ops.sample_chance(trial.state, &trial.rng)
    for i in range(count):
        if not trial.probabilities[i] > 0.0:
            set_fault(trial, BAD_SUM)
        total += trial.probabilities[i]
        found |= trial.moves[i] == drawn
    if fabs(total - 1.0) > 1e-9:
        set_fault(trial, BAD_SUM)
    elif not found:
        set_fault(trial, STRAY_DRAW)
    return drawn


cdef Move checked_choice(const GameOps* ops, Trial* trial) noexcept nogil:
    """A random legal move of a random pending seat, which becomes the actor."""
    cdef StateHeader* header = <StateHeader*>trial.state
    cdef int count
    if header.actor < 0 or header.actor >= header.players:
        set_fault(trial, BAD_ACTOR)
        return 0
    if header.pending:
        header.actor = nth_bit(header.pending, rng_below(&trial.rng, popcount(header.pending)))
    count = ops.legal_moves(trial.state, trial.moves)
    if count < 1:
        set_fault(trial, NO_MOVES)
        return 0
    check_order(trial, count)
    return trial.moves[rng_below(&trial.rng, count)]


cdef void play(Game game, Trial* trial, int limit, int every) noexcept nogil:
    """Random legal moves until the game is over or something is wrong."""
    cdef const GameOps* ops = &game.ops
    cdef StateHeader* header = <StateHeader*>trial.state
    cdef Move move
    cdef int status
    while True:
        status = ops.validate(trial.state)
        if status:
            set_fault(trial, INVALID, status)
        elif every and not reads_back(game, trial.state, trial.scratch, False):
            set_fault(trial, OTHER_TEXT)
        elif every and rng_next(&trial.rng) % <unsigned int>every == 0:
            check_knowledge(game, trial, 1)
        if trial.fault or header.actor == OVER:
            return
        if trial.plies == limit:
            set_fault(trial, ENDLESS)
            return
        move = checked_draw(ops, trial) if header.actor == CHANCE else checked_choice(ops, trial)
        if trial.fault:
            return
        ops.apply(trial.state, move)
        trial.plies += 1


cdef void check_playout(const GameOps* ops, Trial* trial, int limit) noexcept nogil:
    cdef StateHeader* header = <StateHeader*>trial.state
    cdef int status
    while header.actor == CHANCE:
        ops.apply(trial.state, ops.sample_chance(trial.state, &trial.rng))
    if header.actor != OVER:
        trial.plies = ops.playout(trial.state, &trial.rng, limit)
    while header.actor == CHANCE:
        ops.apply(trial.state, ops.sample_chance(trial.state, &trial.rng))
    status = ops.validate(trial.state)
    if status:
        set_fault(trial, INVALID, status)
    elif header.actor != OVER:
        set_fault(trial, ENDLESS)


cdef int begin(Trial* trial, Game game, Position start, object seed) except -1:
    memset(trial, 0, sizeof(Trial))
    trial.rng = <Rng>(seed & 0xFFFFFFFFFFFFFFFF)
    trial.moves = <Move*>calloc(MAX_MOVES, sizeof(Move))
    trial.probabilities = <double*>calloc(MAX_MOVES, sizeof(double))
    trial.state = calloc(1, game.ops.state_size)
    trial.view = calloc(1, game.ops.view_size)
    trial.sampled = calloc(1, game.ops.state_size)
    trial.again = calloc(1, game.ops.view_size)
    trial.scratch = calloc(1, max(game.ops.state_size, game.ops.view_size))
    if not (trial.moves and trial.probabilities and trial.state and trial.view and trial.sampled and trial.again
            and trial.scratch):
        raise MemoryError("no memory for a trial")
    if start is not None:
        memcpy(trial.state, start.state(), game.ops.state_size)
    return 0


cdef object end(Trial* trial, Game game):
    """(sentence or None, status, plies, seat, where); `where` is the last state, or the sample that is at fault."""
    cdef const void* where = trial.sampled if trial.fault in (BAD_SAMPLE, OTHER_VIEW, OTHER_ACTOR) else trial.state
    answer = (SENTENCES.get(trial.fault), trial.status, trial.plies, trial.seat,
              new_position(game, PyBytes_FromStringAndSize(<const char*>where, game.ops.state_size)))
    free(trial.moves)
    free(trial.probabilities)
    free(trial.state)
    free(trial.view)
    free(trial.sampled)
    free(trial.again)
    free(trial.scratch)
    return answer


def know(Position start not None, seed, int samples):
    """Views of all seats and samples of each."""
    cdef Trial trial
    begin(&trial, start.game, start, seed)
    with nogil:
        check_knowledge(start.game, &trial, samples)
    return end(&trial, start.game)


def sample(View view not None, seed, int samples):
    """Samples of a view; the answer's position is the last one."""
    cdef Trial trial
    cdef int _i
    begin(&trial, view.game, None, seed)
    memcpy(trial.view, view.view(), view.game.ops.view_size)
    with nogil:
        for _i in range(samples):
            check_sample(view.game, &trial, (<StateHeader*>trial.view).viewer)
            if trial.fault:
                break
        memcpy(trial.state, trial.sampled, view.game.ops.state_size)
    return end(&trial, view.game)


def play_on(Position start not None, seed, int limit, int every):
    """Random play to the end. Unless `every` is 0, the text of each state is read back, and the knowledge of all seats is
    checked once in `every` plies on average."""
    cdef Trial trial
    begin(&trial, start.game, start, seed)
    with nogil:
        play(start.game, &trial, limit, every)
    return end(&trial, start.game)


def play_out(Position start not None, seed, int limit):
    """The room's own playout to the end of the game, if it has one."""
    cdef Trial trial
    cdef const GameOps* ops = &start.game.ops
    begin(&trial, start.game, start, seed)
    if ops.playout != NULL:
        with nogil:
            check_playout(ops, &trial, limit)
    return end(&trial, start.game)
