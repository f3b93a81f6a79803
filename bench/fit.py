"""Fit a game's evaluation to self-play and write its weights.json.

At every seat of every game sits one of the given bots by lot, and makes a random move now and then: a judgement must also be
right about positions that good players avoid, or a weaker player who trusts it goes astray.
Points: a ridge regression of each seat's final points on its features, one per number of players and stage.
Chances: weights of their own, under which the winners are most likely (a softmax over the seats, one set of weights per
stage). Where a search has looked at a position, its opinion counts as much as the winner, who had luck.

  python -m bench fit --game ra --players 3 --games 4000 --write
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
from engine import Game, Limits, Rng, Search, Table, get_game
from engine.search.greedy import GreedyChooser

SAMPLED = 0.5           # share of the positions that are kept: neighbours say nearly the same
NOISE = (0, 30, 60, 120)    # random moves, in thousandths
OPINION = 0.5           # what a search thinks of the chances counts this much, who won the rest
BATCH, EPOCHS, RATE = 2048, 6, 0.005


class Sample:
    """Positions as arrays: features by seat, stage, and by seat the final points and what to believe of the chances."""

    def __init__(self, features: Any, stages: Any, points: Any, chances: Any) -> None:
        self.features, self.stages, self.points, self.chances = features, stages, points, chances

    @staticmethod
    def join(samples: list[Sample]) -> Sample:
        return Sample(*(np.concatenate(parts) for parts in zip(
            *((s.features, s.stages, s.points, s.chances) for s in samples), strict=True)))


def self_play(game_name: str, players: int, variant: str | None, iterations: int, seeds: range) -> Sample:
    """Play one game per seed and keep some of its positions. One seat in eight is greedy; games differ in their share of
    random moves."""
    game = get_game(game_name)
    search, greedy = Search(game, hash_mb=8, seed=seeds.start), GreedyChooser(game, 16, seeds.start)
    limits = Limits(iterations=iterations)
    features, stages, points, chances = [], [], [], []
    for seed in seeds:
        rng = Rng.stream(seed, 77, 0)
        table = Table.deal(game, players, seed, variant)
        is_greedy = [rng.below(8) == 0 for _ in range(players)]
        noise = NOISE[rng.below(len(NOISE))]
        kept: list[tuple[int, list[list[int]], tuple[float, ...] | None]] = []
        while not table.position.is_over:
            position = table.position
            legal = position.legal_codes()
            view = table.view(position.actor)
            opinion = None
            if len(legal) == 1:
                move = view.legal_moves()[0]
            elif is_greedy[position.actor]:
                move = greedy.choose(view)
            else:
                result = search.run(view, limits)
                move, opinion = result.lines[0].move, result.lines[0].chances
            if rng.below(1000) < SAMPLED * 1000:
                stage, columns = position.features()
                kept.append((stage, [list(seat.values()) for seat in columns], opinion))
            table.play(legal[rng.below(len(legal))] if rng.below(1000) < noise else move)
        final, ranks = table.position.scores(), table.position.ranks()
        won = np.array([(rank == 1) / ranks.count(1) for rank in ranks])
        for stage, values, opinion in kept:
            features.append(values)
            stages.append(stage)
            points.append(final)
            chances.append(won if opinion is None else (1 - OPINION) * won + OPINION * np.array(opinion) / sum(opinion))
    return Sample(
        np.array(features, dtype=np.int16), np.array(stages), np.array(points, dtype=float), np.array(chances))


def gather(
    game: str, players: int, variant: str | None, iterations: int, games: int, seed: int, processes: int
) -> Sample:
    """Self-play on several processes."""
    chunk = 20
    ranges = [range(start, min(start + chunk, seed + games)) for start in range(seed, seed + games, chunk)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        parts = pool.map(self_play, *zip(
            *((game, players, variant, iterations, r) for r in ranges), strict=True))
        return Sample.join(list(parts))


def fit_points(sample: Sample, ridge: float, prior: Any) -> Any:
    """Ridge regression towards the prior: what the sample does not tell stays as it was."""
    rows = sample.features.reshape(-1, sample.features.shape[-1]).astype(float)
    target = sample.points.reshape(-1)
    scale = rows.std(axis=0) + 1e-9
    gram = rows.T @ rows + ridge * np.diag(scale**2 + 1e-3)
    return prior + np.linalg.solve(gram, rows.T @ (target - rows @ prior))


def softmax(logits: Any) -> Any:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fit_chances(features: Any, chances: Any, prior: Any, seed: int) -> Any:
    """Softmax regression by Adam, from the prior on; the step shrinks to nothing, so the last batches settle."""
    rng = np.random.default_rng(seed)
    scale = features.reshape(-1, features.shape[-1]).std(axis=0) + 1e-3
    weights = prior * scale
    speed, energy = np.zeros_like(weights), np.zeros_like(weights)
    steps = max(1, EPOCHS * len(features) // BATCH)
    for step in range(1, steps + 1):
        batch = rng.integers(len(features), size=min(BATCH, len(features)))
        rows = features[batch] / scale
        error = softmax(rows @ weights) - chances[batch]
        slope = np.einsum("ns,nsf->f", error, rows) / len(batch) + 1e-5 * (weights - prior * scale)
        speed = 0.9 * speed + 0.1 * slope
        energy = 0.999 * energy + 0.001 * slope**2
        rate = RATE * min(1.0, 10 * (1 - step / steps) / 9)
        weights = weights - rate * (speed / (1 - 0.9**step)) / (np.sqrt(energy / (1 - 0.999**step)) + 1e-8)
    return weights / scale


def surprise(features: Any, chances: Any, weights: Any) -> float:
    """Mean cross entropy: how surprised the weights are by what happened."""
    return float(-(chances * np.log(softmax(features @ weights) + 1e-12)).sum(axis=1).mean())


def stages_on_file(game: Game, players: int) -> int:
    """Stages that have weights already: a variant may have stages of its own, and the others must keep theirs."""
    weights = json.loads(weights_file(game).read_text())["players"][str(players)]["weights"]
    return max(len(weight) if isinstance(weight, list) else 1 for weight in weights.values())


def fit(game: Game, players: int, sample: Sample, ridge: float, seed: int) -> tuple[dict[str, Any], dict[str, float]]:
    """Weights in the form of weights.json, and how well they explain the sample."""
    names = game.feature_names
    old_points, old_chances = game.weights_of(players), game.weights_of(players, "chance")
    points, chances = [], []
    error, baseline, before, after = 0.0, 0.0, 0.0, 0.0
    for stage in range(max(int(sample.stages.max()) + 1, stages_on_file(game, players))):
        prior = np.array([old_points[name][stage] for name in names])
        prior_chances = np.array([old_chances[name][stage] for name in names])
        mine = sample.stages == stage
        if not mine.any():
            points.append(prior)
            chances.append(prior_chances)
            continue
        part = Sample(sample.features[mine], sample.stages[mine], sample.points[mine], sample.chances[mine])
        points.append(fit_points(part, ridge, prior))
        features = part.features.astype(np.float32)
        chances.append(fit_chances(features, part.chances, prior_chances, seed))
        error += ((features @ points[-1] - part.points) ** 2).sum()
        baseline += ((part.points - sample.points.mean()) ** 2).sum()
        before += mine.sum() * surprise(features, part.chances, prior_chances)
        after += mine.sum() * surprise(features, part.chances, chances[-1])
    table = {
        "weights": {name: [round(float(column[i]), 3) for column in points] for i, name in enumerate(names)},
        "chances": {name: [round(float(column[i]), 5) for column in chances] for i, name in enumerate(names)},
    }
    quality = {
        "rmse": float(np.sqrt(error / sample.points.size)), "explained": 1 - error / baseline,
        "surprise_before": before / len(sample.stages), "surprise": after / len(sample.stages),
    }
    return table, quality


def weights_file(game: Game) -> Path:
    """The weights.json of a game's room."""
    room = import_module(type(game).__module__).__file__
    assert room is not None
    return Path(room).with_name("weights.json")


