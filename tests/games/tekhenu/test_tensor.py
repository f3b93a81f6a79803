"""Some entries of the tensors, compared with the plain data of the same views."""

from __future__ import annotations

from egypt import get_game
from tests.games.tensors import named_entries, seats_from

GAME = get_game("tekhenu")
PLAYERS = 3


def test_goods_markers_and_points_are_those_of_the_view() -> None:
    for view, entries in named_entries(GAME, PLAYERS):
        for number, seat in enumerate(seats_from(view)):
            assert entries[f"seat{number}.vp"] == seat["score"] and entries[f"seat{number}.population"] == seat["population"]
            goods = {name: entries[f"seat{number}.goods.{name}"] for name in ("papyrus", "bread", "gold", "scribe")}
            assert goods == {name: seat["goods"].get(name, 0) for name in goods}
            shops = [
                name.rpartition(".")[2]
                for name, value in entries.items()
                if name.startswith(f"seat{number}.shops.") and value
            ]
            assert sorted(shops) == sorted(shop["at"].removeprefix("shop:") for shop in seat["shops"])


def test_wheel_and_temple_are_those_of_the_view() -> None:
    for view, entries in named_entries(GAME, PLAYERS):
        dice = sum(value for name, value in entries.items() if name.startswith("wheel."))
        assert dice == entries["wheel"]
        laid = [name for name, value in entries.items() if name.startswith("temple.") and ".tile." in name and value]
        turned = [name for name, value in entries.items() if name.startswith("temple.") and ".turn." in name and value]
        assert len(laid) == len(turned) and len({name.split(".")[1] for name in laid}) == len(laid)
        assert entries["round"] == view.as_dict()["round"]
