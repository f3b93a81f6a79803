"""`bench train`: what is learned from self-play, and that nothing of it is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import _generations, _layers, train
from bench._fitting import softmax
from bench._generations import Verdict, decide, elo_of, pace, read_deals, strength_plot
from bench._layers import Layers, cross_entropy, fit_layers, own_columns, target_chances
from bench._shards import Positions, Shard, play_shard, td_targets
from egypt import EgyptError, Position, Table, get_game
from egypt.bots.arena.schedule import Bounds
from egypt.bots.ismcts_v2 import WEIGHTS
from tests.pace import wait_until

OLD = json.loads((WEIGHTS / "ra.json").read_text())
TINY = (
    "--game",
    "ra",
    "--players",
    "2",
    "--iterations",
    "4",
    "--games",
    "60",
    "--second",
    "2",
    "--deals",
    "2",
    "--match-iterations",
    "4",
    "--generations",
    "2",
    "--processes",
    "1",
    "--json",
)


def table_talk(games: int) -> Positions:
    """Three seats with two features of their own and one in common. What counts is the first feature beside the second, and
    the more of it, the less the others have of it."""
    rng = np.random.default_rng(5)
    features = rng.integers(0, 3, (games, 3, 3)).astype(np.int16)
    features[..., 2] = features[:, :1, 2]
    both = features[..., 0] * features[..., 1]
    log_odds = 1.5 * both - 0.5 * both.sum(axis=1, keepdims=True) * (both > 0)
    won = np.eye(3, dtype=np.float32)[[rng.choice(3, p=chances) for chances in softmax(log_odds)]]
    nothing = np.zeros(games, dtype=bool)
    return Positions(features, nothing.astype(np.int8), 7.0 * both, won, softmax(log_odds), won, nothing)


def test_two_layers_learn_more_than_a_weighted_sum_can_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_layers, "STEPS", 1500)
    sample = table_talk(30_000)
    fitted, held_out = sample.part(slice(24_000)), sample.part(slice(24_000, None))
    sums = np.zeros((1, 3))
    least = float(-(held_out.won * np.log(held_out.search_values)).sum(axis=1).mean())
    layers = fit_layers(fitted, target_chances(fitted, 0.5), sums, 8, 4, 1)
    assert layers.own_columns == own_columns(sample.features) == 2
    assert cross_entropy(held_out, sums, None) > least + 0.1
    assert cross_entropy(held_out, sums, layers) < least + 0.01


def test_a_network_goes_on_from_what_it_knew() -> None:
    rows, stage = table_talk(50).features.astype(np.float32), np.zeros(50, int)
    old = Layers.new(np.ones(3, np.float32), 3, 1, 4, 0, 5)
    new = Layers.new(np.array([2.0, 0.5, 1.0], np.float32), 3, 1, 6, 2, 6)
    new.begin_with(old)
    assert new.values(rows / new.scale, stage)[0] == pytest.approx(old.values(rows, stage)[0], abs=1e-5)
    third = Layers.new(np.ones(3, np.float32), 3, 1, 6, 4, 7)
    new.weights[7] += 1.0
    third.begin_with(new)
    assert third.values(rows, stage)[0] == pytest.approx(new.values(rows / new.scale, stage)[0], abs=1e-4)
    with pytest.raises(EgyptError, match="a network of 6 units cannot go on with 4"):
        old.begin_with(new)


def test_the_gradients_are_those_of_the_loss() -> None:
    """Each weight moved a little changes the loss as its gradient says."""
    rng = np.random.default_rng(3)
    sample = table_talk(40)
    layers = Layers.new(np.ones(3), 2, 1, 3, 2, 4)
    layers.weights = [weights.astype(float) for weights in layers.weights]
    rows, chances = sample.features.astype(float), sample.search_values

    def loss() -> float:
        judged = layers.values(rows, sample.stages)[0]
        return float(-(chances * np.log(softmax(judged))).sum() / len(rows))

    error = (softmax(layers.values(rows, sample.stages)[0]) - chances) / len(rows)
    gradients = layers.gradients(rows, sample.stages, np.ones((1, len(rows))), error)
    for weights, gradient in zip(layers.weights, gradients, strict=True):
        place = tuple(rng.integers(size) for size in weights.shape)
        weights[place] += 1e-5
        higher = loss()
        weights[place] -= 2e-5
        assert (higher - loss()) / 2e-5 == pytest.approx(gradient[place], abs=1e-6)
        weights[place] += 1e-5


def test_the_core_judges_as_the_fit_does() -> None:
    """A network with both layers in integers, against the same in numpy."""
    game = type(get_game("ra"))()
    names = game.feature_names
    rng = np.random.default_rng(7)
    layers = Layers.new(np.full(len(names), 20.0), 74, 6, 8, 8, 2)
    layers.weights[3] += rng.normal(0, 0.2, layers.weights[3].shape).astype(np.float32)
    layers.weights[7] += rng.normal(0, 0.2, layers.weights[7].shape).astype(np.float32)
    tables = {n: {**OLD["players"][n], "network": layers.table(names)} for n in "2345"}
    game.load_weights({**OLD, "features": list(names), "players": tables})
    table = Table.deal(game, 3, 5)
    sums = np.array([game.weights.log_odds(3)[name] for name in names]).T
    for _ in range(40):
        table.play(table.position.legal_codes()[-1])
        stage, seats = table.position.features()
        rows = np.array([[list(seat.values()) for seat in seats]], np.float32)
        judged = rows @ sums[stage] + layers.values(rows / layers.scale, np.array([stage]))[0]
        assert table.position.evaluate()[1] == pytest.approx(softmax(judged)[0], abs=0.004)


def test_columns_that_weigh_nothing_change_nothing() -> None:
    """Whether a room fills the columns of a network or not, old weights judge as they did."""
    game, wide = (type(get_game("ra"))() for _ in range(2))
    game.load_weights(OLD)
    table = {**OLD["players"]["3"], "points": {**OLD["players"]["3"]["points"], "track_earthquakes": 0.0}}
    wide.load_weights({**OLD, "features": list(wide.feature_names), "players": {**OLD["players"], "3": table}})
    dealt = Table.deal(game, 3, 8)
    for _ in range(60):
        dealt.play(dealt.position.legal_codes()[0])
        assert Position.from_text(dealt.position.to_text(), wide).evaluate() == dealt.position.evaluate()


def test_search_values_count_less_the_later_they_are() -> None:
    search_values, won = [np.array([0.5, 0.5]), np.array([0.9, 0.1])], np.array([1.0, 0.0])
    assert [list(each) for each in td_targets(search_values, won, 1.0)] == [[1, 0], [1, 0]]
    assert [list(each) for each in td_targets(search_values, won, 0.0)] == [[0.5, 0.5], [0.9, 0.1]]
    assert td_targets(search_values, won, 0.5)[0] == pytest.approx([0.25 + 0.225 + 0.25, 0.25 + 0.025])


def test_a_shard_is_the_same_wherever_it_is_played(tmp_path: Path) -> None:
    shard = Shard(get_game("ra"), 2, None, 4, 0.9, OLD, 11, 3)
    first, positions = play_shard(shard)
    positions.save(tmp_path / "a.npz")
    again = play_shard(shard)[1]
    loaded = Positions.load(tmp_path / "a.npz")
    assert first == 11 and len(loaded) == len(positions) > 50 and 0 < positions.off_trajectory.sum() < len(positions) / 2
    for name in ("features", "stages", "points", "won", "search_values", "later", "off_trajectory"):
        assert np.array_equal(getattr(loaded, name), getattr(again, name))
    assert positions.later.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert not list(tmp_path.glob("*.part"))


def verdict(generation: int, accepted: bool, score: float) -> Verdict:
    return Verdict(generation, accepted, 1000, 0.53, 0.52, 30, 60, score, score - 0.1, score + 0.1, score, 3.0, 250, 12.0)


def test_the_plot_shows_every_generation() -> None:
    plot = strength_plot([verdict(1, True, 0.6), verdict(2, False, 0.5)])
    assert plot.count("<circle") == 2 and plot.count('"dot rejected"') == 1 and "+70 Elo" in plot
    assert elo_of(0.5) == 0 and elo_of(0.6) == pytest.approx(70.4, abs=0.1)


def test_half_a_line_is_cut_away_and_the_test_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    rows = [{"deal": number, "shares": [1.0, 0.0], "score": 0.5} for number in range(4)]
    path.write_text("".join(json.dumps(row) + "\n" for row in (rows[1], rows[0])) + '{"deal": 2, "sha')
    assert sorted(read_deals(path)) == [0, 1]
    _, used = decide(path, Bounds(0, 20, 0.05, 0.05), 4, iter([rows[3], rows[2]]))
    assert used == rows and sorted(read_deals(path)) == [0, 1, 2, 3]


def test_the_test_ends_where_it_is_decided(tmp_path: Path) -> None:
    won = ({"deal": number, "shares": [1.0, 1.0], "score": 1.0} for number in range(500))
    test, used = decide(tmp_path / "deals.jsonl", Bounds(0, 100, 0.05, 0.05), 500, won)
    assert test.verdict().accepted == "H1" and len(used) < 100


def test_the_pace_tells_who_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that counts searches: those of A last three times as long."""
    ticks = (tick for t in range(0, 4000, 10) for tick in (t, t + 3, t + 3, t + 4))
    monkeypatch.setattr(_generations.time, "process_time", lambda: next(ticks))
    assert pace(get_game("ra"), 2, None, 4, OLD, OLD) == pytest.approx(3.0)


