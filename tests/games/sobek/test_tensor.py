"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egypt import Rng, Table, View, get_game

GAME = get_game("sobek")
PLAYERS = 3


def positions() -> Iterator[tuple[View, dict[str, float]]]:
    """Views of a random game with their named entries."""
    table, rng = Table.deal(GAME, PLAYERS, 11), Rng(12)
    names = GAME.tensor_names(PLAYERS)
    while not table.is_over:
        for seat in range(PLAYERS):
            view = table.view(seat)
            yield view, dict(zip(names, view.tensor(), strict=True))
        codes = table.position.legal_codes()
        table.play(codes[rng.below(len(codes))])


def seats_from(view: View) -> list[dict[str, Any]]:
    """The seats in plain data, the viewer's first."""
    seats = view.as_dict()["seats"]
    return [seats[(view.viewer + number) % PLAYERS] for number in range(PLAYERS)]


def test_hands_docks_and_seats_are_those_of_the_view() -> None:
    for view, entries in positions():
        seats = seats_from(view)
        own = {card["kind"]: card["count"] for card in seats[0]["hand"]["cards"]}
        told = {name.removeprefix("hand."): value for name, value in entries.items() if name.startswith("hand.") and value}
        assert told == own
        for number, seat in enumerate(seats):
            assert sum(entries[f"seat{number}.hand.backs.{back}"] for back in ("green", "beige", "orange")) == (
                seat["hand"]["count"])
            assert entries[f"seat{number}.curses"] == seat["curses"]
        assert entries[f"phase.{view.as_dict()['phase']}"] == 1
        assert sum(value for name, value in entries.items() if name.startswith("docks.") and name[6].isdigit()) == (
            entries["docks.count"])


def test_a_phase_names_its_seat() -> None:
    for view, entries in positions():
        turn = view.as_dict()["turn"]
        if turn is not None:
            assert entries[f"turn.seat{(int(turn[1:]) - 1 - view.viewer) % PLAYERS}"] == 1
