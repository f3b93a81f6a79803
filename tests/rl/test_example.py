"""The example that learns, for some seconds instead of minutes."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests import PATIENCE, ROOT

SCRIPT = ROOT / "docs" / "learn.py"


def module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn", SCRIPT)
    assert spec and spec.loader
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    return learn


def test_it_is_short() -> None:
    assert len(SCRIPT.read_text().splitlines()) < 150


@pytest.mark.program
def test_it_trains_and_plots(tmp_path: Path) -> None:
    picture = tmp_path / "share.png"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--minutes", "0.05", "--plot", str(picture)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert 0 <= said["win_share"] <= 1 and picture.stat().st_size > 1000


def test_both_ways_to_learn_do_what_they_say() -> None:
    """Copying makes the copied action likelier, and PPO the one that brought more than the others."""
    learn, rng = module(), np.random.default_rng(1)
    x, mask = rng.random((64, 10), np.float32), np.ones((64, 4), bool)
    wanted = (x[:, 0] > 0.5).astype(int)
    for step in ("copy", "ppo"):
        policy = learn.Policy(10, 4, rng)
        before = policy.forward(x, mask)[1]
        for _ in range(150):
            if step == "copy":
                learn.copy_step(policy, x, mask, wanted, np.zeros(64, np.float32))
            else:
                chances = policy.forward(x, mask)[1]
                action = np.array([rng.choice(4, p=row / row.sum()) for row in chances.astype(float)])
                learn.ppo_step(policy, x, mask, action, chances[np.arange(64), action], np.float32(action == wanted))
        after = policy.forward(x, mask)[1]
        rows = np.arange(64)
        assert after[rows, wanted].mean() > before[rows, wanted].mean() + 0.1
