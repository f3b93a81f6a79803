"""Learn a game's judgement: generations of self-play, fit and test, as long as one likes.

A generation plays games with the best weights so far, fits a network of two layers to them, and plays it against the best at
equal time until a sequential test has decided. All is kept below --out: whatever ends the program, even the power, the same
command goes on where it was. log.txt and strength.svg there tell the course of it.

  python -m bench train --game ra --players 3 --out runs/ra-3
  python -m bench train --game ra --players 3 --out runs/ra-3 --cluster local:8
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bench import _generations, _shards
from bench._generations import Book, Deal, Side, Verdict, decide, pace, play_deal, read_deals, sentence, share_of, write_file
from bench._layers import Layers, cross_entropy, fit_layers, target_chances
from bench._report import integer, parser, players_of, positive, process_count, progress, show, workers
from bench._shards import Positions, Shard, play_shard
from bench.fit import MOST_UNITS, check_network, compact, weights_file
from egypt import EgyptError, Game, get_game, own_rules
from egypt.bots.arena.cli import bind_bounds
from egypt.bots.arena.schedule import read_bounds

T = TypeVar("T")
R = TypeVar("R")
SHARD_GAMES = 20
HOLDOUT = 8  # one shard in HOLDOUT is held out of the fit, and tests it afterwards
SEEDS = 10_000_000  # of a generation; the deals of its test come from the upper half
AHEAD = 3  # jobs under way per process
UNITS = 16  # of the first layer of a new network


def run_here(processes: int) -> Any:
    """A way to do jobs on this machine: what the work makes of each, as they are done."""

    def run(work: Callable[[T], R], jobs: list[T]) -> Iterator[R]:
        if processes == 1:
            yield from map(work, jobs)
            return
        with workers(processes) as pool:
            waiting: set[Future[R]] = set()
            rest = iter(jobs)
            try:
                while True:
                    while len(waiting) < AHEAD * processes and (job := next(rest, None)) is not None:
                        waiting.add(pool.submit(work, job))
                    if not waiting:
                        return
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            finally:
                pool.shutdown(cancel_futures=True)

    return run


def run_there(address: str) -> Any:
    """The same on a Dask cluster. Its workers have the package; what this folder adds goes there with the jobs."""
    import cloudpickle  # type: ignore[import-untyped]

    from egypt.bots.arena.cluster import run_on_cluster

    for module in (_shards, _generations):
        cloudpickle.register_pickle_by_value(module)

    def run(work: Callable[[T], R], jobs: list[T]) -> Iterator[R]:
        return run_on_cluster(work, iter(jobs), address)

    return run


class Training:
    """The run that the options ask for."""

    def __init__(self, args: argparse.Namespace, game: Game, run: Any) -> None:
        self.args, self.game, self.run = args, game, run
        self.book = Book(args.out, {name: getattr(args, name) for name in KEPT})
        first = self.book.generation(0) / "weights.json"
        if not first.exists():
            write_file(first, weights_file(game).read_text())

    def play(self, number: int, best: dict[str, Any]) -> None:
        """The shards of a generation that are not there yet."""
        args, folder = self.args, self.book.generation(number) / "shards"
        folder.mkdir(exist_ok=True)
        missing = [
            Shard(
                self.game,
                args.players,
                args.variant,
                args.iterations,
                args.decay,
                best,
                number * SEEDS + args.seed + first,
                min(SHARD_GAMES, args.games - first),
            )
            for first in range(0, args.games, SHARD_GAMES)
            if not shard_file(folder, number * SEEDS + args.seed + first).exists()
        ]
        played = self.run(play_shard, missing)
        for first, positions in progress(played, len(missing), f"times {SHARD_GAMES} games of generation {number}"):
            positions.save(shard_file(folder, first))

    def positions(self, number: int) -> tuple[Positions, Positions]:
        """Those of the last generations that are fitted to, and those that are asked afterwards."""
        files = [
            path
            for generation in range(max(1, number - self.args.window + 1), number + 1)
            for path in sorted((self.book.generation(generation) / "shards").glob("*.npz"))
        ]
        held_out = set(files[::HOLDOUT]) if len(files) > 1 else set(files)
        fitted = [path for path in files if path not in held_out] or files
        return Positions.join(map(Positions.load, fitted)), Positions.join(map(Positions.load, sorted(held_out)))

    def fit(self, number: int, best: dict[str, Any]) -> dict[str, float]:
        """The weights of a generation, written down; the cross-entropy of the old and the new ones on the held-out games."""
        path, report = self.book.generation(number) / "weights.json", self.book.generation(number) / "fit.json"
        if report.exists():
            return dict(json.loads(report.read_text()))
        args, (fitted, held_out) = self.args, self.positions(number)
        sums = self.sums(best)[: 1 + max(int(part.stages.max()) for part in (fitted, held_out))]
        print(f"bench: fitting to {len(fitted):,} positions of generation {number}", file=sys.stderr, flush=True)
        table = best["players"][str(args.players)]
        old = network_of(self.game, table)
        units = args.units or max(UNITS, units_of(table))
        targets = target_chances(fitted, args.search_weight)
        layers = fit_layers(fitted, targets, sums, units, args.second, args.seed + number, old)
        new = {
            **best,
            "features": list(self.game.feature_names),
            "players": {**best["players"], str(args.players): {**table, "network": layers.table(self.game.feature_names)}},
        }
        write_file(path, compact(new))
        quality = {
            "positions": len(fitted),
            "loss_before": cross_entropy(held_out, sums, old),
            "loss": cross_entropy(held_out, sums, layers),
        }
        write_file(report, json.dumps(quality) + "\n")
        return quality

    def sums(self, weights: dict[str, Any]) -> Any:
        """Log odds by stage and column; stages that the file does not mention are like its last."""
        judged = self.game.read_weights(weights).log_odds(self.args.players)
        return np.array([judged[name] for name in self.game.feature_names]).T

    def test(self, number: int, best: dict[str, Any], quality: dict[str, float], began: float) -> Verdict:
        args, folder, new = self.args, self.book.generation(number), self.book.weights(number)
        path = folder / "pace.json"
        if not path.exists():
            slower = pace(self.game, args.players, args.variant, args.match_iterations, new, best)
            write_file(path, json.dumps({"iterations": max(1, round(args.match_iterations / slower))}) + "\n")
        iterations = int(json.loads(path.read_text())["iterations"])
        known = read_deals(folder / "deals.jsonl")
        deals = [
            Deal(
                self.game,
                args.players,
                args.variant,
                number * SEEDS + SEEDS // 2 + args.seed,
                deal,
                Side(new, iterations),
                Side(best, args.match_iterations),
            )
            for deal in range(args.deals)
            if deal not in known
        ]
        with closing(self.run(play_deal, deals)) as played:
            shown = progress(played, len(deals), f"deals at most of the test of generation {number}")
            test, used = decide(folder / "deals.jsonl", read_bounds(args.sprt), args.deals, shown)
        share, low, high = share_of(used, args.seed)
        return Verdict(
            generation=number,
            accepted=test.verdict().accepted == "H1",
            positions=int(quality["positions"]),
            loss_before=quality["loss_before"],
            loss=quality["loss"],
            deals=len(used),
            games=sum(len(row["shares"]) for row in used),
            share=share,
            low=low,
            high=high,
            score=sum(row["score"] for row in used) / len(used),
            llr=test.verdict().llr,
            iterations=iterations,
            seconds=time.monotonic() - began,
        )

    def generation(self, number: int) -> Verdict:
        """One generation, from wherever it stands."""
        verdict = self.book.verdict(number)
        if verdict is None:
            began = time.monotonic()
            best = self.book.weights(self.book.best(number))
            self.play(number, best)
            verdict = self.test(number, best, self.fit(number, best), began)
            self.book.close(verdict)
        return verdict


def write_network(game: Game, players: int, learned: dict[str, Any]) -> None:
    """Into the game's room, where others may have written since the run began: all else stays as it is there now."""
    path, number = weights_file(game), str(players)
    data = json.loads(path.read_text())
    table = data["players"][number]
    if any(table[kind] != learned["players"][number][kind] for kind in ("points", "log_odds")):
        print(f"bench: {path} has other weighted sums than those that the network was fitted to", file=sys.stderr)
    data["players"][number] = {**table, "network": learned["players"][number]["network"]}
    write_file(path, compact({**data, "features": list(game.feature_names)}))


