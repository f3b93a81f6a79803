"""Worker processes on this machine. A worker that dies is replaced and its job given to another."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.work import Job, JobRunner, Played
from egypt.protocol.threads import start_thread

MAX_DEATHS = 3  # workers that one job may cost
PR_SET_PDEATHSIG = 1  # of prctl(2)


class _WorkerProcess:
    """One process, the pipe to it, and the job it has."""

    def __init__(self, config: Config) -> None:
        context = get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=_serve, args=(config, theirs, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()
        self.job: Job | None = None

    def give(self, job: Job) -> None:
        self.job = job
        with suppress(OSError):  # if it is dead, the wait for its answer will find out
            self.pipe.send(job)

    def end(self) -> None:
        self.pipe.close()
        self.process.terminate()  # it closes its engines; its guardian does if it cannot
        self.process.join(3.0)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def play_in_pool(config: Config, jobs: Iterator[Job], processes: int, on_start: Callable[[int], None]) -> Iterator[Played]:
    """The played jobs in the order in which they end. Closing the iterator ends all workers."""
    ready = list(islice(jobs, processes))  # a process without a job would be started in vain
    jobs = chain(ready, jobs)
    workers = [_WorkerProcess(config) for _ in ready]
    again: list[Job] = []
    deaths: dict[int, int] = {}
    try:
        while True:
            for worker in workers:
                if worker.job is None:
                    job = again.pop() if again else next(jobs, None)
                    if job is None:
                        break
                    on_start(job.numbers[0])
                    worker.give(job)
            busy = [worker for worker in workers if worker.job is not None]
            if not busy:
                return
            answered = wait([worker.pipe for worker in busy])
            for at, worker in enumerate(workers):
                if worker.job is None or worker.pipe not in answered:
                    continue
                answer = _receive(worker)
                if isinstance(answer, Exception):
                    raise answer
                if answer is None:
                    first = worker.job.numbers[0]
                    deaths[first] = deaths.get(first, 0) + 1
                    if deaths[first] >= MAX_DEATHS:
                        raise ArenaError(f"game {first}: {MAX_DEATHS} worker processes died while playing it")
                    again.append(worker.job)
                    worker.end()
                    workers[at] = _WorkerProcess(config)
                    continue
                worker.job = None
                yield answer
    finally:
        for worker in workers:
            worker.end()


def _receive(worker: _WorkerProcess) -> Played | Exception | None:
    """A result, what went wrong, or None if the worker is dead."""
    try:
        answer: Played | Exception = worker.pipe.recv()
    except (EOFError, OSError):
        return None
    return answer


def _serve(config: Config, pipe: Connection, parent: int) -> None:
    """The life of a worker: play what comes through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the arena
    signal.signal(signal.SIGTERM, _end)
    _die_with_parent(parent)
    with suppress(KeyboardInterrupt):
        _play_jobs(config, pipe)


def _play_jobs(config: Config, pipe: Connection) -> None:
    runner = JobRunner(config)
    try:
        while True:
            try:
                job = pipe.recv()
            except (EOFError, OSError):
                return
            try:
                pipe.send(runner.play(job))
            except OSError:
                return
            except ArenaError as problem:
                pipe.send(problem)
            except Exception as problem:
                pipe.send(ArenaError(f"game {job.numbers[0]}: {type(problem).__name__}: {problem}"))
    finally:
        runner.close()


def _end(number: int, frame: FrameType | None) -> None:
    """Not SystemExit: raised while a bot thinks, it would be taken for a fault of the bot."""
    raise KeyboardInterrupt


def _die_with_parent(parent: int) -> None:
    """End this process when the arena dies, however it dies. Linux does it itself; elsewhere a thread waits for it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        start_thread(_outlast_parent, name="arena-parent")
    if os.getppid() != parent:  # it died before we asked
        os._exit(1)


def _outlast_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
