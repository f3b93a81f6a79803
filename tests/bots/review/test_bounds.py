"""Files that are too large for what they claim to be: refused by name while they are read, and never held whole."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from egypt.bots.arena.text import converted
from egypt.bots.review.reading import read_record
from egypt.protocol.web.records import Records
from tests import PATIENCE
from tests.bots.review.runs import play_run
from tests.pace import slowness

pytestmark = [pytest.mark.program, pytest.mark.attack]

SIZE = 60_000_000  # bytes
GROWTH = 100  # MB that the program may need for it
SECONDS = 3.0  # of a quiet machine's processor
MEASURE = """
import json, sys, time
from pathlib import Path
from egypt.bots.arena.cli import main
from egypt.bots.review.reading import read_record
from egypt.protocol.web.records import BadRecord
def held(kind):  # not getrusage: its peak begins with that of the program which started this one
    return int(Path("/proc/self/status").read_text().partition(kind)[2].split()[0]) / 1000
before, peak, began, said = held("VmRSS:"), held("VmHWM:"), time.process_time(), ""
if sys.argv[1] == "review":
    try:
        read_record(Path(sys.argv[2]), None)
    except BadRecord as problem:
        said = str(problem)
else:
    assert main(sys.argv[1:]) == 2
spent = time.process_time() - began
print(json.dumps([said, held("VmHWM:") - peak, held("VmRSS:") - before, spent]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a run, its text, and a table of the same game."""
    here = tmp_path_factory.mktemp("large")
    run = play_run(here, "ra", 2, deals=1)
    (here / "run.txt").write_text(converted(run, 0), encoding="utf-8")
    records = Records(here / "tables")
    deal, course = read_record(run, 0)
    records.keep(deal, course)
    records.path(deal.table).rename(here / "table.jsonl")
    return here


@pytest.fixture
def huge(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "huge.jsonl"
    yield path
    path.unlink()  # pytest keeps the folders of several runs


def written(path: Path, head: bytes, again: bytes) -> None:
    with path.open("wb") as file:
        file.write(head)
        part = again * (1_000_000 // len(again))
        for _ in range(SIZE // len(part)):
            file.write(part)


CASES = {
    "plies": ("table.jsonl", 1, b"", b'{"play":[0,"draw"]}\n', "has more than 100000 entries"),
    "undone": ("table.jsonl", 2, b"", b'{"undo":1}\n{"redo":1}\n', "has more than 100000 entries"),
    "long moves": ("table.jsonl", 1, b"", b'{"play":[0,"%s"]}\n' % (b"x" * 11_000), "is longer than 16777216 bytes"),
    "nested": ("table.jsonl", 0, b"", b"[", "line 1 is longer than 8388608 bytes"),
    "nested entry": ("table.jsonl", 1, b"", b"[", "line 2 is longer than 262144 bytes"),
    "nested game": ("run.jsonl", 1, b"", b"[", "line 2 is longer than 8388608 bytes"),
    "values": ("run.jsonl", 1, b'{"moves":[', b"[],", "line 2 is longer than 8388608 bytes"),
    "nested header": ("run.jsonl", 0, b'{"egypt-arena":2,"x":[', b"[],", "line 1 is longer than 8388608 bytes"),
    "comment": ("run.txt", 1, b'[Game "ra"]\n', b"{[[", "line 3 is longer than 8388608 bytes"),
    "moves": ("run.txt", 1, b'[Game "ra"]\n[Number "7"]\n\n', b"1. draw\n", "game 7 is longer than 8388608 bytes"),
}


READERS = {
    "table.jsonl": ("review",),
    "run.jsonl": ("review", "report", "verify", "show", "convert"),
    "run.txt": ("review", "convert"),
}


@pytest.mark.parametrize(("case", "command"), [(case, one) for case in CASES for one in READERS[CASES[case][0]]])
def test_a_large_file_is_refused_while_it_is_read(folder: Path, huge: Path, case: str, command: str) -> None:
    source, lines, head, again, why = CASES[case]
    written(huge, b"".join((folder / source).read_bytes().splitlines(keepends=True)[:lines]) + head, again)
    words = [command, str(huge), *(["--game", "0"] if command == "show" else [])]
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *words], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    said, grown, left, spent = json.loads(done.stdout.splitlines()[-1])
    assert why in said + done.stderr and len(said + done.stderr) < 400
    assert grown < GROWTH and left < GROWTH / 2 and spent < SECONDS * slowness()


def test_one_line_of_many_values_is_refused_before_they_are_made(folder: Path, huge: Path) -> None:
    head = (folder / "run.jsonl").read_bytes().splitlines(keepends=True)[0]
    huge.write_bytes(head + b'{"thoughts":[' + b"[]," * 2_500_000 + b"[]]}\n")
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "review", str(huge)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    said, grown, _, _ = json.loads(done.stdout)
    assert "line 2 is no game (it has more than 500000 values)" in said and grown < GROWTH


def test_of_a_long_run_only_what_is_shown_is_kept(folder: Path, huge: Path) -> None:
    """A run is not refused for its length: it may have many games."""
    head, game, *_ = (folder / "run.jsonl").read_bytes().splitlines(keepends=True)
    with huge.open("wb") as file:
        file.write(head)
        for number in range(4000):
            file.write(game.replace(b'{"game":0,', b'{"game":%d,' % number, 1))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "review", str(huge)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    said, grown, _, _ = json.loads(done.stdout)
    assert "there are 4000 games in it, from 0 to 3999" in said and grown < GROWTH / 5
