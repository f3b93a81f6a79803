"""Learn which moves a long search looks at, and write the priors of a game's weights.json.

Quick searches play; now and then a long one decides, and its visits are kept beside the traits of the legal moves, in
shards on disk: a run that is killed loses at most those under way, and the next run goes on, with the same game, rules
and iterations, which run.json beside the shards keeps. Then a weight per trait is fitted, under which a softmax over the
moves comes nearest to those visits. `loss` is what the fitted shares miss of the visits of roots not fitted to, in
nats (`loss_even`: with even shares; `loss_visits`: the least there can be); `found` is how often the likeliest
move was the most visited one.

  python -m bench priors --game tekhenu --tables 2,3 --roots 12000 --iterations 2000 --shards build/priors/tekhenu --write
"""

from __future__ import annotations

import json
import os
from concurrent.futures import as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from bench._generations import SETTINGS_FILE, check_settings, keep_settings, write_file
from bench._report import natural, parser, players_of, positive, process_count, progress, ridge, several, show, workers
from bench.fit import compact, weights_file
from egypt import EgyptError, Game, Limits, Rng, Search, Table, get_game
from egypt.search.priors import move_traits

SHARD = 200  # roots of one file
LONG = 0.3  # share of the decisions that get a long search
QUICK = 12  # the other ones get this part of its iterations
FEWEST = 40  # iterations of a quick search
RANDOM = 40  # random moves, in thousandths
HOLDOUT = 10  # one root in HOLDOUT is held out of the fit, and tests it afterwards
STEPS = 250  # of the fit


@dataclass(frozen=True, slots=True)
class Roots:
    """Legal moves of many positions, one after the other: rows of traits, filled up with 0, and visits of the search."""

    traits: Any  # moves x traits
    visits: Any  # moves
    counts: Any  # moves of each position

    def save(self, path: Path) -> None:
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, traits=self.traits, visits=self.visits, count=self.counts)
        part.replace(path)


def load(folder: Path) -> Roots:
    """All shards of a folder. Raises EgyptError if there is none, or one that cannot be read."""
    shards = []
    for path in sorted(folder.glob("*.npz")):
        try:
            with np.load(path) as arrays:
                shards.append([arrays[key] for key in ("traits", "visits", "count")])
        except (ValueError, EOFError, KeyError, BadZipFile) as problem:
            raise EgyptError(f"{path} is no shard: {problem}") from None
    if not shards:
        raise EgyptError(f"no shards in {folder}")
    traits, visits, counts = (np.concatenate(parts) for parts in zip(*shards, strict=True))
    return Roots(traits.astype(np.int64), visits.astype(np.float64), counts)


