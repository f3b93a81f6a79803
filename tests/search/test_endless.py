"""A playout that does not end by itself ends when the search must."""

import pytest

from egypt import Limits, Search, Table, get_game
from tests.toy.build import load

FEW, MANY = 4000, 29_000  # moves; the count of them, which the evaluation sees as points of p1, stops at 30,000


def moves_of_a_playout(limits, stopped, candidates):
    """How many moves the first playout of a search made, about, and how many playouts there were."""
    view = Table.deal(get_game("jars"), 2, 1).view(0)
    game = load("tests.toy.endless").EndlessJars()
    view = type(view).from_text(view.to_text(), game)
    search = Search(game, hash_mb=1, playout=1_000_000, candidates=candidates)
    if stopped:
        search.stop()
    result = search.run(view, limits)
    per_point = game.weights.points(2)["points"][0]
    return result.lines[0].points[0] / per_point, result.iterations


@pytest.mark.parametrize("candidates", [1, 2])
@pytest.mark.parametrize(("limits", "stopped"), [(Limits(), True), (Limits(movetime=0), False)])
def test_stop_and_the_deadline_are_heard_inside_a_playout(limits, stopped, candidates):
    moves, playouts = moves_of_a_playout(limits, stopped, candidates)
    assert playouts == 1 and moves < FEW


def test_without_them_it_goes_on():
    moves, _ = moves_of_a_playout(Limits(iterations=1), False, 1)
    assert moves > MANY
