"""Which way an iteration goes: by UCB among the moves that are legal in its world."""

import math

import pytest

from egypt import Position, Table, get_game
from tests.toy.build import load

PROBE = load("tests.search.probe")
PENNIES = load("tests.search.pennies").GAME
RA, SOBEK = get_game("ra"), get_game("sobek")
FULL = 65_536  # what a reward of 1 is to a node


def view_of(game, players, seed=3, decisions=0):
    table = Table.deal(game, players, seed)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


def test_every_move_is_tried_before_one_is_tried_twice():
    view = view_of(SOBEK, 2, decisions=6)
    legal = view.legal_moves()
    workers = PROBE.Workers(view, prior=0.0, urgency=-1.0, history=0.0)
    workers.run(0, len(legal))
    assert {move: node["visits"] for move, node in workers.moves(0).items()} == dict.fromkeys(legal, 1)


def test_urgency_leaves_moves_untried_where_one_is_good():
    view = view_of(SOBEK, 2, decisions=6)
    legal = view.legal_moves()
    workers = PROBE.Workers(view, prior=0.0, urgency=0.5, history=0.0, exploration=0.05)
    workers.run(0, 3 * len(legal))
    assert len(workers.moves(0)) < len(legal)


def test_root_visits_are_spread_by_the_upper_confidence_bound():
    """The move that is visited next is the one whose bound is highest, step by step."""
    view, exploration = view_of(SOBEK, 2, decisions=6), 0.3
    workers = PROBE.Workers(view, prior=0.0, exploration=exploration, urgency=-1.0, history=0.0, siblings=False)
    legal = len(view.legal_moves())
    for iteration in range(legal, legal + 200):
        workers.run(0, iteration)
        bounds = {
            move: node["value"] / FULL / node["visits"]
            + exploration * math.sqrt(math.log(node["available"]) / node["visits"])
            for move, node in workers.moves(0).items()
        }
        before = {move: node["visits"] for move, node in workers.moves(0).items()}
        workers.run(0, iteration + 1)
        (chosen,) = [move for move, node in workers.moves(0).items() if node["visits"] > before[move]]
        assert bounds[chosen] == pytest.approx(max(bounds.values()), abs=1e-6)


def test_moves_are_available_whenever_their_parent_is_visited_with_them_legal():
    workers = PROBE.Workers(view_of(SOBEK, 2, decisions=6))
    workers.run(0, 2000)
    nodes = workers.moves(0).values()
    assert workers.root(0)["visits"] == sum(node["visits"] for node in nodes) == 2000
    assert all(2000 - len(nodes) <= node["available"] <= 2000 for node in nodes)


def test_without_exploration_the_best_so_far_is_taken_again_and_again():
    workers = PROBE.Workers(view_of(RA, 3), exploration=0.0, urgency=-1.0, history=0.0)
    workers.run(0, 500)
    visits = sorted(node["visits"] for node in workers.moves(0).values())
    assert visits == [1, 499]


def test_a_secret_choice_has_one_branch_for_those_who_do_not_see_it():
    """In the tree of p2, what p1 chose is hidden: one child for both sides of the coin."""
    view = Position.start(PENNIES, 2).view(0)
    alone = PROBE.Workers(view, family="single")
    together = PROBE.Workers(view, family="multiple")
    for workers in (alone, together):
        workers.run(0, 100)
        assert set(workers.moves(0)) == {"heads", "tails"}
        workers.check()
    assert set(together.moves(0, root=1)) == {"hidden"}
