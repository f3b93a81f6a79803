"""Lets Python build trees by hand, run the workers of a search step by step, and look into their trees."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from egypt.core.evaluation cimport chances_from_log_odds
from egypt.core.game cimport Game, GameOps
from egypt.core.network cimport (
    MAX_PAIRS, MAX_UNITS, add_pairs, correction_plain, correction_wide, is_wide, weigh_plain, weigh_wide,
)
from egypt.core.position cimport Position, View
from egypt.core.rng cimport rng_below, rng_stream
from egypt.core.types cimport (
    CHANCE, MAX_FEATURES, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, OVER, Move, Outlook, Rng, StateHeader,
)
from egypt.core.weights cimport GameWeights
from egypt.search.ismcts cimport root_count, worker_begin, worker_plant, worker_run
from egypt.search.merging cimport (
    MAX_SHARED, ThreadGroup, group_allocate, group_free, group_reset, group_start, merge_statistics, snapshot_statistics,
)
from egypt.search.stopping cimport StopFlag
from egypt.search.tree cimport (
    NO_NODE, ROOT, STEP_NB, Node, Tree, child_key, is_nearly_full, remember_child, remembered_child, step_signature,
    tree_add, tree_allocate, tree_clear, tree_find, tree_free, tree_nodes, tree_recycle, tree_room,
)
from egypt.search.worker cimport Settings, Worker

from egypt.search.settings import core_values, resolve

SHARED_AT_MOST = MAX_SHARED
cdef double FOREVER = 1e300


cdef list children_of(const Tree* tree, uint32_t parent):
    cdef uint32_t child = tree.nodes[parent].first_child
    places = []
    while child != NO_NODE:
        places.append(child)
        child = tree.nodes[child].sibling
    return places


cdef dict node_at(const Tree* tree, uint32_t place):
    cdef const Node* node = &tree.nodes[place]
    return {
        "actor": node.actor, "move": node.move, "visits": node.visits, "value": node.value, "available": node.available,
        "shared": bool(node.shared), "prior": node.prior,
    }


cdef int check_tree(const Tree* tree) except -1:
    """Every place is reached from the roots once, or free once, or was never used; children are in order."""
    cdef uint32_t place
    cdef int64_t key, last
    reached = set()
    waiting = list(range(ROOT, ROOT + tree.roots))
    while waiting:
        place = waiting.pop()
        assert place not in reached and NO_NODE < place < tree.used <= tree.capacity
        reached.add(place)
        last = -1
        for child in children_of(tree, place):
            key = child_key(tree.nodes[<uint32_t>child].actor, tree.nodes[<uint32_t>child].move)
            assert key > last
            last = key
            waiting.append(child)
    freed = set()
    place = tree.first_freed
    while place != NO_NODE:
        assert place not in freed and place not in reached and tree.nodes[place].first_child == NO_NODE
        freed.add(place)
        place = tree.nodes[place].sibling
    assert len(freed) == tree.freed
    assert len(reached) + len(freed) + 1 == tree.used
    check_steps(tree, reached)
    return 0


cdef int check_steps(const Tree* tree, set reached) except -1:
    """Every step that is remembered leads to where looking through the children leads."""
    cdef uint32_t previous = NO_NODE
    cdef int i, actor
    for i in range(STEP_NB):
        if tree.steps[i].child == NO_NODE:
            continue
        for actor in range(CHANCE, MAX_SEATS):
            if tree.steps[i].signature == step_signature(tree, actor):
                assert tree.steps[i].parent in reached
                assert tree.steps[i].child == tree_find(tree, tree.steps[i].parent, actor, tree.steps[i].move, &previous)
    return 0


cdef class Pool:
    """A tree built by hand."""

    cdef Tree tree

    def __cinit__(self, int nodes, int roots=1):
        assert tree_allocate(&self.tree, nodes * sizeof(Node))
        tree_clear(&self.tree, roots)

    def __dealloc__(self):
        tree_free(&self.tree)

    def add(self, uint32_t parent, int actor, Move move, uint32_t visits=0, bint shared=False):
        """The place of a new child; 0 if the pool is full."""
        cdef uint32_t previous = NO_NODE
        assert tree_find(&self.tree, parent, actor, move, &previous) == NO_NODE
        place = tree_add(&self.tree, parent, previous, actor, move, 0)
        if place != NO_NODE:
            self.tree.nodes[place].visits = visits
            self.tree.nodes[place].shared = shared
        return place

    def find(self, uint32_t parent, int actor, Move move):
        cdef uint32_t previous = NO_NODE
        return tree_find(&self.tree, parent, actor, move, &previous)

    def remember(self, uint32_t parent, int actor, Move move):
        remember_child(&self.tree, parent, actor, move, self.find(parent, actor, move))

    def remembered(self, uint32_t parent, int actor, Move move):
        return remembered_child(&self.tree, parent, actor, move)

    def children(self, uint32_t parent):
        return children_of(&self.tree, parent)

    def node(self, uint32_t place):
        return node_at(&self.tree, place)

    def visit(self, uint32_t place, uint32_t visits):
        self.tree.nodes[place].visits += visits

    def clear(self, int roots):
        tree_clear(&self.tree, roots)

    def recycle(self):
        tree_recycle(&self.tree)

    def check(self):
        check_tree(&self.tree)

    @property
    def plantings(self):
        return self.tree.plantings

    @plantings.setter
    def plantings(self, uint32_t number):
        self.tree.plantings = number

    @property
    def nodes(self):
        return tree_nodes(&self.tree)

    @property
    def room(self):
        return tree_room(&self.tree)

    @property
    def nearly_full(self):
        return is_nearly_full(&self.tree)


cdef class Workers:
    """The workers of a search of one view, without threads: each runs when it is told to."""

    cdef readonly View view
    cdef readonly int count
    cdef Worker** workers
    cdef ThreadGroup group
    cdef StopFlag stop
    cdef GameWeights weights

    def __cinit__(self, View view not None, int count=1, int nodes=100_000, seed=1, weights=None, **settings):
        cdef Settings values = core_values(resolve(view.game.search_defaults, view.players, settings))
        cdef Worker* worker
        cdef int i
        self.view = view
        self.weights = view.game.given_weights(weights)
        self.count = count
        self.workers = <Worker**>calloc(count, sizeof(Worker*))
        assert group_allocate(&self.group, count)
        self.group.stop = &self.stop
        for i in range(count):
            worker = self.workers[i] = <Worker*>calloc(1, sizeof(Worker))
            assert tree_allocate(&worker.tree, nodes * sizeof(Node))
            worker.ops = &view.game.ops
            worker.weights = self.weights.get(view.players)
            worker.view = view.view()
            worker.viewer = view.viewer
            worker.players = view.players
            worker.stop = &self.stop
            worker.deadline = FOREVER
            worker.rng = rng_stream(seed, 0x5ea7c4, i)
            worker.settings = values
            worker_begin(worker)
            worker_plant(worker)
            self.group.trees[i] = &worker.tree
            self.group.lines[i] = &worker.lines
        group_reset(&self.group, root_count(self.workers[0]))
        group_start(&self.group, 0)

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            tree_free(&self.workers[i].tree)
            free(self.workers[i])
        free(self.workers)
        group_free(&self.group)

    def run(self, int i, uint64_t iterations):
        """Let one worker iterate until it has made this many iterations in all."""
        with nogil:
            worker_run(self.workers[i], &self.stop, iterations, FOREVER)

    def merge(self):
        merge_statistics(&self.group)
        snapshot_statistics(&self.group)

    def check(self):
        for i in range(self.count):
            check_tree(&self.workers[<int>i].tree)

    def root(self, int i):
        """The node of a worker's first root."""
        return node_at(&self.workers[i].tree, ROOT)

    def moves(self, int i, int root=0):
        """Move -> node, of the children of one of a worker's roots."""
        cdef const Tree* tree = &self.workers[i].tree
        return {
            self.view.game.move_text(tree.nodes[<uint32_t>child].move): node_at(tree, child)
            for child in children_of(tree, ROOT + root)}

    def shared(self, int i):
        """Nodes of the worker's tree whose statistics are merged, each with its path of keys."""
        cdef const Tree* tree = &self.workers[i].tree
        found = {}
        waiting = [((), child) for child in children_of(tree, ROOT)]
        while waiting:
            path, place = waiting.pop()
            node = node_at(tree, place)
            if node["shared"]:
                path = (*path, (node["actor"], node["move"]))
                found[path] = node
                waiting.extend([(path, child) for child in children_of(tree, place)])
        return found

    def nodes(self, int i):
        return tree_nodes(&self.workers[i].tree)

    def capacity(self, int i):
        return self.workers[i].tree.capacity


