"""A cluster of worker processes; workers, client and scheduler are killed while runs are under way."""

from __future__ import annotations

import json
import os
import queue
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from egypt.bots.arena import cluster as cluster_module
from egypt.bots.arena.cli import main
from egypt.bots.arena.cluster import local_cluster, play_on_cluster
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import read_run
from egypt.bots.arena.results import Batch
from egypt.bots.arena.runner import Quiet, Run
from egypt.bots.arena.verify import verify
from tests import PATIENCE, ROOT
from tests.bots.arena.helpers import ARENA, NO_GUESTS, config_of, contents, play, program, words
from tests.pace import wait_until


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


class Killer(Quiet):
    """Kills one worker as soon as the first results are in."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self.killed = 0

    def played(self, batch: Batch) -> None:
        if not self.killed:
            self.killed = next(iter(self._cluster.workers.values())).pid
            os.kill(self.killed, signal.SIGKILL)


@pytest.mark.program
def test_a_killed_worker_loses_nothing_and_nothing_counts_twice(cluster: Any, tmp_path: Path) -> None:
    config = config_of("name=g,bot=greedy", "name=i,bot=ismcts,iterations=30", program("good", name="x"), players=3, deals=4)
    run = Run(config, tmp_path / "cluster.jsonl")
    killer = Killer(cluster)
    run.play(cluster=cluster.scheduler_address, watcher=killer)
    run.close()
    assert killer.killed and not _lives(killer.killed)
    play(config, tmp_path / "here.jsonl")
    assert contents(tmp_path / "cluster.jsonl") == contents(tmp_path / "here.jsonl")
    assert len(read_run(tmp_path / "cluster.jsonl").records) == config.games
    assert not list(verify(read_run(tmp_path / "cluster.jsonl")))


def test_a_sequential_test_stops_at_the_same_deal_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    config = config_of("name=strong,bot=greedy", "name=weak,bot=random", deals=500, more=("--sprt", "0,200,0.05,0.05"))
    run = Run(config, tmp_path / "cluster.jsonl")
    run.play(cluster=cluster.scheduler_address)
    run.close()
    play(config, tmp_path / "here.jsonl")
    assert contents(tmp_path / "cluster.jsonl") == contents(tmp_path / "here.jsonl")


# -- killed in turn ----------------------------------------------------------------------------------------------------

KILLED = ("name=g,bot=greedy", "name=i,bot=ismcts,iterations=400")
DEALS = 40


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.wait()


def start_cluster(folder: Path, processes: list[subprocess.Popen[str]]) -> tuple[str, subprocess.Popen[str], list[Any]]:
    """A scheduler and two workers as the manual starts them, on a free port; each a process of its own."""
    note = folder / f"scheduler-{len(processes)}.json"
    dask = [sys.executable, "-m", "dask"]
    quiet: Any = {"env": NO_GUESTS, "cwd": folder, "text": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(note)], **quiet
    )
    processes.append(scheduler)
    wait_until(lambda: note.exists() and note.read_text().strip(), scheduler)
    address = json.loads(note.read_text())["address"]
    worker = [*dask, "worker", address, "--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--nthreads", "1"]
    workers = [subprocess.Popen(worker, **quiet) for _ in range(2)]
    processes += workers
    return address, scheduler, workers


def start_arena(address: str, path: Path, processes: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [*ARENA, *words(*KILLED, deals=DEALS), "--cluster", address, "--out", str(path), "--resume"],
        env=NO_GUESTS,
        cwd=ROOT,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    processes.append(process)
    return process


def wait_for_games(path: Path, games: int, process: subprocess.Popen[str]) -> list[str]:
    """The finished games of a file once there are `games` of them; the run is not over yet."""
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") > games, process)
    return contents(path)[1:]


@pytest.mark.program
@pytest.mark.soak
def test_nothing_is_lost_when_workers_client_and_scheduler_are_killed_in_turn(
    tmp_path: Path, processes: list[subprocess.Popen[str]]
) -> None:
    path = tmp_path / "run.jsonl"
    address, scheduler, workers = start_cluster(tmp_path, processes)
    client = start_arena(address, path, processes)
    wait_for_games(path, 4, client)
    workers[0].kill()  # its deal goes to the other one
    kept = wait_for_games(path, 12, client)
    client.kill()
    client.wait()
    assert set(kept) <= set(contents(path)[1:])
    client = start_arena(address, path, processes)  # the same cluster, the same file
    kept = wait_for_games(path, len(read_run(path).records) + 8, client)
    scheduler.kill()
    assert client.wait(timeout=PATIENCE) == 2  # and does not wait for ever
    assert client.stderr is not None and "--cluster" in client.stderr.read()
    assert set(kept) <= set(contents(path)[1:]) and len(read_run(path).records) < 2 * DEALS
    address, _, _ = start_cluster(tmp_path, processes)
    client = start_arena(address, path, processes)
    assert client.wait(timeout=2 * PATIENCE) == 0
    play(config_of(*KILLED, deals=DEALS), tmp_path / "here.jsonl")
    assert contents(path) == contents(tmp_path / "here.jsonl")
    assert not list(verify(read_run(path)))


class Away:
    """A client whose scheduler is away for `looks` looks; the clock goes on by a second with each."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self.seconds = 0.0

    @property
    def status(self) -> str:
        self._looks -= 1
        self.seconds += 1
        return "connecting" if self._looks >= 0 else "running"


