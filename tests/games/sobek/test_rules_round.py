"""Setup, docks and deliveries: what a careful opponent would ask at the table."""

from __future__ import annotations

import pytest

from egypt import Position, Rng
from egypt.games.sobek.tables import COMPONENTS
from tests.games.sobek.positions import GAME, KINDS, moves_of, plain, play, position, seat, settle

NINE = "fish1,fish0,wheat1,wheat0,cattle1,cattle0,ebony2,ebony0,marble2"


# -- setup and docks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "value", "scarabs", "plain", "green"),
    [
        ("ivory", 3, 3, 2, 1),
        ("ebony", 2, 4, 2, 1),
        ("marble", 2, 3, 3, 1),
        ("cattle", 1, 5, 2, 2),
        ("fish", 1, 5, 3, 2),
        ("wheat", 1, 5, 3, 2),
    ],
)
def test_the_box_holds_these_goods(family: str, value: int, scarabs: int, plain: int, green: int) -> None:
    counts = [KINDS[name].count for name in (f"{family}{value}", f"{family}0", f"{family}0g")]
    assert counts == [scarabs, plain, green] and KINDS["amulet"].count == 5


def test_the_box_holds_these_event_tokens() -> None:
    doubled = {"prosperity", "flood", "curse"}
    assert {row.name: row.count for row in COMPONENTS.tokens} == {
        name: 2 if name in doubled else 1
        for name in (
            *("guild-ankh", "guild-snake", "guild-reed", "guild-scorpion"),
            *("prosperity", "flood", "curse", "embalming", "ruse"),
        )
    }


@pytest.mark.parametrize(("players", "deliveries"), [(2, 5), (3, 6), (4, 6)])
def test_a_round_without_the_queen_has_five_or_six_full_deliveries(players: int, deliveries: int) -> None:
    now = settle(Position.start(GAME, players), seed=3)
    full = 1
    while plain(now)["phase"] == "turn":
        now = play(now, "take:0")
        while now.is_chance and plain(now)["phase"] != "penalty":
            now = now.settle(Rng(full))
            if plain(now)["phase"] == "turn" and len(plain(now)["docks"]) == 9:
                full += 1
    assert full == deliveries and plain(now)["round"] == 1


def test_the_first_card_of_a_delivery_lies_nearest_the_temple() -> None:
    start = play(position(docks="ivory3", deck=9), "take:0", "dock:?")
    assert plain(start)["docks"] == ["_"] * 8 + ["?"]


def test_skipped_characters_are_turned_over_before_the_one_taken() -> None:
    end = play(position(docks="?,?,fish1"), "take:1", "draw:thief", "draw:queen")
    assert seat(end, 1)["pile"] == {"thief": 1} and seat(end, 1)["hand"] == {"queen": 1}


def test_the_four_available_cards_close_ranks_behind_a_merchant() -> None:
    start = play(position(hands=["merchant"], docks=NINE), "merchant:1")
    assert moves_of(start, "take") == ["take:0", "take:1", "take:2", "take:3"]
    end = play(start, "take:3")
    assert seat(end, 2)["hand"] == {"cattle1": 1}
    assert seat(end, 2)["pile"] == {"fish1": 1, "wheat1": 1, "wheat0": 1}


def test_a_take_that_skips_to_the_last_dock_brings_the_delivery_before_the_neighbours_turn() -> None:
    start = play(position(3, docks="fish1,?,wheat1", deck=18), "take:2", "draw:queen")
    assert plain(start)["phase"] == "delivery"
    assert seat(start, 1)["pile"] == {"fish1": 1, "queen": 1}
    end = settle(start)
    assert end.actor == 1 and len(plain(end)["docks"]) == 9 and plain(end)["deck"] == 9


def test_the_merchant_may_reach_the_dock_nearest_the_temple() -> None:
    end = play(position(hands=["merchant"], docks=NINE), "merchant:8")
    assert seat(end, 1)["hand"] == {"marble2": 1} and len(plain(end)["docks"]) == 8


def test_the_merchant_sees_the_last_face_down_card_before_the_delivery() -> None:
    start = play(position(hands=["merchant"], docks="?", deck=18), "merchant:0")
    assert plain(start)["phase"] == "identify"
    start = play(start, "draw:thief")
    assert plain(start)["phase"] == "delivery" and seat(start, 1)["hand"] == {"thief": 1}
    assert settle(start).actor == 1


def test_six_docks_after_the_queen_are_the_last_delivery_and_end_the_round() -> None:
    start = play(position(docks="fish1", deck=6), "take:0")
    assert plain(start)["docks"] == ["_"] * 6
    for _ in range(6):
        start = settle(start)
        assert plain(start)["phase"] == "turn"
        start = play(start, "take:0")
        start = start if plain(start)["phase"] in ("penalty", "lay") else settle(start)
    assert plain(start)["phase"] in ("penalty", "lay")


# -- taking a card --------------------------------------------------------------------------------------------


def test_the_nearest_card_costs_no_corruption() -> None:
    end = play(position(docks="fish1,wheat1"), "take:0")
    assert seat(end, 1)["corruption"] == 0 and seat(end, 1)["hand"] == {"fish1": 1}


def test_skipped_amulets_and_characters_are_corruption_like_any_card() -> None:
    end = play(position(docks="amulet,?,amulet,fish1,wheat1"), "take:3", "draw:queen")
    assert seat(end, 1)["corruption"] == 3 and seat(end, 1)["pile"] == {"amulet": 2, "queen": 1}


def test_the_last_four_docks_may_be_emptied_by_one_take() -> None:
    start = play(position(3, docks="fish1,fish0,wheat1,wheat0", deck=9), "take:3")
    assert plain(start)["phase"] == "delivery" and seat(start, 1)["corruption"] == 3
    assert settle(start).actor == 1