def play_shard(game_name: str, players: int, iterations: int, seed: int, path: str) -> int:
    """Play until a shard is full, and write it: games differ by their seeds."""
    game = get_game(game_name)
    rng = Rng.stream(seed, 91, 0)
    quick, long = (Search(game, hash_mb=32, seed=seed + i, reuse="never") for i in range(2))
    rows: list[list[int]] = []
    visits: list[int] = []
    counts: list[int] = []
    while len(counts) < SHARD:
        table = Table.deal(game, players, rng.below(1 << 30))
        while not table.position.is_over and len(counts) < SHARD:
            legal = table.position.legal_codes()
            if len(legal) == 1:
                table.play(legal[0])
                continue
            is_long = rng.below(1000) < LONG * 1000
            limit = iterations if is_long else max(FEWEST, iterations // QUICK)
            result = (long if is_long else quick).run(table.view(table.position.actor), Limits(iterations=limit))
            if is_long and not result.exact:
                seen = {game.move_code(line.move): line.visits for line in result.lines}
                traits = move_traits(table.position)
                rows += [own for _, own in traits]
                visits += [seen.get(move, 0) for move, _ in traits]
                counts.append(len(traits))
            table.play(legal[rng.below(len(legal))] if rng.below(1000) < RANDOM else result.chosen())
    widest = max(len(own) for own in rows)
    padded = np.array([own + [0] * (widest - len(own)) for own in rows], np.uint16)
    Roots(padded, np.array(visits, np.float32), np.array(counts, np.int32)).save(Path(path))
    return len(counts)


def check_folder(folder: Path, game: Game, iterations: int | None) -> None:
    """Raises EgyptError for shards of another game or rules or, where more are to be made (not None), other iterations.

    Their rows are numbers of traits, and visits: nothing in them tells what they were made with.
    """
    settings = {"game": game.name, "rules": game.rules_hash, "iterations": iterations}
    is_known = (folder / SETTINGS_FILE).exists()
    if iterations is None:
        if is_known:
            check_settings(folder, settings, "--shards", only=("game", "rules"))
        return
    if not is_known and any(folder.glob("*.npz")):
        raise EgyptError(
            f"{folder} has shards, but no {SETTINGS_FILE} that tells their --iterations and --rules: take another --shards"
        )
    keep_settings(folder, settings, "--shards")


def gather(game: str, tables: list[int], iterations: int, roots: int, folder: Path, seed: int, processes: int) -> None:
    """Shards until there are as many roots as wanted, those of earlier runs included."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [folder / f"{seed + i:05}.npz" for i in range(-(-roots // SHARD))]
    jobs = [(i, path) for i, path in enumerate(wanted) if not path.exists()]
    with workers(processes) as pool:
        running = [
            pool.submit(play_shard, game, tables[i % len(tables)], iterations, seed + i, str(path)) for i, path in jobs
        ]
        for done in progress(as_completed(running), len(running), "shards"):
            done.result()


def fit(roots: Roots, traits: int, ridge: float) -> tuple[Any, dict[str, float]]:
    """A weight per trait (the first is none), and how well they predict the visits of held-out roots."""
    starts = np.concatenate([[0], np.cumsum(roots.counts)[:-1]])
    root = np.repeat(np.arange(len(roots.counts)), roots.counts)
    target = roots.visits / np.maximum(1.0, np.add.reduceat(roots.visits, starts))[root]
    held_out = np.arange(len(roots.counts)) % HOLDOUT == 0
    fitted = ~held_out[root]
    number = max(1, int((~held_out).sum()))
    width = roots.traits.shape[1]
    weights, first, second = np.zeros(traits), np.zeros(traits), np.zeros(traits)

    def shares() -> Any:
        log_odds = weights[roots.traits].sum(1)
        powers = np.exp(log_odds - np.maximum.reduceat(log_odds, starts)[root])
        return powers / np.add.reduceat(powers, starts)[root]

    for step in range(1, STEPS + 1):
        error = np.where(fitted, shares() - target, 0.0)
        gradient = (np.bincount(roots.traits.ravel(), np.repeat(error, width), traits) + ridge * weights) / number
        first, second = 0.9 * first + 0.1 * gradient, 0.99 * second + 0.01 * gradient**2
        rate = 0.1 * (1 - step / STEPS) + 0.003
        weights -= rate * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
        weights[0] = 0.0
    predicted = shares()

    def missed(share: Any) -> float:
        return float(np.add.reduceat(-target * np.log(share + 1e-12), starts)[held_out].mean())

    likeliest, visited = (values == np.maximum.reduceat(values, starts)[root] for values in (predicted, target))
    return weights, {
        "loss": missed(predicted),
        "loss_even": missed(1.0 / roots.counts[root]),
        "loss_visits": missed(target),
        "found": float((np.add.reduceat((likeliest & visited).astype(float), starts) > 0)[held_out].mean()),
    }


def as_groups(game: Game, weights: Any) -> dict[str, list[float]]:
    """Priors in the form of weights.json."""
    groups, place = {}, 1
    for name, size in game.trait_groups:
        groups[name] = [round(float(weight), 3) for weight in np.clip(weights[place : place + size], -7.9, 7.9)]
        place += size
    return groups


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__, players=2)
    options.add_argument(
        "--tables", type=several, default=None, help="numbers of players in turn, e.g. 2,3 (default: --players)"
    )
    options.add_argument("--iterations", type=positive, default=2000, help="of a long search")
    options.add_argument("--roots", type=natural, default=12000, help="positions with a long search; 0: what is there")
    options.add_argument("--ridge", type=ridge, default=3.0, help="weight of 0 for every trait, in positions")
    options.add_argument("--shards", type=Path, default=None, help="folder of the shards (default: build/priors/<game>)")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    options.add_argument("--write", action="store_true", help="write the priors into the game's room")
    args = options.parse_args(argv)
    game = get_game(args.game)
    if not game.trait_groups:
        raise EgyptError(f"{args.game} declares no traits of moves")
    args.players = players_of(args, game)
    tables = args.tables or [args.players]
    for players in tables:
        game.check_table(players)
    folder = args.shards or Path("build") / "priors" / args.game
    check_folder(folder, game, args.iterations if args.roots else None)
    if args.roots:
        gather(args.game, tables, args.iterations, args.roots, folder, args.seed, args.processes)
    roots = load(folder)
    weights, quality = fit(roots, 1 + sum(size for _, size in game.trait_groups), args.ridge)
    if args.write:
        path = weights_file(game)
        data = json.loads(path.read_text())
        data["priors"] = as_groups(game, weights)
        write_file(path, compact(data))
    show(
        {"game": args.game, "roots": len(roots.counts), "moves": len(roots.visits), **quality, "written": args.write},
        args.json,
    )
    return 0
