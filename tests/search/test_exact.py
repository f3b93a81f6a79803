"""The end of the game, solved: the truth itself, and the search measured by it."""

from statistics import fmean

import numpy as np
import pytest

from bench.oracle import late_positions, losses
from egypt import EgyptError, Limits, Rng, Search, Table, get_game

AMUNRE, RA, SOBEK, TEKHENU = map(get_game, ("amunre", "ra", "sobek", "tekhenu"))
ENDS = [(RA, 2, None), (SOBEK, 2, None), (SOBEK, 3, None), (AMUNRE, 3, None), (TEKHENU, 2, "solo-normal")]


def value(position, seat):
    """What a position is worth to a seat if all play perfectly: (chances, points), by plain recursion in Python."""
    if position.is_over:
        ranks = position.ranks()
        return [(rank == 1) / ranks.count(1) for rank in ranks], position.scores()
    if position.is_chance:
        total = np.zeros((2, position.players))
        for outcome, probability in position.outcomes():
            total += probability * np.array(value(position.after(outcome), seat))
        return total.tolist()
    actor = position.actor
    return max(
        (value(position.after(move), seat) for move in position.legal_codes()),
        key=lambda v: (round(v[0][actor], 9), round(v[1][actor], 9)),
    )


def small_positions(game, players, variant, count):
    """Late positions that even Python can solve."""
    found = 0
    for view, _ in late_positions(game, players, 60, 11, variant):
        result = Search(game, hash_mb=1, margin=0.0).run(view, Limits(iterations=1))
        if result.exact and result.nodes < 1500:
            yield view, result
            found += 1
            if found == count:
                return


@pytest.mark.parametrize(("game", "players", "variant"), ENDS, ids=lambda part: getattr(part, "name", str(part)))
def test_the_solution_is_what_plain_recursion_finds(game, players, variant):
    checked = 0
    for view, result in small_positions(game, players, variant, 6):
        position = view.sample(Rng(1))
        for line in result.lines:
            chances, points = value(position.after(game.move_code(line.move)), view.viewer)
            assert list(line.chances) == pytest.approx(chances, abs=1e-4)
            assert list(line.points) == pytest.approx(points, abs=1e-4)
            checked += 1
    assert checked >= 12


def test_the_search_finds_nearly_the_best_move():
    lost = [losses(view, solution, 20_000, 1)[0] for view, solution in late_positions(RA, 3, 25, 5)]
    assert fmean(lost) <= 0.1


def test_openings_and_secrets_are_not_solved():
    for game, players in ((RA, 2), (SOBEK, 2)):
        table = Table.deal(game, players, 1)
        assert not Search(game).run(table.view(table.position.actor), Limits(iterations=50)).exact


def test_what_other_players_hide_to_the_end_is_never_solved():
    with pytest.raises(EgyptError, match="tekhenu, standard, 2 players: something unknown matters to the end"):
        next(late_positions(TEKHENU, 2, 1, 1))


def test_a_wide_end_is_given_up_before_it_is_tried():
    """In the solo game all is known from the first decision on; most of its short ends have far too many draws."""
    solved, search, rng = 0, Search(TEKHENU, hash_mb=1), Rng(4)
    for seed in range(6):
        table = Table.deal(TEKHENU, 2, seed, "solo-normal")
        while not table.position.is_over:
            legal = table.position.legal_codes()
            if len(legal) > 1:
                solved += search.run(table.view(table.position.actor), Limits(iterations=1)).exact
            table.play(legal[rng.below(len(legal))])
    assert solved >= 12 and search.endgame.solutions <= 4 * solved


def test_it_can_be_switched_off():
    for view, _ in late_positions(RA, 2, 1, 3):
        assert not Search(RA, exact=False).run(view, Limits(iterations=50)).exact


def test_searchmoves_are_kept():
    for view, solution in late_positions(RA, 3, 2, 8):
        worst = solution.lines[-1].move
        result = Search(RA).run(view, Limits(iterations=10, searchmoves=(worst,)))
        assert result.exact and [line.move for line in result.lines] == [worst]


def test_a_search_answers_the_same_question_in_the_same_way_whatever_was_solved_before():
    search, asked = Search(RA, hash_mb=1), []
    for view, _ in late_positions(RA, 3, 12, 5):
        fresh = Search(RA, hash_mb=1).run(view, Limits(iterations=50))
        asked.append((view, fresh.lines, fresh.nodes, fresh.exact))
    for view, lines, nodes, exact in asked + asked:
        result = search.run(view, Limits(iterations=50))
        assert (result.lines, result.nodes, result.exact) == (lines, nodes, exact)
