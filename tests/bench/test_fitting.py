"""The regressions of `bench fit` on positions whose truth is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench import fit
from bench._fitting import Sample, cross_entropy, fit_log_odds, fit_network, fit_points, softmax
from egypt import get_game
from tests import ROOT


def table_talk(games: int, interplay: float) -> Sample:
    """Three seats with two features; a seat's odds are the first one, and `interplay` for having both."""
    rng = np.random.default_rng(5)
    features = rng.integers(0, 2, (games, 3, 2)).astype(np.int16)
    odds = features[..., 0] + interplay * features[..., 0] * features[..., 1]
    winner = [rng.choice(3, p=chances) for chances in softmax(odds)]
    won = np.eye(3, dtype=np.float32)[winner]
    return Sample(features, np.zeros(games, dtype=int), 7.0 * features[..., 1], won, won)


def test_points_and_odds_are_found_again() -> None:
    sample = table_talk(60_000, interplay=0.0)
    assert fit_points(sample, 1.0, np.zeros(2)) == pytest.approx([0.0, 7.0], abs=0.01)
    assert fit_log_odds(sample.features, sample.won, np.zeros(2), 1) == pytest.approx([1.0, 0.0], abs=0.05)


def test_a_network_finds_what_a_weighted_sum_cannot_say() -> None:
    sample, others = (table_talk(80_000, interplay=2.0).part(half) for half in (slice(60_000), slice(60_000, None)))
    weights = fit_log_odds(sample.features, sample.won, np.zeros(2), 1)[None]
    network = fit_network(sample, sample.won, weights, 4, 1)
    truth = others.features[..., 0] + 2.0 * others.features[..., 0] * others.features[..., 1]
    least = float(-(others.won * np.log(softmax(truth))).sum(axis=1).mean())
    assert cross_entropy(others, weights, None) > least + 0.02
    assert cross_entropy(others, weights, network) < least + 0.003


def test_search_values_are_a_part_of_the_targets() -> None:
    sample = table_talk(4, 0.0)
    sample.search_values = np.full((4, 3), 1 / 3)
    assert sample.chances(0.25) == pytest.approx(0.75 * sample.won + 0.25 / 3)
    assert sample.chances(0.0) == pytest.approx(sample.won)


def test_a_feature_that_never_varies_says_nothing_and_a_rare_one_stays_within_reach() -> None:
    sample = table_talk(60_000, interplay=2.0)
    rare = np.zeros((60_000, 3, 1), dtype=np.int16)
    rare[:40, 0] = 1
    sample.won[:40] = (1, 0, 0)
    sample.features = np.concatenate([sample.features, np.ones_like(rare), rare], axis=2)
    weights = np.array([[1.0, 0.5, 0.0, 0.0]])
    own, common, _, _ = fit_network(sample, sample.won, weights, 4, 1)
    assert np.abs(own).max() < 8 and np.abs(common).max() < 8
    network = fit_network(sample, sample.won, weights, 4, 1)
    assert cross_entropy(sample, weights, network) < cross_entropy(sample, weights, None) - 0.01


def test_a_network_says_nothing_of_a_stage_that_never_came() -> None:
    _, _, _, odds = fit_network(table_talk(2_000, 2.0), table_talk(2_000, 2.0).won, np.zeros((3, 2)), 4, 1)
    assert np.abs(odds[0]).max() > 0 and not odds[1:].any()


def test_what_is_kept_is_kept_to_the_last_digit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The core rounds weights to what it can count in; the file keeps them as they were fitted."""
    old = json.loads(fit.weights_file(get_game("sobek")).read_text())
    first = next(iter(old["players"]["4"]["points"].values()))
    first[0] = 1.2345  # no multiple of a power of two
    room = tmp_path / "weights.json"
    room.write_text(json.dumps(old))
    monkeypatch.setattr(fit, "weights_file", lambda _: room)
    with room.open() as reading:
        fit.main(
            [
                "--game",
                "sobek",
                "--players",
                "4",
                "--games",
                "20",
                "--iterations",
                "4",
                "--processes",
                "1",
                "--units",
                "2",
                "--keep",
                "--write",
            ]
        )
        assert json.load(reading) == old  # the file is replaced as a whole
    old, new = old["players"], json.loads(room.read_text())["players"]
    assert (new["2"], new["3"]) == (old["2"], old["3"])
    assert (new["4"]["points"], new["4"]["log_odds"]) == (old["4"]["points"], old["4"]["log_odds"])
    assert len(new["4"]["network"]["log_odds"][0]) == 2


@pytest.mark.parametrize("room", sorted(path.parent for path in ROOT.glob("*/*/*/weights.json")), ids=lambda room: room.name)
def test_a_file_of_weights_is_written_with_all_that_it_has(room: Path) -> None:
    """Also the first guesses of a new game, which have neither `search` nor `priors`."""
    data = json.loads((room / "weights.json").read_text())
    assert json.loads(fit.compact(data)) == data
