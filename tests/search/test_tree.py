"""The node pool: children in order, and places that are taken again when the pool is full."""

import pytest

from egypt import Limits, Search, Table, get_game
from tests.toy.build import load

PROBE = load("tests.search.probe")
ROOT = 1
CHANCE = -1
FULL = 65_536  # what a reward of 1 is to a node


def full_pool(nodes=256, fan=8, visits=1, root_visits=1000, shared=False):
    """A root with children, each with children of its own until the pool is nearly full."""
    pool = PROBE.Pool(nodes)
    pool.visit(ROOT, root_visits)
    parents = [pool.add(ROOT, 0, move, visits) for move in range(fan)]
    while not pool.nearly_full:
        parent = min(parents, key=lambda place: len(pool.children(place)))
        pool.add(parent, 1, len(pool.children(parent)), 1, shared)
    return pool, parents


def test_children_are_kept_in_order_of_actor_and_move():
    pool = PROBE.Pool(128)
    keys = [(0, 7), (CHANCE, 9), (1, 3), (0, 2), (0, 5), (CHANCE, 1)]
    places = {key: pool.add(ROOT, *key) for key in keys}
    listed = [pool.node(place) for place in pool.children(ROOT)]
    assert [(node["actor"], node["move"]) for node in listed] == sorted(keys)
    assert all(pool.find(ROOT, *key) == place for key, place in places.items())
    assert pool.find(ROOT, 0, 3) == 0
    pool.check()


def test_a_new_node_was_available_once_and_never_visited():
    pool = PROBE.Pool(128)
    node = pool.node(pool.add(ROOT, 0, 4))
    assert node == {"actor": 0, "move": 4, "visits": 0, "value": 0, "available": 1, "shared": False, "prior": 0}


def test_a_pool_takes_as_many_nodes_as_it_has_places_and_no_more():
    pool = PROBE.Pool(128, roots=2)
    assert pool.room == 128 - 3
    added = [pool.add(ROOT, 0, move) for move in range(200)]
    assert added.index(0) == 125 and not any(added[125:])
    assert pool.room == 0
    pool.check()


def test_there_is_no_child_of_no_parent():
    assert PROBE.Pool(128).add(0, 0, 1) == 0


def test_a_cleared_pool_is_empty():
    pool, _ = full_pool()
    pool.recycle()
    pool.clear(3)
    assert (pool.nodes, pool.room, pool.children(ROOT)) == (4, 256 - 4, [])
    pool.check()


def test_nothing_is_freed_while_there_is_room():
    pool = PROBE.Pool(256)
    parent = pool.add(ROOT, 0, 1, 1)
    pool.add(parent, 1, 1, 1)
    pool.recycle()
    assert pool.children(parent)


def test_a_full_pool_frees_just_enough_and_takes_the_places_again():
    pool, parents = full_pool()
    pool.recycle()
    assert not pool.nearly_full
    emptied = [parent for parent in parents if not pool.children(parent)]
    assert emptied == parents[:1]
    assert pool.children(ROOT) == parents  # they stay: the report speaks of them
    pool.check()
    room = pool.room
    assert all(pool.add(emptied[0], 1, move) for move in range(room)) and pool.room == 0
    assert pool.add(emptied[0], 1, room) == 0
    pool.check()


def test_nodes_that_were_visited_often_keep_their_children():
    pool, parents = full_pool()
    for parent in parents[:5]:
        pool.visit(parent, 100)
    pool.recycle()
    assert [bool(pool.children(parent)) for parent in parents] == [True] * 5 + [False] + [True] * 2


def test_if_all_were_visited_often_the_hand_goes_round_until_some_go():
    pool, parents = full_pool(visits=20)
    for _ in range(10):
        pool.recycle()
    assert not pool.nearly_full and not pool.children(parents[0])
    pool.check()


def test_nodes_that_threads_share_stay():
    pool, parents = full_pool(shared=True)
    for _ in range(100):
        pool.recycle()
    assert pool.nearly_full and all(pool.children(parent) for parent in parents)


def test_a_whole_subtree_goes_with_its_node():
    pool = PROBE.Pool(256)
    parent = top = pool.add(ROOT, 0, 1, 1)
    while not pool.nearly_full:
        parent = pool.add(parent, 0, 1, 1)
    pool.recycle()
    assert pool.children(ROOT) == [top] and not pool.children(top) and pool.nodes == 3
    pool.check()


# -- steps that are remembered ---------------------------------------------------------------------------------------


