"""More than one machine: deals go to the workers of a Dask cluster, which need this package and nothing else.

A worker that dies is Dask's business: its deals are given to others, up to RETRIES times. A deal is written down here, by
the arena, when its result arrives, so none is lost and none counts twice. If the scheduler dies the arena ends with a line,
and --resume goes on from what is written.
"""

from __future__ import annotations

import asyncio
import os
import queue
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from egypt.bots.arena.check import check_engines
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.reading import shown
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.work import Job, JobRunner, Played
from egypt.extras import needs

T = TypeVar("T")
R = TypeVar("R")
RETRIES = 10
CONNECT_SECONDS = 20
LOOK_SECONDS = 1.0  # between looks at whether the scheduler is still there
LOST_SECONDS = 20.0  # a scheduler may be away, no longer
CLOSE_SECONDS = 5
MAX_WORKERS = 1024
LOOPBACK = "127.0.0.1"
AHEAD = 4  # jobs under way per thread of the cluster: enough to keep it busy, few enough to stop soon


def connect(address: str) -> tuple[Any, Any]:
    """The library and a client of a cluster with at least one worker; raises ArenaError if there is none."""
    with needs("cluster"):
        import distributed

    library: Any = distributed
    if not re.search(r":\d+/?$|^inproc://", address):  # the library would look in vain, and complain at the end
        raise ArenaError(f"--cluster {shown(address)}: an address is HOST:PORT, e.g. tcp://127.0.0.1:8786")
    try:
        client = library.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise ArenaError(f"--cluster {address}: {problem}") from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        client.close()
        raise ArenaError(f"--cluster {address}: no worker has joined this cluster") from None
    return library, client


def check_on_cluster(config: Config, address: str) -> None:
    """Try the engines on a worker, where they will play. Raises ArenaError."""
    _, client = connect(address)
    try:
        client.submit(check_engines, config, pure=False).result()
    except ArenaError:
        raise
    except Exception as problem:  # the worker lacks this package, or died of the trial
        raise ArenaError(f"--cluster {address}: {type(problem).__name__}: {problem}") from problem
    finally:
        client.close()


def play_on_cluster(config: Config, jobs: Iterator[Job], address: str, on_start: Callable[[int], None]) -> Iterator[Played]:
    """The played jobs in the order in which they end. Raises ArenaError if there is no cluster, or none any more."""
    return run_on_cluster(partial(play_job, config), jobs, address, lambda job: on_start(job.numbers[0]))


def run_on_cluster(
    work: Callable[[T], R], jobs: Iterator[T], address: str, on_start: Callable[[T], None] = lambda job: None
) -> Iterator[R]:
    """What the work makes of each job, in the order in which they end; each is done by some worker. Raises ArenaError."""
    _, client = connect(address)
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    waiting: set[Any] = set()

    def feed() -> None:
        room = AHEAD * max(1, sum(client.nthreads().values()))
        while len(waiting) < room and (job := next(jobs, None)) is not None:
            on_start(job)
            future = client.submit(work, job, pure=False, retries=RETRIES)
            waiting.add(future)
            future.add_done_callback(done.put)

    try:
        feed()
        while waiting:
            future = _next_done(done, client, address)
            waiting.discard(future)
            try:
                result: R = future.result()
            except (Exception, asyncio.CancelledError) as problem:  # it failed everywhere, or the scheduler is gone
                raise ArenaError(f"--cluster {address}: {type(problem).__name__}: {problem}") from problem
            yield result
            future.release()
            feed()
    except OSError as problem:  # the scheduler went away while it was asked
        raise ArenaError(f"--cluster {address}: {problem}") from None
    finally:
        waiting.clear()
        client.close(timeout=CLOSE_SECONDS)


def _next_done(done: queue.SimpleQueue[Any], client: Any, address: str) -> Any:
    """The next future that is done; raises ArenaError when the scheduler is gone, which would be waited for in vain."""
    lost_since: float | None = None
    while True:
        with suppress(queue.Empty):
            return done.get(timeout=LOOK_SECONDS)
        if client.status == "running":
            lost_since = None
            continue
        lost_since = lost_since or time.monotonic()
        if client.status == "closed" or time.monotonic() - lost_since > LOST_SECONDS:
            raise ArenaError(f"--cluster {address}: the scheduler is gone; finished games are kept, --resume goes on")


@contextmanager
def local_cluster(text: str) -> Iterator[str]:
    """`local` or `local:4`: workers of this machine while it lasts; gives the address. All that listens is on loopback.

    Raises ArenaError.
    """
    _, _, count = text.partition(":")
    if count and not (count.isdecimal() and 1 <= int(count) <= MAX_WORKERS):
        raise ArenaError(f"--cluster {text}: local:N with N from 1 to {MAX_WORKERS}")
    with needs("cluster"):
        import distributed

    library: Any = distributed
    with library.LocalCluster(
        n_workers=int(count) if count else os.cpu_count() or 1,
        threads_per_worker=1,
        processes=True,
        host=LOOPBACK,
        dashboard_address=f"{LOOPBACK}:0",
        worker_dashboard_address=f"{LOOPBACK}:0",
    ) as cluster:
        yield cluster.scheduler_address


def is_local(address: str | None) -> bool:
    """Whether --cluster asks for one that the arena starts itself."""
    return address is not None and (address == "local" or address.startswith("local:"))


def play_job(config: Config, job: Job) -> Played:
    """What a worker of the cluster does. Engines live as long as the job, so nothing stays behind on the worker."""
    runner = JobRunner(config)
    try:
        return runner.play(job)
    finally:
        runner.close()
