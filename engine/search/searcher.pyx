"""Search: the only search class Python sees. It drops the GIL, runs the threads and keeps the time."""

import threading

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from egypt.core.game cimport Game
from egypt.core.position cimport View
from egypt.core.rng cimport rng_stream
from egypt.core.types cimport MAX_SEATS
from egypt.core.weights cimport GameWeights
from egypt.search.endgame cimport Endgame
from egypt.search.ismcts cimport root_count, worker_begin, worker_end, worker_plant, worker_run
from egypt.search.meeting cimport (
    Meeting, compare_notes, meeting_allocate, meeting_free, meeting_open, meeting_reset, take_portion, write_minutes,
)
from egypt.search.playouts cimport FULL_PLAYOUT
from egypt.search.report cimport iterations_of, result_of, sums_of
from egypt.search.reuse cimport Memory, worker_recall, worker_remember
from egypt.search.stopping cimport StopFlag, is_stopped, now_ms, raise_stop
from egypt.search.tree cimport MOST_VISITS, ROOT, Tree, tree_allocate, tree_free
from egypt.search.worker cimport Family, Worker

from egypt.core.errors import EgyptError, IllegalMoveError
from egypt.search.results import Limits, Line, Result
from egypt.search.settings import FAMILIES, MOST_HASH, MOST_THREADS, check, resolve

__all__ = ["Limits", "Line", "Result", "Search"]

cdef enum:
    MOST_ASIDE = 64 << 20   # bytes for what the seats remember; with more of it, carrying it over would take long

FOREVER = 1e300
GLANCE = 100.0              # milliseconds between two looks up from the work: at the interrupts of the user, for one
SLICES = 10                 # a search with a target looks up so often on the way there
CLEAR_LEAD = 0.7            # past the target it goes on while the second best has more than this part of the best's visits
SOLVER_TIME = 0.25          # of a timed search at most, for an exact solution


