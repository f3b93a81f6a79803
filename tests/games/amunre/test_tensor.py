"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from egypt import get_game
from tests.games.tensors import named_entries, seats_from

GAME = get_game("amunre")
PLAYERS = 3


def test_gold_points_and_hands_are_those_of_the_view() -> None:
    for view, entries in named_entries(GAME, PLAYERS):
        seats = seats_from(view)
        for number, seat in enumerate(seats):
            assert entries[f"seat{number}.gold"] == seat["gold"] and entries[f"seat{number}.score"] == seat["score"]
            assert entries[f"seat{number}.favors"] == seat["favors"]
        assert sum(value for name, value in entries.items() if name.startswith("hand.")) == seats[0]["favors"]


def test_a_province_has_the_bidder_who_stands_there() -> None:
    seen = 0
    for _, entries in named_entries(GAME, PLAYERS):
        for name, value in entries.items():
            if name.startswith("bid."):
                bidders = [entries[f"bidder.{name.removeprefix('bid.')}.seat{seat}"] for seat in range(PLAYERS)]
                assert sum(bidders) == (value > 0)
                seen += value > 0
    assert seen > 20
