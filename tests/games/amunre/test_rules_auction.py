"""The auction: what a careful reader expects where two rules meet, chains of bids, cards that meet."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.amunre.positions import (
    BOX,
    built,
    discard,
    done_until,
    favors_text,
    field,
    golds,
    offer,
    play,
    position,
    province,
    seat,
    where,
)

THREE = "thebes:-,dakhla:-,abydos:-"
FOUR = "thebes:-,dakhla:-,abydos:-,buto:-"
PLAIN = where(favors=0, gold=0)[:3]  # lots without favors and gold
FIVE = "thebes:-,dakhla:-,abydos:-,buto:-,mendes:-"


def bids(table: Position, name: str) -> list[str]:
    return [move for move in table.legal_moves() if move.startswith(f"bid:{name}+")]


def laid_out(deck: str, *lots: str) -> Position:
    """All lots turned up; whatever is not in that deck lies in the discard pile."""
    table = position(3, phase="reveal", act="chance", deck=deck)
    return play(table, *(f"province:{name}" for name in lots))


def values(table: Position, name: str) -> list[int]:
    """The spaces of a province on which the player to act may put their pawn, without further cards."""
    bids = [move.split("+") for move in table.legal_moves() if move.startswith(f"bid:{name}+")]
    return sorted({int(parts[1]) for parts in bids})


def test_turns_go_on_from_the_last_bidder_not_from_the_start_player() -> None:
    start = position(4, phase="bid", auction=FOUR, act="p3", start="p3")
    order = []
    for move in ("bid:thebes+0", "bid:dakhla+0", "bid:thebes+1", "bid:dakhla+1"):
        order.append(start.as_dict()["to_act"])
        start = play(start, move)
    assert order == ["p3", "p4", "p1", "p2"] and start.as_dict()["to_act"] == "p3"
    # p4 was outbid too, but p3 comes first; after p3 p4, since p1 and p2 have standing bids
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
    assert discard(table) == {"bribery": 1, "protection": 1}
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
    with_two = position(3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery+nile"], gold=[2, 9, 9])
    assert bids(with_two, "thebes") == ["bid:thebes+3+bribery"]
    alone = position(3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery"], gold=[2, 9, 9])
    assert bids(alone, "thebes") == [] and "bid:abydos+3" in alone.legal_moves()


def test_of_two_cards_played_with_a_bid_neither_pays_for_it() -> None:
    """A bid of 3 from 2 gold: Protection can be sold for a bid with Bribery, but not where it is played as well."""
    lots = "thebes:p2:1,dakhla:p3:0,abydos:-"
    both = position(3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery+protection"], gold=[2, 9, 9])
    assert bids(both, "thebes") == ["bid:thebes+3+bribery"]
    and_one_more = position(
        3, phase="bid", auction=lots, outbid="p1:thebes", hands=["bribery+protection+nile"], gold=[2, 9, 9]
    )
    assert bids(and_one_more, "thebes") == ["bid:thebes+3+bribery", "bid:thebes+3+bribery+protection"]


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


def test_a_deck_that_just_suffices_for_the_bonuses_is_not_refilled() -> None:
    table = laid_out("nile+egypt*2+side", "thebes", "dakhla", "buto")
    assert field(table.to_text(), "under") == "-" and discard(table)
    end = play(table, "bid:thebes+0", "bid:dakhla+0", "bid:buto+0")
    end = play(end, "favor:nile", "favor:egypt", "favor:egypt", "favor:side")
    assert end.as_dict()["deck"] == 0 and end.as_dict()["phase"] == "favors"
    # the first purchase shuffles the discard pile
    bought = play(end, "favors:1", "favor:architect")
    assert discard(bought) == {} and bought.as_dict()["deck"] == 39 - 5


def test_a_card_discarded_in_the_auction_does_not_become_its_bonus() -> None:
    """The bonuses are laid out before the bidding: one card too few, and a Protection played is none."""
    rest = dict(BOX) | {"nile": 1, "protection": 1, "egypt": 0}
    start = position(3, phase="reveal", act="chance", hands=["protection", favors_text(rest)], deck="nile+egypt*2")
    table = play(start, "province:thebes", "province:dakhla", "province:buto")
    end = play(table, "bid:thebes+0+protection", "bid:dakhla+0", "bid:buto+0")
    end = play(end, "favor:nile", "favor:egypt", "favor:egypt")
    assert not end.is_chance and discard(end) == {"protection": 1}
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


def test_two_players_bribe_their_way_back_into_the_same_province() -> None:
    """Section 6, rule 4, and section 2: the limit of one card of a kind is each player's own."""
    start = position(3, phase="bid", auction=THREE, hands=["bribery", "bribery"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:thebes+3")
    table = play(table, "bid:thebes+6+bribery", "bid:thebes+10+bribery")
    assert discard(table) == {"bribery": 2}
    for name in ("p3", "p1"):  # both were outbid in Thebes last, and neither has a card left
        assert table.as_dict()["to_act"] == name and values(table, "thebes") == []
        table = play(table, "bid:dakhla+0" if name == "p3" else "bid:abydos+0")
    assert golds(table) == [40, 30, 52]


def test_after_a_bribery_the_way_back_is_free_only_from_elsewhere() -> None:
    """Section 6, rule 4: outbid again in the same province one is barred again; outbid elsewhere one returns."""
    start = position(3, phase="bid", auction=THREE, hands=["bribery*2"], gold=[40] * 3)
    table = play(start, "bid:thebes+0", "bid:thebes+1", "bid:abydos+0", "bid:thebes+3+bribery")
    table = play(table, "bid:abydos+1", "bid:thebes+6")
    assert table.as_dict()["to_act"] == "p1" and values(table, "thebes") == []
    table = play(table, "bid:abydos+3")  # outbids p2, who may now return to Thebes, but not to Abydos
    assert table.as_dict()["to_act"] == "p2"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 10
    table = play(table, "bid:thebes+10")  # p3 was in Abydos, then Thebes: barred from Thebes only
    assert values(table, "thebes") == [] and values(table, "abydos")[0] == 6
    table = play(table, "bid:abydos+6")
    assert table.as_dict()["to_act"] == "p1"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 15
    assert all("bribery" not in move for move in table.legal_moves())


def test_a_shield_comes_along_when_its_owner_bribes_back() -> None:
    """Section 6, Protection: it guards the pawn wherever it stands, also back in the first province."""
    start = position(3, phase="bid", auction=THREE, hands=["protection+bribery"], gold=[40] * 3)
    table = play(start, "bid:thebes+0+protection")
    assert values(table, "thebes")[0] == 3
    table = play(table, "bid:thebes+3", "bid:abydos+0")
    assert all("protection" not in move for move in table.legal_moves())
    table = play(table, "bid:thebes+6+bribery", "bid:abydos+1")  # p2 goes to Abydos, p3 is outbid there
    assert table.as_dict()["to_act"] == "p3" and values(table, "thebes")[0] == 15


def test_a_shielded_player_must_skip_the_space_of_another_shield() -> None:
    """Ruling 10: two shields in one auction, and the one lends its owner no right against the other."""
    hands = ["protection", "protection"]
    start = position(3, phase="bid", auction=THREE, hands=hands, gold=[40] * 3)
    table = play(start, "bid:thebes+1+protection")
    assert values(table, "thebes")[0] == 6
    table = play(table, "bid:thebes+6+protection")
    assert values(table, "thebes")[0] == 15  # for p3
    table = play(table, "bid:dakhla+0")
    assert values(table, "dakhla")[0] == 1 and values(table, "thebes") == []  # for p1


@pytest.mark.parametrize(("bid", "left"), [(0, [3, 6, 10, 15, 21, 28, 36]), (15, [28, 36]), (21, [36]), (36, [])])
def test_what_a_shield_leaves_of_the_track(bid: int, left: list[int]) -> None:
    """Section 6, rule 2, and ruling 5: two spaces above the pawn, and none beyond the last."""
    start = position(3, phase="bid", auction=THREE, hands=["protection"], gold=[40] * 3)
    assert values(play(start, f"bid:thebes+{bid}+protection"), "thebes") == left


def test_gold_raised_for_a_bid_that_was_outbid_buys_the_next_one() -> None:
    """Ruling 6 and section 6, rule 3: the card is gone, its gold is not, and nothing was paid yet."""
    start = position(3, phase="bid", auction=THREE, hands=["nile"], gold=[5, 30, 30])
    table = play(start, "bid:thebes+6", "sell:nile", "bid:thebes+10", "bid:thebes+15")
    assert golds(table) == [6, 30, 30]
    assert values(table, "dakhla") == [0, 1, 3, 6]
    end = play(table, "bid:dakhla+6", "bid:abydos+0")
    assert golds(end) == [6 - 6 + 12, 30, 30 - 15]


def test_standing_bidders_are_passed_over_as_often_as_it_takes() -> None:
    """Section 6, turns: among five only the one without a bid is asked, and the auction ends with the last lot."""
    start = position(5, phase="bid", auction=FIVE, act="p4", start="p4", gold=[40] * 5)
    table = play(start, "bid:thebes+0", "bid:dakhla+0", "bid:abydos+0", "bid:buto+0")
    asked = []
    for move in ("bid:thebes+1", "bid:dakhla+1", "bid:thebes+3", "bid:abydos+1", "bid:buto+1", "bid:abydos+3"):
        asked.append(table.as_dict()["to_act"])
        table = play(table, move)
    # p3 outbids p4 in Thebes, p4 p5 in Dakhla, p5 p3 in Thebes, p3 p1 in Abydos, p1 p2 in Buto, p2 p3 in Abydos
    assert asked == ["p3", "p4", "p5", "p3", "p1", "p2"] and table.as_dict()["to_act"] == "p3"
    assert values(table, "abydos") == [] and values(table, "thebes")[0] == 6
    end = play(table, "bid:mendes+0")
    assert end.as_dict()["phase"] != "bid"
    owners = {name: province(end, name)["owner"] for name in ("thebes", "dakhla", "abydos", "buto", "mendes")}
    assert owners == {"thebes": "p5", "dakhla": "p4", "abydos": "p2", "buto": "p1", "mendes": "p3"}


def test_the_largest_offering_opens_the_next_auction() -> None:
    """Section 8.7 and 6: the token moves to the largest offering and its owner bids first, clockwise from there."""
    start = position(4, phase="offer", start="p2")
    table = done_until(offer(start, "2", "1", "theft", "7"), "bid")
    assert table.as_dict()["round"] == 2
    order = []
    for lot in table.as_dict()["auction"]:
        order.append(table.as_dict()["to_act"])
        table = play(table, f"bid:{lot['province']}+0")
    assert order == ["p4", "p1", "p2", "p3"]