cdef class Search:
    """A searcher for one game: options, memory for the tree, and a stop flag.

    With one thread and an iteration limit the result depends on the view, the options and the seed alone, on every machine.
    One `run` at a time; `stop` may come from any thread.
    """

    cdef readonly Game game
    cdef readonly int threads
    cdef readonly dict chosen           # settings that the user wants otherwise than the game's own
    cdef readonly GameWeights weights   # the game's, or those that were brought along
    cdef uint64_t seed
    cdef Worker** workers
    cdef Meeting meeting                # of the workers; unused if there is one
    cdef Memory* memories               # what every seat learned in its last search; NULL unless trees are reused
    cdef Tree memory                    # the nodes of all of them
    cdef int seats                      # that share it
    cdef Endgame endgame
    cdef StopFlag stop_flag
    cdef object running
    cdef object runner                  # the thread that holds `running`
    cdef View current                   # what the trees are about, if they may be reused
    cdef list last                      # what the memory of each seat is about

    def __cinit__(self, Game game not None, *, threads=1, hash_mb=64, seed=0, weights=None, **settings):
        cdef int i
        cdef size_t pool = <size_t>0
        cdef size_t aside = <size_t>0
        for name, value, most in (("threads", threads, MOST_THREADS), ("hash_mb", hash_mb, MOST_HASH)):
            if not isinstance(value, int) or not 1 <= value <= most:
                raise EgyptError(f"{name}: {value} is no whole number between 1 and {most}")
        game.need_rules()
        self.chosen = check(settings)
        self.game = game
        self.weights = game.given_weights(weights)
        self.endgame = Endgame(game)
        self.threads = threads
        self.seed = <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF)
        self.running = threading.Lock()
        self.forget()
        counts = range(game.min_players, game.max_players + 1)
        if any([self.settings(players)["reuse"] != "never" for players in counts]):
            aside = min(MOST_ASIDE, (<size_t>hash_mb << 20) // (threads + 1))
        pool = ((<size_t>hash_mb << 20) - aside) // threads
        self.workers = <Worker**>calloc(threads, sizeof(Worker*))
        if self.workers == NULL or (threads > 1 and not meeting_allocate(&self.meeting, threads)):
            raise EgyptError("no memory for the search threads")
        for i in range(threads):
            self.workers[i] = <Worker*>calloc(1, sizeof(Worker))
            if self.workers[i] == NULL:
                raise EgyptError("no memory for the search threads")
            if not tree_allocate(&self.workers[i].tree, pool):
                raise EgyptError(f"no memory for a tree of {hash_mb} MB")
            if threads > 1:
                self.meeting.trees[i] = &self.workers[i].tree
                self.meeting.lines[i] = &self.workers[i].lines
                self.workers[i].meeting = &self.meeting
        if aside:
            self.memories = <Memory*>calloc(MAX_SEATS, sizeof(Memory))
            if self.memories == NULL or not tree_allocate(&self.memory, aside):
                raise EgyptError(f"no memory for a tree of {hash_mb} MB")

    def __dealloc__(self):
        cdef int i
        tree_free(&self.memory)
        free(self.memories)
        meeting_free(&self.meeting)
        if self.workers == NULL:
            return
        for i in range(self.threads):
            if self.workers[i] != NULL:
                tree_free(&self.workers[i].tree)
                free(self.workers[i])
        free(self.workers)

    def settings(self, int players):
        """All settings that a search for so many players uses."""
        return resolve(self.weights.search_defaults, players, self.chosen)

    def stop(self):
        """End a running `run` soon; must not block. A stop before `run` ends that run after one iteration."""
        raise_stop(&self.stop_flag, 1)

    def clear(self):
        """Forget a pending stop, so that the next `run` runs. A `run` that is being stopped stops nevertheless."""
        if self.running.acquire(blocking=False):
            raise_stop(&self.stop_flag, 0)
            self.running.release()

    def forget(self):
        """A new game begins: nothing learned so far counts."""
        self.current = None
        self.last = [None] * MAX_SEATS

    def run(self, View view not None, limits, on_info=None, double info_interval=1000.0):
        """Search the view; blocks until a limit is reached or `stop` is called, with the GIL free meanwhile.

        `on_info`, if given, is called with an interim Result about every `info_interval` milliseconds. Raises
        IllegalMoveError for a searchmove that is not legal, EgyptError for a game that is over.
        """
        if view.game is not self.game:
            raise EgyptError(f"this search is for {self.game.name}, not for {view.game.name}")
        if view.is_over:
            raise EgyptError("the game is over: there is nothing to search")
        if self.runner == threading.get_ident():
            raise EgyptError("this search is running: who is told about it cannot start it again")
        with self.running:
            self.runner = threading.get_ident()
            try:
                return self._run(view, limits, on_info, info_interval)
            finally:
                self.runner = None
                raise_stop(&self.stop_flag, 0)      # it was obeyed

    def _run(self, View view, limits, on_info, double info_interval):
        cdef double start = now_ms()
        cdef double deadline = FOREVER if limits.movetime is None else start + limits.movetime
        cdef uint64_t iterations = MOST_VISITS if limits.iterations is None else min(MOST_VISITS, max(1, limits.iterations))
        settings = self.settings(view.players)
        self._prepare(view, limits, settings, deadline)
        if settings["exact"]:
            solution = self.endgame.solve(
                view, self.workers[0], self.seed, FOREVER if limits.movetime is None else SOLVER_TIME * limits.movetime,
                &self.stop_flag)
            if solution is not None:
                return solution
        helpers = self._helpers(iterations, deadline)
        try:
            self._start(helpers)
            self._lead(iterations, start, limits, settings["early"], on_info, info_interval)
            self._await(helpers)
        except BaseException:       # an interrupt, too: who runs already must not wait for those who never will
            self.stop()
            self._await(helpers)
            raise
        if helpers:
            write_minutes(&self.meeting)
        return self._result(start)

    def _prepare(self, View view, limits, dict settings, double deadline):
        cdef Worker* worker
        cdef int i
        searchmoves = {self.game.move_code(move): move for move in limits.searchmoves}
        allowed = list(searchmoves)
        if allowed:
            legal = set(view.legal_codes())
            for code, text in searchmoves.items():
                if code not in legal:
                    raise IllegalMoveError(f"'{text}' is not legal here")
        wanted = not allowed and (
            settings["reuse"] == "always" or (settings["reuse"] == "timed" and limits.iterations is None))
        self._put_aside(view.players)
        for i in range(self.threads):
            worker = self.workers[i]
            worker.ops = &self.game.ops
            worker.weights = self.weights.get(view.players)
            worker.view = view.view()
            worker.viewer = view.viewer
            worker.players = view.players
            worker.stop = &self.stop_flag
            worker.deadline = deadline
            worker.rng = rng_stream(self.seed, 0x5ea7c4, i)
            worker.settings.family = <Family><int>FAMILIES.index(settings["family"])
            worker.settings.worlds = settings["worlds"]
            worker.settings.exploration = settings["exploration"]
            worker.settings.patient = settings["urgency"] < 0
            worker.settings.urgency = settings["urgency"]
            worker.settings.history = settings["history"]
            worker.settings.widening = settings["widening"]
            worker.settings.siblings = settings["siblings"] and settings["playout"] == 0
            worker.settings.margin = settings["margin"]
            worker.settings.keyed_draws = settings["keyed_draws"]
            worker.settings.playout = min(settings["playout"], FULL_PLAYOUT)
            worker.settings.candidates = settings["candidates"]
            worker.allowed_count = len(allowed)
            for k, code in enumerate(allowed):
                worker.allowed[k] = code
        self._grow_from(self.last[view.viewer] if wanted else None)
        self.current = view if wanted else None

    cdef _put_aside(self, int players):
        """Empty the workers' hands before a search for a table of so many players. The first worker's trees know most: they
        are what a seat remembers."""
        cdef View view = self.current
        cdef int seat
        if view is not None and self.workers[0].tree.nodes[ROOT].visits < MOST_VISITS:
            if self.threads > 1:
                compare_notes(&self.meeting)
            if worker_remember(self.workers[0], &self.memories[<int>view.viewer]):
                self.last[view.viewer] = view
        if players != self.seats and self.memories != NULL:
            self.forget()
            self.seats = players
            for seat in range(players):
                self.memories[seat].tree.capacity = self.memory.capacity // <uint32_t>players
                self.memories[seat].tree.nodes = self.memory.nodes + seat * self.memories[seat].tree.capacity

    cdef _grow_from(self, View last):
        """Go on with what is still of use of the seat's search of `last`, or plant anew. The first worker does; the others
        learn of it at once."""
        cdef Worker* first = self.workers[0]
        cdef bint several = self.threads > 1
        cdef bint carried = False
        cdef int i
        if last is not None:
            carried = worker_recall(first, &self.memories[<int>last.viewer], last.view())
        for i in range(1 if carried else 0, self.threads):
            worker_begin(self.workers[i])
            worker_plant(self.workers[i])
            if i > 0:
                self.workers[i].world_seed = first.world_seed
        if several:
            meeting_reset(&self.meeting, root_count(first))
            compare_notes(&self.meeting)
            write_minutes(&self.meeting)

    # -- the threads -------------------------------------------------------------------------------------------------
    # Every thread grows trees of its own; engine/search/meeting.pxd tells how they learn from each other.

    def _helpers(self, uint64_t iterations, double deadline):
        self.meeting.stop = &self.stop_flag
        meeting_open(&self.meeting, iterations)
        self.workers[0].portions = take_portion(&self.meeting)      # it has the tree that was carried over: it must look
        return [
            threading.Thread(target=self._help, args=(i, iterations, deadline), daemon=True)
            for i in range(1, self.threads)
        ]

    def _start(self, list helpers):
        for started, helper in enumerate(helpers):
            try:
                helper.start()
            except RuntimeError:
                raise EgyptError(f"the system gives no more than {started + 1} of {self.threads} threads") from None

    def _await(self, list helpers):
        for helper in helpers:
            if helper.ident is not None:
                helper.join()

    def _help(self, int i, uint64_t iterations, double deadline):
        cdef Worker* worker = self.workers[i]
        with nogil:
            worker_run(worker, &self.stop_flag, iterations, deadline)
            worker_end(worker)

    def _lead(self, uint64_t iterations, double start, limits, bint early, on_info, double info_interval):
        """The first thread's part: iterate, look up now and then, report, and see when it is enough."""
        cdef Worker* worker = self.workers[0]
        cdef double deadline = FOREVER if limits.movetime is None else start + limits.movetime
        cdef double target = FOREVER if limits.target is None or not early else start + limits.target
        cdef double glance = GLANCE if limits.target is None else min(GLANCE, max(0.5, limits.target / SLICES))
        cdef double next_info = FOREVER if on_info is None else start + info_interval
        cdef double until
        cdef bint done
        while True:
            until = min(deadline, next_info, now_ms() + glance)
            with nogil:
                done = worker_run(worker, &self.stop_flag, iterations, until)
            PyErr_CheckSignals()
            if is_stopped(&self.stop_flag) or now_ms() >= deadline or done:
                break
            if target < FOREVER and self._settled(start, target):
                self.stop()
                break
            if now_ms() >= next_info:
                on_info(self._result(start))
                next_info = now_ms() + info_interval
        with nogil:
            worker_end(worker)

    def _iterations(self):
        return iterations_of(self.workers, self.threads)

    def _settled(self, double start, double target):
        """Whether more thought is a waste: nothing can overtake the best move in time, or the time meant for it is over and
        it leads clearly, by visits and by reward."""
        cdef double now = now_ms()
        cdef double in_time
        sums, legal = sums_of(self.workers, self.threads), self._legal()
        lines = sorted([
            (entry[0], entry[1] / max(1, entry[0])) for move, entry in sums.items() if entry[5] or move in legal],
            reverse=True)
        if len(lines) < 2:
            return now >= target
        (best, reward), (second, _) = lines[0], lines[1]
        if now < target:
            reported = self._iterations()       # the others may have done more since
            done = max(reported, self.workers[0].lines.iterations * self.threads)
            in_time = done * (target - start) / max(0.001, now - start)
            return second + in_time - reported < best
        return second <= CLEAR_LEAD * best and reward >= max([value for _, value in lines])

    def _result(self, double start):
        return result_of(self.game, self.workers, self.threads, self._legal(), now_ms() - start)

    def _legal(self):
        """The moves that a tree carried over may speak of; it has others, from draws that did not come."""
        return set() if self.current is None else set(self.current.legal_codes())
