"""Incomes and the cards played before them."""

from __future__ import annotations

import pytest

from tests.games.amunre.positions import ROW, done_until, golds, land, moves_of, play, position, seat

# provinces that neither yield gold nor score by themselves
QUIET = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]
EAST = [name for name in QUIET if not ROW[name].west]
LOUD = [name for name in ROW if name not in QUIET]


def test_treasury_and_big_harvest_in_two_provinces() -> None:
    lands = {"buto": land("p1", 0, 0, 4), "mendes": land("p1", 0, 0, 2, 1)}
    start = position(3, phase="harvest", round=2, lands=lands, hands=["treasury+big-harvest"], gold=[0])
    assert golds(play(start, "treasury:buto", "big-harvest:mendes"))[0] == 8 + 3 * 3
    assert golds(play(start, "big-harvest:buto"))[0] == 4 * 3 + 3 * 2
    # a Treasury may cost more than it gives
    crowd = {"mendes": land("p1", 0, 0, ROW["mendes"].fields)}
    rich = position(3, phase="harvest", lands=crowd, hands=["treasury"], gold=[0], tile=4)
    assert golds(play(rich, "treasury:mendes"))[0] == 8


def test_neither_card_twice_in_a_harvest() -> None:
    lands = {"buto": land("p1", 0, 0, 4), "mendes": land("p1", 0, 0, 2)}
    hands = ["treasury*2+big-harvest*2"]
    start = position(3, phase="harvest", round=2, lands=lands, hands=hands, gold=[0])
    table = play(start, "treasury:buto")
    assert not moves_of(table, "treasury") and len(moves_of(table, "big-harvest")) == 2
    end = play(table, "big-harvest:mendes")
    assert end.as_dict()["to_act"] != "p1" and seat(end, "p1")["hand"] == {"treasury": 1, "big-harvest": 1}
    assert golds(end)[0] == 8 + 2 * 3


def test_a_treasury_silences_mine_and_caravan() -> None:
    for name in ("abu", "sawu", "berenike"):
        start = position(3, phase="harvest", lands={name: land("p1")}, hands=["treasury"], gold=[0], tile=1)
        assert golds(play(start, f"treasury:{name}"))[0] == 8


@pytest.mark.parametrize("tile", [1, 2, 3, 4])
def test_a_big_harvest_beside_a_caravan(tile: int) -> None:
    """Section 9: one gold more for each farmer, free ones too, none for camels; a Treasury there takes all."""
    name = next(name for name in ROW if ROW[name].caravan and ROW[name].fields >= 1)
    camel = ROW[name].caravan if tile <= 2 else 0
    lands = {name: land("p1", 0, 0, 1, 1)}
    start = position(3, phase="harvest", lands=lands, hands=["big-harvest+treasury"], gold=[0], tile=tile)
    assert golds(play(start, "done"))[0] == 2 * tile + camel
    assert golds(done_until(play(start, f"big-harvest:{name}"), "reveal"))[0] == 2 * (tile + 1) + camel
    assert golds(play(start, f"treasury:{name}", f"big-harvest:{name}"))[0] == 8


def test_income_comes_from_every_own_province_and_from_no_other() -> None:
    """Section 9: mine, caravan and farmers of three provinces, two of them without farmers."""
    mine = next(name for name in ROW if ROW[name].mine)
    caravan = next(name for name in ROW if ROW[name].caravan)
    lands = {
        mine: land("p1"),
        caravan: land("p1"),
        "buto": land("p1", 3, 2, 2),
        "mendes": land("p2", 0, 0, 4),
        **{name: land("p2") for name in EAST[1:2]},
    }
    start = position(3, phase="harvest", round=3, lands=lands, hands=["protection"], gold=[1, 0, 0], tile=2, avoid=LOUD)
    end = play(start, "done")
    assert golds(end)[0] == 1 + ROW[mine].mine + ROW[caravan].caravan + 2 * 2
    assert golds(done_until(end, "reveal"))[1] == 4 * 2
