"""Search: the only search class Python sees. It drops the GIL, runs the threads and keeps the time."""

import os
import threading
from inspect import Parameter, Signature

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport isnan
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from egypt.core.game cimport Game
from egypt.core.position cimport View
from egypt.core.rng cimport rng_stream
from egypt.core.types cimport MAX_SEATS
from egypt.core.weights cimport GameWeights
from egypt.search.endgame cimport Endgame
from egypt.search.ismcts cimport root_count, worker_begin, worker_end, worker_plant, worker_run
from egypt.search.lines cimport RootLines
from egypt.search.merging cimport (
    ThreadGroup, group_allocate, group_free, group_reset, group_start, merge_statistics, snapshot_statistics, take_chunk,
)
from egypt.search.report cimport Standing, result_of, standing_of, sum_lines
from egypt.search.reuse cimport Memory, worker_recall, worker_remember
from egypt.search.stopping cimport StopFlag, is_stopped, now_ms, raise_stop
from egypt.search.tree cimport MOST_VISITS, ROOT, Tree, tree_allocate, tree_free
from egypt.search.worker cimport Settings, Worker

from egypt.core.errors import EgyptError, IllegalMoveError
from egypt.core.integers import bits, integer, shown
from egypt.search.levels import LEVELS
from egypt.search.mixture import draw_choice
from egypt.search.results import Limits, Line, Result
from egypt.search.settings import MOST_HASH, MOST_THREADS, check, core_values, keywords, resolve

__all__ = ["Limits", "Line", "Result", "Search"]

cdef enum:
    MOST_ASIDE = 64 << 20   # bytes for what the seats remember; with more of it, carrying it over would take long

FORKED = "this search was running when the process forked: a forked process needs a search of its own"
FOREVER = 1e300
POLL_INTERVAL = 100.0       # milliseconds after which the first thread looks for interrupts at the latest
POLLS_TO_TARGET = 10        # a search with a target time checks this often on the way there whether it may stop
CLEAR_LEAD = 0.7            # past the target it goes on while the second best has more than this part of the best's visits
SOLVER_TIME = 0.25          # of a timed search at most, for an exact solution

_SIGNATURE = Signature([
    Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation="Game"),
    Parameter("threads", Parameter.KEYWORD_ONLY, default=1, annotation="int"),
    Parameter("hash_mb", Parameter.KEYWORD_ONLY, default=64, annotation="int"),
    Parameter("seed", Parameter.KEYWORD_ONLY, default=0, annotation="int"),
    Parameter("weights", Parameter.KEYWORD_ONLY, default=None, annotation="GameWeights | dict[str, Any] | None"),
    *keywords(),
])

# The times of one run, by now_ms(); FOREVER where there is none.
ctypedef struct RunTimes:
    double start
    double deadline
    double target               # when a decision that is clear by then may end
    double poll                 # milliseconds between two looks at interrupts, clock and standing


cdef RunTimes run_times(limits, dict settings) except *:
    """The one place where limits become times."""
    cdef RunTimes times
    target = limits.target
    if target is None and settings["early_movetime"] and settings["lines"] == 1:
        target = limits.movetime
    times.start = now_ms()
    times.deadline = FOREVER if limits.movetime is None else times.start + limits.movetime
    times.target = FOREVER if target is None or not settings["early"] else times.start + target
    times.poll = POLL_INTERVAL if target is None else min(POLL_INTERVAL, max(0.5, target / POLLS_TO_TARGET))
    return times


