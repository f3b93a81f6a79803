"""Several threads: they share the work, learn from each other, and never wait for one that is not there."""

import os
import signal
import threading
import time

import pytest

from egypt import EgyptError, Limits, Search, Table, get_game
from tests import PATIENCE
from tests.pace import slowness
from tests.search.frozen import frozen_weights

SOBEK = get_game("sobek")


def opening(name="sobek", players=2):
    table = Table.deal(get_game(name), players, 1)
    return table.view(table.position.actor)


def delay(monkeypatch, method, seconds):
    """From now on threads are late: before they start, or when they already run."""
    plain = getattr(threading.Thread, method)

    def late(thread):
        time.sleep(seconds)
        plain(thread)

    monkeypatch.setattr(threading.Thread, method, late)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_share_the_iterations_and_agree_on_the_report(threads):
    result = Search(SOBEK, threads=threads).run(opening(), Limits(iterations=1001))
    assert result.iterations == 1001
    assert sum(line.visits for line in result.lines) == 1001
    assert len({line.move for line in result.lines}) == len(result.lines)


@pytest.mark.parametrize(("game", "players"), [("ra", 3), ("sobek", 2), ("amunre", 3), ("tekhenu", 2)])
@pytest.mark.parametrize("family", ["single", "multiple", "determinized"])
def test_threads_see_what_one_thread_sees(game, players, family):
    """They do not repeat exactly, but as many iterations say the same of the best move."""
    view = opening(game, players)
    one, two = (
        Search(view.game, threads=threads, seed=3, family=family).run(view, Limits(iterations=8000)) for threads in (1, 2)
    )
    chances = {line.move: line.chances for line in two.lines}
    assert chances[one.best] == pytest.approx(one.lines[0].chances, abs=0.03)
    assert (one.iterations, two.iterations) == (8000, 8000)


def test_a_thread_that_is_late_leaves_its_work_to_the_others(monkeypatch):
    delay(monkeypatch, "run", 1)
    told = []
    result = Search(SOBEK, threads=2).run(opening(), Limits(iterations=30_000), told.append, info_interval=5)
    assert result.iterations == 30_000
    assert told[-1].iterations > 20_000


def test_threads_learn_from_each_other():
    """Two threads that kept what they know to themselves would spread their visits like one search of half as many."""
    view = opening()

    def share_of_best(threads, iterations):
        results = [
            Search(SOBEK, threads=threads, seed=seed, prior=0.0, exploration=0.4, weights=frozen_weights("sobek")).run(
                view, Limits(iterations=iterations)
            )
            for seed in range(6)
        ]
        return sum(result.lines[0].visits for result in results) / (6 * iterations)

    alone, half, together = share_of_best(1, 2000), share_of_best(1, 1000), share_of_best(2, 2000)
    assert half < alone - 0.05
    assert together > (half + alone) / 2


def test_what_an_earlier_search_left_counts():
    view = opening()
    search = Search(SOBEK, threads=2, reuse="always")
    search.run(view, Limits(iterations=4000))
    second = search.run(view, Limits(iterations=4000))
    visits = sum(line.visits for line in second.lines)
    assert second.iterations == 4000
    assert 7000 < visits <= 8000


def test_a_small_pool_is_kept_by_all_threads():
    search = Search(SOBEK, threads=3, hash_mb=1)
    result = search.run(opening(), Limits(iterations=60_000))
    assert result.iterations == 60_000
    assert result.hashfull > 900
    assert result.nodes * result.bytes_per_node <= 1 << 20


def test_more_threads_than_cores_keep_the_time():
    worked = time.process_time()
    Search(SOBEK, threads=6).run(opening(), Limits(movetime=100))
    worked = time.process_time() - worked
    assert worked < 6 * 0.1 + 0.4 * slowness()


def test_a_refused_thread_is_named_and_nobody_waits_for_it(monkeypatch):
    search = Search(SOBEK, threads=3)
    start = threading.Thread.start
    refused = iter([False, True])

    def refuse_the_second(thread):
        if next(refused, False):
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refuse_the_second)
    with pytest.raises(EgyptError, match="no more than 2 of 3 threads"):
        search.run(opening(), Limits(iterations=30_000))
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_an_interrupt_while_threads_start_leaves_nobody_waiting(monkeypatch):
    """The user presses ^C when the helpers run and the first thread does not yet: they wait for it at the first barrier."""
    search = Search(SOBEK, threads=2)
    start = threading.Thread.start
    helpers = []

    def interrupted(thread):
        start(thread)
        helpers.append(thread)
        time.sleep(0.05)  # until it has come to the barrier
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            search.run(opening(), Limits(iterations=30_000))
    assert [helper.is_alive() for helper in helpers] == [False]
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


class HeldSearch(Search):
    """A search whose helpers, when their work is over, stay until `released` is set. `worked` tells which have gone."""

    def __init__(self, *_args, **_settings):
        self.begun, self.held, self.released, self.worked = threading.Event(), threading.Event(), threading.Event(), []

    def _iterate(self, i, iterations):
        self.begun.set()
        super()._iterate(i, iterations)
        self.held.set()
        self.released.wait(PATIENCE)
        self.worked.append(i)


