"""Fit a game's evaluation to self-play and write its weights.json.

At every seat of every game sits one of the given bots by lot, and makes a random move now and then: a judgement must also be
right about positions that good players avoid, or a weaker player who trusts it is misled.
Points: a ridge regression of each seat's final points on its features, one per number of players and stage.
Log odds of winning: weights of their own, under which the winners are most likely (a softmax over the seats, one set of
weights per stage), and a small network for what they leave unexplained. Many short games teach a network more than a few
deep ones: its positions may be many, but each game has one winner.

  python -m bench fit --game ra --players 3 --games 40000 --iterations 64 --write
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from bench._fitting import Sample, cross_entropy, fit_log_odds, fit_network, fit_points
from bench._generations import write_file
from bench._report import integer, parser, players_of, positive, process_count, progress, ridge, show, workers
from egypt import Game, GreedyChooser, Limits, Rng, Search, Table, get_game

SAMPLED = 0.25  # share of the positions that are kept: neighbours say nearly the same
NOISE = (0, 30, 60, 120)  # random moves, in thousandths
SEARCH_WEIGHT = 0.5  # of the search's values in the targets of the weighted sums; who won has the rest
NETWORK_SEARCH_WEIGHT = 0.25  # the same for the network: the search does not know what it is to learn
MOST_UNITS = 1024  # that are worth a try: the core has its own limit
HOLDOUT = 8  # one game in HOLDOUT is held out of the fit, and tests it afterwards


def self_play(game_name: str, players: int, variant: str | None, iterations: int, seeds: range) -> Sample:
    """Play one game per seed and keep some of its positions. One seat in eight is greedy; games differ in their share of
    random moves."""
    game = get_game(game_name)
    search, greedy = Search(game, hash_mb=8, seed=seeds.start), GreedyChooser(game, 16, seeds.start)
    limits = Limits(iterations=iterations)
    features, stages, points, winners, search_values = [], [], [], [], []
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
            search_value = None
            if len(legal) == 1:
                move = view.legal_moves()[0]
            elif is_greedy[position.actor]:
                move = greedy.choose(view)
            else:
                result = search.run(view, limits)
                move, search_value = result.lines[0].move, result.lines[0].chances
            if rng.below(1000) < SAMPLED * 1000:
                stage, columns = position.features()
                kept.append((stage, [list(seat.values()) for seat in columns], search_value))
            table.play(legal[rng.below(len(legal))] if rng.below(1000) < noise else move)
        final, ranks = table.position.scores(), table.position.ranks()
        won = np.array([(rank == 1) / ranks.count(1) for rank in ranks])
        for stage, values, search_value in kept:
            features.append(values)
            stages.append(stage)
            points.append(final)
            winners.append(won)
            search_values.append(won if search_value is None else np.array(search_value) / sum(search_value))
    return Sample(
        np.array(features, dtype=np.int16),
        np.array(stages),
        np.array(points, dtype=np.float32),
        np.array(winners, dtype=np.float32),
        np.array(search_values, dtype=np.float32),
    )


def gather(game: str, players: int, variant: str | None, iterations: int, games: int, seed: int, processes: int) -> Sample:
    """Self-play on several processes."""
    chunk = 20
    ranges = [range(start, min(start + chunk, seed + games)) for start in range(seed, seed + games, chunk)]
    with workers(processes) as pool:
        parts = pool.map(self_play, *zip(*((game, players, variant, iterations, r) for r in ranges), strict=True))
        return Sample.join(list(progress(parts, len(ranges), f"times {chunk} games")))


def stages_on_file(game: Game, players: int) -> int:
    """Stages that have weights already: a variant may have stages of its own, and the others must keep theirs."""
    weights = json.loads(weights_file(game).read_text())["players"][str(players)]["points"]
    return max(len(weight) if isinstance(weight, list) else 1 for weight in weights.values())


def fit(
    game: Game, players: int, sample: Sample, ridge: float, units: int, seed: int, keep: bool = False
) -> tuple[dict[str, Any], dict[str, float]]:
    """Weights in the form of weights.json, and how well they explain games that they were not fitted to."""
    names = game.feature_names
    old_points, old_log_odds = game.weights.points(players), game.weights.log_odds(players)
    cut = len(sample) - len(sample) // HOLDOUT  # games follow each other
    held_out, sample = sample.part(slice(cut, None)), sample.part(slice(cut))
    targets = sample.chances(SEARCH_WEIGHT)
    points, log_odds, before = [], [], []
    for stage in range(max(int(sample.stages.max()) + 1, stages_on_file(game, players))):
        points.append(np.array([old_points[name][stage] for name in names]))
        before.append(np.array([old_log_odds[name][stage] for name in names]))
        log_odds.append(before[-1])
        mine = sample.stages == stage
        if mine.any() and not keep:
            part = sample.part(mine)
            points[-1] = fit_points(part, ridge, points[-1])
            log_odds[-1] = fit_log_odds(part.features, targets[mine], before[-1], seed)
    table: dict[str, Any] = {
        "points": {name: [round(float(column[i]), 3) for column in points] for i, name in enumerate(names)},
        "log_odds": {name: [round(float(column[i]), 5) for column in log_odds] for i, name in enumerate(names)},
    }
    weights = np.array(log_odds)
    predicted = np.einsum("nsf,nf->ns", held_out.features.astype(np.float32), np.array(points)[held_out.stages])
    quality = {
        "rmse": float(np.sqrt(((predicted - held_out.points) ** 2).mean())),
        "loss_before": cross_entropy(held_out, np.array(before), old_network(game, players)),
        "loss_sums": cross_entropy(held_out, weights, None),
    }
    if units:
        network = fit_network(sample, sample.chances(NETWORK_SEARCH_WEIGHT), weights, units, seed)
        table["network"] = network_table(names, *network)
        quality["loss"] = cross_entropy(held_out, weights, network)
    return table, quality


def network_table(names: tuple[str, ...], own: Any, common: Any, bias: Any, log_odds: Any) -> dict[str, Any]:
    """A network in the form of weights.json."""

    def rounded(values: Any) -> list[float]:
        return [round(float(value), 4) for value in values]

    return {
        "bias": [rounded(stage) for stage in bias],
        "log_odds": [rounded(stage) for stage in log_odds],
        "own": {name: rounded(own[:, i]) for i, name in enumerate(names)},
        "all": {name: rounded(common[:, i]) for i, name in enumerate(names)},
    }


def old_network(game: Game, players: int) -> tuple[Any, Any, Any, Any] | None:
    table = game.weights.network(players)
    if table is None:
        return None
    own, common = (np.array([table[key][name] for name in game.feature_names]).T for key in ("own", "all"))
    return own, common, np.array(table["bias"]), np.array(table["log_odds"])


def check_network(game: Game, players: int, network: dict[str, Any]) -> None:
    """Raises EgyptError if the core has no room for a network: before the games that it would be fitted to."""
    data = json.loads(weights_file(game).read_text())
    tables = {**data["players"], str(players): {**data["players"][str(players)], "network": network}}
    game.read_weights({**data, "features": list(game.feature_names), "players": tables})


def weights_file(game: Game) -> Path:
    """The weights.json of a game's room."""
    room = import_module(type(game).__module__).__file__
    assert room is not None
    return Path(room).with_name("weights.json")