cdef class Search:
    """A search of one game: settings, memory for the tree, and a stop flag.

    `threads` search together; `hash_mb` is the memory of their trees in MB. `weights` replace the game's own for the
    evaluation: a GameWeights, or data in the form of a room's weights.json. All further keywords are settings of the search
    (egypt.search.settings.SETTINGS); None leaves one to the game. Raises EgyptError for what is unknown or out of range.

    With one thread and an iteration limit the result depends on the view, the settings and the seed alone, on every machine.
    One `run` at a time; `stop` may come from any thread.

    >>> search = Search(egypt.game("ra"), seed=1)
    >>> search.run(view, Limits(iterations=10_000)).best
    """

    __signature__ = _SIGNATURE

    cdef readonly Game game
    cdef readonly int threads
    cdef readonly int hash_mb
    cdef readonly dict chosen           # settings that the user wants otherwise than the game's own
    cdef readonly GameWeights weights   # the game's, or those that were brought along
    cdef readonly uint64_t seed
    cdef Worker** workers
    cdef ThreadGroup group              # of the workers; unused if there is one
    cdef RootLines* sums                # of their root lines
    cdef Memory* memories               # what every seat learned in its last search; NULL unless trees are reused
    cdef Tree memory                    # the nodes of all of them
    cdef int seats                      # that share it
    cdef readonly Endgame endgame
    cdef StopFlag stop_flag
    cdef object running
    cdef object runner                  # the thread that holds `running`
    cdef object process                 # that it belongs to: in a forked one there is no such thread, and no helper
    cdef object helping                 # a lock that is held while helpers of a run work
    cdef int helpers_inside             # that work now; a helper enters and leaves with the GIL held
    cdef uint64_t run_number            # of the run whose helpers may begin to work
    cdef RunTimes times                 # of the run
    cdef View view                      # of the run
    cdef list allowed                   # root moves of the run; empty for all
    cdef View current                   # what the trees are about, if they may be reused
    cdef list last                      # what the memory of each seat is about

    def __cinit__(self, Game game not None, *, threads=1, hash_mb=64, seed=0, weights=None, **settings):
        cdef int i
        cdef size_t pool = <size_t>0
        cdef size_t aside = <size_t>0
        threads = integer(threads, "threads", 1, MOST_THREADS)
        hash_mb = integer(hash_mb, "hash_mb", 1, MOST_HASH)
        game.need_rules()
        self.chosen = check(settings)
        self.game = game
        self.weights = game.given_weights(weights)
        self.endgame = Endgame(game)
        self.threads = threads
        self.hash_mb = hash_mb
        self.allowed = []
        self.seed = bits(seed, "seed")
        self.running = threading.Lock()
        self.helping = threading.Lock()
        self.forget()
        counts = range(game.min_players, game.max_players + 1)
        if any([self.settings(players)["reuse"] != "never" for players in counts]):
            aside = min(MOST_ASIDE, (<size_t>hash_mb << 20) // (threads + 1))
        pool = ((<size_t>hash_mb << 20) - aside) // threads
        self.workers = <Worker**>calloc(threads, sizeof(Worker*))
        self.sums = <RootLines*>calloc(1, sizeof(RootLines))
        if self.workers == NULL or self.sums == NULL or (threads > 1 and not group_allocate(&self.group, threads)):
            raise EgyptError("no memory for the search threads")
        for i in range(threads):
            self.workers[i] = <Worker*>calloc(1, sizeof(Worker))
            if self.workers[i] == NULL:
                raise EgyptError("no memory for the search threads")
            if not tree_allocate(&self.workers[i].tree, pool):
                raise EgyptError(f"no memory for a tree of {hash_mb} MB")
            if threads > 1:
                self.group.trees[i] = &self.workers[i].tree
                self.group.lines[i] = &self.workers[i].lines
                self.workers[i].group = &self.group
        if aside:
            self.memories = <Memory*>calloc(MAX_SEATS, sizeof(Memory))
            if self.memories == NULL or not tree_allocate(&self.memory, aside):
                raise EgyptError(f"no memory for a tree of {hash_mb} MB")

    def __dealloc__(self):
        cdef int i
        tree_free(&self.memory)
        free(self.memories)
        free(self.sums)
        group_free(&self.group)
        if self.workers == NULL:
            return
        for i in range(self.threads):
            if self.workers[i] != NULL:
                tree_free(&self.workers[i].tree)
                free(self.workers[i])
        free(self.workers)

    def __repr__(self):
        chosen = "".join([f", {name}={value}" for name, value in self.chosen.items()])
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        return f"<Search of {self.game.name}: {threads}, {self.hash_mb} MB, seed {self.seed}{chosen}>"

    def settings(self, players):
        """All settings of a search for that number of players: name -> value."""
        players = integer(players, "players", self.game.min_players, self.game.max_players)
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
        IllegalMoveError for a searchmove that is not legal, EgyptError for a game that is over, or in a process that was
        forked while this search ran.
        """
        if not isinstance(limits, Limits):
            raise TypeError(f"limits: {shown(limits)} must be Limits, such as Limits(iterations=1000)")
        if isnan(info_interval):
            raise EgyptError("info_interval: nan must be a number of milliseconds")
        if view.game is not self.game:
            raise EgyptError(f"this search is for {self.game.name}, not for {view.game.name}")
        if view.is_over:
            raise EgyptError("the game is over: there is nothing to search")
        if self.is_forked():
            raise EgyptError(FORKED)
        if self.runner == threading.get_ident():
            raise EgyptError("this search is running: on_info cannot start it again")
        with self.running:
            self.process, self.runner = os.getpid(), threading.get_ident()
            try:
                return self._run(view, limits, on_info, info_interval)
            finally:
                if not self.is_forked():            # else it stays as it is: what its helpers left behind is of no use
                    self.runner = self.view = None
                    raise_stop(&self.stop_flag, 0)  # it was obeyed

    cdef bint is_forked(self) except -1:
        """Whether a run of another process, of which this one is a copy, was under way."""
        return self.runner is not None and self.process != os.getpid()

    def _run(self, View view, limits, on_info, double info_interval):
        cdef uint64_t iterations
        settings = self.settings(view.players)
        level = LEVELS.get(settings["level"])
        if level is not None:
            settings, limits = level.weaken(settings, limits)
        iterations = MOST_VISITS if limits.iterations is None else min(MOST_VISITS, limits.iterations)
        self.times = run_times(limits, settings)
        self.view = view
        self.allowed = self._allowed(limits.searchmoves)
        self._prepare(limits, settings)
        if settings["exact"]:
            solution = self.endgame.solve(view, self.workers[0], self.seed, self._solver_time(), &self.stop_flag)
            if solution is not None:
                return solution
        helpers = self._helpers(iterations)
        try:
            self._start(helpers)
            self._lead(iterations, on_info, info_interval)
            self._await(helpers)
        except BaseException:       # an interrupt, too: threads that run must not wait for those that never start
            self.stop()
            self._await(helpers)
            raise
        if helpers:
            snapshot_statistics(&self.group)
        if level is not None:
            return level.choose(self._result(), view, self.seed)
        return draw_choice(self._result(), view, self.seed) if settings["mixing"] > 0 else self._result()

    def _allowed(self, searchmoves):
        """The codes of the searchmoves, each once; raises IllegalMoveError for one that is not legal."""
        codes = {self.game.move_code(move): move for move in searchmoves}
        legal = set(self.view.legal_codes()) if codes else set()
        for code, text in codes.items():
            if code not in legal:
                raise IllegalMoveError(f"'{text}' is not legal here")
        return list(codes)

    def _solver_time(self):
        return FOREVER if self.times.deadline >= FOREVER else SOLVER_TIME * (self.times.deadline - self.times.start)

    def _prepare(self, limits, dict settings):
        cdef View view = self.view
        cdef Settings values = core_values(settings)
        cdef Worker* worker
        cdef int i
        reuse = not self.allowed and (
            settings["reuse"] == "always" or (settings["reuse"] == "timed" and limits.iterations is None))
        values.siblings = values.siblings and values.playout == 0
        self._put_aside(view.players)
        for i in range(self.threads):
            worker = self.workers[i]
            worker.ops = &self.game.ops
            worker.weights = self.weights.get(view.players)
            worker.view = view.view()
            worker.viewer = view.viewer
            worker.players = view.players
            worker.stop = &self.stop_flag
            worker.deadline = self.times.deadline
            worker.rng = rng_stream(self.seed, 0x5ea7c4, i)
            worker.settings = values
            worker.allowed_count = len(self.allowed)
            for k, code in enumerate(self.allowed):
                worker.allowed[k] = code
        self._grow_from(self.last[view.viewer] if reuse else None)
        self.current = view if reuse else None

    cdef _put_aside(self, int players):
        """Keep what the last search learned, for its seat, before a search for that number of players. The first worker's
        trees are kept: they began with what was carried over."""
        cdef View view = self.current
        cdef int seat
        if view is not None and self.workers[0].tree.nodes[ROOT].visits < MOST_VISITS:
            if self.threads > 1:
                merge_statistics(&self.group)
            if worker_remember(self.workers[0], &self.memories[<int>view.viewer]):
                self.last[view.viewer] = view
        if players != self.seats and self.memories != NULL:
            self.forget()
            self.seats = players
            for seat in range(players):
                self.memories[seat].tree.capacity = self.memory.capacity // <uint32_t>players
                self.memories[seat].tree.nodes = self.memory.nodes + seat * self.memories[seat].tree.capacity

    cdef _grow_from(self, View last):
        """Start from what is still of use of the seat's search of `last`, or from empty trees. The first worker does; the
        others get it by a merge."""
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
            group_reset(&self.group, root_count(first))
            merge_statistics(&self.group)
            snapshot_statistics(&self.group)

    # -- the threads -------------------------------------------------------------------------------------------------
    # Every thread grows trees of its own; engine/search/merging.pxd tells how their statistics are merged.

    def _helpers(self, uint64_t iterations):
        self.group.stop = &self.stop_flag
        group_start(&self.group, iterations)
        self.workers[0].taken = take_chunk(&self.group)     # it has the tree that was carried over: it must iterate
        return [
            threading.Thread(target=self._help, args=(self.run_number, i, iterations), daemon=True)
            for i in range(1, self.threads)]

    def _start(self, list helpers):
        for started, helper in enumerate(helpers):
            try:
                helper.start()
            except RuntimeError:
                raise EgyptError(f"the system gives no more than {started + 1} of {self.threads} threads") from None

    def _await(self, list helpers):
        """Return when no helper works and none will begin to, whatever interrupts come meanwhile.

        `Thread.join` does not say so: an interrupt makes a running thread look ended (CPython 3.11), and one within
        `Thread.start` leaves a thread without an `ident` that runs later.
        """
        interrupt = None
        self.run_number += 1        # helpers that come later find the run over
        while self.helpers_inside and not self.is_forked():
            try:
                self.helping.acquire()
                self.helping.release()
            except BaseException as problem:
                interrupt = problem
                self.stop()
        for helper in helpers:
            if helper.ident is not None:
                helper.join()
        if interrupt is not None:
            raise interrupt

    def _help(self, uint64_t run_number, int i, uint64_t iterations):
        """A helper's part, in a thread of its own."""
        if run_number != self.run_number:
            return
        if self.helpers_inside == 0:
            self.helping.acquire()
        self.helpers_inside += 1
        try:
            self._iterate(i, iterations)
        finally:
            self.helpers_inside -= 1
            if self.helpers_inside == 0:
                self.helping.release()

    def _iterate(self, int i, uint64_t iterations):
        cdef Worker* worker = self.workers[i]
        with nogil:
            worker_run(worker, &self.stop_flag, iterations, self.times.deadline)
            worker_end(worker)

    def _lead(self, uint64_t iterations, on_info, double info_interval):
        """The first thread's part: iterate, and now and then look for interrupts, report, and see when it is enough."""
        cdef Worker* worker = self.workers[0]
        cdef double next_info = FOREVER if on_info is None else self.times.start + info_interval
        cdef double until
        cdef bint done
        while True:
            until = min(self.times.deadline, next_info, now_ms() + self.times.poll)
            with nogil:
                done = worker_run(worker, &self.stop_flag, iterations, until)
            PyErr_CheckSignals()
            if is_stopped(&self.stop_flag) or now_ms() >= self.times.deadline or done:
                break
            if self.times.target < FOREVER and self._is_clear():
                self.stop()
                break
            if now_ms() >= next_info:
                on_info(self._result())
                if self.is_forked():
                    raise EgyptError(FORKED)
                next_info = now_ms() + info_interval
        with nogil:
            worker_end(worker)

    def _is_clear(self):
        """Whether more thought is a waste: nothing can overtake the best move in time, or the time meant for it is over and
        it leads clearly, by visits and by reward."""
        cdef double now = now_ms()
        cdef double done, in_time
        cdef Standing standing
        sum_lines(self.workers, self.threads, self.sums)
        standing = standing_of(self.sums, self._legal())
        if standing.moves < 2:
            return now >= self.times.target
        if now < self.times.target:
            # the other threads may have done more since the last snapshot
            done = <double>max(self.sums.iterations, self.workers[0].lines.iterations * <uint64_t>self.threads)
            in_time = done * (self.times.target - self.times.start) / max(0.001, now - self.times.start)
            return standing.second + in_time - self.sums.iterations < standing.best
        return standing.second <= CLEAR_LEAD * standing.best and standing.reward >= standing.highest_reward

    def _result(self):
        """What was found so far. A seat that is to act always gets a best move."""
        fallback = None
        if self.view.actor == self.view.viewer:
            fallback = self.game.move_text((self.allowed or self.view.legal_codes())[0])
        sum_lines(self.workers, self.threads, self.sums)
        return result_of(
            self.game, self.workers, self.threads, self.sums, self._legal(), fallback, now_ms() - self.times.start)

    def _legal(self):
        """The moves that a tree carried over may speak of; it has others, from draws that did not come."""
        return set() if self.current is None else set(self.current.legal_codes())
