"""Thinking while others decide: what `ponder` does, and what it leaves for the next search."""

import pytest

from egypt import EgyptError, Limits, Search, Table, get_game


@pytest.mark.parametrize("family", ["single", "multiple", "determinized"])
@pytest.mark.parametrize(("name", "players"), [("ra", 2), ("sobek", 3)])
def test_a_view_can_be_searched_by_a_seat_that_waits(name, players, family):
    table = Table.deal(get_game(name), players, 3)
    waiting = (table.position.actor + 1) % players
    result = Search(table.position.game, family=family, hash_mb=4).run(table.view(waiting), Limits(iterations=2000))
    assert result.iterations == sum(line.visits for line in result.lines) == 2000
    assert {line.move for line in result.lines} == set(table.position.legal_moves())  # of the seat that decides
    assert result.best is None
    with pytest.raises(EgyptError, match="the viewer is not to act"):
        result.chosen()


def test_what_was_pondered_is_there_when_the_turn_comes():
    table = Table.deal(get_game("ra"), 2, 3)
    mover = table.position.actor
    search = Search(table.position.game, reuse="always", hash_mb=8, siblings=False)  # a visit for every judgement
    pondered = search.run(table.view(1 - mover), Limits(iterations=3000))
    (kept,) = [line.visits for line in pondered.lines if line.move == "invoke"]
    table.play("invoke")
    result = search.run(table.view(1 - mover), Limits(iterations=500))
    assert 500 < sum(line.visits for line in result.lines) <= 500 + kept


@pytest.mark.parametrize("family", ["single", "multiple", "determinized"])
@pytest.mark.parametrize("threads", [1, 2])
def test_where_nature_is_to_draw_nobody_has_a_move_to_report(family, threads):
    table = Table.deal(get_game("ra"), 3, 3)
    position = table.position.after("draw")
    assert position.is_chance
    result = Search(position.game, family=family, threads=threads, hash_mb=4).run(position.view(1), Limits(iterations=500))
    assert (result.best, result.lines, result.iterations) == (None, (), 500)
