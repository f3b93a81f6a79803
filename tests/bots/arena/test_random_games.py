"""Games played below Python are, move for move, those of a referee with random players."""

from __future__ import annotations

import json

import numpy as np

from egypt import Rng, Table
from egypt.bots.arena.random_games import RandomGames, deal_seed, seat_seed
from egypt.bots.arena.record import GameRecord
from egypt.bots.arena.replay import nature_of
from tests.contract.cases import Case, all_cases, every_case

SEATS = [b'["a","b"]', b'["b","a"]', b'["\xc3\xa4\\"","b"]']  # three games a deal; the last name is ä"


def referee(case: Case, run_seed: int, number: int) -> tuple[list[str], Table]:
    """The same game, the slow way."""
    rngs = [Rng(seat_seed(run_seed, number, seat)) for seat in range(case.players)]
    table = Table.deal(case.game, case.players, deal_seed(run_seed, number // len(SEATS)), case.variant)
    moves = []
    while not table.position.is_over:
        seat = table.position.actor
        legal = table.view(seat).legal_moves()
        moves.append(legal[rngs[seat].below(len(legal))])
        table.play(moves[-1], seat)
    return moves, table


@every_case
def test_move_for_move(case: Case) -> None:
    numbers = np.array([0, 1, 2, 3, 7, 10**12], dtype=np.int64)
    lines, scores, ranks = RandomGames(case.game, case.players, case.variant, 5, SEATS).play(numbers)
    games = [json.loads(line) for line in lines.splitlines()]
    points, places = (np.frombuffer(data, dtype=np.int32).reshape(-1, case.players).tolist() for data in (scores, ranks))
    for row, (number, game) in enumerate(zip(numbers.tolist(), games, strict=True)):
        moves, table = referee(case, 5, number)
        assert game["moves"].split() == moves and game["times"] == [0] * len(moves)
        assert game["nature"] == list(nature_of(table)) and any(game["nature"])
        assert game["scores"] == table.scores() == points[row] and game["ranks"] == table.ranks() == places[row]
        assert "began" not in game
        assert (game["game"], game["deal"], game["end"]) == (number, number // 3, "finished")
        assert game["seed"] == deal_seed(5, number // 3)
        assert game["seats"] == json.loads(SEATS[number % 3])


def test_many_games_in_memory_that_grows() -> None:
    """Enough that every buffer has to grow; in parts or at once, the text is the same."""
    case = all_cases()[-1]
    games = RandomGames(case.game, case.players, case.variant, 1, SEATS)
    numbers = np.arange(5000, dtype=np.int64)
    whole = games.play(numbers)[0]
    assert len(whole) > 2 << 20
    assert whole == b"".join(games.play(part)[0] for part in np.array_split(numbers, 7))
    assert games.play(numbers[:0]) == (b"", b"", b"")


def test_games_have_the_dates_of_all_of_them() -> None:
    case = all_cases()[0]
    dates = iter(["2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z"])
    lines, _, _ = RandomGames(case.game, case.players, case.variant, 1, SEATS).play(
        np.arange(3, dtype=np.int64), lambda: next(dates)
    )
    for line in lines.splitlines(keepends=True):
        record = GameRecord.from_json(json.loads(line))
        assert (record.began, record.ended) == ("2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z")
        assert record.to_line().encode() == line, "byte for byte what the arena writes"


def test_seeds_are_far_apart() -> None:
    seeds = {deal_seed(run, deal) for run in range(30) for deal in range(30)}
    seeds |= {seat_seed(run, number, seat) for run in range(10) for number in range(30) for seat in range(5)}
    assert len(seeds) == 900 + 1500 and max(seeds) < 2**48
