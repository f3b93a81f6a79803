"""Who meets whom, on which seat, with which luck."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from egypt import Table, get_game
from egypt.bots.arena.errors import ArenaError
from egypt.bots.arena.schedule import FEW_SEATINGS, Config, distinct_orders, lineups, seatings_of, spread
from tests.bots.arena.helpers import config_of


def engines(count: int) -> list[str]:
    return [f"name=e{number},bot=random" for number in range(count)]


@pytest.mark.parametrize(
    ("count", "players", "games"),
    [
        (2, 2, 2),
        (3, 2, 6),
        (2, 3, 6),
        (3, 3, 6),
        (4, 3, 24),
        (2, 4, 6),
        (3, 4, 36),
        (4, 4, 24),
        (2, 5, 20),
        (5, 5, 20),
        (1, 3, 1),
    ],
)
def test_games_of_a_round_robin_deal(count: int, players: int, games: int) -> None:
    assert len(config_of(*engines(count), players=players).seatings) == games


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_every_engine_sits_on_every_seat_equally_often(count: int, players: int, form: str) -> None:
    seatings = config_of(*engines(count), players=players, more=("--format", form)).seatings
    assert len(set(seatings)) == len(seatings)
    for engine in range(count):
        seats = Counter(seat for seating in seatings for seat in range(players) if seating[seat] == engine)
        assert len({seats[seat] for seat in range(players)}) == 1, seats
    if form == "round-robin":
        assert len(set(Counter(engine for seating in seatings for engine in seating).values())) == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_kinds_share_a_table_evenly(players: int) -> None:
    seatings = list(spread((0, 1), players))
    assert {seating.count(0) for seating in seatings} == {players // 2, players - players // 2}
    assert set(seatings) == {s for s in set(permutations([0, 1] * players, players)) if abs(s.count(0) - s.count(1)) <= 1}


def test_many_seatings_are_whole_rotations() -> None:
    for table in ((0, 1, 2, 3, 4), (0, 0, 1, 1, 2), (0, 1, 2, 3, 3)):
        chosen = seatings_of(table)
        assert len(distinct_orders(table)) > FEW_SEATINGS >= len(chosen) >= len(table)
        assert {order[1:] + order[:1] for order in chosen} == set(chosen)


def test_neighbours_vary_where_seatings_are_chosen() -> None:
    pairs = Counter((o[i], o[(i + 1) % 5]) for o in seatings_of((0, 1, 2, 3, 4)) for i in range(5))
    assert len(pairs) == 20 and set(pairs.values()) == {5}


def test_distinct_orders() -> None:
    assert distinct_orders((0, 0, 1)) == [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert len(distinct_orders((0, 1, 2, 3))) == 24


def test_a_gauntlet_is_the_first_against_each() -> None:
    assert lineups("gauntlet", 4, 2) == [(0, 1), (0, 2), (0, 3)]
    assert all(0 in seating for seating in config_of(*engines(3), players=4, more=("--format", "gauntlet")).seatings)


def test_a_sequential_test_is_of_the_first_engine() -> None:
    with pytest.raises(ArenaError, match="a second --engine is missing"):
        config_of(*engines(1), more=("--sprt", "0,10,0.05,0.05"))
    assert lineups("sprt", 2, 3) == [(0, 1)]
    assert lineups("sprt", 4, 2) == lineups("gauntlet", 4, 2) == [(0, 1), (0, 2), (0, 3)]


def test_a_number_fixes_everything() -> None:
    config = config_of(*engines(2), players=3, deals=50)
    games = [config.game_of(number) for number in range(config.games)]
    assert [game.number for game in games] == list(range(300))
    assert all(game.seed == games[game.deal * 6].seed for game in games)  # one deal, one luck
    assert len({game.seed for game in games}) == 50
    assert len({seed for game in games for seed in game.bot_seeds}) == 900  # every player draws for itself
    assert all(seed < 2**48 for game in games for seed in (game.seed, *game.bot_seeds))
    other = config_of(*engines(2), players=3, deals=50, more=("--seed", "2"))
    assert {other.game_of(n).seed for n in range(300)}.isdisjoint(game.seed for game in games)


def test_the_games_of_a_deal_begin_alike() -> None:
    config = config_of(*engines(2), players=3)
    starts = {str(Table.deal(get_game("ra"), 3, config.game_of(number).seed).position) for number in range(6)}
    assert len(starts) == 1


def test_a_configuration_survives_its_file() -> None:
    config = config_of(
        "name=a,bot=ismcts,iterations=7,option.Playout=3",
        "name=b,cmd=egypt-engine --game ra,tc=5+0.1,overhead=7",
        players=4,
        more=("--sprt", "-3,4.5,0.1,0.2", "--each", "option.Threads=1"),
    )
    assert Config.from_json(config.to_json()) == config
