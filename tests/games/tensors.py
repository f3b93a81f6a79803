"""What the tests of the rooms' tensors share: views of a random game, beside the plain data of the same views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egypt import Game, Rng, Table, View


def named_entries(game: Game, players: int) -> Iterator[tuple[View, dict[str, float]]]:
    """A view a move, of one seat after the other, with the named entries of its tensor."""
    table, rng = Table.deal(game, players, 11), Rng(12)
    names = game.tensor_names(players)
    while not table.is_over:
        view = table.view(len(table.events) % players)
        yield view, dict(zip(names, view.tensor(), strict=True))
        codes = table.position.legal_codes()
        table.play(codes[rng.below(len(codes))])


def seats_from(view: View) -> list[dict[str, Any]]:
    """The seats in plain data, the viewer's first."""
    seats = view.as_dict()["seats"]
    return [seats[(view.viewer + number) % view.players] for number in range(view.players)]
