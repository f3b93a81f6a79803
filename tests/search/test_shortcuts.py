"""Ways to the same result that are there for speed alone."""

import random

import pytest

from egypt import Table, game_names, get_game
from tests.toy.build import load

PROBE = load("tests.search.probe")
LISTING = [name for name in game_names() if PROBE.has_apply_and_list(get_game(name))]

def test_a_room_lists_while_it_applies():
    assert "tekhenu" in LISTING

@pytest.mark.parametrize("name", LISTING)
def test_moves_listed_on_the_way_are_the_legal_moves(name):
    game = get_game(name)
    for players in range(game.min_players, game.max_players + 1):
        for seed in range(8):
            assert PROBE.check_apply_and_list(Table.deal(game, players, seed).position, seed, 400) == 400

@pytest.mark.parametrize("units", [1, 4, 7, 8, 9, 15, 16, 17, 31, 32])
def test_units_are_summed_up_exactly(units):
    """Also for numbers of units that fill no whole vector, and for the largest features and weights."""
    rng = random.Random(units)
    for features, most in ((8, 40), (48, 300), (128, 30), (8, 5000)):
        row = [rng.randint(-most, most) for _ in range(features)]
        widest = 32767 if most == 5000 else 4096
        weights = [[rng.randint(-widest, widest) for _ in range(units)] for _ in row]
        expected = [sum(row[i] * weights[i][unit] for i in range(features)) for unit in range(units)]
        assert PROBE.sums_of_units(row, weights, units) == expected
