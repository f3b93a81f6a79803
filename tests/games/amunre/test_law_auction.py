"""Tricky situations of auction and market: what a careful reader expects where two rules meet."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.amunre.positions import (
    BOX,
    ROW,
    built,
    favors_text,
    field,
    golds,
    land,
    moves_of,
    play,
    position,
    seat,
    where,
)

THREE = "thebes:-,dakhla:-,abydos:-"
FOUR = "thebes:-,dakhla:-,abydos:-,buto:-"
PLAIN = where(favors=0, gold=0)[:3]  # lots without favors and gold


def bids(table: Position, name: str) -> list[str]:
    return [move for move in table.legal_moves() if move.startswith(f"bid:{name}+")]


# -- auction -------------------------------------------------------------------------------------------------


def test_turns_go_on_from_the_last_bidder_not_from_the_start_player() -> None:
    start = position(4, phase="bid", auction=FOUR, act="p3", start="p3")
    order = []
    for move in ("bid:thebes+0", "bid:dakhla+0", "bid:thebes+1", "bid:dakhla+1"):
        order.append(start.as_dict()["to_act"])
        start = play(start, move)
    assert order == ["p3", "p4", "p1", "p2"] and start.as_dict()["to_act"] == "p3"
    # p4 was outbid too, but p3 comes first; after him p4, since p1 and p2 have standing bids
    assert play(start, "bid:abydos+0").as_dict()["to_act"] == "p4"


def test_the_seat_just_passed_over_comes_a_round_later() -> None:
    """p3 outbids p2: p4 and p1 have their turns before p2."""
    start = position(4, phase="bid", auction=FOUR)
    table = play(start, "bid:thebes+0", "bid:dakhla+0", "bid:dakhla+1")
    assert table.as_dict()["to_act"] == "p4"
    table = play(table, "bid:thebes+1")
    assert table.as_dict()["to_act"] == "p1"
    assert play(table, "bid:buto+0").as_dict()["to_act"] == "p2"


def test_bonus_gold_comes_too_late_for_its_bid() -> None:
    start = position(3, phase="bid", auction=THREE, gold=[9, 0, 0])
    assert bids(start, "dakhla")[-1] == "bid:dakhla+6"
    end = play(start, "bid:dakhla+6", "bid:thebes+0", "bid:abydos+0")
    assert golds(end)[0] == 9 - 6 + 12


def test_one_bribery_each_in_an_auction_and_again_in_the_next() -> None:
    start = position(3, phase="bid", auction=THREE, hands=["bribery*2"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0", "bid:thebes+3+bribery")
    table = play(table, "bid:abydos+1", "bid:thebes+6")
    assert table.as_dict()["to_act"] == "p1" and seat(table, "p1")["outbid_from"] == "thebes"
    assert not bids(table, "thebes") and seat(table, "p1")["hand"] == {"bribery": 1}
    fresh = position(3, phase="bid", auction=THREE, hands=["bribery"], discard="bribery", gold=[40] * 3)
    outbid = play(fresh, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0")
    assert bids(outbid, "thebes")[0] == "bid:thebes+3+bribery"


def test_bribery_does_not_lift_a_protection() -> None:
    start = position(3, phase="bid", auction=THREE, hands=["bribery", "protection"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1+protection", "bid:abydos+0")
    assert bids(table, "thebes")[0] == "bid:thebes+6+bribery"


def test_both_cards_go_with_one_bid() -> None:
    start = position(3, phase="bid", auction=THREE, hands=["bribery+protection"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0", "bid:thebes+3+bribery+protection")
    assert table.as_dict()["discard"] == {"bribery": 1, "protection": 1}
    assert bids(table, "abydos") and not bids(table, "thebes")  # p2 was outbid there
    assert seat(table, "p1")["favors"] == 0


@pytest.mark.parametrize(("gold", "highest"), [(3, "6"), (2, "3"), (0, "3")])
def test_a_card_played_with_a_bid_does_not_pay_for_it(gold: int, highest: str) -> None:
    """Protection and three others: a bid of 6 from 3 gold takes all three, from 2 gold the card itself."""
    start = position(3, phase="bid", auction=THREE, hands=["protection+nile*2+egypt"], gold=[gold, 0, 0])
    shielded = [move for move in bids(start, "thebes") if move.endswith("+protection")]
    assert shielded[-1] == f"bid:thebes+{highest}+protection"
    assert ("bid:thebes+6" in bids(start, "thebes")) == (gold >= 2)


def test_a_bribery_does_not_pay_for_its_bid() -> None:
    lots = "thebes:p2:1,dakhla:p3:0,abydos:-"
    with_two = position(
        3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery+nile"], gold=[2, 9, 9]
    )
    assert bids(with_two, "thebes") == ["bid:thebes+3+bribery"]
    alone = position(3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery"], gold=[2, 9, 9])
    assert bids(alone, "thebes") == [] and "bid:abydos+3" in alone.legal_moves()


def test_a_shield_ends_with_its_auction() -> None:
    start = position(3, phase="bid", auction=":-,".join(PLAIN) + ":-", hands=["protection"])
    table = play(start, f"bid:{PLAIN[0]}+0+protection", *(f"bid:{name}+0" for name in PLAIN[1:]))
    assert table.as_dict()["shielded"] == []


def test_being_outbid_does_not_bar_a_province_in_the_next_auction() -> None:
    start = position(3, phase="bid", auction=":-,".join(PLAIN) + ":-")
    table = play(start, *(f"bid:{PLAIN[lot]}+{gold}" for lot, gold in ((0, 0), (0, 1), (1, 0), (2, 0))))
    assert all(seat(table, name)["outbid_from"] is None for name in ("p1", "p2", "p3"))


def test_nobody_pays_for_a_bid_that_was_outbid() -> None:
    start = position(3, phase="bid", auction=THREE)
    end = play(start, "bid:thebes+10", "bid:thebes+15", "bid:abydos+3", "bid:dakhla+1")
    assert golds(end) == [20 - 1 + 12, 5, 17]


def laid_out(deck: str, *lots: str) -> Position:
    """All lots turned up; whatever is not in that deck lies in the discard pile."""
    table = position(3, phase="reveal", act="chance", deck=deck)
    return play(table, *(f"province:{name}" for name in lots))


def test_a_deck_that_just_suffices_for_the_bonuses_is_not_refilled() -> None:
    table = laid_out("nile+egypt*2+side", "thebes", "dakhla", "buto")
    assert field(table.to_text(), "under") == "-" and table.as_dict()["discard"]
    end = play(table, "bid:thebes+0", "bid:dakhla+0", "bid:buto+0")
    end = play(end, "favor:nile", "favor:egypt", "favor:egypt", "favor:side")
    assert end.as_dict()["deck"] == 0 and end.as_dict()["phase"] == "favors"
    # the first purchase shuffles the discard pile
    bought = play(end, "favors:1", "favor:architect")
    assert bought.as_dict()["discard"] == {} and bought.as_dict()["deck"] == 39 - 5


def test_a_card_discarded_in_the_auction_does_not_become_its_bonus() -> None:
    """The bonuses are laid out before the bidding: one card too few, and a Protection played is none."""
    rest = dict(BOX) | {"nile": 1, "protection": 1, "egypt": 0}
    start = position(
        3,
        phase="reveal",
        act="chance",
        hands=["protection", favors_text(rest)],
        deck="nile+egypt*2",
    )
    table = play(start, "province:thebes", "province:dakhla", "province:buto")
    end = play(table, "bid:thebes+0+protection", "bid:dakhla+0", "bid:buto+0")
    end = play(end, "favor:nile", "favor:egypt", "favor:egypt")
    assert not end.is_chance and end.as_dict()["discard"] == {"protection": 1}
    assert [seat(end, name)["favors"] for name in ("p1", "p3")] == [2, 0]  # Buto, turned up last, went short


@pytest.mark.parametrize("age", [1, 2])
def test_bonuses_come_back_in_the_new_kingdom(age: int) -> None:
    lots = ["abydos", "dakhla", "thebes"]
    start = position(3, phase="reveal", act="chance", age=age, kingdom=lots)
    table = play(start, *(f"province:{name}" for name in lots))
    assert built(table, "abydos") == (0, 1)
    end = play(table, "bid:abydos+0", "bid:dakhla+0", "bid:thebes+0")
    assert golds(end) == [20, 32, 20]
    end = play(end, "favor:nile", "favor:nile", "favor:egypt")
    assert [seat(end, name)["favors"] for name in ("p1", "p2", "p3")] == [0, 1, 2]


# -- market --------------------------------------------------------------------------------------------------


def test_the_market_begins_with_the_start_player() -> None:
    start = position(3, phase="bid", act="p2", start="p2", auction=":-,".join(PLAIN) + ":-", gold=[0] * 3)
    table = play(start, *(f"bid:{name}+0" for name in PLAIN))
    # without gold and favors nobody has anything to decide before the offering
    assert table.as_dict()["phase"] == "offer"
    start = position(3, phase="bid", act="p2", start="p2", auction=":-,".join(PLAIN) + ":-")
    table = play(start, *(f"bid:{name}+0" for name in PLAIN))
    order = [table.as_dict()["to_act"]]
    while table.as_dict()["phase"] != "offer":
        table = play(table, table.legal_moves()[0])
        if table.as_dict()["turn"] != order[-1] and table.as_dict()["phase"] != "offer":
            order.append(table.as_dict()["turn"])
    assert order == ["p2", "p3", "p1"]


def test_symbols_in_the_brown_box_allow_no_purchase() -> None:
    """Thebes shows four symbols, two of them in the sand."""
    start = position(3, lands={"thebes": land("p1")}, gold=[30])
    assert moves_of(start, "favors") == ["favors:0", "favors:1", "favors:2"]


def test_free_farmers_take_no_field() -> None:
    fields = ROW["thebes"].fields
    start = position(3, phase="farmers", lands={"thebes": land("p1", 0, 0, fields - 1, 1)}, gold=[30])
    assert start.legal_moves() == ["farmers:thebes+0", "farmers:thebes+1"]


def test_farmers_of_all_provinces_have_one_price() -> None:
    lands = {"buto": land("p1"), "mendes": land("p1")}
    start = position(3, phase="farmers", round=2, lands=lands, gold=[10])
    table = play(start, "farmers:buto+2")
    assert moves_of(table, "farmers")[-1] == "farmers:mendes+2"
    assert golds(play(table, "farmers:mendes+2"))[0] == 0


def test_one_free_farmer_per_phase_in_any_own_province() -> None:
    lands = {"buto": land("p1"), "berenike": land("p1")}
    start = position(3, phase="build", round=2, lands=lands, hands=["free-farmer*2"], gold=[0])
    table = play(start, "stones:buto+0+free-farmer")
    assert not [move for move in table.legal_moves() if "free-farmer" in move]
    table = play(start, "stones:buto+0")
    assert "stones:berenike+0+free-farmer" in table.legal_moves()


def test_a_card_played_in_the_market_does_not_pay_for_it() -> None:
    start = position(3, phase="build", lands={"buto": land("p1", 0, 1)}, hands=["architect+nile"], gold=[0])
    assert start.legal_moves() == ["stones:buto+0", "stones:buto+1", "stones:buto+1+architect"]
    poor = position(3, phase="build", lands={"buto": land("p1", 0, 1)}, hands=["architect"], gold=[0])
    assert poor.legal_moves() == ["stones:buto+0", "stones:buto+1"]


def test_architect_on_old_stones_before_new_ones() -> None:
    start = position(3, phase="build", lands={"buto": land("p1", 1, 2)}, hands=["architect"], gold=[6])
    assert built(play(start, "stones:buto+3+architect"), "buto") == (3, 0)
    assert built(play(start, "stones:buto+0+architect"), "buto") == (2, 0)


def test_favors_just_bought_are_used_and_sold_in_the_same_turn() -> None:
    start = position(3, lands={"thebes": land("p1", 0, 2)}, gold=[3])
    table = play(start, "favors:2", "favor:architect", "favor:nile", "farmers:thebes+0")
    end = play(table, "stones:thebes+1+architect", "sell:nile")
    assert built(end, "thebes") == (1, 1) and golds(end)[0] == 0 and seat(end, "p1")["favors"] == 0


def test_the_market_draws_on_a_reshuffled_discard_pile() -> None:
    start = position(3, lands={"memphis": land("p1")}, deck="nile", gold=[20])
    assert moves_of(start, "favors")[-1] == f"favors:{ROW['memphis'].limit}"
    table = play(start, "favors:2", "favor:nile")
    assert table.is_chance and len(table.outcomes()) == len(BOX)
    assert table.as_dict()["discard"] == {}
