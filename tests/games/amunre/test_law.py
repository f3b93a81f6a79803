"""Tricky situations, chapter by chapter: what a careful reader expects where two rules meet."""

from __future__ import annotations

import pytest

from engine import Position, Rng
from tests.games.amunre.positions import (
    BOX,
    GAME,
    NAMES,
    ROW,
    built,
    done_until,
    favors_text,
    field,
    golds,
    land,
    moves_of,
    offer,
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


# -- offering ------------------------------------------------------------------------------------------------


def served(table: Position) -> list[tuple[str, int]]:
    found = []
    while table.as_dict()["phase"] == "reward":
        found.append((table.as_dict()["to_act"], table.as_dict()["rewards"]))
        table = play(table, "done")
    return found


def test_after_the_second_rewards_go_in_turn_order_not_by_size() -> None:
    table = offer(position(5, phase="offer", start="p4"), "3", "9", "1", "2", "5")
    assert served(table) == [("p2", 3), ("p5", 2), ("p4", 1), ("p1", 1), ("p3", 1)]


def test_the_second_largest_takes_two_even_if_last_in_turn_order() -> None:
    table = offer(position(4, phase="offer", start="p1"), "9", "1", "2", "5")
    assert served(table) == [("p1", 3), ("p4", 2), ("p2", 1), ("p3", 1)]


def test_a_tie_for_second_goes_by_turn_order_from_the_old_start_player() -> None:
    table = offer(position(4, phase="offer", start="p3"), "2", "7", "theft", "2")
    assert served(table) == [("p2", 3), ("p4", 2), ("p1", 1)]


def test_a_single_giver_takes_three_and_the_token() -> None:
    table = offer(position(4, phase="offer", start="p1", hands=["nile"] * 2), "theft", "theft", "1", "theft")
    assert served(table) == [("p3", 3)]
    assert play(table, "done").as_dict()["start_player"] == "p3"


def test_harvest_begins_with_the_new_start_player() -> None:
    table = offer(position(3, phase="offer", hands=["bribery", "bribery", "egypt"]), "1", "2", "theft")
    assert play(table, "done", "done").as_dict()["to_act"] == "p2"


def test_an_adjustment_does_not_change_the_own_rank() -> None:
    start = position(3, phase="offer", hands=["adjustment", "adjustment"])
    lower = play(offer(start, "5+adjustment", "4+adjustment", "theft"), "adjust:down", "adjust:up")
    assert served(lower) == [("p1", 3), ("p2", 2)]
    assert lower.as_dict()["tile"] == 2  # 5 + 4 - 3 - 3 + 3


def test_adjustments_are_announced_one_after_another() -> None:
    start = position(4, phase="offer", start="p3", hands=["adjustment", "-", "-", "adjustment"])
    table = offer(start, "4+adjustment", "4", "4", "1+adjustment")
    assert table.as_dict()["to_act"] == "p4" and table.as_dict()["total"] == 13
    table = play(table, "adjust:down")
    assert table.as_dict()["to_act"] == "p1" and table.as_dict()["total"] == 10


def test_an_adjustment_in_the_offering_cannot_be_sold_for_it() -> None:
    start = position(3, phase="offer", gold=[2, 5, 5], hands=["adjustment"])
    moves = start.acting(0).legal_moves()
    assert "offer:3" in moves and "offer:2+adjustment" in moves and "offer:3+adjustment" not in moves
    assert "offer:theft+adjustment" in moves
    two = position(3, phase="offer", gold=[2, 5, 5], hands=["adjustment*2"])
    table = offer(two, "3+adjustment", "1", "1")
    assert table.legal_moves() == ["sell:adjustment"]  # one in the offering, the other one sold


def test_a_thief_is_paid_even_at_the_lowest_tile() -> None:
    table = offer(position(3, phase="offer", gold=[1, 0, 0]), "1", "theft", "theft")
    assert table.as_dict()["tile"] == 1 and golds(table) == [0, 3, 3]


def test_reward_farmers_beside_free_farmers() -> None:
    fields = ROW["thebes"].fields
    lands = {"thebes": land("p1", 0, 0, fields - 1, 1)}
    table = offer(position(3, phase="offer", lands=lands), "5", "theft", "theft")
    assert "take:farmer+thebes" in table.legal_moves()
    assert "take:farmer+thebes" not in play(table, "take:farmer+thebes").legal_moves()


def test_reward_favors_need_no_symbol_and_a_reshuffle() -> None:
    start = position(3, phase="offer", lands={"mendes": land("p1")}, deck="nile")
    table = play(offer(start, "5", "theft", "theft"), "take:favor", "favor:nile", "take:favor")
    assert table.is_chance and len(table.outcomes()) == len(BOX)
    table = play(table, "favor:architect")
    assert table.legal_moves()[:2] == ["done", "take:favor"]
    assert not [move for move in table.legal_moves() if "architect" in move]


def test_the_adjustment_just_played_is_in_the_reshuffle() -> None:
    rest = dict(BOX) | {"adjustment": 3}
    start = position(3, phase="offer", hands=["adjustment", favors_text(rest)], deck="-", gold=[9, 0, 0])
    table = play(offer(start, "5+adjustment", "theft", "theft"), "adjust:up", "take:favor")
    assert [outcome for outcome, _ in table.outcomes()] == ["favor:adjustment"]


# -- harvest -------------------------------------------------------------------------------------------------


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


# -- scoring -------------------------------------------------------------------------------------------------

QUIET = [name for name in ROW if ROW[name].temples == ROW[name].mine == ROW[name].caravan == 0]
WEST = [name for name in QUIET if ROW[name].west]
EAST = [name for name in QUIET if not ROW[name].west]


def scored(lands: dict[str, tuple[str, int, int, int, int]], players: int = 3) -> list[int]:
    start = position(
        players,
        phase="harvest",
        round=3,
        act=f"p{players}",
        lands=lands,
        hands=[*["-"] * (players - 1), "protection"],
        avoid=where(temples=1) + where(temples=2),
        tile=4,
    )
    return done_until(play(start, "done"), "reveal").scores()


def test_both_banks_score_apart() -> None:
    assert scored({WEST[0]: land("p1", 1), EAST[0]: land("p2", 1)}) == [1 + 5, 1 + 5, 0]
    assert scored({WEST[0]: land("p1", 1), EAST[0]: land("p1", 1)}) == [2 + 5 + 5, 0, 0]


def test_a_bank_goes_to_one_province_not_to_a_sum() -> None:
    lands = {WEST[0]: land("p1", 2), WEST[1]: land("p1", 2), WEST[2]: land("p2", 3)}
    assert scored(lands) == [4, 3 + 5, 0]


def test_stones_break_ties_of_pyramids_only() -> None:
    assert scored({WEST[0]: land("p1", 1, 2), WEST[1]: land("p2", 2, 0)}) == [1, 2 + 5, 0]
    lands = {WEST[0]: land("p1", 1, 1), WEST[1]: land("p2", 1, 1), WEST[2]: land("p3", 1, 1)}
    assert scored(lands) == [6, 6, 6]


def test_a_province_without_pyramids_makes_the_fewest_none() -> None:
    rival = {WEST[3]: land("p2", 9), EAST[0]: land("p2", 9)}
    lands = {WEST[0]: land("p1", 3), WEST[1]: land("p1", 3), WEST[2]: land("p1", 0)}
    assert scored(lands | rival)[0] == 6
    lands[WEST[2]] = land("p1", 1)
    assert scored(lands | rival)[0] == 7 + 3


def test_a_fulfilled_yellow_card_may_be_kept_and_others_scored() -> None:
    own = [name for name in NAMES if ROW[name].west and not ROW[name].upper and ROW[name].nile][:2]
    own.append(next(name for name in NAMES if ROW[name].west and not ROW[name].upper and name not in own))
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands={name: land("p1") for name in own},
        hands=["side+egypt", "-", "protection"],
        gold=[0] * 3,
    )
    asked = play(start, "done")
    before = asked.scores()[0]
    assert moves_of(asked, "score") == ["score:side", "score:egypt"]
    both = play(asked, "score:side", "score:egypt")
    assert both.scores()[0] == before + 6 and seat(both, "p1")["favors"] == 0
    kept = play(asked, "score:egypt")
    assert kept.scores()[0] == before + 3 and seat(kept, "p1")["hand"] == {"side": 1}


