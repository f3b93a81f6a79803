"""More than one machine: deals go to the workers of a Dask cluster, which need this package and nothing else.

A worker that dies is Dask's business: its deals are given to others, up to RETRIES times. A deal is written down here, by
the arena, when its result arrives, so none is lost and none counts twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from egypt.bots.arena.check import check_engines
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.schedule import Config
from egypt.bots.arena.work import Job, JobRunner, Played

RETRIES = 10
CONNECT_SECONDS = 20
AHEAD = 4               # jobs under way per thread of the cluster: enough to keep it busy, few enough to stop soon


def connect(address: str) -> tuple[Any, Any]:
    """The library and a client of a cluster with at least one worker; raises ArenaError if there is none."""
    import distributed

    library: Any = distributed
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
    except Exception as problem:        # the worker lacks this package, or died of the trial
        raise ArenaError(f"--cluster {address}: {type(problem).__name__}: {problem}") from problem
    finally:
        client.close()


def play_on_cluster(
    config: Config, jobs: Iterator[Job], address: str, on_start: Callable[[int], None]
) -> Iterator[Played]:
    """The played jobs in the order in which they end. Raises ArenaError if there is no cluster."""
    library, client = connect(address)
    futures = library.as_completed(loop=client.loop)
    waiting = 0

    def feed() -> None:
        nonlocal waiting
        room = AHEAD * max(1, sum(client.nthreads().values()))
        while waiting < room and (job := next(jobs, None)) is not None:
            on_start(job.numbers[0])
            futures.add(client.submit(play_job, config, job, pure=False, retries=RETRIES))
            waiting += 1

    try:
        feed()
        for future in futures:
            waiting -= 1
            try:
                played: Played = future.result()
            except Exception as problem:        # a job that failed everywhere, or a cluster that is gone
                raise ArenaError(f"--cluster {address}: {type(problem).__name__}: {problem}") from problem
            yield played
            future.release()
            feed()
    finally:
        futures.clear()
        client.close()


def play_job(config: Config, job: Job) -> Played:
    """What a worker of the cluster does. Engines live as long as the job, so nothing stays behind on the worker."""
    runner = JobRunner(config)
    try:
        return runner.play(job)
    finally:
        runner.close()
