"""Whole games of every registered game through child processes: a referee and an adviser per seat."""

from __future__ import annotations

import sys
from contextlib import ExitStack

import pytest

from egypt import Table, game_names, get_game
from egypt.protocol.client import Client
from tests import PATIENCE, ROOT

pytestmark = pytest.mark.program  # all of them start processes


@pytest.mark.parametrize("name", game_names())
def test_a_game_between_advisers(name: str) -> None:
    command = [sys.executable, "-m", "egypt.protocol", "--game", name]
    players = get_game(name).min_players
    with ExitStack() as stack:
        referee, *advisers = [
            stack.enter_context(Client(command, cwd=str(ROOT), timeout=PATIENCE, start_timeout=PATIENCE))
            for _ in range(players + 1)
        ]
        referee.position_deal(players=players, seed=11)
        outcome = referee.turn()
        moves: list[str] = []
        while not outcome.is_over:
            seat = int(outcome.turn[0][1]) - 1
            advisers[seat].position_view(referee.view(seat))
            assert advisers[seat].legal() == referee.legal(seat) == referee.legal()
            move = advisers[seat].go(iterations=20).best
            assert move is not None
            moves.append(move)
            outcome = referee.play(move, seat)
        record = referee.events()
    table = Table.deal(get_game(name), players, seed=11)
    table.replay(moves)
    assert tuple(table.position.scores()) == outcome.scores and tuple(table.position.ranks()) == outcome.ranks
    assert record.events == tuple(event.text() for event in table.events)
