"""The evaluation thinks what is under way through to its end, and its features say what their names say."""

from __future__ import annotations

from typing import Any

from egypt import Position, Rng, Table
from tests.games.amunre.positions import GAME, ROW, land, offer, play, position, where


def features(start: Position, seat: int = 0) -> dict[str, Any]:
    rows: list[dict[str, Any]] = start.features()[1]
    return rows[seat]


def test_standing_bids_are_taken_for_won() -> None:
    start = position(3, phase="bid", act="p2", auction="thebes:p1:6,buto:-,mendes:-")
    row = features(start)
    assert row["gold"] == 14 and row["favors_due"] == 2 and row["limit"] == 2 and row["without_bid"] == 0
    assert row["to_outbid"] == 2 and row["auction_open"] == 2
    shielded = features(
        position(3, phase="bid", act="p2", auction="thebes:p1:28,buto:-,mendes:-", gold=[30, 99, 99], shielded="p1")
    )
    assert shielded["to_outbid"] == 0


def test_who_has_no_bid_takes_what_is_left() -> None:
    start = position(3, phase="bid", act="p2", auction="thebes:p1:6,buto:-,mendes:-")
    fields = {features(start, seat)["fields_free"] for seat in (1, 2)}
    assert fields == {ROW["buto"].fields, ROW["mendes"].fields}


def test_sealed_offerings_count_as_they_are_and_others_are_guessed() -> None:
    start = position(3, phase="offer", gold=[20, 4, 4], lands={"buto": land("p1", 0, 0, 2)})
    high, theft = start.after("offer:9", 0), start.after("offer:theft", 0)
    assert features(high)["rewards_due"] == 3 and features(high)["start_player"] == 1
    assert features(theft)["rewards_due"] == 0 and features(theft)["start_player"] == 0
    assert features(high)["gold"] < 20 - 9 + 2 * 4 + 1 and features(theft)["gold"] >= 23


def test_the_income_of_a_harvest_under_way_is_counted_once() -> None:
    lands = {"buto": land("p1", 0, 0, 3), "mendes": land("p2", 0, 0, 2), "thebes": land("p3", 0, 0, 1)}
    start = position(3, phase="harvest", lands=lands, hands=["nile", "nile", "egypt"], gold=[0, 0, 0], tile=3)
    assert [features(start, seat)["gold"] for seat in range(3)] == [9, 6, 3]
    assert [features(play(start, "done"), seat)["gold"] for seat in range(3)] == [9, 6, 3]


def test_rewards_due_shrink_as_they_are_taken() -> None:
    start = offer(position(3, phase="offer", lands={"buto": land("p1")}), "5", "3", "theft")
    assert [features(start, seat)["rewards_due"] for seat in range(3)] == [3, 2, 0]
    assert [features(play(start, "take:stone+buto"), seat)["rewards_due"] for seat in range(3)] == [2, 2, 0]


def test_the_map_is_counted() -> None:
    west = where(west=True, temples=0)
    lands = {west[0]: land("p1", 2, 2, 1, 1), west[1]: land("p2", 1, 0)}
    row = features(position(3, phase="harvest", lands=lands, hands=["architect"]))
    assert (row["pyramids"], row["stones"], row["stone_pairs"], row["farmers"]) == (2, 2, 1, 2)
    assert row["bank_points"] == 5 and row["west_lead"] == 5 and row["architect_ready"] == 1
    assert features(position(3, phase="harvest", lands=lands, hands=["architect"]), 1)["west_lead"] == -5


def test_stages() -> None:
    market = position(3, lands={"thebes": land("p1")})
    assert market.features()[0] == 0
    assert position(3, phase="offer").features()[0] == 1
    assert position(3, phase="offer", round=3).features()[0] == 5
    assert position(3, phase="offer", age=2, round=3).features()[0] == 11


def test_what_can_still_be_bought_is_told_by_seat_and_step() -> None:
    """p1 has bought, p2 is at their farmers, p3 comes last; before the market all may, after it nobody."""
    ahead = ("favors_ahead", "farmers_ahead", "stones_ahead")
    market = position(3, phase="farmers", act="p2", turn="p2", gold=[9, 16, 4], lands={"buto": land("p2", 0, 0, 0)})
    told = [[features(market, seat)[name] for name in ahead] for seat in range(3)]
    assert told == [[0, 0, 0], [0, 1, 1], [1, 1, 1]]
    assert [features(market, seat)["gold_ahead"] for seat in range(3)] == [0, 16, 8]
    assert [features(market, seat)["seat_acts"] for seat in range(3)] == [0, 1, 0]
    bidding = position(3, phase="bid", act="p2", auction="thebes:p1:6,buto:-,mendes:-")
    assert all(features(bidding, seat)[name] == 1 for seat in range(3) for name in ahead)
    offering = position(3, phase="offer", gold=[20, 4, 4])
    assert not any(features(offering, seat)[name] for seat in range(3) for name in (*ahead, "gold_ahead"))


def test_the_score_after_the_last_age_is_what_comes_if_all_cards_are_scored() -> None:
    """From the first question about yellow cards on, if everybody scores all that they can."""
    rng, seen = Rng(8), 0
    for seed in range(30):
        table = Table.deal(GAME, 3 + seed % 3, seed)
        while not table.is_over:
            legal = table.position.legal_codes()
            now = table.position.as_dict()
            if now["phase"] == "scoring" and now["age"] == 2:
                rows = table.position.features()[1]
                while not table.is_over:  # kinds go in ascending order, `done` is the first move
                    legal = table.position.legal_codes()
                    table.play(legal[min(1, len(legal) - 1)])
                assert [row["end_score"] for row in rows] == table.scores()
                assert max(row["end_lead"] for row in rows) >= 0
                seen += 1
                break
            table.play(legal[rng.below(len(legal))])
    assert seen > 5
