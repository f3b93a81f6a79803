"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egypt import Rng, Table, View, get_game

GAME = get_game("amunre")
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


def test_gold_points_and_hands_are_those_of_the_view() -> None:
    for view, entries in positions():
        seats = seats_from(view)
        for number, seat in enumerate(seats):
            assert entries[f"seat{number}.gold"] == seat["gold"] and entries[f"seat{number}.score"] == seat["score"]
            assert entries[f"seat{number}.favors"] == seat["favors"]
        assert sum(value for name, value in entries.items() if name.startswith("hand.")) == seats[0]["favors"]


def test_a_province_has_the_bidder_who_stands_there() -> None:
    seen = 0
    for _, entries in positions():
        for name, value in entries.items():
            if name.startswith("bid."):
                bidders = [entries[f"bidder.{name.removeprefix('bid.')}.seat{seat}"] for seat in range(PLAYERS)]
                assert sum(bidders) == (value > 0)
                seen += value > 0
    assert seen > 20
