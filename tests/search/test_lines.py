"""Several lines: the best moves of the root share the effort, so that each of them is known well."""

import pytest

from egypt import Limits, Search, Table, get_game

GAMES = [("sobek", 2), ("ra", 3), ("amunre", 3), ("tekhenu", 2)]


def decision(name, players, seed, decisions=24, moves=3):
    """A position with some moves to choose from."""
    table = Table.deal(get_game(name), players, seed)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    while len(table.position.legal_codes()) < moves:
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


def run(view, iterations=12_000, **settings):
    return Search(view.game, exact=False, hash_mb=16, **settings).run(view, Limits(iterations=iterations))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("lines", [2, 3, 5])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_last_line_has_a_tenth_of_the_visits_of_the_first(name, players, lines, threads):
    for seed in (3, 4):
        result = run(decision(name, players, seed, moves=5), lines=lines, threads=threads)
        assert result.best == result.lines[0].move
        assert result.lines[0].visits == max(line.visits for line in result.lines)
        assert min(line.visits for line in result.lines[:lines]) * 10 >= result.lines[0].visits


@pytest.mark.parametrize("lines", [3, 5])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_last_line_keeps_its_tenth_when_the_tree_is_full(name, players, lines):
    """A full tree takes back the places of what was visited least: not those of the lines."""
    view = decision(name, players, 3, moves=5)
    result = Search(view.game, exact=False, hash_mb=1, lines=lines).run(view, Limits(iterations=40_000))
    assert result.hashfull >= 900
    assert min(line.visits for line in result.lines[:lines]) * 10 >= result.lines[0].visits


@pytest.mark.parametrize(("name", "players"), [("sobek", 2), ("ra", 3)])
def test_lines_are_valued_and_ordered_as_searches_of_each_move_alone_would(name, players):
    """All of these have moves that differ clearly, and no secret choice, in which a move alone could be answered."""
    for seed in (3, 4):
        view = decision(name, players, seed)
        lines = run(view, lines=3).lines[:3]
        alone = []
        for line in lines:
            limits = Limits(iterations=line.visits, searchmoves=(line.move,))
            alone.append(Search(view.game, exact=False).run(view, limits).lines[0].chances[view.viewer])
        values = [line.chances[view.viewer] for line in lines]
        assert values == pytest.approx(alone, abs=0.012)
        for i in range(2):
            if abs(values[i] - values[i + 1]) > 0.012:
                assert (values[i] > values[i + 1]) == (alone[i] > alone[i + 1]) and values[i] > values[i + 1]


def test_behind_the_first_those_that_are_known_well_are_ranked_by_what_they_promise():
    result = run(decision("ra", 3, 4, moves=4), lines=3, margin=0.0)
    first, *others = result.lines
    known = [line for line in others if line.visits * 10 >= first.visits]
    assert len(known) >= 2 and result.lines[1 : 1 + len(known)] == tuple(known)
    viewer = max(range(3), key=lambda seat: first.chances[seat] - others[-1].chances[seat])
    promised = [line.chances[viewer] for line in known]
    assert promised == sorted(promised, reverse=True)
    rest = [line.visits for line in others[len(known) :]]
    assert rest == sorted(rest, reverse=True)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_one_line_changes_nothing(name, players):
    view = decision(name, players, 3)
    assert run(view, 1000, lines=1).lines == run(view, 1000).lines


@pytest.mark.parametrize("family", ["multiple", "determinized"])
def test_every_member_of_the_family_shares_the_effort(family):
    result = run(decision("sobek", 2, 4, moves=5), lines=3, family=family)
    assert result.lines[2].visits * 10 >= result.lines[0].visits


def test_more_lines_than_moves_are_all_the_moves():
    view = decision("ra", 3, 4)
    result = run(view, 6000, lines=256)
    assert {line.move for line in result.lines} == set(view.legal_moves())
    assert min(line.visits for line in result.lines) * 10 >= result.lines[0].visits


def test_searchmoves_share_the_effort_too():
    view = decision("sobek", 2, 4, moves=5)
    moves = tuple(view.legal_moves()[:3])
    result = Search(view.game, lines=3).run(view, Limits(iterations=6000, searchmoves=moves))
    assert {line.move for line in result.lines} == set(moves)
    assert result.lines[2].visits * 10 >= result.lines[0].visits


def test_a_seat_that_waits_sees_what_the_other_may_do():
    table = Table.deal(get_game("ra"), 3, 4)
    view = table.view((table.position.actor + 1) % 3)
    result = Search(view.game, lines=2).run(view, Limits(iterations=6000))
    assert {line.move for line in result.lines} == set(table.position.legal_moves())
    assert result.lines[1].visits * 10 >= result.lines[0].visits
