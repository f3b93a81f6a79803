"""A cluster of two worker processes, one of which is killed while the run is under way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from egypt.bots.arena.cluster import play_on_cluster
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.record import read_run
from egypt.bots.arena.results import Batch
from egypt.bots.arena.runner import Quiet, Run
from egypt.bots.arena.verify import verify
from tests.bots.arena.helpers import config_of, contents, play, program


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


def test_a_killed_worker_loses_nothing_and_nothing_counts_twice(cluster: Any, tmp_path: Path) -> None:
    config = config_of(
        "name=g,bot=greedy", "name=i,bot=ismcts,iterations=30", program("good", name="x"), players=3, deals=4)
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


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("egypt.bots.arena.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ArenaError, match=r"--cluster tcp://127\.0\.0\.1:9"):
        next(play_on_cluster(config_of("bot=random"), iter([]), "tcp://127.0.0.1:9", lambda number: None))


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