def test_no_kind_of_yellow_card_scores_twice() -> None:
    own = max((where(west=True, upper=True), where(west=True, upper=False)), key=len)[:3]
    start = position(
        3,
        phase="harvest",
        round=3,
        act="p3",
        lands={name: land("p1") for name in own},
        hands=["side*2+egypt", "-", "protection"],
    )
    asked = play(start, "done")
    assert {"score:side", "score:egypt"} <= set(asked.legal_moves())
    assert moves_of(play(asked, "score:side"), "score") == ["score:egypt"]


def test_the_token_stays_in_the_new_kingdom() -> None:
    start = position(3, phase="harvest", round=3, act="p1", start="p2", hands=["protection"])
    table = done_until(play(start, "done"), "reveal")
    assert (table.as_dict()["age"], table.as_dict()["start_player"]) == (2, "p2")


def final_ranks(lands: dict[str, tuple[str, int, int, int, int]], scores: list[int]) -> list[int]:
    start = position(
        3,
        phase="harvest",
        age=2,
        round=3,
        act="p3",
        lands=lands,
        hands=["-", "-", "protection"],
        gold=[10, 10, 0],
        scores=scores,
        avoid=where(temples=1) + where(temples=2) + where(mine=4) + where(mine=8) + where(caravan=8),
    )
    return done_until(play(start, "done"), "over").ranks()


