"""Random playouts over any rules table, and the kernels behind `python -m bench`."""

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

from egypt.core.game cimport GameOps
from egypt.core.position cimport Position
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, OVER, Move, Rng, StateHeader
from egypt.search.playouts cimport FULL_PLAYOUT


cdef void settle(const GameOps* ops, void* state, Rng* rng) noexcept nogil:
    while (<StateHeader*>state).actor == CHANCE:
        ops.apply(state, ops.sample_chance(state, rng))


cdef int play_randomly(const GameOps* ops, void* state, Rng* rng, int limit, Move* moves) noexcept nogil:
    cdef StateHeader* header = <StateHeader*>state
    cdef int played = 0
    cdef int count
    settle(ops, state, rng)
    while header.actor != OVER and played < limit:
        count = ops.legal_moves(state, moves)
        ops.apply(state, moves[rng_below(rng, count) if count > 1 else 0])
        settle(ops, state, rng)
        played += 1
    return played


cdef int play_out(const GameOps* ops, void* state, Rng* rng, int limit, Move* moves) noexcept nogil:
    cdef int played
    if ops.playout == NULL:
        return play_randomly(ops, state, rng, limit, moves)
    played = ops.playout(state, rng, limit)
    settle(ops, state, rng)
    return played


cdef double cpu_seconds() noexcept nogil:
    """CPU time of this thread: what other programs do meanwhile does not count."""
    cdef timespec time
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec + time.tv_nsec * 1e-9


def time_playouts(Position position not None, seed, int playouts, bint generic=False):
    """Play `playouts` random games from a position: (decisions, CPU seconds, sum of final points by seat).

    `generic` ignores the game's own playout entry. The points let a test compare the two ways.
    """
    cdef const GameOps* ops = &position.game.ops
    cdef const void* start = position.state()
    cdef size_t size = ops.state_size
    cdef uint64_t[MAX_STATE_WORDS] world
    cdef Move[MAX_MOVES] moves
    cdef int32_t[MAX_SEATS] points, ranks
    cdef uint64_t[MAX_SEATS] sums
    cdef Rng rng = <Rng>(seed & 0xFFFFFFFFFFFFFFFF)
    cdef uint64_t decisions = 0
    cdef double began
    cdef double ended
    cdef int players = position.players
    cdef int _i, seat
    for seat in range(MAX_SEATS):
        sums[seat] = 0
    with nogil:
        began = cpu_seconds()
        for _i in range(playouts):
            memcpy(world, start, size)
            if generic:
                decisions += play_randomly(ops, world, &rng, FULL_PLAYOUT, moves)
            else:
                decisions += play_out(ops, world, &rng, FULL_PLAYOUT, moves)
            ops.scores(world, points, ranks)
            for seat in range(players):
                sums[seat] += points[seat]
        ended = cpu_seconds()
    return decisions, ended - began, [sums[seat] for seat in range(players)]


def time_views(Position position not None, seed, int rounds):
    """Copy the state, compose the view of the acting seat and sample it, `rounds` times: CPU seconds."""
    cdef const GameOps* ops = &position.game.ops
    cdef const void* start = position.state()
    cdef size_t size = ops.state_size
    cdef uint64_t[MAX_STATE_WORDS] world, view, sampled
    cdef Rng rng = <Rng>(seed & 0xFFFFFFFFFFFFFFFF)
    cdef int seat = max(0, position.header().actor)
    cdef double began
    cdef double ended
    cdef uint64_t witness = 0
    cdef int _i
    with nogil:
        began = cpu_seconds()
        for _i in range(rounds):
            memcpy(world, start, size)
            ops.view(world, seat, view)
            ops.sample(view, &rng, sampled)
            witness ^= sampled[0]       # so that no round can be optimised away
        ended = cpu_seconds()
    return ended - began, witness
