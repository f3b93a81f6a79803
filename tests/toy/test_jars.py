"""The rules of the toy game, and that its samples are spread as its rules deal."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import Any

from egypt import Position, Rng, View, get_game

JARS = get_game("jars")
LAY = (
    "jars/1;viewer=all;players=3;variant={variant};phase=lay;round=1;turn=p1;winner=-;"
    "hands=158,258,346;gone=-;laid=-,-,-;points=0,0,0"
)


def after(moves: str, variant: str = "standard") -> Position:
    position = Position.from_text(LAY.format(variant=variant), JARS)
    for move in moves.split():
        position = position.after(move)
    return position


def cards_of(hand: dict[str, Any]) -> list[int]:
    return [int(card["component"].removeprefix("card:")) for card in hand["cards"] for _ in range(card["count"])]


def test_the_highest_card_laid_only_once_takes_them_all() -> None:
    assert after("lay:8 lay:8 lay:3 reveal:8+8+3").scores() == [0, 0, 19]
    assert after("lay:8 lay:5 lay:6 reveal:8+5+6").scores() == [19, 0, 0]


def test_without_such_a_card_nobody_wins_and_the_next_round_begins() -> None:
    position = Position.from_text(
        LAY.format(variant="standard")
        .replace("players=3", "players=2")
        .replace(",346", "")
        .replace("-,-,-", "-,-")
        .replace("0,0,0", "0,0"),
        JARS,
    )
    position = position.after("lay:8").after("lay:8").after("reveal:8+8")
    assert position.scores() == [0, 0] and position.pending == [0, 1]


def test_the_winner_may_buy_a_card_that_only_the_winner_sees() -> None:
    position = after("lay:8 lay:5 lay:6 reveal:8+5+6 draw")
    assert position.scores() == [17, 0, 0] and position.is_chance
    assert [position.observed("card:7", seat) for seat in range(3)] == ["card:7", "card:?", "card:?"]
    assert "hands=?3,28,34;" not in position.after("card:7").view(1).to_text()
    assert "hands=?3,28,?2;" in position.after("card:7").view(1).to_text()


def test_in_the_open_variant_everybody_sees_it_and_remembers() -> None:
    position = after("lay:8 lay:5 lay:6 reveal:8+5+6 draw", "open")
    assert [position.observed("card:7", seat) for seat in range(3)] == ["card:7"] * 3
    assert "hands=7*?2,28,?2;" in position.after("card:7").view(1).to_text()
    assert "hands=157*,?2,?2;" in position.after("card:7").view(0).to_text()


def test_a_seat_that_has_chosen_knows_its_own_choice_and_no_other() -> None:
    position = after("lay:8")
    assert "laid=8,-,-;" in position.view(0).to_text() and "turn=p2" in position.view(0).to_text()
    assert position.view(1) == after("").view(1)
    assert position.after("lay:5").view(0) == position.view(0)
    everybody = after("lay:8 lay:5 lay:6")
    assert "laid=8,?,?;" in everybody.view(0).to_text() and everybody.is_chance


def test_samples_are_spread_as_the_rules_deal() -> None:
    """Every pair of unseen cards is equally likely to be the other seat's hand."""
    view = View.from_text(
        "jars/1;viewer=p1;players=2;variant=standard;phase=lay;round=2;turn=p1;winner=-;hands=15,?2;gone=28;laid=-,-;points=0,0",
        JARS,
    )
    unseen = [1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 7, 8]
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(unseen, 2))
    rng, draws = Rng(9), 20_000
    drawn = Counter(tuple(cards_of(view.sample(rng).as_dict()["seats"][1]["hand"])) for _ in range(draws))
    assert set(drawn) <= set(pairs)
    expected = {pair: draws * ways / math.comb(len(unseen), 2) for pair, ways in pairs.items()}
    chi_square = sum((drawn[pair] - mean) ** 2 / mean for pair, mean in expected.items())
    freedom = len(pairs) - 1
    assert chi_square < freedom + 4 * math.sqrt(2 * freedom)
