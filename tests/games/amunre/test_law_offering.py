"""Tricky situations of offering and harvest: what a careful reader expects where two rules meet."""

from __future__ import annotations

from egypt import Position
from tests.games.amunre.positions import (
    BOX,
    ROW,
    favors_text,
    golds,
    land,
    moves_of,
    offer,
    play,
    position,
    seat,
)

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
    table = two.after("offer:3+adjustment", 0)
    assert table.acting(0).legal_moves() == ["sell:adjustment"]  # one in the offering, the other one sold


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
