"""What is handed out is the taker's own: copies of a table, and what a game says of itself."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import egypt
from egypt import Limits, Search, Table

GAMES = egypt.games()


@pytest.mark.parametrize("copied", [Table.copy, copy.copy, copy.deepcopy], ids=["method", "copy", "deepcopy"])
def test_two_copies_of_a_table_go_their_own_ways(copied: Callable[[Table], Table]) -> None:
    """Also when one of them takes back what both have seen: nature's draws are counted for each."""
    table = egypt.game("ra").deal(3, seed=7)
    for _ in range(12):
        table.play(table.legal_moves()[0])
    table.undo(2)
    before = table.position, list(table.events)
    other = copied(table)
    assert (other.position, other.events, other.seed) == (*before, table.seed)
    other.undo(4)
    while not other.is_over:
        other.play(other.legal_moves()[-1])
    assert (table.position, table.events) == before
    table.redo(2)
    table.undo(6)
    again = egypt.game("ra").deal(3, seed=7)
    for _ in range(6):
        again.play(again.legal_moves()[0])
    while not table.is_over:
        move = table.legal_moves()[0]
        table.play(move)
        again.play(move)
    assert table.events == again.events


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nobody_changes_a_game_by_what_it_hands_out(game: egypt.Game) -> None:
    def told() -> tuple[Any, ...]:
        return (
            game.feature_groups,
            game.variant_seats,
            game.search_defaults,
            game.catalogue(),
            game.variants,
            [game.seats_of(variant) for variant in game.variants],
            Search(game, hash_mb=1).settings(game.max_players),
        )

    before = copy.deepcopy(told())
    for part in told()[:4]:
        for inner in part.values():
            if hasattr(inner, "clear"):
                inner.clear()
        part.clear()
    assert told() == before


def test_limits_keep_a_tuple_of_moves() -> None:
    moves = ["draw"]
    limits = Limits(iterations=5, searchmoves=moves)  # type: ignore[arg-type]
    moves.append("invoke")
    assert limits.searchmoves == ("draw",) and hash(limits) == hash(Limits(iterations=5, searchmoves=("draw",)))