@pytest.mark.parametrize("endless", [False, True])
def test_further_interrupts_while_helpers_end_do_not_leave_them_behind(endless):
    """CPython 3.11 takes a thread for ended if `join` is interrupted; the search must not return before its helpers do."""
    search = HeldSearch(SOBEK, threads=2)
    limits = Limits() if endless else Limits(iterations=30_000)
    main = threading.get_ident()
    heard, ready, returned, too_late = threading.Semaphore(0), threading.Event(), threading.Event(), []

    def interrupt(number, frame):
        heard.release()
        if not (returned.is_set() or search.released.is_set()):  # one after the search would end the tests
            raise KeyboardInterrupt

    def on_info(result):
        if not ready.is_set():
            assert search.begun.wait(PATIENCE)
            ready.set()

    def press_keys():
        assert ready.wait(PATIENCE)
        assert endless or search.held.wait(PATIENCE)
        time.sleep(0.05)  # by now the search mostly waits for its helper, if it is not endless
        for _ in range(3):
            signal.pthread_kill(main, signal.SIGINT)
            while not heard.acquire(timeout=0.1):  # it came just before the main thread fell asleep
                signal.pthread_kill(main, signal.SIGINT)
            assert search.held.wait(PATIENCE)
        too_late.append(returned.is_set())
        search.released.set()

    keys = threading.Thread(target=press_keys, daemon=True)
    before = signal.signal(signal.SIGINT, interrupt)
    try:
        keys.start()
        with pytest.raises(KeyboardInterrupt):
            search.run(opening(), limits, on_info, 1.0)
        assert search.worked == [1]
    finally:
        returned.set()
        keys.join(PATIENCE)
        search.released.set()
        signal.signal(signal.SIGINT, before)
    assert too_late == [False]
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_a_helper_that_comes_after_an_interrupted_start_does_nothing(monkeypatch):
    """The user presses ^C within `Thread.start`: the thread will run, and nothing tells so."""
    search = HeldSearch(SOBEK, threads=2)
    late = []

    def interrupted(thread):
        late.append(thread)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            search.run(opening(), Limits(iterations=3000))
    search.released.set()
    late[0].run()
    assert search.worked == []
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_threads_that_are_slow_to_start_cost_a_clocked_search_nothing_but_time(monkeypatch):
    """It looks up ten times on the way to its target; threads that started anew each time would never come to work."""
    delay(monkeypatch, "start", 0.04)
    search = Search(SOBEK, threads=3, early=False)
    result = search.run(opening(), Limits(target=100, movetime=600))
    assert result.best is not None and result.iterations > 100


def test_interim_reports_add_up():
    """They are the first thread's live knowledge and the snapshot of the last merge; no thread stops working for them."""
    told = []
    final = Search(SOBEK, threads=2).run(opening(), Limits(iterations=20_000), told.append, info_interval=1)
    counts = [result.iterations for result in [*told, final]]
    assert told and counts == sorted(counts) and counts[-1] == 20_000
    assert all(sum(line.visits for line in result.lines) == result.iterations for result in [*told, final])


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_ends_an_endless_search_and_all_its_threads(threads):
    search = Search(SOBEK, threads=threads)
    before = set(threading.enumerate())
    timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))

    def begin(result):
        if timer.ident is None:  # now it thinks, so the interrupt cannot come before it
            timer.start()

    with pytest.raises(KeyboardInterrupt):
        search.run(opening(), Limits(), begin, info_interval=200)
    timer.join()
    assert set(threading.enumerate()) <= before  # threads of other tests may have ended meanwhile
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_a_stop_is_not_taken_back_while_it_is_obeyed():
    """Some threads would have gone and others would wait for them."""
    for _ in range(20):
        search = Search(SOBEK, threads=4)
        search.clear()
        thinks = threading.Event()
        thread = threading.Thread(
            target=search.run,
            args=(opening(), Limits(iterations=10**12), lambda result, thinks=thinks: thinks.set(), 1.0),
            daemon=True,
        )
        thread.start()
        assert thinks.wait(PATIENCE)  # a stop that comes before the search would be taken back rightly
        search.stop()
        search.clear()
        search.clear()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_stop_ends_a_search_whose_threads_wait_for_each_other():
    """More threads than cores: some of them wait at the barrier whenever the stop comes."""
    search = Search(SOBEK, threads=6)
    for _ in range(10):
        timer = threading.Timer(0.02, search.stop)
        timer.start()
        result = search.run(opening(), Limits(iterations=10**12))
        assert result.best is not None
        timer.join()
        search.clear()


def test_trees_that_are_full_are_joined_where_all_of_them_have_a_move():
    """Four small pools are full before the threads first merge: what all of them know is added up nevertheless."""
    view = opening("ra", 2)
    search = Search(view.game, threads=4, hash_mb=1, reuse="always", seed=1)
    first = search.run(view, Limits(iterations=200_000))
    assert first.hashfull > 900
    second = search.run(view, Limits(iterations=4))
    assert sum(line.visits for line in second.lines) > 0.9 * first.iterations