def shard_file(folder: Path, first: int) -> Path:
    return folder / f"{first:012d}.npz"


def units_of(table: dict[str, Any]) -> int:
    """How many units the first layer of a network in a weights.json has, 0 if there is none."""
    return len(table["network"]["bias"][0]) if "network" in table else 0


def network_of(game: Game, table: dict[str, Any]) -> Layers | None:
    """A network of a weights.json, as numpy computes it."""
    network = table.get("network")
    if network is None:
        return None
    names, units = game.feature_names, units_of(table)
    own, common = (
        np.array([network[key].get(name, [0.0] * units) for name in names], np.float32).T for key in ("own", "all")
    )
    weights = [own, common, *(by_stage(network[key]) for key in ("bias", "log_odds"))]
    if "second" in network:
        second = network["second"]
        weights += [np.array(second[key], np.float32).T for key in ("own", "all")]
        weights += [by_stage(second[key]) for key in ("bias", "log_odds")]
    return Layers(np.ones(len(names), np.float32), len(names), weights)


def by_stage(rows: list[list[float]], stages: int = 16) -> Any:
    """The last one given serves all later stages."""
    return np.array([rows[min(stage, len(rows) - 1)] for stage in range(stages)], np.float32)


# Options that a run keeps: another value would be another run.
KEPT = (
    "game",
    "players",
    "variant",
    "seed",
    "iterations",
    "games",
    "units",
    "second",
    "decay",
    "search_weight",
    "window",
    "match_iterations",
    "deals",
    "sprt",
    "rules",
)


