"""Mutated runs: whatever a file says, the readers of the arena answer in words.

`python -m tests.bots.arena.test_mutants 5000` is the long form.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from egypt.bots.arena import cli, runner
from egypt.bots.arena.work import Job, jobs_of
from tests.bots.arena.helpers import config_of, play, program

pytestmark = [pytest.mark.program, pytest.mark.attack]

MUTANTS = 400
HOSTILE: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    3,
    0.5,
    1e308,
    10**18,
    2**63,
    10**400,
    "",
    "x",
    "0",
    "\x1b[2J\x9b",
    "\u202e",
    "\ud800",
    [],
    {},
    [[]],
    [1, 2],
    ["a", "b"],
    {"a": 1},
    "random",
    "ismcts",
    "finished",
    "forfeit",
    "round-robin",
    "sprt",
    "gauntlet",
]
RAW = [b"\0", b"\xff", b"\x1b[2J", b'"', b"{", b"}", b"[", b",", b":", b"\n", b"1e999", b"NaN", b"Infinity", b"9" * 5000]


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values of a line."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*way, key)
        if isinstance(value, dict | list):
            yield from places(value, (*way, key))


def mutate_value(lines: list[bytes], rng: random.Random) -> None:
    """Some value of some line becomes another one, vanishes, or gets a new name."""
    at = rng.randrange(len(lines))
    data = json.loads(lines[at])
    *way, key = rng.choice(list(places(data)))
    holder = data
    for step in way:
        holder = holder[step]
    value, kind = holder[key], rng.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[rng.choice(["x", "\x1b", "game", "name", "cmd", "seats"])] = holder.pop(key)
    elif kind == 2 and isinstance(value, int | float):
        holder[key] = value + rng.choice([-1, 1, 0.5, 1e-9, 10**18])
    elif kind == 3 and isinstance(value, str):
        place = rng.randrange(len(value) + 1)
        holder[key] = value[:place] + rng.choice(["\x1b[2J", " ", "x", "'", "\n", "\ud800"]) + value[place:]
    elif kind == 4 and isinstance(value, list) and value:
        rng.choice([value.reverse, value.pop, lambda: value.append(value[0]), value.clear])()
    else:
        holder[key] = rng.choice(HOSTILE)
    lines[at] = json.dumps(data).encode()


def mutate_bytes(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]) + 1)
    lines[at] = lines[at][:place] + rng.choice(RAW) + lines[at][place + rng.choice([0, 0, 1, 5]) :]


def mutate_lines(lines: list[bytes], rng: random.Random) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    rng.choice(
        [
            lambda: lines.insert(one, lines[other]),
            lambda: lines.pop(one) if len(lines) > 1 else None,
            lambda: lines.__setitem__(one, lines[one][: len(lines[one]) // 2]),
            lambda: lines.insert(one, b"[" * 50_000),
            lambda: lines.insert(one, b""),
        ]
    )()


def mutant(lines: list[bytes], number: int) -> bytes:
    rng, mutated = random.Random(number), list(lines)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        kind: Callable[[list[bytes], random.Random], None] = rng.choice([mutate_value] * 4 + [mutate_bytes, mutate_lines])
        with contextlib.suppress(ValueError, IndexError, AttributeError, RecursionError):  # no JSON is left
            kind(mutated, rng)
    return b"\n".join(mutated) + rng.choice([b"\n", b"\n", b"\n", b""])


def a_few_jobs(*arguments: Any, **settings: Any) -> Iterator[Job]:
    return islice(jobs_of(*arguments, **settings), 2)


def attack(data: bytes, folder: Path) -> list[str]:
    """What is wrong with the answers to a file; empty if nothing is."""
    path, page, faults = folder / "run.jsonl", folder / "run.html", []
    for words in (["verify", str(path)], ["report", str(path), "--html", str(page)], ["--resume", "--out", str(path)]):
        path.write_bytes(data)
        page.unlink(missing_ok=True)
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = cli.main(words)
        except (Exception, SystemExit):
            faults.append(f"{words[0]}: {traceback.format_exc()}")
            continue
        said = out.getvalue() + err.getvalue() + (page.read_text() if page.exists() else "")
        if code not in (0, 1, 2) or not all(line.isprintable() for line in said.split("\n")):
            faults.append(f"{words[0]}: exit code {code}, {said!r}")
        if code == 2 and not (err.getvalue().count("\n") <= 2 and err.getvalue().startswith("egypt-arena: ")):
            faults.append(f"{words[0]}: {err.getvalue()!r}")
    return faults


@contextlib.contextmanager
def quickly() -> Iterator[None]:
    """Few resamples, few games: the readers are tried here, not the statistics."""
    with (
        mock.patch.object(runner, "jobs_of", a_few_jobs),
        mock.patch("egypt.bots.arena.statistics.RESAMPLES", 5),
        mock.patch("egypt.bots.arena.ratings.RATING_RESAMPLES", 5),
        mock.patch("egypt.bots.arena.work.FAST_GAMES", 8),
        mock.patch("signal.signal"),
    ):
        yield


def runs(folder: Path) -> list[list[bytes]]:
    """Three runs that were sound: bots, forfeits of a program, a sequential test."""
    illegal = program("illegal", "movetime=50", "overhead=60000", "option.Seed=4", name="x")
    configs = [
        config_of("name=a,bot=random", "name=b,bot=greedy", players=3, deals=1),
        config_of("name=a,bot=random", illegal, deals=1),
        config_of("name=a,bot=greedy", "name=b,bot=random", deals=2, more=("--sprt", "0,10,0.05,0.05")),
    ]
    for number, config in enumerate(configs):
        play(config, folder / f"{number}.jsonl")
    return [(folder / f"{number}.jsonl").read_bytes().splitlines() for number in range(3)]


@pytest.mark.parametrize("part", range(3))
def test_no_file_crashes_the_arena(part: int, tmp_path: Path) -> None:
    lines = runs(tmp_path)[part]
    with quickly():
        assert attack(b"\n".join(lines) + b"\n", tmp_path) == []
        for number in range(part, MUTANTS, 3):
            assert attack(mutant(lines, number), tmp_path) == [], number


def main(count: int) -> None:
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name, quickly():
        all_runs = runs(Path(name))
        for number in range(count):
            for fault in attack(mutant(all_runs[number % 3], number), Path(name)):
                found[fault.splitlines()[-1][:300]] += 1
                if found[fault.splitlines()[-1][:300]] == 1:
                    print(f"mutant {number}: {fault}", flush=True)
    print(f"{count} mutants, {sum(found.values())} faults: {dict(found)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
