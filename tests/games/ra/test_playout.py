"""The room's own playout, which lists no moves, is the plain random game move by move."""

import pytest

from egypt.core.position import Position, Rng
from egypt.search.playouts import time_playouts
from tests.games.ra.positions import GAME, play, position, seat, seats

MIDDLE = {
    "start": position(*seats(3)),
    "full track": position(*seats(3), track="nile*8"),
    "gods": position(*seats(3, p1="god*3 art religion writing", p2="god*4"), track="gold unrest god earthquake"),
    "auction": play(position(*seats(3), track="gold"), "invoke", "bid:6"),
    "draw": position(*seats(3), track="gold").after("draw"),
    "last sun": position(seat((5,), (1, 2, 3)), seat((), (4, 6, 7, 8)), center=9, track="unrest*2", epoch=3),
    "unrest": play(position(*seats(2, p1="art religion writing"), track="unrest"), "invoke", "pass", "bid:2"),
}


def check_same(where, games):
    decisions, _, points = time_playouts(where, 5, games)
    plain_decisions, _, plain_points = time_playouts(where, 5, games, generic=True)
    assert (decisions, points) == (plain_decisions, plain_points)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_playouts_from_the_deal_are_plain_random_games(players):
    check_same(Position.start(GAME, players), 3000)
    check_same(Position.start(GAME, players).settle(Rng(players)), 3000)


@pytest.mark.parametrize("name", MIDDLE)
def test_playouts_from_the_middle_are_plain_random_games(name):
    check_same(MIDDLE[name], 500)


@pytest.mark.parametrize(("players", "average"), [(2, 82.5), (3, 142.2), (4, 153.8), (5, 208.4)])
def test_random_games_have_their_usual_length(players, average):
    """Decisions of uniformly random play; seats that could only pass are not asked and do not count."""
    decisions, _, _ = time_playouts(Position.start(GAME, players), 1, 10_000)
    assert decisions / 10_000 == pytest.approx(average, rel=0.01)
