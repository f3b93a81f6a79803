"""The end of a round: horizontal sets, points, corruption and the penalty."""

from __future__ import annotations

from typing import Any

import pytest

from egypt import IllegalMoveError, Position
from tests.games.sobek.positions import after_penalty, field, hand_size, plain, play, position, round_end, seat, settle


def laying(hand: str, **description: Any) -> Position:
    """p2 takes the last card; p1 may lay horizontal sets."""
    settings = {"docks": "cattle0", "deck": 0, "turn": "p2", "act": "p2", "avoid": hand}
    return play(position(hands=[hand], **{**settings, **description}), "take:0")


def test_amulets_may_be_shared_between_horizontal_sets_of_several_families() -> None:
    start = laying("ivory3*2+marble2*2+amulet*2")
    assert start.legal_moves() == [
        "lay:ivory+3+amulet+amulet",
        "lay:ivory+3+3+amulet",
        "lay:ivory+3+3+amulet+amulet",
        "lay:marble+2+amulet+amulet",
        "lay:marble+2+2+amulet",
        "lay:marble+2+2+amulet+amulet",
        "done",
    ]
    end = play(start, "lay:ivory+3+3+amulet", "lay:marble+2+2+amulet")
    assert [row["score"] for row in seat(end, 1)["sets"]] == [6, 4]
    assert seat(end, 1)["pile"] == {}


def test_horizontal_sets_take_no_amulets_alone_even_beside_a_vertical_set() -> None:
    start = laying("amulet*3", sets=["fish:fish1*3"])
    assert start.legal_moves() == ["done"]
    assert seat(play(start, "done"), 1)["pile"] == {"amulet": 3}


def test_a_horizontal_set_of_two_cards_is_none() -> None:
    assert laying("fish1*2+wheat1*2").legal_moves() == ["done"]


def test_no_powers_and_no_events_when_the_round_is_over() -> None:
    start = laying("fish1+thief+scribe-fish+merchant")
    assert start.legal_moves() == ["lay:fish+1+scribe-fish+thief", "done"]
    end = play(start, "lay:fish+1+scribe-fish+thief")
    assert plain(end)["events"]["left"] == 5 and plain(end)["phase"] == "penalty"
    assert seat(end, 1)["pile"] == {"merchant": 1}


def test_horizontal_sets_are_laid_from_the_starting_player_on() -> None:
    start = position(
        3, hands=["fish1*3", "wheat1*3", "ivory3*3"], docks="cattle0", deck=0, starter="p3", avoid="fish1+wheat1+ivory3"
    )
    start = play(start, "take:0")
    order = []
    while plain(start)["phase"] == "lay":
        order.append(start.actor + 1)
        start = play(start, "done")
    assert order == [3, 1, 2]


def test_leftover_cards_decide_a_tie_by_their_scarabs() -> None:
    start = laying("ivory3*2", piles=["-", "fish1"])
    # p1: two ivory with six scarabs; p2: one fish, and the cattle they have just taken
    assert start.outcomes() == [("pay:p1", 1.0)]


def test_a_curse_makes_a_small_pile_tie_and_the_scarabs_decide() -> None:
    start = round_end(
        3, piles=["ivory3", "fish1*3", "wheat0*2"], curses=[1, 0, 0], left=4, used="curse"
    )  # 3, 3, 2 cards; 3, 3, 0 scarabs
    assert after_penalty(start)[0] == "pay:p1+p2"


def test_a_later_and_larger_pile_pays_alone() -> None:
    start = round_end(4, piles=["ivory3*2", "ivory3+ivory0", "wheat0*3", "fish0*2"])
    assert after_penalty(start)[0] == "pay:p3"


def test_a_penalty_is_taken_symbol_by_symbol_for_every_full_ten() -> None:
    start = round_end(sets=["ivory:ivory3*3+amulet"], piles=["fish1"])
    assert after_penalty(start)[1].scores() == [24, 0]  # 36, then the same symbol on 33, 27 and 24


def test_a_penalty_on_a_number_ends_on_a_number() -> None:
    start = round_end(sets=["ebony:ebony2*2+ebony0*2,fish:fish1+fish0*3"], piles=["wheat1"])
    assert after_penalty(start)[1].scores() == [10, 0]


def test_the_limit_of_the_early_end_is_looked_at_after_the_penalty() -> None:
    start = round_end(totals=[84, 0], sets=["ivory:ivory3*2+amulet"], piles=["fish1"], round=2)
    end = after_penalty(start)[1]  # 102 and back
    assert end.scores()[0] < 100 and not end.is_over and plain(end)["round"] == 3


def test_no_early_end_after_the_first_round() -> None:
    end = after_penalty(round_end(totals=[130, 0], piles=["-", "fish1"], round=1))[1]
    assert not end.is_over and plain(end)["round"] == 2


def test_of_two_beyond_the_limit_the_higher_total_wins() -> None:
    end = after_penalty(round_end(3, totals=[101, 120, 5], piles=["-", "-", "fish1"], round=2))[1]
    assert end.is_over and end.ranks() == [2, 1, 3]


def test_the_last_player_after_the_penalty_names_the_starter() -> None:
    start = round_end(totals=[9, 20], sets=["ivory:ivory3*2+amulet*2"], piles=["fish1", "-"])  # 33, two steps of the reed
    end = settle(after_penalty(start)[1])
    last = 0 if end.scores()[0] < end.scores()[1] else 1
    assert end.scores()[0] < 33 and end.actor == last and end.legal_moves() == ["starter:p1", "starter:p2"]