def main(argv: list[str]) -> int:
    options = parser(__doc__)
    options.add_argument("--variant", default=None)
    options.add_argument("--iterations", type=int, default=300, help="of the search that plays")
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--ridge", type=float, default=300.0)
    options.add_argument("--processes", type=int, default=os.cpu_count())
    options.add_argument("--write", action="store_true", help="write the weights into the game's room")
    args = options.parse_args(argv)
    game = get_game(args.game)
    args.players = args.players or min(max(3, game.min_players), game.max_players)
    sample = gather(args.game, args.players, args.variant, args.iterations, args.games, args.seed, args.processes)
    table, quality = fit(game, args.players, sample, args.ridge, args.seed)
    if args.write:
        path = weights_file(game)
        data = json.loads(path.read_text())
        data["players"][str(args.players)] = table
        path.write_text(compact(data))
    show({"game": args.game, "players": args.players, "games": args.games, "positions": len(sample.stages),
          **quality, "written": args.write}, args.json)
    return 0


def compact(data: dict[str, Any]) -> str:
    """JSON with one line per feature, so that a change of weights can be read in a diff."""
    lines = ["{", *(f' "{key}": {json.dumps(data[key])},' for key in ("features", "search")), ' "players": {']
    tables = []
    for players, table in data["players"].items():
        parts = [f'   "{key}": {json.dumps(value)}' for key, value in table.items() if not isinstance(value, dict)]
        for key, value in table.items():
            if isinstance(value, dict):
                rows = ",\n".join(f'    "{name}": {json.dumps(weight)}' for name, weight in value.items())
                parts.append(f'   "{key}": {{\n{rows}\n   }}')
        tables.append(f'  "{players}": {{\n' + ",\n".join(parts) + "\n  }")
    return "\n".join([*lines, ",\n".join(tables), " }", "}", ""])