def own_three(*rows: tuple[str, int, int]) -> dict[str, tuple[str, int, int, int, int]]:
    """Three quiet provinces for p1 and for p2; the rows say what the first of each holds."""
    lands: dict[str, tuple[str, int, int, int, int]] = {}
    for (owner, pyramids, stones), names in zip(rows, ((WEST[0], WEST[1], WEST[2]), EAST[:3]), strict=True):
        lands |= dict.fromkeys(names, land(owner)) | {names[0]: land(owner, pyramids, stones)}
    return lands


def test_equal_points_pyramids_come_before_stones() -> None:
    # each has a bank and 6 for the gold; one pyramid more is one point more, made good by the score before
    lands = own_three(("p1", 3, 0), ("p2", 2, 2))
    assert final_ranks(lands, [40, 41, 0]) == [1, 2, 3]
    assert final_ranks(lands, [40, 42, 0]) == [2, 1, 3]


def test_favors_left_count_as_gold_before_the_ranking() -> None:
    lands = dict.fromkeys(WEST[:3], land("p3"))
    start = position(
        3,
        phase="harvest",
        age=2,
        round=3,
        act="p3",
        lands=lands,
        hands=["bribery*2+architect", "-", "protection"],
        gold=[8, 10, 0],
        avoid=where(temples=1) + where(temples=2),
    )
    before = done_until(play(start, "done"), "over")
    assert golds(before) == [11, 10, 1]
    assert [points - other for points, other in zip(before.scores(), [6, 4, 2], strict=True)] == [0, 0, 0]


# -- expert --------------------------------------------------------------------------------------------------


def test_expert_cards_are_turned_up_from_the_start_player_on() -> None:
    rng = Rng(3)
    table = play(Position.start(GAME, 3, "expert"), "start:p2").settle(rng)
    chosen = []
    for number in range(3):
        chosen.append(table.acting(number).legal_moves()[0].partition(":")[2])
        table = table.play(f"choose:{chosen[-1]}", number)
    table = table.settle(rng)
    assert [lot["province"] for lot in table.as_dict()["auction"]] == [chosen[1], chosen[2], chosen[0]]
    assert table.as_dict()["to_act"] == "p2"
    assert [row["province_cards"] for row in table.as_dict()["seats"]] == [2, 2, 2]


# -- who knows what ------------------------------------------------------------------------------------------


def test_favors_drawn_in_any_phase_are_seen_by_who_draws_them() -> None:
    bought = play(position(3, lands={"thebes": land("p1")}), "favors:1")
    reward = play(offer(position(3, phase="offer"), "5", "theft", "theft"), "take:favor")
    for table in (bought, reward):
        assert [table.observed("favor:nile", viewer) for viewer in (0, 1, 2)] == [
            "favor:nile",
            "favor:?",
            "favor:?",
        ]


def test_an_architect_sold_is_no_longer_known() -> None:
    start = position(
        3, phase="bid", auction=THREE, hands=["architect*2", "architect"], known="p1+p2", gold=[0] * 3
    )
    table = play(start, "bid:thebes+1", "sell:architect")
    assert [row["known_architect"] for row in table.view(2).as_dict()["seats"]] == [False, True, False]


def test_all_start_with_an_architect_that_all_know() -> None:
    table = Position.start(GAME, 5).settle(Rng(1))
    for viewer in range(5):
        view = table.view(viewer)
        assert [row["known_architect"] for row in view.as_dict()["seats"]] == [True] * 5
        world = view.sample(Rng(2))
        assert [row["hand"] for row in world.as_dict()["seats"]] == [{"architect": 1}] * 5
        assert world.as_dict()["deck"] == 39 - 5


def test_offerings_already_turned_up_stay_in_every_sampled_world() -> None:
    start = position(3, phase="offer", hands=["adjustment", "adjustment"])
    table = start.play("offer:theft+adjustment", 0).play("offer:4", 1).play("offer:theft", 2)
    ((first, _),) = table.outcomes()
    shown = play(table, first)
    for number in range(20):
        world = shown.view(2).sample(Rng(number))
        world.validate()
        assert [row["gave"] for row in world.as_dict()["seats"]] == ["theft", None, None]
        assert field(world.to_text(), "offers").split(",")[-1] == "p3:theft"
        assert not field(world.to_text(), "offers").startswith("p1")
