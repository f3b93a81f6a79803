"""A process that forks while a search runs: the copy has its locks and none of its threads, and must not wait for them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import PATIENCE

BEGIN = """
import os, sys, threading, egypt
view = egypt.game("sobek").deal(2, seed=1).view(0)
few = egypt.Limits(iterations=500)

def say(search):
    try:
        print(search.run(view, few).iterations, flush=True)
    except egypt.EgyptError as problem:
        print(problem, flush=True)

def fork(search):
    if os.fork() == 0:
        say(search)
        say(search)
        say(egypt.Search(search.game, hash_mb=1))
        os._exit(0)
    os.wait()
"""
IDLE = """
search = egypt.Search(view.game, threads={threads}, hash_mb=1)
search.run(view, few)
fork(search)
"""
RUNNING = """
search = egypt.Search(view.game, threads={threads}, hash_mb=1)
thinks = threading.Event()
thread = threading.Thread(target=search.run, args=(view, egypt.Limits(), lambda result: thinks.set(), 1.0))
thread.start()
thinks.wait()
fork(search)
search.stop()
thread.join()
say(search)
"""
WITHIN = """
search = egypt.Search(view.game, threads={threads}, hash_mb=1)
parent, forked = os.getpid(), []

def on_info(result):
    if not forked:
        forked.append(os.fork())
        if forked[0]:
            os.wait()
            search.stop()

try:
    search.run(view, egypt.Limits(), on_info, 1.0)
except egypt.EgyptError as problem:
    print(problem, flush=True)
say(search)
"""
FORKED = "this search was running when the process forked: a forked process needs a search of its own"

pytestmark = [pytest.mark.program, pytest.mark.skipif(sys.platform == "win32", reason="processes do not fork there")]


def lines(program: str, threads: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BEGIN + program.format(threads=threads)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_that_rests_goes_on_in_the_child(threads: int) -> None:
    assert lines(IDLE, threads) == ["500", "500", "500"]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_that_runs_is_refused_in_the_child_and_goes_on_in_the_parent(threads: int) -> None:
    assert lines(RUNNING, threads) == [FORKED, FORKED, "500", "500"]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_fork_by_on_info_ends_the_run_of_the_child(threads: int) -> None:
    assert lines(WITHIN, threads) == [FORKED, FORKED, "500"]
