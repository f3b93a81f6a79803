"""Search: the only search class Python sees. It drops the GIL, runs the threads, and turns statistics into a Result."""

import threading
from dataclasses import dataclass

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from engine.core.game cimport Game
from engine.core.position cimport View
from engine.core.rng cimport rng_stream
from engine.core.types cimport CERTAIN, NO_MOVE, POINT, Move
from engine.search.ismcts cimport (
    FULL_PLAYOUT, RootLine, StopFlag, Worker, is_stopped, now_ms, raise_stop, worker_reset, worker_run,
)
from engine.search.tree cimport NO_NODE, ROOT, Node, Tree, tree_allocate, tree_free

from engine.core.errors import EgyptError, IllegalMoveError

DEFAULTS = {"exploration": 0.7, "playout": FULL_PLAYOUT, "informed": False}
MAX_PV = 12
FOREVER = 1e300


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends: at the first limit that is reached. No limit at all means: until `stop`."""

    iterations: int | None = None
    movetime: float | None = None       # milliseconds
    searchmoves: tuple = ()             # only these root moves; empty for all


@dataclass(frozen=True, slots=True)
class Line:
    """One root move: how often it was tried and what it promises to every seat."""

    move: str
    visits: int
    chances: tuple
    points: tuple
    pv: tuple


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found; `lines` are sorted, the best first."""

    best: str | None
    lines: tuple
    iterations: int
    nodes: int
    hashfull: int                       # permille of the node pool in use
    milliseconds: float
    bytes_per_node: int

    @property
    def iterations_per_second(self):
        return round(self.iterations * 1000 / self.milliseconds) if self.milliseconds > 0 else 0