def test_a_new_round_begins_with_nothing_but_the_points() -> None:
    start = round_end(
        totals=[30, 40],
        gains=[5, 6],
        curses=[1, 1],
        piles=["fish1*2", "wheat1"],
        sets=["cattle:cattle1*3+prosperity"],
        left=1,
        drawn=1,
        looked="p1",
        tokens="flood",
        used="curse*2+prosperity+ruse",
    )
    end = settle(after_penalty(start)[1])
    text = end.to_text()
    assert [field(text, name).split(",")[1:] for name in ("p1", "p2")] == [["0", "0"]] * 2
    assert (field(text, "left"), field(text, "drawn"), field(text, "looked")) == ("5", "0", "-")
    assert field(text, "used") == field(text, "discard") == field(text, "sets1") == "-"
    assert [hand_size(end, number) for number in (1, 2)] == [2, 2]
    assert [seat(end, number)["corruption"] for number in (1, 2)] == [0, 0]
    assert len(plain(end)["docks"]) == 9 and plain(end)["deck"] == 36


def test_several_lying_sets_share_the_amulets() -> None:
    start = play(position(hands=["ebony2*2+fish1*2+amulet*2"], docks="ivory0", deck=0, turn="p2", act="p2"), "take:0")
    end = play(start, "lay:ebony+2+2+amulet", "lay:fish+1+1+amulet")
    assert [row["score"] for row in seat(end, 1)["sets"]] == [4, 2] and seat(end, 1)["corruption"] == 0


def test_a_hand_of_two_is_corruption_without_a_question() -> None:
    end = play(position(hands=["fish1", "wheat1*2"], docks="ivory0", deck=0), "take:0")
    assert plain(end)["phase"] == "penalty"
    assert [seat(end, number)["corruption"] for number in (1, 2)] == [2, 2]


def test_a_tie_of_corruption_is_broken_by_scarabs_of_leftovers_too() -> None:
    end = play(position(hands=["fish0", "ivory3*2"], docks="fish0", deck=0), "take:0")
    assert end.outcomes() == [("pay:p2", 1.0)]


def test_two_of_three_players_pay_when_both_size_and_scarabs_are_equal() -> None:
    start = round_end(3, piles=["fish1*2", "wheat1+cattle1", "fish0"])
    assert after_penalty(start)[0] == "pay:p1+p2"


def test_a_character_in_a_pile_has_no_scarabs_for_the_tie() -> None:
    assert after_penalty(round_end(piles=["queen+thief", "fish1+fish0"]))[0] == "pay:p2"


def test_the_penalty_counts_points_of_the_round_not_the_total() -> None:
    start = round_end(totals=[95], sets=["wheat:wheat1*3"], piles=["fish1"])
    assert after_penalty(start)[1].scores()[0] == 104


def test_the_game_does_not_end_early_after_the_first_round() -> None:
    end = after_penalty(round_end(totals=[150], piles=["fish1"]))[1]
    assert not end.is_over and plain(end)["round"] == 2


def test_with_two_players_above_the_limit_the_higher_total_wins() -> None:
    end = after_penalty(round_end(3, round=2, totals=[120, 130, 5], piles=["-", "-", "fish1"]))[1]
    assert end.is_over and end.ranks() == [2, 1, 3]


def test_the_next_round_uses_all_cards_again() -> None:
    end = settle(after_penalty(round_end(totals=[5], piles=["thief+fish1", "queen"]))[1])
    assert plain(end)["deck"] == 36 and plain(end)["discard"] == {} and field(end.to_text(), "used") == "-"


def test_only_one_action_is_taken_in_a_turn() -> None:
    end = play(position(hands=["thief+wheat1*3", "fish0g"], docks="ivory0,ebony0"), "take:0")
    assert end.actor == 1
    with pytest.raises(IllegalMoveError):
        end.after("set:wheat+1+1+1")


# -- points of sets ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("ivory:ivory3*3", 27),
        ("ivory:ivory3+ivory0*2", 9),
        ("ebony:ebony2*2+priest-ebony+amulet", 16),  # amulets and characters are cards without scarabs
        ("wheat:wheat0*2+wheat0g", 0),
        ("wheat:wheat1*2+wheat0+prosperity", 12),  # two scarabs more before the set is multiplied
        ("wheat:wheat0*2+wheat0g+prosperity*2", 12),
    ],
)
def test_a_vertical_set_is_worth_its_scarabs_times_its_cards(cards: str, points: int) -> None:
    _, token, number = cards.partition("prosperity")
    tokens = {"left": 4 - bool(number), "used": token + number} if token else {}
    start = round_end(sets=[cards], **tokens)
    assert seat(start, 1)["sets"][0]["score"] == points
    assert after_penalty(start)[1].scores() == [points, 0]


@pytest.mark.parametrize(
    ("cards", "points"), [("ivory:ivory3*2+ivory0", 6), ("fish:fish1+thief+amulet", 1), ("wheat:wheat0*2+wheat0g", 0)]
)
def test_a_horizontal_set_is_worth_its_scarabs(cards: str, points: int) -> None:
    start = round_end(lying=[cards])
    assert seat(start, 1)["sets"][0]["score"] == points
    assert after_penalty(start)[1].scores() == [points, 0]


def test_equal_points_share_a_rank() -> None:
    start = round_end(3, totals=[50, 70, 50], round=3)
    end = after_penalty(start)[1]
    assert end.is_over and end.scores() == [50, 70, 50] and end.ranks() == [2, 1, 2]