def test_a_scheduler_may_be_away_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "LOOK_SECONDS", 0.001)
    for bound, looks in ((20.0, 10**9), (5.0, 10**9)):
        away = Away(looks)
        monkeypatch.setattr(cluster_module, "LOST_SECONDS", bound)
        monkeypatch.setattr(cluster_module.time, "monotonic", lambda away=away: away.seconds)
        with pytest.raises(ArenaError, match="the scheduler is gone; finished games are kept, --resume goes on"):
            cluster_module._next_done(queue.SimpleQueue(), away, "tcp://there")
        assert bound < away.seconds < bound + 8, "it waits as long as the bound says, and no longer"


def test_a_scheduler_that_comes_back_is_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "LOOK_SECONDS", 0.001)
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    away = Away(8)
    monkeypatch.setattr(cluster_module.time, "monotonic", lambda: away.seconds)

    class Back(Away):
        @property
        def status(self) -> str:
            status = Away.status.fget(away)  # type: ignore[attr-defined]
            if status == "running" and away.seconds > 40:
                done.put("a job")
            return str(status)

    assert cluster_module._next_done(done, Back(0), "tcp://there") == "a job"
    assert away.seconds > 40, "it had been away for eight looks, and the count began anew when it was back"


# -- a local one -------------------------------------------------------------------------------------------------------


def test_a_local_cluster_listens_on_loopback_only(tmp_path: Path) -> None:
    with local_cluster("local:2") as address:
        from distributed import Client

        with Client(address, set_as_default=False) as client:
            pids = {os.getpid(), *client.run(os.getpid).values()}
        listeners = listening(pids)
        run = Run(config_of("name=a,bot=greedy", "name=b,bot=random", deals=2), tmp_path / "run.jsonl")
        run.play(cluster=address)
        run.close()
    assert len(pids) == 3 and len(listeners) >= 3 and all(host == "127.0.0.1" for host in listeners)
    assert len(read_run(tmp_path / "run.jsonl").records) == 4


def listening(pids: set[int]) -> list[str]:
    """The addresses on which processes listen, as the system tells it."""
    sockets = set()
    for pid in pids:
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            try:
                sockets.add(os.readlink(descriptor).removeprefix("socket:[").removesuffix("]"))
            except OSError:
                continue
    hosts = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words_of_line = line.split()
            if words_of_line[3] == "0A" and words_of_line[9] in sockets:
                raw = bytes.fromhex(words_of_line[1].split(":")[0])
                hosts.append(".".join(map(str, reversed(raw))) if table == "tcp" else "tcp6")
    return hosts


@pytest.mark.parametrize("text", ["local:0", "local:x", "local:99999"])
def test_a_local_cluster_needs_workers(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words("bot=random", "bot=greedy"), "--cluster", text]) == 2
    assert f"--cluster {text}" in capsys.readouterr().err


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egypt.bots.arena.cluster.CONNECT_SECONDS", 1)
    with socket.socket() as taken:  # a port on which nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ArenaError, match=f"--cluster {address}"):
            next(play_on_cluster(config_of("bot=random"), iter([]), address, lambda number: None))


@pytest.mark.parametrize("address", ["", "nonsense", "host:port", "tcp://127.0.0.1"])
def test_an_address_without_a_port_is_refused_at_once(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words("bot=random", "bot=greedy"), "--cluster", address]) == 2
    assert "an address is HOST:PORT" in capsys.readouterr().err


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
