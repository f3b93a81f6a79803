"""The background thread of a session."""

from __future__ import annotations

import signal
import threading

import pytest

from egypt.protocol.job_thread import JobThread
from tests import PATIENCE


def test_an_interrupted_wait_does_not_forget_the_job() -> None:
    """A Ctrl-C while one waits for a job: it still runs, can be stopped, and answers."""
    worker, answers = JobThread(), []

    def job() -> None:
        worker.stopped.wait(PATIENCE)
        answers.append("bestmove")

    worker.start(job)
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        worker.wait(PATIENCE)
    assert worker.busy and not worker.wait(0.0)
    worker.stop()
    assert worker.wait(PATIENCE) and not worker.busy
    assert answers == ["bestmove"]


def test_one_job_after_another() -> None:
    worker, done = JobThread(), []
    assert not worker.busy and worker.wait(0.0)
    for number in range(3):
        worker.start(lambda number=number: done.append(number))  # type: ignore[misc]
        assert worker.wait(PATIENCE) and not worker.busy
    assert done == [0, 1, 2]


def test_a_job_that_fails_is_over() -> None:
    worker, heard = JobThread(), threading.excepthook

    def job() -> None:
        raise ValueError("a fault of the job")

    try:
        threading.excepthook = lambda problem: None
        worker.start(job)
        assert worker.wait(PATIENCE) and not worker.busy
    finally:
        threading.excepthook = heard
