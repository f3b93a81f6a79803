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


@pytest.mark.parametrize("units", [1, 7, 8, 9, 16, 17, 24, 25, 32])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_a_layer_says_the_same_of_each_seat_in_every_way(units, players):
    rng = random.Random(units * 8 + players)
    for count, own_count in ((8, 8), (48, 40), (128, 56), (128, 128)):
        rows = [[rng.randint(-300, 300) for _ in range(count)] for _ in range(players)]
        own, everyone = ([[rng.randint(-4096, 4096) for _ in range(units)] for _ in range(n)] for n in (own_count, count))
        bias = [rng.randint(-(1 << 24), 1 << 24) for _ in range(units)]
        log_odds = [rng.choice((-32768, 32767, rng.randint(-9000, 9000))) for _ in range(units)]
        together = [sum(column) for column in zip(*rows, strict=True)]
        common = [bias[unit] + sum(together[i] * everyone[i][unit] for i in range(count)) for unit in range(units)]
        values = [
            [common[unit] + sum(row[i] * own[i][unit] for i in range(own_count)) for unit in range(units)] for row in rows
        ]
        expected = [sum(max(0, value) * weight for value, weight in zip(seat, log_odds, strict=True)) for seat in values]
        assert all(found == expected for found in PROBE.corrections(rows, own, everyone, bias, log_odds))


@pytest.mark.parametrize("count", range(8, 129, 8))
def test_two_weighted_sums_are_the_same_in_every_way(count):
    rng = random.Random(count)
    rows = [[rng.randint(-400, 400) for _ in range(count)] for _ in range(1 + count % 5)]
    first, second = ([rng.randint(-32768, 32767) for _ in range(count)] for _ in range(2))
    expected = [tuple(sum(a * b for a, b in zip(row, weights, strict=True)) for weights in (first, second)) for row in rows]
    assert all(found == expected for found in PROBE.two_sums(rows, first, second))


def test_chances_are_shares_rounded_down():
    """Against integers, with the table of exponentials built once more."""
    factor = term = 1.0
    for i in range(1, 12):
        term *= -1.0 / 128 / i
        factor += term
    table, value = [], 65536.0
    for _ in range(12 * 128):
        table.append(int(value + 0.5))
        value *= factor
    rng = random.Random(1)
    for _ in range(20_000):
        unit = rng.choice((4096, 4096, rng.randint(1, 9000)))
        spread = rng.choice((0, 1, 40, 3000, 60_000, 1 << 29))
        log_odds = [rng.randint(-spread, spread) for _ in range(rng.randint(1, 5))]
        places = [(max(log_odds) - value) * 128 // unit for value in log_odds]
        shares = [table[place] if place < len(table) else 0 for place in places]
        assert PROBE.chances(log_odds, unit) == [share * 65536 // sum(shares) for share in shares]
