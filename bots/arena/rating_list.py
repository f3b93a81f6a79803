"""A rating list that several runs feed: one fit over all of them, engines known by their names and settings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.ratings import RATING_RESAMPLES, fit, wins_by_deal
from egypt.bots.arena.record import RunFile, read_run
from egypt.bots.arena.results import Batch, Floats, Results
from egypt.bots.arena.statistics import Estimate, grouped, interval, resamples
from egypt.bots.arena.verify import must_be_planned


@dataclass(frozen=True, slots=True)
class Rated:
    """One engine of the list."""

    name: str
    elo: Estimate
    meetings: int  # pairs of seats
    score: float  # the share of them in which it finished ahead, ties half
    runs: int


def rating_lists(paths: Sequence[Path]) -> dict[str, list[Rated]]:
    """A list for every game, the best engine first; for each set of rules, where a game was played by several. Raises
    ArenaError."""
    if len({path.resolve() for path in paths}) != len(paths):
        raise ArenaError("a file is named twice")
    by_game: dict[str, dict[str, list[RunFile]]] = {}
    for path in paths:
        run = read_run(path)
        must_be_planned(run, path)
        if run.records:
            by_game.setdefault(run.config.game, {}).setdefault(run.config.rules, []).append(run)
    return {
        game if len(by_rules) == 1 else f"{game} by rules {rules or '-'}": _rate(runs)
        for game, by_rules in sorted(by_game.items())
        for rules, runs in sorted(by_rules.items())
    }


def _rate(runs: Sequence[RunFile]) -> list[Rated]:
    known: dict[tuple[str, str], int] = {}  # name and settings -> place in the fit
    tables: list[tuple[list[int], Floats]] = []
    for run in runs:
        config = run.config
        settings = [spec.describe() for spec in config.engines] + [config.variant] * bool(config.automata)
        places = [known.setdefault(key, len(known)) for key in zip(config.names, settings, strict=True)]
        tables.append((places, wins_by_deal(Results(config, [Batch.of(run.records, config.players)]))))
    by_deal = np.zeros((sum(len(table) for _, table in tables), len(known), len(known)))
    deal = 0
    for places, table in tables:
        by_deal[deal : deal + len(table), np.array(places)[:, None], np.array(places)[None, :]] = table
        deal += len(table)
    wins = by_deal.sum(axis=0)
    values, samples = fit(wins), np.zeros((0, len(known)))
    if len(by_deal) > 1:
        units = grouped(by_deal.reshape(len(by_deal), -1))
        samples = np.concatenate(
            [fit((weights @ units).reshape(-1, *wins.shape)) for weights in resamples(len(units), 1, RATING_RESAMPLES)]
        )
    labels = _labels(list(known))
    rated = [
        Rated(
            labels[i],
            Estimate(float(values[i]), *interval(samples[:, i])),
            round(wins[i].sum() + wins[:, i].sum()),
            float(wins[i].sum() / max(1e-9, wins[i].sum() + wins[:, i].sum())),
            sum(i in places for places, _ in tables),
        )
        for i in range(len(known))
    ]
    return sorted(rated, key=lambda one: -(one.elo.value or 0.0))


def _labels(keys: list[tuple[str, str]]) -> list[str]:
    """Names; where several engines share one, with their settings."""
    names = [name for name, _ in keys]
    return [name if names.count(name) == 1 else f"{name} ({settings})" for name, settings in keys]