cdef class Search:
    """A searcher for one game: options, memory for the tree, and a stop flag.

    The result depends on the view, the options, the seed and the limits alone; with one thread and an iteration limit it is
    the same on every machine. One `run` at a time; `stop` may come from any thread.
    """

    cdef readonly Game game
    cdef readonly int threads
    cdef readonly dict settings
    cdef uint64_t seed
    cdef Worker** workers
    cdef StopFlag stop_flag
    cdef object running

    def __init__(self, Game game not None, *, int threads=1, int hash_mb=64, seed=0, **settings):
        cdef int i
        cdef bint allocated = True
        if self.workers != NULL:
            raise EgyptError("a search is set up once; make a new one for other settings")
        if threads < 1:
            raise EgyptError(f"threads: {threads} is less than 1")
        if hash_mb < 1:
            raise EgyptError(f"hash_mb: {hash_mb} is less than 1")
        unknown = set(settings) - set(DEFAULTS)
        if unknown:
            raise EgyptError(f"'{sorted(unknown)[0]}' is not a setting of the search; there are {', '.join(DEFAULTS)}")
        self.game = game
        self.threads = threads
        self.seed = <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF)
        self.settings = {**DEFAULTS, **game.search_defaults}
        self.settings.update({name: value for name, value in settings.items() if value is not None})
        self.running = threading.Lock()
        self.workers = <Worker**>calloc(threads, sizeof(Worker*))
        if self.workers == NULL:
            raise MemoryError("no memory for the search threads")
        for i in range(threads):
            self.workers[i] = <Worker*>calloc(1, sizeof(Worker))
            allocated = allocated and self.workers[i] != NULL
            if allocated:
                allocated = tree_allocate(&self.workers[i].tree, (<size_t>hash_mb << 20) // threads)
        if not allocated:
            raise MemoryError(f"no memory for a tree of {hash_mb} MB")

    def __dealloc__(self):
        cdef int i
        if self.workers == NULL:
            return
        for i in range(self.threads):
            if self.workers[i] != NULL:
                tree_free(&self.workers[i].tree)
                free(self.workers[i])
        free(self.workers)

    def stop(self):
        """End a running `run` soon; must not block. A stop before `run` ends that run at once."""
        raise_stop(&self.stop_flag, 1)

    def clear(self):
        """Forget a pending stop, so that the next `run` runs."""
        raise_stop(&self.stop_flag, 0)

    def run(self, View view not None, limits, on_info=None, double info_interval=1000.0):
        """Search the view; blocks until a limit is reached or `stop` is called, with the GIL free meanwhile.

        `on_info`, if given, is called with an interim Result about every `info_interval` milliseconds. Raises
        IllegalMoveError for a searchmove that is not legal, EgyptError for a game that is over.
        """
        if view.game is not self.game:
            raise EgyptError(f"this search is for {self.game.name}, not for {view.game.name}")
        if view.is_over:
            raise EgyptError("the game is over: there is nothing to search")
        with self.running:
            return self._run(view, limits, on_info, info_interval)

    def _run(self, View view, limits, on_info, double info_interval):
        cdef double start = now_ms()
        cdef double deadline = FOREVER if limits.movetime is None else start + limits.movetime
        cdef double chunk_end
        cdef uint64_t iterations = <uint64_t>-1 if limits.iterations is None else max(1, limits.iterations)
        self._prepare(view, limits)
        while True:
            chunk_end = deadline
            if on_info is not None:
                chunk_end = min(deadline, now_ms() + info_interval)
            self._run_threads(iterations, chunk_end)
            if is_stopped(&self.stop_flag) or now_ms() >= deadline or self._iterations() >= iterations:
                break
            on_info(self._result(start))
        return self._result(start)

    def _prepare(self, View view, limits):
        cdef Worker* worker
        cdef int i
        allowed = [self.game.move_code(move) for move in limits.searchmoves]
        if allowed:
            legal = set(view.legal_codes())
            for text, code in zip(limits.searchmoves, allowed):
                if code not in legal:
                    raise IllegalMoveError(f"'{text}' is not legal here")
        for i in range(self.threads):
            worker = self.workers[i]
            worker.ops = &self.game.ops
            worker.weights = &self.game.weights[view.players]
            worker.view = view.view()
            worker.viewer = view.viewer
            worker.players = view.players
            worker.rng = rng_stream(self.seed, 0x5ea7c4, i)
            worker.settings.exploration = self.settings["exploration"]
            worker.settings.playout = min(self.settings["playout"], FULL_PLAYOUT)
            worker.settings.informed = self.settings["informed"]
            worker.allowed_count = len(allowed)
            for k, code in enumerate(allowed):
                worker.allowed[k] = code
            worker_reset(worker)

    def _run_threads(self, uint64_t iterations, double deadline):
        """Root-parallel: every thread grows a tree of its own, so that no two ever touch the same memory."""
        helpers = [
            threading.Thread(target=self._run_worker, args=(i, self._share(iterations, i), deadline), daemon=True)
            for i in range(1, self.threads)
        ]
        for helper in helpers:
            helper.start()
        self._run_worker(0, self._share(iterations, 0), deadline)
        for helper in helpers:
            helper.join()

    def _share(self, uint64_t iterations, int i):
        return iterations // self.threads + (i < iterations % self.threads)

    def _run_worker(self, int i, uint64_t iterations, double deadline):
        cdef Worker* worker = self.workers[i]
        with nogil:
            worker_run(worker, &self.stop_flag, iterations, deadline)

    def _iterations(self):
        return sum([self.workers[i].iterations for i in range(self.threads)])

    def _result(self, double start):
        """Add up what the threads found. The most visited move is the best; its seat's reward breaks ties."""
        cdef Worker* worker
        cdef RootLine* root_line
        cdef int i, k, seat, players = self.workers[0].players
        cdef uint64_t used = 0, capacity = 0
        sums = {}
        for i in range(self.threads):
            worker = self.workers[i]
            used += worker.tree.used - ROOT
            capacity += worker.tree.capacity - ROOT
            for k in range(worker.line_count):
                root_line = &worker.lines[k]
                entry = sums.setdefault(root_line.move, [0, 0, [0] * players, [0] * players, (0, i, root_line.node)])
                visits = worker.tree.nodes[root_line.node].visits
                entry[0] += visits
                entry[1] += worker.tree.nodes[root_line.node].value
                for seat in range(players):
                    entry[2][seat] += root_line.chance[seat]
                    entry[3][seat] += root_line.points[seat]
                entry[4] = max(entry[4], (visits, i, root_line.node))
        order = sorted(sums, key=lambda move: (-sums[move][0], -sums[move][1], move))
        lines = tuple([self._line(move, sums[move]) for move in order if sums[move][0]])
        return Result(
            best=lines[0].move if lines else None,
            lines=lines,
            iterations=self._iterations(),
            nodes=used,
            hashfull=used * 1000 // capacity,
            milliseconds=now_ms() - start,
            bytes_per_node=sizeof(Node),
        )

    def _line(self, Move move, list entry):
        visits, _, chance, points, (_, i, node) = entry
        return Line(
            move=self.game.move_text(move),
            visits=visits,
            chances=tuple([value / visits / CERTAIN for value in chance]),
            points=tuple([value / visits / POINT for value in points]),
            pv=tuple([self.game.move_text(move), *self._variation(i, node)]),
        )

    def _variation(self, int i, node):
        """What is most likely to follow: the most visited children, nature's single draws among them."""
        cdef Tree* tree = &self.workers[i].tree
        variation = []
        while len(variation) < MAX_PV - 1:
            best, visits = NO_NODE, 1
            child = tree.nodes[<size_t>node].first_child
            while child != NO_NODE:
                if tree.nodes[<size_t>child].visits > visits:
                    best, visits = child, tree.nodes[<size_t>child].visits
                child = tree.nodes[<size_t>child].sibling
            if best == NO_NODE:
                break
            if tree.nodes[<size_t>best].move != NO_MOVE:
                variation.append(self.game.move_text(tree.nodes[<size_t>best].move))
            node = best
        return variation
