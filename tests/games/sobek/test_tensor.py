"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from egypt import get_game
from tests.games.tensors import named_entries, seats_from

GAME = get_game("sobek")
PLAYERS = 3


def test_hands_docks_and_seats_are_those_of_the_view() -> None:
    for view, entries in named_entries(GAME, PLAYERS):
        seats = seats_from(view)
        own = {card["kind"]: card["count"] for card in seats[0]["hand"]["cards"]}
        told = {name.removeprefix("hand."): value for name, value in entries.items() if name.startswith("hand.") and value}
        assert told == own
        for number, seat in enumerate(seats):
            assert (
                sum(entries[f"seat{number}.hand.backs.{back}"] for back in ("green", "beige", "orange"))
                == (seat["hand"]["count"])
            )
            assert entries[f"seat{number}.curses"] == seat["curses"]
        assert entries[f"phase.{view.as_dict()['phase']}"] == 1
        assert (
            sum(value for name, value in entries.items() if name.startswith("docks.") and name[6].isdigit())
            == (entries["docks.count"])
        )


def test_a_phase_names_its_seat() -> None:
    for view, entries in named_entries(GAME, PLAYERS):
        turn = view.as_dict()["turn"]
        if turn is not None:
            assert entries[f"turn.seat{(int(turn[1:]) - 1 - view.viewer) % PLAYERS}"] == 1