def options() -> argparse.ArgumentParser:
    options = parser(__name__, __doc__)
    options.add_argument("--out", type=Path, required=True, help="folder of the run; a run that is there goes on")
    options.add_argument("--variant", default=None, help="variant of the game (default: its first)")
    options.add_argument("--generations", type=positive, default=10, help="of the whole run")
    options.add_argument("--games", type=positive, default=4000, help="of self-play in each generation")
    options.add_argument("--iterations", type=positive, default=64, help="of the search that plays them")
    options.add_argument("--window", type=positive, default=4, help="generations whose games are fitted to")
    options.add_argument(
        "--units",
        type=integer(1, MOST_UNITS),
        default=None,
        help=f"of the network's first layer, at least as many as it has (default: that many, or {UNITS})",
    )
    options.add_argument("--second", type=integer(0, MOST_UNITS), default=8, help="of its second layer; 0: none")
    options.add_argument("--decay", type=float, default=0.9, help="lambda of TD(lambda): weight of later search values")
    options.add_argument("--search-weight", type=float, default=0.5, help="weight of the search's own value in the targets")
    options.add_argument(
        "--match-iterations",
        type=positive,
        default=300,
        help="of the best weights so far in the test; the new ones get as many as take the same time",
    )
    options.add_argument("--deals", type=positive, default=400, help="of a test at most; undecided means rejected")
    options.add_argument("--sprt", metavar="ELO0,ELO1,ALPHA,BETA", default="0,20,0.05,0.05", help="bounds of the test")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    options.add_argument("--cluster", help="play on a Dask cluster: its address, or local or local:N as in the arena")
    options.add_argument("--write", action="store_true", help="write the best weights into the game's room in the end")
    return options


def main(argv: list[str]) -> int:
    args = options().parse_args(bind_bounds(argv))
    game = get_game(args.game)
    args.players = players_of(args, game)
    args.rules = game.rules_hash if own_rules(game.name) else None  # what the folder of the run keeps
    read_bounds(args.sprt)
    for name in ("decay", "search_weight"):
        if not 0 <= getattr(args, name) <= 1:
            raise EgyptError(f"--{name.replace('_', '-')}: {getattr(args, name)} is not between 0 and 1")
    if not (args.out / "run.json").exists():
        there = units_of(json.loads(weights_file(game).read_text())["players"].get(str(args.players), {}))
        if args.units is not None and args.units < there:
            raise EgyptError(f"--units: {args.units} is less than the {there} that the network has, from which it goes on")
        names = game.feature_names
        tried = Layers.new(np.ones(len(names)), len(names), 1, args.units or max(UNITS, there), args.second, 0)
        check_network(game, args.players, tried.table(names))
    with ExitStack() as stack:
        training = Training(args, game, ways_to_run(args, stack))
        began = time.monotonic()
        for number in range(1, args.generations + 1):
            verdict = training.generation(number)
            left = (time.monotonic() - began) / number * (args.generations - number)
            print(f"bench: {sentence(verdict)}; about {left:,.0f} s left", file=sys.stderr, flush=True)
    best = training.book.best(args.generations + 1)
    if args.write and best:
        write_network(game, args.players, training.book.weights(best))
    verdicts = training.book.verdicts()
    show(
        {
            "game": args.game,
            "players": args.players,
            "generations": len(verdicts),
            "best": best,
            "elo": round(sum(verdict.elo for verdict in verdicts if verdict.accepted), 1),
            "written": bool(args.write and best),
        },
        args.json,
    )
    return 0


def ways_to_run(args: argparse.Namespace, stack: ExitStack) -> Any:
    """Processes of this machine, or a cluster, which is started if it is a local one."""
    if args.cluster is None:
        return run_here(args.processes)
    from egypt.bots.arena.cluster import is_local, local_cluster

    return run_there(stack.enter_context(local_cluster(args.cluster)) if is_local(args.cluster) else args.cluster)
