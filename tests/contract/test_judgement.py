"""Judgement: features and evaluations are sane."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from egypt import Game
from tests import ROOT
from tests.contract.cases import Case, chosen_cases, every_case, every_game, random_positions, views


def assert_chances(chances: list[float], players: int) -> None:
    assert len(chances) == players
    assert all(0.0 <= chance <= 1.0 for chance in chances)
    assert math.isclose(sum(chances), 1.0, abs_tol=0.01)


@every_case
def test_features_and_evaluation(case: Case) -> None:
    for weights in (case.game.weights.points(case.players), case.game.weights.log_odds(case.players)):
        assert set(weights) == set(case.game.feature_names) and any(any(row) for row in weights.values())
    for position in random_positions(case, 3, seed=41):
        if position.actor >= 0:
            stage, rows = position.features()
            assert 0 <= stage < 16 and len(rows) == case.players
            assert all(abs(value) < 2**15 for row in rows for value in row.values())
        if not position.is_chance:
            points, chances = position.evaluate()
            assert len(points) == case.players and all(abs(value) < 1000 for value in points)
            assert_chances(chances, case.players)
        if position.is_over:
            ranks = position.ranks()
            assert position.evaluate()[0] == position.scores()
            for rank, chance in zip(ranks, position.evaluate()[1], strict=True):
                assert math.isclose(chance, (rank == 1) / ranks.count(1), abs_tol=0.001)


def log_odds(case: Case, stage: int, rows: list[dict[str, int]]) -> list[float]:
    """What the weights say of each seat, computed in floating point: the weighted sum, corrected by the network."""
    weights = case.game.weights.log_odds(case.players)
    corrected = [sum(value * weights[name][stage] for name, value in row.items()) for row in rows]
    network = case.game.weights.network(case.players)
    for unit in range(len(network["bias"][0]) if network else 0):
        common = network["bias"][stage][unit] + sum(row[name] * network["all"][name][unit] for row in rows for name in row)
        for seat, row in enumerate(rows):
            value = common + sum(row[name] * network["own"][name][unit] for name in row)
            corrected[seat] += max(0.0, value) * network["log_odds"][stage][unit]
    return corrected


@every_case
def test_chances_are_what_the_weights_say(case: Case) -> None:
    for position in random_positions(case, 2, seed=45):
        if position.actor >= 0:
            judged = log_odds(case, *position.features())
            shares = [math.exp(value - max(judged)) for value in judged]
            expected = [share / sum(shares) for share in shares]
            assert position.evaluate()[1] == pytest.approx(expected, abs=0.02)


@every_case
def test_the_evaluation_of_a_view(case: Case) -> None:
    for position in random_positions(case, 1, seed=42, keep=0.2):
        for view in views(position):
            points, chances = view.evaluate(worlds=4)
            assert all(math.isfinite(value) for value in points)
            assert_chances(chances, case.players)


def weights_file(case: Case) -> Path:
    return ROOT / "engine" / "games" / case.game.name / "weights.json"


@pytest.mark.parametrize("case", [case for case in chosen_cases() if weights_file(case).exists()], ids=str)
def test_the_core_holds_what_the_weights_file_says(case: Case) -> None:
    """Rounded to the core's units, and nothing cut off at the edge of its integers."""
    table = json.loads(weights_file(case).read_text())["players"][str(case.players)]
    tables = [(table["points"], case.game.weights.points(case.players), 1 / 256)]
    if "log_odds" in table:
        tables.append((table["log_odds"], case.game.weights.log_odds(case.players), 1 / 4096))
    network = case.game.weights.network(case.players)
    assert (network is None) == ("network" not in table)
    if network:
        tables += [(table["network"][key], network[key], 1 / 4096) for key in ("own", "all")]
    for said, held, unit in tables:
        for name, row in said.items():
            row = row if isinstance(row, list) else [row]
            assert held[name][: len(row)] == pytest.approx(row, abs=0.51 * unit), name


@every_case
def test_an_explanation_adds_up_to_the_evaluation(case: Case) -> None:
    for number, position in enumerate(random_positions(case, 1, seed=47)):
        if number % 10:
            continue
        view = position.view(number % case.players)
        points, chances = view.evaluate(worlds=2, seed=number)
        explanation = view.explain(worlds=2, seed=number)
        parts = explanation.contributions
        assert (list(explanation.points), list(explanation.chances)) == (points, chances)
        for seat in range(case.players):
            assert sum(part.points[seat] for part in parts) == pytest.approx(points[seat], abs=1e-6)
            told = explanation.even[seat] + sum(part.chances[seat] for part in parts)
            assert told == pytest.approx(chances[seat], abs=1e-6)
            assert explanation.even[seat] == pytest.approx(1 / case.players, abs=1e-3)


@every_game
def test_every_feature_is_in_one_group_with_words_that_a_player_knows(game: Game) -> None:
    assert not any("_" in words for words in game.feature_groups)
    assert sorted(name for names in game.feature_groups.values() for name in names) == sorted(game.feature_names)
