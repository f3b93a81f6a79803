"""A tree carried over from move to move: what was learned stays, and nothing else changes."""

import pytest

from egypt import Limits, Search, Table, get_game

RA, SOBEK = get_game("ra"), get_game("sobek")


def next_own_decision(table, seat):
    """Play on until the seat has a choice again."""
    while table.position.actor != seat or len(table.position.legal_codes()) < 2:
        table.play(table.position.legal_codes()[0])
    return table.view(seat)


@pytest.mark.parametrize("family", ["single", "multiple"])
@pytest.mark.parametrize(("game", "players"), [(RA, 2), (SOBEK, 2)])
def test_the_same_view_again_goes_on_where_the_last_search_ended(game, players, family):
    table = Table.deal(game, players, 3)
    view = table.view(table.position.actor)
    search = Search(game, reuse="always", family=family, hash_mb=8)
    first = search.run(view, Limits(iterations=1000))
    second = search.run(view, Limits(iterations=1000))
    assert second.iterations == 1000
    assert sum(line.visits for line in first.lines) == 1000
    assert sum(line.visits for line in second.lines) == 2000
    search.forget()
    assert sum(line.visits for line in search.run(view, Limits(iterations=1000)).lines) == 1000


def test_a_few_moves_on_something_is_left():
    carried = 0
    for seed in range(12):
        table = Table.deal(RA, 2, seed)
        seat = table.position.actor
        search = Search(RA, reuse="always", hash_mb=8)
        table.play(search.run(table.view(seat), Limits(iterations=5000)).best)
        if table.position.is_over:
            continue
        result = search.run(next_own_decision(table, seat), Limits(iterations=500))
        assert {line.move for line in result.lines} <= set(table.position.legal_moves())
        assert result.best in table.position.legal_moves()
        carried += sum(line.visits for line in result.lines) > 500
    assert carried >= 3


def test_another_seat_or_another_game_starts_afresh():
    search = Search(RA, reuse="always", hash_mb=8)
    for seed in (1, 2):
        table = Table.deal(RA, 3, seed)
        view = table.view(table.position.actor)
        assert sum(line.visits for line in search.run(view, Limits(iterations=300)).lines) == 300


def test_the_pools_share_the_memory():
    table = Table.deal(RA, 3, 1)
    view = table.view(table.position.actor)
    result = Search(RA, reuse="always", hash_mb=1).run(view, Limits(iterations=60_000))
    assert result.nodes * result.bytes_per_node <= 1 << 19


@pytest.mark.parametrize(("reuse", "carried"), [("never", False), ("timed", False), ("always", True)])
def test_a_number_of_iterations_repeats_exactly_unless_always_is_asked_for(reuse, carried):
    table = Table.deal(RA, 2, 3)
    view = table.view(table.position.actor)
    search = Search(RA, reuse=reuse, hash_mb=8)
    first, second = (search.run(view, Limits(iterations=500)).lines for _ in range(2))
    assert (first != second) == carried


def test_a_timed_search_starts_from_the_last_one():
    table = Table.deal(RA, 2, 3)
    view = table.view(table.position.actor)
    search = Search(RA, reuse="timed", hash_mb=8)
    search.run(view, Limits(movetime=30))
    result = search.run(view, Limits(movetime=30))
    assert sum(line.visits for line in result.lines) > result.iterations


@pytest.mark.parametrize(("game", "players"), [(RA, 2), (SOBEK, 2)])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_short_search_does_not_forget_the_best_of_the_long_one_before(game, players, threads):
    for seed in range(4):
        table = Table.deal(game, players, seed)
        view = table.view(table.position.actor)
        search = Search(game, reuse="always", threads=threads, hash_mb=8, seed=seed)
        long = search.run(view, Limits(iterations=3000))
        if long.lines[0].visits > 1.5 * long.lines[1].visits:
            for _ in range(5):
                assert search.run(view, Limits(iterations=2)).best == long.best
            assert search.run(view, Limits(movetime=0)).best == long.best


@pytest.mark.parametrize("threads", [1, 2])
def test_a_short_search_reports_what_a_long_one_left_and_answers_with_its_first_line(threads):
    for seed in range(20):
        table = Table.deal(SOBEK, 2, seed)
        view = next_own_decision(table, table.position.actor)
        search = Search(SOBEK, reuse="always", hash_mb=8, threads=threads)
        long = search.run(view, Limits(iterations=3000))
        short = search.run(view, Limits(iterations=threads))
        assert {line.move for line in short.lines} == {line.move for line in long.lines}
        assert short.best == short.lines[0].move
        assert all(abs(sum(line.chances) - 1) < 0.01 for line in short.lines)
