"""Levels for people: less thought, and a choice among moves that seem nearly equal."""

from collections import Counter
from itertools import pairwise

import pytest

from egypt import Limits, Search, Table, get_game
from egypt.search.levels import LEVELS, MOST_LOSS, REACH, Level
from egypt.search.results import Line, Result

RA = get_game("ra")


def view_of(seed=7, players=2, decisions=0):
    table = Table.deal(RA, players, seed)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


def result_of(*lines, viewer=0):
    """Lines by (move, visits, chance of the viewer), all with the same points."""
    told = []
    for move, visits, chance in lines:
        chances = (chance, 1 - chance) if viewer == 0 else (1 - chance, chance)
        told.append(Line(move, visits, chances, (40.0, 40.0), (move,), (viewer,)))
    return Result(lines[0][0], tuple(told), sum(visits for _, visits, _ in lines), 100, 1, 1.0, 32)


def chosen(level, result, view, seeds=2000):
    return Counter(level.choose(result, view, seed).best for seed in range(seeds))


def test_each_level_thinks_more_than_the_one_below_and_chooses_more_strictly():
    assert list(LEVELS) == list(range(1, 10))
    for lower, higher in pairwise(LEVELS.values()):
        assert lower.iterations < higher.iterations
        assert lower.temperature > higher.temperature or lower.temperature == 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_does_no_more_iterations_than_it_may(level):
    view = view_of()
    assert Search(RA, level=level).run(view, Limits(iterations=100_000)).iterations == LEVELS[level].iterations
    assert Search(RA, level=level).run(view, Limits()).iterations == LEVELS[level].iterations
    assert Search(RA, level=level).run(view, Limits(iterations=3)).iterations == 3


def test_the_highest_level_is_the_search_itself():
    view = view_of()
    assert Search(RA, level=10).run(view, Limits(iterations=800)).lines == Search(RA).run(view, Limits(iterations=800)).lines


def test_the_better_of_two_moves_is_taken_more_often():
    view = view_of()
    taken = chosen(Level(100, 0.05), result_of(("good", 50, 0.50), ("fair", 50, 0.45), viewer=view.viewer), view)
    assert 0.69 < taken["good"] / 2000 < 0.77  # e to 1


def test_what_loses_much_is_never_taken():
    view, level = view_of(), Level(100, 0.02)
    result = result_of(
        ("good", 50, 0.50), ("bad", 50, 0.499 - REACH * 0.02), ("near", 50, 0.501 - REACH * 0.02), viewer=view.viewer
    )
    assert set(chosen(level, result, view)) == {"good", "near"}


def test_no_level_gives_up_more_than_so_much_of_a_win():
    view = view_of()
    result = result_of(
        ("good", 50, 0.70), ("bad", 50, 0.699 - MOST_LOSS), ("poor", 50, 0.701 - MOST_LOSS), viewer=view.viewer
    )
    assert set(chosen(Level(100, 0.5), result, view)) == {"good", "poor"}


def test_what_is_hardly_known_is_never_taken():
    view = view_of()
    result = result_of(("good", 100, 0.50), ("rumour", 9, 0.70), ("known", 10, 0.49), viewer=view.viewer)
    assert set(chosen(Level(100, 0.05), result, view)) == {"good", "known"}


def test_points_tell_moves_apart_where_the_game_is_decided():
    view = view_of()
    ahead = Line("ahead", 50, (0.0, 0.0), (60.0, 20.0) if view.viewer == 0 else (20.0, 60.0), ("ahead",), (0,))
    even = Line("even", 50, (0.0, 0.0), (40.0, 40.0), ("even",), (0,))
    assert set(chosen(Level(100, 0.05), Result("even", (even, ahead), 100, 100, 1, 1.0, 32), view, 200)) == {"ahead"}


def test_the_choice_repeats_for_the_same_view_and_seed_and_is_the_first_line():
    view = view_of(decisions=12)
    for seed in range(5):
        results = [Search(RA, level=2, seed=seed).run(view, Limits()) for _ in range(2)]
        assert results[0].lines == results[1].lines
        assert results[0].best == results[0].lines[0].move in view.legal_moves()


def test_low_levels_vary_their_choice():
    view = view_of(seed=4, players=3, decisions=24)
    assert len({Search(RA, level=1, seed=seed).run(view, Limits()).best for seed in range(40)}) > 1


def test_a_level_solves_nothing_and_remembers_nothing():
    view = view_of()
    search = Search(RA, level=3, reuse="always")
    visits = [sum(line.visits for line in search.run(view, Limits()).lines) for _ in range(2)]
    assert visits == [LEVELS[3].iterations] * 2


@pytest.mark.parametrize(("name", "players"), [("amunre", 3), ("tekhenu", 2)])
def test_a_level_has_no_priors(name, players):
    """These games have them; with them a few iterations play as well as many, and neighbouring levels are alike."""
    game = get_game(name)
    table = Table.deal(game, players, 7)
    while len(table.legal_moves()) < 8:
        table.play(table.legal_moves()[0])
    view = table.view(table.actor)
    level = Search(game, level=5, seed=3).run(view, Limits())
    plain = Search(game, level=5, seed=3, prior=0.0, sealed=False).run(view, Limits())
    assert [line.visits for line in level.lines] == [line.visits for line in plain.lines] and level.best == plain.best


def test_a_seat_that_waits_makes_no_choice_for_the_others():
    table = Table.deal(RA, 2, 7)
    waiting = table.view(1 - table.position.actor)
    result = result_of(("good", 50, 0.50), ("fair", 50, 0.49))
    assert set(chosen(Level(100, 0.05), result, waiting, 100)) == {"good"}
