"""The beginning of a game of four that the rulebook prints, phase by phase: examples 7-11.

The printed purses do not suffice for the printed offerings, so the offering starts with the gold that it
needs; and the Offering Adjustment is used by the player who has revealed it.
"""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.amunre.positions import ROW, built, golds, land, offer, play, position, province, seat

# Bernard, Charles, Arnaud, Alexandre
SEATS = ("p1", "p2", "p3", "p4")
DEALT = ["architect"] * 4


def auction() -> Position:
    start = position(4, phase="bid", auction="thebes:-,avaris:-,buto:-,mendes:-", hands=DEALT, known="p1+p2+p3+p4")
    end = play(start, "bid:thebes+6", "bid:buto+0", "bid:buto+3", "bid:mendes+3", "bid:mendes+6", "bid:avaris+0")
    return play(end, "favor:scribes", "favor:bribery", "favor:adjustment")


def test_example_07_auction() -> None:
    end = auction()
    assert golds(end) == [14, 14, 17, 20]
    assert [seat(end, name)["favors"] for name in SEATS] == [3, 1, 2, 1]
    owners = {name: province(end, name)["owner"] for name in ("thebes", "mendes", "buto", "avaris")}
    assert owners == {"thebes": "p1", "mendes": "p2", "buto": "p3", "avaris": "p4"}


def test_example_08_market() -> None:
    market = auction()
    assert market.as_dict()["phase"] == "favors" and market.as_dict()["to_act"] == "p1"
    market = play(market, "favors:2", "favor:nile", "favor:egypt", "farmers:thebes+3", "stones:thebes+1")
    assert golds(market)[0] == 4 and built(market, "thebes") == (0, 1)
    assert market.as_dict()["phase"] == "farmers"  # Charles has no favor symbol
    market = play(market, "farmers:mendes+4", "stones:mendes+2+architect")
    assert golds(market)[1] == 1 and built(market, "mendes") == (1, 0)
    market = play(market, "farmers:buto+3", "stones:buto+3")
    assert golds(market)[2] == 5 and built(market, "buto") == (1, 0)
    assert market.as_dict()["phase"] == "favors"
    market = play(market, "favors:1", "favor:treasury", "farmers:avaris+1", "stones:avaris+5+architect")
    assert golds(market)[3] == 3 and built(market, "avaris") == (2, 0)
    assert market.as_dict()["phase"] == "offer" and len(market.pending) == 4
    assert [seat(market, name)["known_architect"] for name in SEATS] == [True, False, True, False]


def offering() -> Position:
    lands = {
        "thebes": land("p1", 0, 1, 3),
        "mendes": land("p2", 1, 0, 4),
        "buto": land("p3", 1, 0, 3),
        "avaris": land("p4", 2, 0, 1),
    }
    hands = ["architect+scribes+bribery+nile+egypt", "-", "architect+adjustment", "treasury"]
    return position(4, phase="offer", lands=lands, hands=hands, gold=[5, 2, 6, 3])


def test_example_09_offering() -> None:
    end = play(offer(offering(), "5", "2", "6+adjustment", "theft"), "adjust:up")
    assert end.as_dict()["tile"] == 3 and golds(end) == [0, 0, 0, 6]
    assert (end.as_dict()["to_act"], end.as_dict()["rewards"]) == ("p3", 3)
    end = play(end, "take:favor", "favor:big-harvest", "take:farmer+buto", "take:farmer+buto")
    assert province(end, "buto")["farmers"] == 5
    assert (end.as_dict()["to_act"], end.as_dict()["rewards"]) == ("p1", 2)
    end = play(end, "take:favor", "favor:side", "take:stone+thebes")
    assert built(end, "thebes") == (0, 2)  # an Architect cannot be used now
    assert (end.as_dict()["to_act"], end.as_dict()["rewards"]) == ("p2", 1)
    end = play(end, "take:favor", "favor:nile")
    assert end.as_dict()["start_player"] == "p3" and end.as_dict()["phase"] == "harvest"


def harvest() -> Position:
    lands = {
        "thebes": land("p1", 0, 2, 3),
        "mendes": land("p2", 1, 0, 4),
        "buto": land("p3", 1, 0, 5),
        "avaris": land("p4", 2, 0, 1),
    }
    hands = ["nile", "egypt", "big-harvest", "treasury"]
    return position(4, phase="harvest", act="p3", start="p3", lands=lands, hands=hands, gold=[0] * 4, tile=3)


def test_example_10_harvest() -> None:
    income = play(harvest(), "done")
    assert golds(income) == [0, 0, 15, 0] and income.as_dict()["to_act"] == "p4"
    income = play(income, "treasury:avaris")
    assert golds(income) == [0, 0, 15, 8] and income.as_dict()["to_act"] == "p1"
    income = play(income, "done")
    assert golds(income) == [9, 0, 15, 8] and income.as_dict()["to_act"] == "p2"
    income = play(income, "done")
    assert golds(income) == [9, 12, 15, 8]
    assert (income.as_dict()["round"], income.as_dict()["phase"]) == (2, "reveal")


def test_example_10_without_the_treasury_the_caravan_is_silent() -> None:
    income = play(harvest(), "done", "done")
    assert golds(income)[3] == 3


def test_example_11_adjusted_down() -> None:
    end = play(offer(offering(), "5", "2", "6+adjustment", "theft"), "adjust:down")
    assert end.as_dict()["tile"] == 2 and end.as_dict()["to_act"] == "p3"
    end = play(end, "done", "done", "done")
    assert end.as_dict()["phase"] == "harvest" and end.as_dict()["start_player"] == "p3"
    assert ROW["avaris"].caravan == 8
    assert golds(play(end, "done", "done"))[3] == 6 + 2 + 8


@pytest.mark.parametrize(("gold", "offered", "sells"), [(4, "5", 1), (5, "6", 1), (1, "2", 1)])
def test_the_printed_purses_need_a_favor_sold(gold: int, offered: str, sells: int) -> None:
    start = position(4, phase="offer", gold=[gold], hands=["nile*2"])
    asked = start.after(f"offer:{offered}", 0)
    assert asked.acting(0).legal_moves() == ["sell:nile"]
    asked = offer(play(asked.acting(0), *["sell:nile"] * sells), "", "theft", "theft", "theft")
    assert golds(asked)[0] == 0 and seat(asked, "p1")["hand"] == {"nile": 1}
