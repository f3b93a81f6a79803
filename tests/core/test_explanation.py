"""An evaluation explained: its parts add up to it, and each part comes from its own features."""

import json

import pytest

from egypt import EgyptError, Position, Rng, Table, get_game
from egypt.bots.ismcts_v2 import WEIGHTS
from tests.toy.jars import GAME as JARS

RA = get_game("ra")


def later(game, players, seed, decisions):
    table = Table.deal(game, players, seed)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


def total(values):
    return [sum(each) for each in zip(*values, strict=True)]


def part(explanation, words):
    (found,) = [each for each in explanation.contributions if each.words == words]
    return found


def test_a_weighted_sum_is_explained_by_its_summands():
    view = later(JARS, 3, 5, 2)
    explanation = view.explain(worlds=1, seed=3)
    _, rows = view.sample(Rng(3)).features()
    for words, name, weight in (("jars so far", "points", 1.0), ("cards in hand", "hand_value", 0.6)):
        expected = [row[name] * weight for row in rows]
        assert part(explanation, words).points == pytest.approx(expected, abs=0.05)


def test_what_is_equal_for_all_changes_no_chance():
    explanation = later(JARS, 3, 5, 3).explain()
    assert part(explanation, "rounds to come").chances == (0, 0, 0)
    assert explanation.even == pytest.approx([1 / 3] * 3, abs=1e-4)


def test_who_is_ahead_in_something_gains_by_it_and_the_others_lose():
    position = Position.from_text(pharaohs(), RA)
    gained = part(position.view(0).explain(), "pharaohs").chances
    assert gained[0] > 0.05 and gained[1] < -0.05
    assert sum(gained) == pytest.approx(0, abs=1e-3)


def pharaohs():
    """An opening in which p1 has four pharaohs and nothing else differs but the suns."""
    start = Table.deal(RA, 2, 7).position.to_text()
    seat = next(field for field in start.split(";") if field.startswith("p1="))
    return start.replace(seat, seat[:-1] + "pharaoh*4").replace("pharaoh*25", "pharaoh*21")


def test_a_network_is_explained_too():
    view = later(RA, 3, 4, 24)
    explanation = view.explain(worlds=4)
    assert RA.weights.network(3) is not None
    parts = [explanation.even, *(each.chances for each in explanation.contributions)]
    assert total(parts) == pytest.approx(view.evaluate(worlds=4)[1], abs=1e-9)


def test_a_second_layer_is_explained_too():
    game = type(RA)()
    weights = json.loads((WEIGHTS / "ra.json").read_text())
    rng = Rng(3)
    for table in weights["players"].values():
        units = len(table["network"]["bias"][0])
        table["network"]["second"] = {
            "own": [[rng.below(200) / 100 - 1 for _ in range(5)] for _ in range(units)],
            "all": [[rng.below(200) / 200 - 0.5 for _ in range(5)] for _ in range(units)],
            "bias": [[0.5] * 5],
            "log_odds": [[0.3, -0.2, 0.1, 0.5, -0.4]],
        }
    view = later(game, 3, 4, 24)
    before = view.evaluate(worlds=4)[1]
    game.load_weights(weights)
    parts = [(explanation := view.explain(worlds=4)).even, *(each.chances for each in explanation.contributions)]
    assert total(parts) == pytest.approx(view.evaluate(worlds=4)[1], abs=1e-9)
    assert view.evaluate(worlds=4)[1] != pytest.approx(before, abs=1e-3)


def test_a_finished_game_is_explained_by_its_scores():
    table = Table.deal(RA, 2, 1)
    while not table.position.is_over:
        table.play(table.position.legal_codes()[-1])
    explanation = table.view(0).explain()
    last = explanation.contributions[-1]
    assert last.words == "scores of the finished game"
    assert last.points == tuple(table.scores())
    assert total([each.points for each in explanation.contributions]) == pytest.approx(table.scores())


@pytest.mark.parametrize("worlds", [0, -1])
def test_an_explanation_needs_a_world(worlds):
    with pytest.raises(EgyptError, match="worlds"):
        later(RA, 2, 1, 1).explain(worlds=worlds)
