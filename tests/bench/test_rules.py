"""Rules of one's own: every process that a report starts plays by them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import profile
from bench._report import UseRules
from bench._workload import Kernel
from tests import PATIENCE, ROOT
from tests.bench import bench

pytestmark = pytest.mark.program  # all of them start processes

# A sun that the house's Ra does not have: a view with it is refused by a program that plays by the house's rules.
RA = """rules_for = "ra"
[game]
start_score = 77
[sun_sets]
3 = [[13, 8, 5, 2], [12, 9, 6, 3], [14, 10, 7, 4]]
"""
SOBEK = 'rules_for = "sobek"\n[goods.ivory]\nvalue = 9\n'


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "my, ra.toml"  # one word, wherever it is passed on
    path.write_text(RA)
    return path


def row_of(*arguments: str) -> dict[str, Any]:
    done = bench(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def test_those_that_play(rules: Path) -> None:
    command = ("selfplay", "--game", "ra", "--bot", "greedy", "--games", "4", "--processes", "2")
    plain, own = (row_of(*command, *more) for more in ((), ("--rules", str(rules))))
    assert own["winner_mean"] - plain["winner_mean"] > 60
    rules.write_text(RA.replace("start_score", "start_scor"))
    refused = bench(*command, "--rules", str(rules))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"bench selfplay: {rules} [game]: 'start_scor' is not asked for here\n"


@pytest.mark.parametrize(
    ("report", "sizes", "figure"),
    [
        ("latency", ("--repeat", "1", "--starts", "1", "--movetime", "1"), "stop_ms"),
        ("arena", ("--seconds", "0.01"), "pipe_decisions_per_s"),
    ],
)
def test_programs(rules: Path, report: str, sizes: tuple[str, ...], figure: str) -> None:
    assert row_of(report, "--game", "ra", "--players", "3", *sizes, "--rules", str(rules))[figure] > 0


def test_those_that_are_profiled(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels: list[Kernel] = []
    monkeypatch.setattr(UseRules, "chosen", [str(rules)])
    monkeypatch.setattr(profile, "report_functions", lambda kernel, *_: kernels.append(kernel) or {})
    assert profile.main(["--game", "jars", "--by", "function", "--json"]) == 0
    (kernel,) = kernels
    assert kernel.rules == (str(rules),)
    rules.write_text(RA.replace("start_score", "start_scor"))
    done = subprocess.run(  # as the profilers start it, in whichever folder
        [sys.executable, "-m", "bench._workload", "once", kernel.to_json(), "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode and "'start_scor' is not asked for here" in done.stderr


TRAIN = (
    "train",
    "--game",
    "ra",
    "--players",
    "3",
    "--iterations",
    "2",
    "--games",
    "40",
    "--second",
    "2",
    "--deals",
    "1",
    "--match-iterations",
    "2",
    "--generations",
    "1",
)


def test_those_that_learn(rules: Path, tmp_path: Path) -> None:
    """In this process, in others, on a cluster: the same games."""
    ways = {"here": ("--processes", "1"), "beside": ("--processes", "2"), "there": ("--cluster", "local:1")}
    for way, options in ways.items():
        row_of(*TRAIN, *options, "--rules", str(rules), "--out", str(tmp_path / way))
    shards = [sorted((tmp_path / way).glob("generation-001/shards/*.npz")) for way in ways]
    for here, beside, there in zip(*shards, strict=True):
        assert here.read_bytes() == beside.read_bytes() == there.read_bytes()
        assert np.load(here)["points"].mean() > 70
    house = bench(*TRAIN, "--out", str(tmp_path / "here"))
    assert house.returncode == 2 and "was begun with --rules" in house.stderr


def test_those_that_gather_roots(tmp_path: Path) -> None:
    rules = tmp_path / "my-sobek.toml"
    rules.write_text(SOBEK)
    command = ("priors", "--game", "sobek", "--roots", "1", "--iterations", "40", "--processes", "1", "--shards")
    for name, more in (("house", ()), ("own", ("--rules", str(rules)))):
        row_of(*command, str(tmp_path / name), *more)
    house, own = ((tmp_path / name / "00001.npz").read_bytes() for name in ("house", "own"))
    assert house != own
