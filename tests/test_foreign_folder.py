"""Programs that are started where somebody's own folder `egypt` lies: it is not the package, for their children neither."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench._report import engine_command
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "egypt").mkdir()
    (tmp_path / "egypt" / "__init__.py").write_text("raise ImportError('this is not the package')\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, program: str, *words: str, data: str = "") -> str:
    """Standard output of a program that is started as its script starts it."""
    module, _, function = program.partition(":")
    script = folder / "bin" / "program"
    script.parent.mkdir(exist_ok=True)
    script.write_text(
        f"import sys\nfrom {module} import {function}\nif __name__ == '__main__':\n    sys.exit({function}())\n"
    )
    done = subprocess.run(
        [sys.executable, script, *words],
        cwd=folder,
        input=data,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_arena_and_review_start_their_children(folder: Path) -> None:
    words = ("run", "--game", "ra", "--engine", "bot=random", "--engine", "bot=greedy", "--deals", "1", "--concurrency", "2")
    assert "random" in run(folder, "egypt.bots.arena.cli:main", *words, "--out", "run.jsonl")
    words = ("run.jsonl", "--game", "0", "--iterations", "1", "--short")
    assert "random" in run(folder, "egypt.bots.review.__main__:main", *words)


def test_play_starts_its_engines(folder: Path) -> None:
    words = ("--terminal", "--game", "ra", "--records", str(folder / "records"))
    assert "p1" in run(folder, "egypt.bots.review.play:main", *words, data="q\n")


def test_reports_start_the_engine(folder: Path) -> None:
    """The engine that reports measure is that of the package, too."""
    done = subprocess.run(
        engine_command("ra"), cwd=folder, input="egi\nquit\n", capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert "egiok" in done.stdout, done.stderr


def test_no_child_is_started_where_it_takes_any_package() -> None:
    """`-m egypt…` without -P takes a folder of that name for the package."""
    careless = []
    for part in ("engine", "protocol", "bots", "bench"):
        for path in (ROOT / part).rglob("*.py"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if re.search(r'"-m", "egypt', line) and '"-P"' not in line:
                    careless.append(f"{path.relative_to(ROOT)}:{number}")
    assert careless == []
