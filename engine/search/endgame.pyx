"""The end of the game, solved."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free

from egypt.core.game cimport Game
from egypt.core.position cimport View
from egypt.core.rng cimport rng_below, rng_stream
from egypt.core.types cimport CHANCE, MAX_MOVES, MAX_STATE_WORDS, OVER, Move, Rng, StateHeader
from egypt.search.exact cimport Solver, Value, solve_move, solver_memory
from egypt.search.playouts cimport play_out
from egypt.search.stopping cimport StopFlag, now_ms
from egypt.search.tree cimport Node
from egypt.search.worker cimport Worker

from egypt.search.results import Line, Result

cdef enum:
    NODES = 50_000          # states a solution may look at
    DECISIONS = 24          # random games from here must be no longer, or the end is searched as usual
    RANDOM_GAMES = 4
    LINES = 3_000           # the most alternatives that a random game may pass, as the geometric mean of all of them


cdef class Endgame:
    def __cinit__(self, Game game not None):
        self.game = game

    def __dealloc__(self):
        free(self.memory)

    cdef object solve(self, View view, Worker* worker, uint64_t seed, double time, const StopFlag* stop):
        cdef uint64_t[MAX_STATE_WORDS] state
        cdef Move[MAX_MOVES] moves
        cdef Value[MAX_MOVES] values
        cdef Solver solver
        cdef double start = now_ms()
        cdef int count, i
        if self.game.ops.complete == NULL or not self.game.ops.complete(view.view()) or view.actor != view.viewer:
            return None
        if not is_short(self.game, view, worker, seed) or not is_narrow(self.game, view, seed):
            return None
        if self.memory == NULL:
            self.memory = solver_memory()
            if self.memory == NULL:
                return None
        solver.ops = &self.game.ops
        solver.players = view.players
        solver.margin = worker.settings.margin
        solver.nodes = 0
        solver.budget = NODES
        solver.deadline = start + time
        solver.stop = stop
        solver.memory = self.memory
        self.solutions += 1
        solver.solution = self.solutions
        solver.failed = False
        self.game.ops.sample(view.view(), &worker.rng, state)
        count = worker.allowed_count
        for i in range(count):
            moves[i] = worker.allowed[i]
        if count == 0:
            count = self.game.ops.legal_moves(state, moves)
        with nogil:
            for i in range(count):
                solve_move(&solver, state, moves[i], &values[i])
                if solver.failed:
                    break
        if solver.failed:
            return None
        lines = best_first(self.game, view, moves, values, count)
        return Result(
            best=lines[0].move, lines=lines, iterations=count, nodes=solver.nodes, hashfull=0,
            milliseconds=now_ms() - start, bytes_per_node=sizeof(Node), exact=True)


cdef bint is_short(Game game, View view, Worker* worker, uint64_t seed):
    """Whether random games from here are over soon."""
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef Rng rng = rng_stream(seed, 0xe4ac7, 0)
    cdef int _game
    for _game in range(RANDOM_GAMES):
        game.ops.sample(view.view(), &rng, state)
        play_out(&game.ops, state, &rng, DECISIONS, worker.moves)
        if (<StateHeader*>state).actor != OVER:
            return False
    return True


cdef bint is_narrow(Game game, View view, uint64_t seed):
    """Whether random games from here pass few alternatives; their product estimates the number of lines (Knuth 1975)."""
    cdef uint64_t[MAX_STATE_WORDS] state
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef Rng rng = rng_stream(seed, 0xe4ac7, 1)
    cdef StateHeader* header = <StateHeader*>state
    cdef Move move
    cdef double lines = 1.0, most = 1.0
    cdef int count, _game
    for _game in range(RANDOM_GAMES):
        most *= LINES
    for _game in range(RANDOM_GAMES):
        game.ops.sample(view.view(), &rng, state)
        while header.actor != OVER:
            if header.actor == CHANCE:
                count = game.ops.enumerate_chance(state, moves, probabilities)
                move = game.ops.sample_chance(state, &rng)
            else:
                count = game.ops.legal_moves(state, moves)
                move = moves[rng_below(&rng, count)]
            lines *= count
            if lines > most:
                return False
            game.ops.apply(state, move)
    return True


cdef tuple best_first(Game game, View view, const Move* moves, const Value* values, int count):
    """Points break ties."""
    cdef int seat = view.viewer
    order = sorted(range(count), key=lambda i: (
        -round(values[<size_t>i].reward[seat], 9), -round(values[<size_t>i].points[seat], 9), i))
    return tuple([solved_line(game, seat, moves[<size_t>i], &values[<size_t>i], view.players) for i in order])


cdef object solved_line(Game game, int actor, Move move, const Value* value, int players):
    cdef int seat
    text = game.move_text(move)
    return Line(
        move=text, visits=1,
        chances=tuple([value.chance[seat] for seat in range(players)]),
        points=tuple([value.points[seat] for seat in range(players)]),
        pv=(text,),
        pv_actors=(actor,),
    )