# -- shortcuts that must give what the long way gives ------------------------------------------------------------------

def check_apply_and_list(Position position not None, seed, int decisions):
    """Play at random in both ways side by side; the number of decisions after which all was the same, up to `decisions`."""
    cdef const GameOps* ops = &position.game.ops
    cdef uint64_t[MAX_STATE_WORDS] plain, listed
    cdef Move[MAX_MOVES] moves, again
    cdef Move move
    cdef Rng rng = <Rng>(seed & 0xFFFFFFFFFFFFFFFF)
    cdef int played = 0, count, number
    memcpy(plain, position.state(), ops.state_size)
    memcpy(listed, plain, ops.state_size)
    while (<StateHeader*>plain).actor != OVER and played < decisions:
        if (<StateHeader*>plain).actor == CHANCE:
            move = ops.sample_chance(plain, &rng)
        else:
            count = ops.legal_moves(plain, moves)
            move = moves[rng_below(&rng, count)]
            played += 1
        ops.apply(plain, move)
        number = ops.apply_and_list(listed, move, again)
        count = ops.legal_moves(plain, moves) if (<StateHeader*>plain).actor >= 0 else 0
        if (memcmp(plain, listed, ops.state_size) or ((<StateHeader*>plain).actor >= 0 and number != count)
                or memcmp(moves, again, count * sizeof(Move))):
            return played - 1
    return decisions


