"""Trees of several threads, merged: all get what each has added since the last merge, once."""

import pytest

from egypt import Table, get_game
from tests.toy.build import load

PROBE = load("tests.search.probe")


def view_of(name="sobek", players=2, decisions=6):
    table = Table.deal(get_game(name), players, 3)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


def totals(nodes):
    return {key: (node["visits"], node["value"], node["available"]) for key, node in nodes.items()}


def test_after_a_merge_all_threads_know_the_sum_of_all():
    workers = PROBE.Workers(view_of(), count=3)
    for i in range(3):
        workers.run(i, 100 * (i + 1))
    alone = [totals(workers.moves(i)) for i in range(3)]
    workers.merge()
    merged = [totals(workers.moves(i)) for i in range(3)]
    assert merged[0] == merged[1] == merged[2]
    for move, sums in merged[0].items():
        assert sums == tuple(sum(part) for part in zip(*(tree[move] for tree in alone if move in tree), strict=True))
    assert [workers.root(i)["visits"] for i in range(3)] == [600] * 3
    workers.check()


def test_nothing_is_counted_twice_by_another_merge():
    workers = PROBE.Workers(view_of(), count=2)
    for i in range(2):
        workers.run(i, 300)
    workers.merge()
    before = [totals(workers.shared(i)) for i in range(2)]
    workers.merge()
    workers.merge()
    assert [totals(workers.shared(i)) for i in range(2)] == before


def test_what_is_added_between_merges_is_added_once():
    workers = PROBE.Workers(view_of(), count=2)
    for round in range(1, 6):
        workers.run(0, 200 * round)
        workers.run(1, 50 * round)
        workers.merge()
        assert workers.root(0)["visits"] == workers.root(1)["visits"] == 250 * round
        workers.check()


def test_the_children_of_busy_nodes_are_shared_all_of_them():
    workers = PROBE.Workers(view_of(), count=2)
    for i in range(2):
        workers.run(i, 2000)
    workers.merge()
    first, second = workers.shared(0), workers.shared(1)
    assert len(first) > len(workers.moves(0)) and totals(first) == totals(second)
    assert all(node["shared"] for node in workers.moves(0).values())


def test_threads_that_did_nothing_learn_from_the_others():
    workers = PROBE.Workers(view_of(), count=2)
    workers.run(0, 500)
    workers.merge()
    assert totals(workers.moves(0)) == totals(workers.moves(1))


@pytest.mark.parametrize("family", ["single", "multiple"])
def test_full_trees_can_be_merged_and_recycled_in_turn(family):
    """Shared nodes stay where they are, so both threads go on meaning the same by them."""
    workers = PROBE.Workers(view_of(), count=2, nodes=6000, family=family)
    for round in range(1, 13):
        for i in range(2):
            workers.run(i, 1000 * round)
        workers.merge()
        workers.check()
        assert totals(workers.shared(0)) == totals(workers.shared(1))
    assert workers.root(0)["visits"] == 24_000
    assert len(workers.shared(0)) <= PROBE.SHARED_AT_MOST
