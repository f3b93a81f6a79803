"""Random games of Ra."""

import pytest

from egypt.core.position import Position
from egypt.search.playouts import time_playouts
from tests.games.ra.positions import GAME


@pytest.mark.parametrize(("players", "average"), [(2, 82.5), (3, 142.2), (4, 153.8), (5, 208.4)])
def test_random_games_have_their_usual_length(players, average):
    """Decisions of uniformly random play; seats that could only pass are not asked and do not count."""
    decisions, _, _ = time_playouts(Position.start(GAME, players), 1, 10_000)
    assert decisions / 10_000 == pytest.approx(average, rel=0.01)