def has_apply_and_list(Game game not None):
    return game.ops.apply_and_list != NULL


def sums_of_units(list row, list weights, int units):
    """Of each unit the sum of a row of features, each times its weight, as this machine adds them up."""
    cdef int16_t[MAX_FEATURES] features
    cdef int16_t[MAX_PAIRS][MAX_UNITS][2] pairs
    cdef int32_t[MAX_UNITS] sums
    cdef int i, unit
    memset(sums, 0, sizeof(sums))
    memset(pairs, 0, sizeof(pairs))
    for i in range(len(row)):
        features[i] = row[i]
        for unit in range(units):
            pairs[i // 2][unit][i % 2] = weights[i][unit]
    add_pairs(features, &pairs[0][0][0], len(row) // 2, units, sums)
    return [sums[unit] for unit in range(units)]


cdef void fill_pairs(list weights, int units, int16_t* pairs):
    """Weights [column][unit] as add_pairs wants them: [pair][unit][2]."""
    cdef int i, unit
    memset(pairs, 0, MAX_PAIRS * MAX_UNITS * 2 * sizeof(int16_t))
    for i in range(len(weights)):
        for unit in range(units):
            pairs[(i // 2 * MAX_UNITS + unit) * 2 + i % 2] = weights[i][unit]


def corrections(list rows, list own, list everyone, list bias, list log_odds):
    """What a layer of units says of each seat, added up in each way that this machine has."""
    cdef int16_t[MAX_SEATS * MAX_FEATURES] features
    cdef int16_t[MAX_PAIRS * MAX_UNITS * 2] own_pairs, all_pairs
    cdef int32_t[MAX_UNITS] biases
    cdef int16_t[MAX_UNITS] unit_log_odds
    cdef int64_t[MAX_SEATS] correction
    cdef int players = len(rows), units = len(bias), i, seat
    memset(biases, 0, sizeof(biases))
    memset(unit_log_odds, 0, sizeof(unit_log_odds))
    memset(correction, 0, sizeof(correction))
    for seat in range(players):
        for i in range(len(rows[seat])):
            features[seat * MAX_FEATURES + i] = rows[seat][i]
    for i in range(units):
        biases[i] = bias[i]
        unit_log_odds[i] = log_odds[i]
    fill_pairs(own, units, own_pairs)
    fill_pairs(everyone, units, all_pairs)
    correction_plain(
        features, players, own_pairs, len(own) // 2, all_pairs, len(everyone) // 2, units, biases, unit_log_odds, correction)
    found = [[correction[seat] for seat in range(players)]]
    if is_wide():
        correction_wide(
            features, players, own_pairs, len(own) // 2, all_pairs, len(everyone) // 2, units, biases, unit_log_odds,
            correction)
        found.append([correction[seat] for seat in range(players)])
    return found


def two_sums(list rows, list first, list second):
    """Both weighted sums of each row, in each way that this machine has."""
    cdef int16_t[MAX_SEATS * MAX_FEATURES] features
    cdef int16_t[MAX_FEATURES] one, other
    cdef int32_t[MAX_SEATS] first_sums, second_sums
    cdef int players = len(rows), count = len(first), i, seat
    for i in range(count):
        one[i] = first[i]
        other[i] = second[i]
        for seat in range(players):
            features[seat * MAX_FEATURES + i] = rows[seat][i]
    weigh_plain(features, players, count, one, other, first_sums, second_sums)
    found = [[(first_sums[seat], second_sums[seat]) for seat in range(players)]]
    if is_wide():
        weigh_wide(features, players, count, one, other, first_sums, second_sums)
        found.append([(first_sums[seat], second_sums[seat]) for seat in range(players)])
    return found


def chances(list log_odds, int unit):
    cdef int32_t[MAX_SEATS] values
    cdef Outlook outlook
    cdef int seat
    for seat in range(len(log_odds)):
        values[seat] = log_odds[seat]
    chances_from_log_odds(values, unit, len(log_odds), &outlook)
    return [outlook.chance[seat] for seat in range(len(log_odds))]
