"""Our speed against a yardstick in plain C, both in the same run on the same machine.

bench/yardsticks/<game>.c plays random games of one game in plain loops and prints playouts/s and ns/move for every number
of players and several ways to play them. It and the engine run alternately for some rounds; every figure is the median over
the rounds, and so is every ratio. All times are CPU times of one thread.

  python -m bench yardstick --game ra

A game without a yardstick of its own is compared by the cost of a move alone, with the 3-player game of the one there is."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench._report import parser, positive, print_json, progress, seconds
from bench.playouts import measure, measure_views
from egypt import EgyptError, Game, Limits, Search, Table, get_game
from egypt.search.settings import FULL_PLAYOUT

YARDSTICKS = Path(__file__).with_name("yardsticks")
GAMES_PER_BATCH = 1000
OTHER_GAMES_PLAYERS = 3  # the game of the yardstick that other games are compared with

# What the table shows: key, heading, digits.
ROWS = (
    ("playouts_per_s", "playouts/s", 0),
    ("c_buffer_per_s", "  C buffer", 0),
    ("c_fused_per_s", "  C fused", 0),
    ("playouts_to_buffer", "  to buffer", 2),
    ("playouts_to_fused", "  to fused", 2),
    ("ns_per_move", "ns/move", 1),
    ("c_buffer_ns_per_move", "  C buffer", 1),
    ("ns_to_buffer", "  to buffer", 2),
    ("full_search_per_s", "iterations/s, full playouts", 0),
    ("full_search_to_buffer", "  to buffer playouts/s", 2),
    ("full_search_to_fused", "  to fused playouts/s", 2),
    ("leaf_search_per_s", "iterations/s, leaf evaluation", 0),
    ("leaf_search_to_buffer", "  to buffer playouts/s", 2),
    ("leaf_search_to_fused", "  to fused playouts/s", 2),
    ("view_us", "copy + view + sample, µs", 3),
)


@dataclass(frozen=True, slots=True)
class Rate:
    playouts_per_s: float
    ns_per_move: float


Measures = dict[tuple[str, int], Rate]  # by way to play and number of players


def parse(text: str) -> Measures:
    """Reads `<way> np=<players> median: <n> playouts/s <n> ns/move …`; other lines are left alone."""
    measures: Measures = {}
    for line in text.splitlines():
        head = re.match(r"\s*(\S+)\s.*?\bnp\s*=\s*(\d+)", line)
        body = line.partition("median:")[2] or line
        rate = re.search(r"([\d.]+(?:e[+-]?\d+)?)\s*playouts/s", body)
        cost = re.search(r"([\d.]+(?:e[+-]?\d+)?)\s*ns/move", body)
        if head and rate and cost:
            measures[head[1], int(head[2])] = Rate(float(rate[1]), float(cost[1]))
    return measures


def source_for(game: str, folder: Path) -> Path:
    """The yardstick that plays this game, or else any. Raises EgyptError."""
    sources = {source.stem: source for source in sorted(folder.glob("*.c"))}
    if not sources:
        raise EgyptError(f"--yardsticks: '{folder}' holds no C program")
    return sources.get(game, next(iter(sources.values())))


def compile_yardstick(source: Path, folder: Path) -> Path:
    """The compiled yardstick. Raises EgyptError."""
    program = folder / "yardstick"
    compiler = os.environ.get("CC", "gcc")
    try:
        done = subprocess.run([*compiler.split(), "-O3", str(source), "-o", str(program)], capture_output=True, text=True)
    except FileNotFoundError:
        raise EgyptError(f"the yardstick needs a C compiler; '{compiler}' is not installed") from None
    if done.returncode:
        why = (done.stderr.splitlines() or ["no message"])[-1]
        raise EgyptError(f"'{source}' does not compile: {why}")
    return program


def run_yardstick(program: Path, batches: int) -> Measures:
    done = subprocess.run([str(program), str(GAMES_PER_BATCH), str(batches)], capture_output=True, text=True)
    measures = parse(done.stdout)
    if not measures:
        raise EgyptError(f"the yardstick printed no measures (exit code {done.returncode})")
    return measures


def search_rate(game: Game, players: int, seed: int, iterations: int, playout: int) -> float:
    """Iterations per CPU second of a search from the start."""
    position = Table.deal(game, players, seed).position
    search, view = Search(game, seed=seed, playout=playout), position.view(position.actor)
    search.run(view, Limits(iterations=iterations))  # so that the memory of the tree is there
    rates = []
    for _ in range(3):
        began = time.thread_time()
        search.run(view, Limits(iterations=iterations))
        rates.append(iterations / (time.thread_time() - began))
    return median(rates)


def measure_ours(game: Game, players: int, seed: int, seconds: float, iterations: int) -> dict[str, float]:
    position = Table.deal(game, players, seed).position
    playouts = measure(position, seconds)
    return {
        "playouts_per_s": playouts["playouts_per_s"],
        "ns_per_move": playouts["ns_per_move"],
        "full_search_per_s": search_rate(game, players, seed, iterations, FULL_PLAYOUT),
        "leaf_search_per_s": search_rate(game, players, seed, iterations, 0),
        "view_us": measure_views(position, 9000),
    }


def compare(ours: dict[str, float], theirs: Measures, players: int, own_game: bool) -> dict[str, float]:
    """One round: our figures, those of the yardstick and the ratios."""
    reference = players if own_game else OTHER_GAMES_PLAYERS
    buffer, fused = theirs.get(("buffer", reference)), theirs.get(("fused", reference))
    row = dict(ours)
    if buffer is not None:
        row["c_buffer_ns_per_move"] = buffer.ns_per_move
        row["ns_to_buffer"] = ours["ns_per_move"] / buffer.ns_per_move
    if not own_game:
        return row
    for way, rate in (("buffer", buffer), ("fused", fused)):
        if rate is not None:
            row[f"c_{way}_per_s"] = rate.playouts_per_s
            for key in ("playouts", "full_search", "leaf_search"):
                row[f"{key}_to_{way}"] = ours[f"{key}_per_s"] / rate.playouts_per_s
    return row


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    return {key: median(row[key] for row in rounds) for key in rounds[0]}


def table(results: dict[int, dict[str, float]]) -> str:
    """Measures down, numbers of players across."""
    lines = [f"{'players':<30}" + "".join(f"{players:>12}" for players in results)]
    for key, heading, digits in ROWS:
        if all(key in row for row in results.values()):
            lines.append(f"{heading:<30}" + "".join(f"{row[key]:>12,.{digits}f}" for row in results.values()))
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--yardsticks", type=Path, default=YARDSTICKS, help="folder of C programs named as their games")
    options.add_argument("--rounds", type=positive, default=7, help="rounds; medians are reported")
    options.add_argument("--seconds", type=seconds, default=0.2, help="of playouts, a round and player count")
    options.add_argument("--iterations", type=positive, default=10_000, help="of one search")
    options.add_argument("--batches", type=positive, default=20, help="of the yardstick a round")
    args = options.parse_args(argv)
    game = get_game(args.game)
    seats = [args.players] if args.players else list(range(game.min_players, game.max_players + 1))
    source = source_for(game.name, args.yardsticks)
    own_game = source.stem == game.name
    rounds: dict[int, list[dict[str, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(source, Path(folder))
        for _ in progress(range(args.rounds), args.rounds, "rounds"):
            theirs = run_yardstick(program, args.batches)
            for players in seats:
                ours = measure_ours(game, players, args.seed, args.seconds, args.iterations)
                rounds[players].append(compare(ours, theirs, players, own_game))
    results = {players: medians(rows) for players, rows in rounds.items()}
    if args.json:
        shown: dict[str, Any] = {
            "game": game.name,
            "rounds": args.rounds,
            "iterations": args.iterations,
            "own_game": own_game,
        }
        print_json({**shown, "players": {str(players): row for players, row in results.items()}})
    else:
        print(f"{game.title}, median of {args.rounds} rounds, searches of {args.iterations:,} iterations\n")
        print(table(results))
    return 0
