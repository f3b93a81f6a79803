"""Every number of a data file at its ends: it is refused on reading, by file, table and entry, or games go to their end.

For each number the highest and the lowest value that reading accepts are looked for; with those, random games of the
smallest and the largest table and of the last variant are played, and every position is validated. Each trial is a process
of its own, because a process plays one set of rules per game.

  python -m tests.rules_ends --game ra
  python -m tests.rules_ends --game tekhenu --entries 40 --seed 3
"""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import egypt
from egypt.core.data import DataError
from egypt.core.saying import several

HIGH = (10**6, 65535, 32767, 1000, 255, 127, 100, 64, 40, 30, 20, 16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
LOW = (-100_000, -1000, -100, -20, -5, -1, 0, 1)
LONGEST = 20_000  # decisions of a game
Keys = tuple[str | int, ...]  # the keys of tables, and places in lists


def numbers(data: Any, at: Keys = ()) -> Iterator[tuple[Keys, int]]:
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from numbers(value, (*at, key))
    elif type(data) is int:
        yield at, data


def own_file(game: str, tables: dict[str, Any], at: Keys, value: int) -> str:
    """A user's file that changes one number; a list is written whole."""
    changed = copy.deepcopy(tables)
    place: Any = changed
    for key in at[:-1]:
        place = place[key]
    place[at[-1]] = value
    keys = at[: next((i for i, key in enumerate(at) if isinstance(key, int)), len(at))]
    entry: Any = changed
    for key in keys:
        entry = entry[key]
    names = [json.dumps(key) for key in keys]
    table = f"[{'.'.join(names[:-1])}]\n" if names[:-1] else ""
    return f'rules_for = "{game}"\n{table}{names[-1]} = {toml(entry)}\n'


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


def trial(file: str, answer: Any) -> None:
    """In a process of its own: `refused`, `played`, or what went wrong."""
    try:
        game = egypt.use_rules(file)
    except DataError as problem:
        is_named = str(problem).startswith(f"{file} [")
        answer.put("refused" if is_named else f"refused without naming the entry: {problem}")
        return
    except Exception as problem:
        answer.put(f"refused by {problem!r}")
        return
    try:
        play(game)
    except Exception as problem:
        answer.put(f"played, but {problem!r}")
    else:
        answer.put("played")


def play(game: egypt.Game) -> None:
    first, last = game.variants[0], game.variants[-1]
    most = game.variant_seats.get(last, (game.min_players, game.max_players))[1]
    for players, variant in sorted({(game.min_players, first), (game.max_players, first), (most, last)}):
        table, rng, plies = game.deal(players=players, seed=3, variant=variant), egypt.Rng(7), 0
        while not table.is_over and plies < LONGEST:
            moves = table.legal_moves()
            table.play(moves[rng.below(len(moves))])
            table.position.validate()
            plies += 1
        assert table.is_over, f"no end after {plies} decisions"


def attempt(text: str) -> str:
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "fork")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "own.toml"
        file.write_text(text, encoding="utf-8")
        answer = context.SimpleQueue()
        process = context.Process(target=trial, args=(str(file), answer))
        process.start()
        process.join()
        return f"the process ended with {process.exitcode}" if answer.empty() else str(answer.get())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--entries", type=int, metavar="N", help="N of the numbers, drawn by --seed; default: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    data = Path(egypt.__file__).with_name("games") / options.game / "data.toml"
    tables = tomllib.loads(data.read_text(encoding="utf-8"))
    entries, rng = list(numbers(tables)), egypt.Rng(options.seed)
    if options.entries is not None:
        entries = [entries.pop(rng.below(len(entries))) for _ in range(min(options.entries, len(entries)))]
    played = faults = 0
    for at, value in entries:
        for end in ([high for high in HIGH if high > value], [low for low in LOW if low < value]):
            for tried in end:
                found = attempt(own_file(options.game, tables, at, tried))
                if found == "refused":
                    continue
                played += found == "played"
                if found != "played":
                    faults += 1
                    print(f"{'.'.join(map(str, at))} = {tried} (it is {value}): {found}", flush=True)
                break
    print(f"{options.game}: {several(len(entries), 'number')}, {played} ends played, {several(faults, 'fault')}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
