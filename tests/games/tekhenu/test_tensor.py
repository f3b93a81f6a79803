"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from egypt import Rng, Table, View, get_game

GAME = get_game("tekhenu")
PLAYERS = 3


def positions() -> Iterator[tuple[View, dict[str, float]]]:
    """Views of a random game with their named entries."""
    table, rng = Table.deal(GAME, PLAYERS, 11), Rng(12)
    names = GAME.tensor_names(PLAYERS)
    while not table.is_over:
        view = table.view(len(table.events) % PLAYERS)      # one a move: the entries are many
        yield view, dict(zip(names, view.tensor(), strict=True))
        codes = table.position.legal_codes()
        table.play(codes[rng.below(len(codes))])


def seats_from(view: View) -> list[dict[str, Any]]:
    """The seats in plain data, the viewer's first."""
    seats = view.as_dict()["seats"]
    return [seats[(view.viewer + number) % PLAYERS] for number in range(PLAYERS)]


def test_goods_markers_and_points_are_those_of_the_view() -> None:
    for view, entries in positions():
        for number, seat in enumerate(seats_from(view)):
            assert entries[f"seat{number}.vp"] == seat["score"] and entries[f"seat{number}.population"] == seat["population"]
            goods = {name: entries[f"seat{number}.goods.{name}"] for name in ("papyrus", "bread", "gold", "scribe")}
            assert goods == {name: seat["goods"].get(name, 0) for name in goods}
            shops = [name.rpartition(".")[2] for name, value in entries.items()
                     if name.startswith(f"seat{number}.shops.") and value]
            assert sorted(shops) == sorted(shop["at"].removeprefix("shop:") for shop in seat["shops"])


def test_wheel_and_temple_are_those_of_the_view() -> None:
    for view, entries in positions():
        dice = sum(value for name, value in entries.items() if name.startswith("wheel."))
        assert dice == entries["wheel"]
        laid = [name for name, value in entries.items() if name.startswith("temple.") and ".tile." in name and value]
        turned = [name for name, value in entries.items() if name.startswith("temple.") and ".turn." in name and value]
        assert len(laid) == len(turned) and len({name.split(".")[1] for name in laid}) == len(laid)
        assert entries["round"] == view.as_dict()["round"]
