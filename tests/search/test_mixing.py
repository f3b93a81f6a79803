"""Secret simultaneous choices are drawn from a mixture, which comes near the exact equilibrium of small games."""

from itertools import product

import numpy as np
import pytest

import tests.toy  # noqa: F401  registers the toy game
from bench.exploitability import mixture, normal_form_gain
from egypt import Limits, Position, Search, get_game
from tests.toy.build import load

PENNIES = load("tests.search.pennies").GAME
JARS = get_game("jars")
MIXED = {"family": "multiple", "mixing": 0.5, "exploration": 0.7, "exact": False, "reuse": "never"}
# The second round with all cards open: p1's cards, p2's. In none of them is there an equilibrium without a mixture.
HANDS = [("15", "25"), ("15", "26"), ("15", "37"), ("16", "27"), ("16", "36")]


def open_cards(first, second):
    hands = (f"{hand[0]}*{hand[1]}*" for hand in (first, second))
    return Position.from_text(
        "jars/1;viewer=all;players=2;variant=standard;phase=lay;round=2;turn=p1;winner=-;"
        f"hands={','.join(hands)};gone=44;laid=-,-;points=0,0",
        JARS,
    )


def chance_of_p1(position):
    """By going through all that can follow; in the last round at most one seat has a choice, so nothing is mixed there."""
    if position.is_over:
        ranks = position.ranks()
        return (ranks[0] == 1) / ranks.count(1)
    if position.is_chance:
        return sum(chance * chance_of_p1(position.after(outcome)) for outcome, chance in position.outcomes())
    values = [chance_of_p1(position.after(move)) for move in position.legal_moves()]
    return max(values) if position.actor == 0 else min(values)


def payoffs_of(position, moves):
    table = np.array([[chance_of_p1(position.after(one, 0).after(two, 1)) for two in moves[1]] for one in moves[0]])
    return np.array([table, 1 - table])


def gain_against(position, game, payoffs, moves, iterations, **settings):
    """What best responses would gain against the mixtures that the searches of both seats find."""
    mixtures = []
    for seat in range(2):
        result = Search(game, seed=3, **settings).run(position.acting(seat).view(seat), Limits(iterations=iterations))
        mixtures.append(mixture(result, moves[seat], "visits"))
    return normal_form_gain(payoffs, mixtures)


def test_matching_pennies_are_shown_evenly():
    start = Position.start(PENNIES, 2)
    moves = [start.acting(seat).legal_moves() for seat in range(2)]
    even = np.array([[[1, 0], [0, 1]], [[0, 1], [1, 0]]], float)
    assert gain_against(start, PENNIES, even, moves, 20_000, **MIXED) < 0.02


@pytest.mark.parametrize(("first", "second"), HANDS)
def test_a_mixture_comes_near_the_exact_equilibrium(first, second):
    position = open_cards(first, second)
    moves = [[f"lay:{card}" for card in hand] for hand in (first, second)]
    payoffs = payoffs_of(position, moves)
    pure = [[np.eye(2)[one], np.eye(2)[two]] for one, two in product(range(2), repeat=2)]
    assert min(normal_form_gain(payoffs, choice) for choice in pure) > 0.1
    assert gain_against(position, JARS, payoffs, moves, 30_000, **MIXED) < 0.03


def test_without_mixing_the_search_can_be_foreseen():
    position = open_cards("15", "25")
    moves = [["lay:1", "lay:5"], ["lay:2", "lay:5"]]
    assert gain_against(position, JARS, payoffs_of(position, moves), moves, 30_000, **{**MIXED, "mixing": 0.0}) > 0.05


def test_the_choice_itself_is_drawn():
    view = Position.start(PENNIES, 2).view(0)
    chosen = [Search(PENNIES, seed=seed, **MIXED).run(view, Limits(iterations=400)) for seed in range(40)]
    heads = sum(result.best == chosen[0].lines[0].move for result in chosen)
    assert 8 <= heads <= 32
    assert all(result.lines[0].move == result.best for result in chosen)
    again = Search(PENNIES, seed=7, **MIXED).run(view, Limits(iterations=400))
    assert again.best == chosen[7].best


def test_other_decisions_are_not_touched():
    ra = get_game("ra")
    view = ra.deal(players=3, seed=5).view(0)
    results = [Search(ra, seed=1, mixing=mixing).run(view, Limits(iterations=500)).lines for mixing in (0.0, 0.5)]
    assert results[0] == results[1]