def main(argv: list[str]) -> int:
    options = parser(__name__, __doc__)
    options.add_argument("--variant", default=None, help="variant of the game (default: its first)")
    options.add_argument("--iterations", type=positive, default=64, help="of the search that plays")
    options.add_argument("--games", type=positive, default=20000, help="games that are gathered")
    options.add_argument("--ridge", type=ridge, default=300.0, help="weight of the old values")
    options.add_argument("--units", type=integer(0, MOST_UNITS), default=16, help="of the network; 0: none")
    options.add_argument("--keep", action="store_true", help="keep the weighted sums (greedy plays by them), fit the rest")
    options.add_argument("--processes", type=process_count, default=os.cpu_count(), help="processes that play")
    options.add_argument("--write", action="store_true", help="write the weights into the game's room")
    args = options.parse_args(argv)
    game = get_game(args.game)
    args.players = players_of(args, game)
    if args.units:
        nothing = np.zeros((args.units, len(game.feature_names)))
        none = np.zeros((1, args.units))
        check_network(game, args.players, network_table(game.feature_names, nothing, nothing, none, none))
    sample = gather(args.game, args.players, args.variant, args.iterations, args.games, args.seed, args.processes)
    table, quality = fit(game, args.players, sample, args.ridge, args.units, args.seed, args.keep)
    if args.write:
        path = weights_file(game)
        data = json.loads(path.read_text())
        kept = data["players"][str(args.players)] if args.keep else {}
        data["players"][str(args.players)] = {**table, **{name: kept[name] for name in ("points", "log_odds") if kept}}
        write_file(path, compact(data))
    show(
        {
            "game": args.game,
            "players": args.players,
            "games": args.games,
            "positions": len(sample),
            **quality,
            "written": args.write,
        },
        args.json,
    )
    return 0


def compact(data: dict[str, Any]) -> str:
    """JSON with one line per feature, so that a change of weights can be read in a diff."""
    lines = ["{", *(f' "{key}": {json.dumps(data[key])},' for key in ("features", "search") if key in data)]
    lines += [f' "priors": {_braced(data["priors"], 2)},'] if "priors" in data else []
    lines += [' "players": {']
    tables = [f'  "{players}": {_braced(table, 3)}' for players, table in data["players"].items()]
    return "\n".join([*lines, ",\n".join(tables), " }", "}", ""])


def _braced(table: dict[str, Any], indent: int) -> str:
    """One line per entry; entries that have entries of their own, further in."""
    rows = ",\n".join(
        " " * indent + f'"{key}": ' + (_braced(value, indent + 1) if isinstance(value, dict) else json.dumps(value))
        for key, value in table.items()
    )
    return "{\n" + rows + "\n" + " " * (indent - 1) + "}"