def contents(folder: Path) -> dict[str, Any]:
    """What two runs with the same settings must have in common; how long things took is their own."""
    files = [*folder.glob("generation-*/weights.json"), *folder.glob("generation-*/shards/*.npz")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.program
@pytest.mark.soak
def test_a_killed_run_goes_on_and_ends_like_one_that_was_not(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench", "train", *TINY, "--out"]
    root = Path(train.__file__).parents[1]
    program = subprocess.Popen([*command, str(tmp_path / "killed")], cwd=root, stderr=subprocess.DEVNULL)
    wait_until(lambda: len(list((tmp_path / "killed").glob("generation-001/shards/*.npz"))) >= 2, program)
    program.kill()
    program.wait()
    written = contents(tmp_path / "killed")
    assert len(written) >= 3  # mostly not all 8: it was killed as soon as this process was woken
    (tmp_path / "killed" / "generation-001" / "shards" / "half.part").write_bytes(b"half")
    row = json.loads(
        subprocess.run([*command, str(tmp_path / "killed")], cwd=root, capture_output=True, text=True, check=True).stdout
    )
    assert row["generations"] == 2 and row["game"] == "ra"
    assert written.items() <= contents(tmp_path / "killed").items()
    assert train.main([*TINY, "--out", str(tmp_path / "whole")]) == 0
    assert len((tmp_path / "whole" / "log.txt").read_text().splitlines()) == 2
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")  # two deals decide nothing: no one was accepted


@pytest.mark.soak
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    short = [*TINY, "--generations", "1", "--games", "25", "--deals", "1"]
    assert train.main([*short, "--out", str(tmp_path / "there"), "--cluster", "local:1"]) == 0
    assert train.main([*short, "--out", str(tmp_path / "here")]) == 0
    assert contents(tmp_path / "there") == contents(tmp_path / "here")
    assert read_deals(tmp_path / "there" / "generation-001" / "deals.jsonl").keys() == {0}


def test_only_the_network_that_was_learned_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may have written priors, sums or networks for other tables since the run began."""
    room = tmp_path / "weights.json"
    room.write_text(json.dumps(OLD))
    network = {"bias": [[0.5]], "log_odds": [[0.25]], "own": {"points": [1.0]}, "all": {"points": [0.0]}}
    meanwhile = {
        **OLD,
        "search": {"exploration": 0.2},
        "priors": {"kind": [1.5]},
        "players": {**OLD["players"], "3": {"points": {}, "log_odds": {}}},
    }

    def accepted(run: train.Training, number: int) -> Verdict:
        learned = {**OLD, "players": {**OLD["players"], "2": {**OLD["players"]["2"], "network": network}}}
        (run.book.generation(number) / "weights.json").write_text(json.dumps(learned))
        run.book.close(verdict(number, True, 0.6))
        room.write_text(json.dumps(meanwhile))
        return verdict(number, True, 0.6)

    monkeypatch.setattr(train, "weights_file", lambda _: room)
    monkeypatch.setattr(train.Training, "generation", accepted)
    assert train.main([*TINY, "--generations", "1", "--out", str(tmp_path / "run"), "--write"]) == 0
    assert json.loads(room.read_text()) == {
        **meanwhile,
        "features": list(get_game("ra").feature_names),
        "players": {**meanwhile["players"], "2": {**OLD["players"]["2"], "network": network}},
    }


def test_a_run_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(EgyptError, match=r"run\.json"):
        train.main([*TINY, "--out", str(tmp_path)])


def test_a_run_keeps_its_settings(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"games": 10}))
    with pytest.raises(EgyptError, match="was begun with --deals None, not 2"):
        train.main([*TINY, "--out", str(tmp_path)])


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--decay", "1.5"),
        ("--decay", "nan"),
        ("--search-weight", "-1"),
        ("--units", "15"),  # the network has 32
        ("--units", "33"),
        ("--second", "33"),
        ("--variant", "nowhere"),
        ("--players", "77"),  # the core has room for 32
        ("--sprt", "1,2"),
        ("--sprt", "0,20,0,0.05"),
        ("--sprt", "20,0,0.05,0.05"),
        ("--sprt", "nan,20,0.05,0.05"),
    ],
)
def test_options_that_make_no_sense_are_named(tmp_path: Path, option: str, value: str) -> None:
    """And nothing is begun: the same folder serves the next try."""
    with pytest.raises(EgyptError, match=f"{option}|{value}"):
        train.main([*TINY, "--out", str(tmp_path / "run"), f"{option}={value}"])
    assert not (tmp_path / "run").exists()
