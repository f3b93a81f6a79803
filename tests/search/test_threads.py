"""Several threads: they share the work, learn from each other, repeat exactly, and never wait for one that is not there."""

import os
import signal
import threading
import time

import pytest

from engine import EgyptError, Limits, Search, Table, get_game

SOBEK = get_game("sobek")


def opening(name="sobek", players=2):
    table = Table.deal(get_game(name), players, 1)
    return table.view(table.position.actor)


def facts(result):
    """All of a result but its time."""
    return result.best, result.lines, result.iterations, result.nodes


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_share_the_iterations_and_agree_on_the_report(threads):
    result = Search(SOBEK, threads=threads).run(opening(), Limits(iterations=1001))
    assert result.iterations == 1001
    assert sum(line.visits for line in result.lines) == 1001
    assert len({line.move for line in result.lines}) == len(result.lines)


@pytest.mark.parametrize(("game", "players"), [("ra", 3), ("sobek", 2), ("amunre", 3), ("tekhenu", 2)])
@pytest.mark.parametrize("family", ["single", "multiple", "determinized"])
def test_threads_with_a_seed_repeat_exactly(game, players, family):
    view = opening(game, players)
    results = [
        Search(view.game, threads=2, seed=3, family=family).run(view, Limits(iterations=1500)) for _ in range(2)]
    assert facts(results[0]) == facts(results[1])


def test_threads_repeat_exactly_when_some_leave_before_the_last_meeting():
    """Two of four threads end at 199 iterations, the others meet at 200: whoever comes last, that meeting is held."""
    results = {
        repr(facts(Search(SOBEK, threads=4, seed=3).run(opening(), Limits(iterations=4 * 199 + 2)))) for _ in range(20)}
    assert len(results) == 1


def test_threads_learn_from_each_other():
    """Eight threads that kept what they know to themselves would spread their visits like one search of an eighth."""
    view = opening()

    def share_of_best(threads, iterations):
        results = [
            Search(SOBEK, threads=threads, seed=seed, exploration=0.2).run(view, Limits(iterations=iterations))
            for seed in range(4)]
        return sum(result.lines[0].visits for result in results) / (4 * iterations)

    alone, little, together = share_of_best(1, 8000), share_of_best(1, 1000), share_of_best(8, 8000)
    assert little < alone - 0.1
    assert together > (little + alone) / 2


def test_all_threads_learn_what_an_earlier_search_left():
    view = opening()
    search = Search(SOBEK, threads=2, reuse="always")
    first = search.run(view, Limits(iterations=4000))
    second = search.run(view, Limits(iterations=4000))
    visits = sum(line.visits for line in second.lines)
    assert second.iterations == 4000
    assert 7000 < visits <= 8000
    # who knows the best move from the start does not try the others again
    assert second.lines[0].visits - first.lines[0].visits > first.lines[0].visits


def test_a_small_pool_is_kept_by_all_threads():
    search = Search(SOBEK, threads=3, hash_mb=1)
    result = search.run(opening(), Limits(iterations=60_000))
    assert result.iterations == 60_000
    assert result.hashfull >= 990
    assert result.nodes * result.bytes_per_node <= 1 << 20


def test_more_threads_than_cores_keep_the_time():
    began = time.monotonic()
    Search(SOBEK, threads=6).run(opening(), Limits(movetime=100))
    assert time.monotonic() - began < 1


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
    """The user presses ^C when the helpers run and the first thread does not yet: they wait for it at the first meeting."""
    search = Search(SOBEK, threads=2)
    start = threading.Thread.start
    helpers = []

    def interrupted(thread):
        start(thread)
        helpers.append(thread)
        time.sleep(0.05)            # until it has come to the meeting
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            search.run(opening(), Limits(iterations=30_000))
    assert [helper.is_alive() for helper in helpers] == [False]
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_threads_that_are_slow_to_start_cost_a_clocked_search_nothing_but_time(monkeypatch):
    """It looks up ten times on the way to its target; threads that started anew each time would never come to work."""
    start = threading.Thread.start

    def start_slowly(thread):
        time.sleep(0.004)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_slowly)
    search = Search(SOBEK, threads=3, early=False)
    result = search.run(opening(), Limits(target=10, movetime=60))
    assert result.best is not None and result.iterations > 100


def test_interim_reports_change_nothing_in_what_repeats():
    """They are the first thread's live knowledge and the minutes of the last meeting; nobody stops working for them."""
    told = []

    def result(on_info=None):
        return facts(Search(SOBEK, threads=2, seed=3).run(opening(), Limits(iterations=6000), on_info, info_interval=1))

    assert result() == result(told.append) == result(lambda _: time.sleep(0.001))
    counts = [interim.iterations for interim in told]
    assert told and counts == sorted(counts) and counts[-1] <= 6000
    assert all(sum(line.visits for line in interim.lines) == interim.iterations for interim in told)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_ends_an_endless_search_and_all_its_threads(threads):
    search = Search(SOBEK, threads=threads)
    before = set(threading.enumerate())
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.run(opening(), Limits())
    assert time.monotonic() - began < 2
    timer.join()
    assert set(threading.enumerate()) == before
    assert search.run(opening(), Limits(iterations=3000)).iterations == 3000


def test_a_stop_is_not_taken_back_while_it_is_obeyed():
    """Some threads would have gone and others would wait for them."""
    for _ in range(20):
        search = Search(SOBEK, threads=4)
        search.clear()
        thread = threading.Thread(target=search.run, args=(opening(), Limits(iterations=10**9)), daemon=True)
        thread.start()
        time.sleep(0.01)
        search.stop()
        search.clear()
        search.clear()
        thread.join(5)
        assert not thread.is_alive()


def test_stop_ends_a_search_whose_threads_wait_for_each_other():
    """More threads than cores: some of them stand at the meeting whenever the stop comes."""
    search = Search(SOBEK, threads=6)
    for _ in range(10):
        timer = threading.Timer(0.02, search.stop)
        timer.start()
        began = time.monotonic()
        result = search.run(opening(), Limits(iterations=100_000_000))
        assert time.monotonic() - began < 2
        assert result.best is not None
        timer.join()
        search.clear()


def test_trees_that_are_full_are_joined_where_all_of_them_have_a_move():
    """Four small pools are full before the threads first meet: what all of them know is added up nevertheless."""
    view = opening("ra", 2)
    search = Search(view.game, threads=4, hash_mb=1, reuse="always", seed=1)
    first = search.run(view, Limits(movetime=300))
    assert first.hashfull > 900
    second = search.run(view, Limits(iterations=4))
    assert sum(line.visits for line in second.lines) > 0.9 * first.iterations