def test_a_step_is_remembered_by_parent_actor_and_move():
    pool = PROBE.Pool(128)
    place, other = pool.add(ROOT, 0, 7), pool.add(ROOT, 1, 7)
    assert pool.remembered(ROOT, 0, 7) == 0
    pool.remember(ROOT, 0, 7)
    assert (pool.remembered(ROOT, 0, 7), pool.remembered(ROOT, 1, 7), pool.remembered(ROOT, 0, 8)) == (place, 0, 0)
    assert pool.remembered(place, 0, 7) == 0
    pool.remember(ROOT, 1, 7)  # takes the place of the other
    assert (pool.remembered(ROOT, 0, 7), pool.remembered(ROOT, 1, 7)) == (0, other)
    pool.check()


def test_steps_to_what_is_freed_or_cleared_are_forgotten():
    pool, parents = full_pool()
    for parent in parents:
        pool.remember(ROOT, 0, pool.node(parent)["move"])
        for place in pool.children(parent):
            pool.remember(parent, 1, pool.node(place)["move"])
    pool.check()
    pool.recycle()
    assert pool.remembered(parents[0], 1, 0) == 0 and pool.remembered(parents[1], 1, 0) == pool.children(parents[1])[0]
    pool.check()
    pool.clear(1)
    assert not any(pool.remembered(ROOT, 0, move) for move in range(len(parents)))


def test_a_tree_that_was_cleared_very_often_remembers_nothing_wrong():
    """The number of plantings in a step's signature begins anew after 24 bits."""
    pool = PROBE.Pool(128)
    pool.add(ROOT, 0, 7)
    pool.remember(ROOT, 0, 7)
    pool.plantings = 0xFFFFFF
    pool.clear(1)
    assert pool.plantings == 1 and pool.remembered(ROOT, 0, 7) == 0


# -- searches whose pool is full -------------------------------------------------------------------------------------


def later(name, players, seed, decisions=20):
    table = Table.deal(get_game(name), players, seed)
    for _ in range(decisions):
        table.play(table.position.legal_codes()[0])
    return table.view(table.position.actor)


@pytest.mark.parametrize("family", ["single", "multiple", "determinized"])
@pytest.mark.parametrize(("name", "players"), [("ra", 3), ("sobek", 2), ("tekhenu", 2), ("amunre", 3)])
def test_the_tree_stays_whole_while_it_is_recycled(name, players, family):
    workers = PROBE.Workers(later(name, players, 4), nodes=3000, family=family)
    for iterations in range(1000, 9000, 1000):
        workers.run(0, iterations)
        workers.check()
    assert 2500 < workers.nodes(0) <= workers.capacity(0) == 3000


def value_of_best(workers):
    best = max(workers.moves(0).values(), key=lambda node: node["visits"])
    return best["value"] / FULL / best["visits"]


@pytest.mark.parametrize(
    ("name", "players", "seed", "nodes", "near"),
    [("tekhenu", 2, 3, 32_768, 0.006), ("ra", 3, 4, 16_384, 0.0025), ("amunre", 3, 4, 16_384, 0.008)],
)
def test_a_small_pool_comes_to_what_a_large_one_says(name, players, seed, nodes, near):
    """The large one never fills. The small one fills early; if it learned nothing more, it would be twice as far off."""
    view = later(name, players, seed)
    small, large = PROBE.Workers(view, nodes=nodes), PROBE.Workers(view, nodes=1_000_000)
    for workers in (small, large):
        workers.run(0, 40_000)
    assert large.nodes(0) > 2 * nodes and small.nodes(0) > 0.9 * nodes
    assert small.root(0)["visits"] == 40_000
    assert abs(value_of_best(small) - value_of_best(large)) < near


@pytest.mark.parametrize("threads", [1, 3])
def test_memory_that_is_full_is_said_to_be_so(threads):
    view = later("sobek", 2, 4)
    result = Search(view.game, hash_mb=1, threads=threads, reuse="always").run(view, Limits(iterations=60_000))
    assert 850 <= result.hashfull <= 1000
    assert result.nodes * result.bytes_per_node <= 1 << 20


@pytest.mark.parametrize("threads", [1, 2])
def test_a_full_tree_is_carried_over_to_the_next_search(threads):
    view = later("sobek", 2, 4)
    search = Search(view.game, hash_mb=1, threads=threads, reuse="always", seed=2)
    visits = 0
    for _ in range(4):
        result = search.run(view, Limits(iterations=20_000))
        assert sum(line.visits for line in result.lines) > visits
        visits = sum(line.visits for line in result.lines)
        assert result.best in view.legal_moves()
    assert visits == 80_000


def test_a_seat_that_waits_recycles_too():
    table = Table.deal(get_game("ra"), 3, 4)
    waiting = table.view((table.position.actor + 1) % 3)
    result = Search(table.position.game, hash_mb=1).run(waiting, Limits(iterations=60_000))
    assert result.iterations == sum(line.visits for line in result.lines) == 60_000
    assert result.hashfull > 900
