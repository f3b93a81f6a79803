"""Fit a game's evaluation to self-play and write its weights.json.

At every seat of every game sits one of the given bots by lot, and makes a random move now and then: a judgement must also be
right about positions that good players avoid, or a weaker player who trusts it goes astray.
Points: a ridge regression of each seat's final points on its features, one per number of players and stage. Chances: the
spread under which the winners of the same positions are most likely.

  python -m bench fit --game ra --players 3 --bot ismcts:iterations=200 --bot greedy --games 4000 --write
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from bench._report import parser, show
from bots import make_bot
from engine import Game, Rng, Table, get_game

SAMPLED = 0.35          # share of the positions that are kept: neighbours say nearly the same
SPREADS = np.geomspace(0.5, 60, 200)


class Sample:
    """Positions as arrays: features by seat, stage, final points and share of the win by seat."""

    def __init__(self, features: Any, stages: Any, points: Any, wins: Any) -> None:
        self.features, self.stages, self.points, self.wins = features, stages, points, wins

    @staticmethod
    def join(samples: list[Sample]) -> Sample:
        return Sample(*(np.concatenate(parts) for parts in zip(
            *((s.features, s.stages, s.points, s.wins) for s in samples), strict=True)))


def self_play(
    game_name: str, players: int, variant: str | None, specs: list[str], noise: float, seeds: range
) -> Sample:
    """Play one game per seed and keep some of its positions."""
    game = get_game(game_name)
    bots = [make_bot(spec, game) for spec in specs]
    features, stages, points, wins = [], [], [], []
    for seed in seeds:
        rng = Rng.stream(seed, 77, 0)
        table = Table.deal(game, players, seed, variant)
        seated = [bots[rng.below(len(bots))] for _ in range(players)]
        rows: list[tuple[int, list[list[int]]]] = []
        while not table.position.is_over:
            position = table.position
            legal = position.legal_codes()
            if rng.below(1000) < SAMPLED * 1000:
                stage, columns = position.features()
                rows.append((stage, [list(seat.values()) for seat in columns]))
            if len(legal) == 1 or rng.below(1000) < noise * 1000:
                table.play(legal[rng.below(len(legal))])
            else:
                table.play(seated[position.actor].choose(table.view(position.actor)))
        final, ranks = table.position.scores(), table.position.ranks()
        shares = [(rank == 1) / ranks.count(1) for rank in ranks]
        for stage, values in rows:
            features.append(values)
            stages.append(stage)
            points.append(final)
            wins.append(shares)
    return Sample(
        np.array(features, dtype=np.int16), np.array(stages), np.array(points, dtype=float), np.array(wins))


def gather(
    game: str, players: int, variant: str | None, specs: list[str], noise: float, games: int, seed: int, processes: int
) -> Sample:
    """Self-play on several processes."""
    chunk = 20
    ranges = [range(start, min(start + chunk, seed + games)) for start in range(seed, seed + games, chunk)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        parts = pool.map(self_play, *zip(*((game, players, variant, specs, noise, r) for r in ranges), strict=True))
        return Sample.join(list(parts))


def fit_stage(sample: Sample, ridge: float, prior: Any) -> Any:
    """Ridge regression towards the prior: what the sample does not tell stays as it was."""
    rows = sample.features.reshape(-1, sample.features.shape[-1]).astype(float)
    target = sample.points.reshape(-1)
    scale = rows.std(axis=0) + 1e-9
    gram = rows.T @ rows + ridge * np.diag(scale**2 + 1e-3)
    return prior + np.linalg.solve(gram, rows.T @ (target - rows @ prior))


def fit_spread(points: Any, wins: Any) -> float:
    """The spread under which the winners were most likely."""
    def loss(spread: float) -> float:
        logits = points / spread
        logits = logits - logits.max(axis=1, keepdims=True)
        log_chance = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return float(-(wins * log_chance).sum(axis=1).mean())
    return float(min(SPREADS, key=loss))


def stages_on_file(game: Game, players: int) -> int:
    """Stages for which weights are written; a variant may have stages of its own, which the others must keep."""
    spread = json.loads(weights_file(game).read_text())["players"][str(players)]["spread"]
    return len(spread) if isinstance(spread, list) else 1


def fit(game: Game, players: int, sample: Sample, ridge: float) -> tuple[dict[str, Any], dict[str, float]]:
    """Weights in the form of weights.json, and how well they explain the sample."""
    names = game.feature_names
    old_weights, old_spread = game.weights_of(players)
    stage_count = max(int(sample.stages.max()) + 1, stages_on_file(game, players))
    columns, spreads = [], []
    error, baseline = 0.0, 0.0
    for stage in range(stage_count):
        prior = np.array([old_weights[name][stage] for name in names])
        mine = sample.stages == stage
        if not mine.any():
            columns.append(prior)
            spreads.append(old_spread[stage])
            continue
        part = Sample(sample.features[mine], sample.stages[mine], sample.points[mine], sample.wins[mine])
        weights = fit_stage(part, ridge, prior)
        predicted = part.features.astype(float) @ weights
        columns.append(weights)
        spreads.append(fit_spread(predicted, part.wins))
        error += ((predicted - part.points) ** 2).sum()
        baseline += ((part.points - sample.points.mean()) ** 2).sum()
    table = {
        "weights": {name: [round(float(column[i]), 3) for column in columns] for i, name in enumerate(names)},
        "spread": [round(spread, 2) for spread in spreads],
    }
    quality = {"rmse": float(np.sqrt(error / sample.points.size)), "explained": 1 - error / baseline}
    return table, quality


def weights_file(game: Game) -> Path:
    """The weights.json of a game's room."""
    room = import_module(type(game).__module__).__file__
    assert room is not None
    return Path(room).with_name("weights.json")


def main(argv: list[str]) -> int:
    options = parser(__doc__)
    options.add_argument("--bot", action="append", help="may be given several times; default: a weak search and greedy")
    options.add_argument("--variant", help="variant of the game (default: its first)")
    options.add_argument("--noise", type=float, default=0.05, help="share of random moves")
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--ridge", type=float, default=300.0)
    options.add_argument("--processes", type=int, default=os.cpu_count())
    options.add_argument("--write", action="store_true", help="write the weights into the game's room")
    args = options.parse_args(argv)
    game = get_game(args.game)
    args.players = args.players or min(max(3, game.min_players), game.max_players)
    args.bot = args.bot or ["ismcts:iterations=200", "greedy"]
    sample = gather(args.game, args.players, args.variant, args.bot, args.noise, args.games, args.seed, args.processes)
    table, quality = fit(game, args.players, sample, args.ridge)
    if args.write:
        path = weights_file(game)
        data = json.loads(path.read_text())
        data["players"][str(args.players)] = table
        path.write_text(compact(data))
    show({"game": args.game, "players": args.players, "games": args.games, "positions": len(sample.stages),
          **quality, "spread": table["spread"], "written": args.write}, args.json)
    return 0


def compact(data: dict[str, Any]) -> str:
    """JSON with one line per feature, so that a change of weights can be read in a diff."""
    lines = ["{", *(f' "{key}": {json.dumps(data[key])},' for key in ("features", "search")), ' "players": {']
    tables = []
    for players, table in data["players"].items():
        weights = ",\n".join(f'    "{name}": {json.dumps(value)}' for name, value in table["weights"].items())
        spread = json.dumps(table["spread"])
        tables.append(f'  "{players}": {{\n   "spread": {spread},\n   "weights": {{\n{weights}\n   }}\n  }}')
    return "\n".join([*lines, ",\n".join(tables), " }", "}", ""])
