"""The offering: what a careful reader expects where two rules meet, ties, adjustments, rewards."""

from __future__ import annotations

import pytest

from egypt import Position
from tests.games.amunre.positions import BOX, ROW, built, favors_text, golds, land, moves_of, offer, play, position, seat


def served(table: Position) -> list[tuple[str, int]]:
    found = []
    while table.as_dict()["phase"] == "reward":
        found.append((table.as_dict()["to_act"], table.as_dict()["rewards"]))
        table = play(table, "done")
    return found


def given(table: Position) -> list[tuple[str, int]]:
    found = []
    while table.as_dict()["phase"] == "reward":
        found.append((table.as_dict()["to_act"], table.as_dict()["rewards"]))
        table = play(table, "done")
    return [*found, (table.as_dict()["start_player"], 0)]


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


@pytest.mark.parametrize(
    ("start", "offerings", "expected"),
    [
        ("p3", ("4", "4", "theft", "4"), [("p4", 3), ("p1", 2), ("p2", 1), ("p4", 0)]),
        ("p2", ("6", "theft", "theft", "6"), [("p4", 3), ("p1", 2), ("p4", 0)]),
        ("p4", ("5", "5", "5", "5"), [("p4", 3), ("p1", 2), ("p2", 1), ("p3", 1), ("p4", 0)]),
    ],
)
def test_ties_for_the_largest_go_round_the_table(
    start: str, offerings: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    """Ruling 8 and section 8.6: earlier means earlier from the old Start Player, past the last seat."""
    hands = ["nile", "nile", "egypt", "egypt"]
    assert given(offer(position(4, phase="offer", start=start, hands=hands), *offerings)) == expected


@pytest.mark.parametrize(
    ("offerings", "adjustments", "tile"),
    [
        (("9+adjustment", "9", "theft+adjustment"), ("up", "up"), 3),  # 15 + 6 = 21
        (("9+adjustment", "9", "theft+adjustment"), ("down", "up"), 3),  # 15
        (("9+adjustment", "9", "theft+adjustment"), ("down", "down"), 2),  # 9
        (("1+adjustment", "5", "theft+adjustment"), ("down", "down"), 1),  # 3 - 6
        (("12+adjustment", "8", "theft+adjustment"), ("up", "up"), 4),  # 17 + 6 = 23
        (("theft+adjustment", "theft", "theft+adjustment"), ("up", "up"), 1),  # -9 + 6
    ],
)
def test_two_adjustments_move_the_tile_together(offerings: tuple[str, ...], adjustments: tuple[str, ...], tile: int) -> None:
    """Section 8.2-4 and ruling 9: thefts and adjustments are counted before the tile is looked up, once."""
    start = position(3, phase="offer", hands=["adjustment", "-", "adjustment"])
    table = offer(start, *offerings)
    assert table.as_dict()["to_act"] == "p1"
    table = play(table, *(f"adjust:{way}" for way in adjustments))
    assert table.as_dict()["tile"] == tile
    takes = [20 + 3 if text.startswith("theft") else 20 - int(text.split("+")[0]) for text in offerings]
    assert golds(table) == takes


def test_an_adjustment_is_one_card_even_of_two() -> None:
    """Section 2: no two copies of a card in one phase; the other one stays in hand."""
    start = position(3, phase="offer", hands=["adjustment*2"])
    table = play(offer(start, "4+adjustment", "1", "1"), "adjust:up")
    assert table.as_dict()["phase"] == "reward" and seat(table, "p1")["hand"] == {"adjustment": 1}
    assert table.as_dict()["tile"] == 2  # 6 + 3


def test_the_gold_of_a_theft_cannot_be_offered() -> None:
    """Section 8.1 and 8.5: it comes from the bank after the reveal, so who has nothing can only steal."""
    start = position(3, phase="offer", gold=[0, 1, 1])
    assert start.acting(0).legal_moves() == ["offer:theft"]
    assert golds(offer(start, "theft", "1", "1"))[0] == 3


def test_rewards_build_in_two_provinces_and_use_no_architect() -> None:
    """Section 8.6: stones may be split, a third one builds at once, and a drawn Architect has to wait."""
    lands = {"buto": land("p1", 1, 2), "mendes": land("p1", 0, 1)}
    start = position(3, phase="offer", round=2, lands=lands, gold=[9] * 3)
    table = play(offer(start, "5", "theft", "theft"), "take:favor", "favor:architect", "take:stone+buto")
    assert built(table, "buto") == (2, 0)
    end = play(table, "take:stone+mendes")
    assert built(end, "mendes") == (0, 2) and seat(end, "p1")["hand"] == {"architect": 1}


def test_the_first_may_leave_no_favor_for_the_second() -> None:
    """Section 8.6 and ruling 19: rewards are taken in order, and what is gone is gone."""
    rest = dict(BOX) | {"nile": BOX["nile"] - 1}
    start = position(3, phase="offer", hands=["-", "-", favors_text(rest)], gold=[9, 9, 0])
    table = offer(start, "5", "4", "theft")
    table = play(table, "take:favor", "favor:nile")
    assert not moves_of(table, "take:favor")
    table = play(table, "done")
    assert table.as_dict()["to_act"] == "p2" and "take:favor" not in table.legal_moves()
    assert moves_of(table, "take")


def test_rewards_may_fill_the_last_field_and_no_more() -> None:
    """Section 8.6: farmers only on free fields of own provinces, however many rewards are left."""
    fields = ROW["buto"].fields
    start = position(3, phase="offer", lands={"buto": land("p1", 0, 0, fields - 1)}, gold=[9] * 3)
    table = play(offer(start, "5", "theft", "theft"), "take:farmer+buto")
    assert table.as_dict()["rewards"] == 2
    assert not [move for move in table.legal_moves() if move.startswith("take:farmer")]
    assert "take:stone+buto" in table.legal_moves()
