"""The new view is found by playing on from the old one, along branches that exist, until a state has that view."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from egypt.core.types cimport CHANCE, MAX_MOVES, MAX_SEATS, MAX_STATE_WORDS, NO_MOVE, OVER, Move, StateHeader
from egypt.search.history cimport History
from egypt.search.ismcts cimport worker_begin
from egypt.search.lines cimport RootLine, line_of
from egypt.search.tree cimport NO_NODE, ROOT, Tree, tree_clear, tree_find
from egypt.search.worker cimport DETERMINIZED, Worker, tree_of

cdef enum:
    MAX_STEPS = 6           # moves and draws between two decisions of a seat; further on little is left of a tree
    MAX_TRIES = 1000        # moves tried on the way
    WORLDS = 3              # hidden cards must allow what was played

ctypedef struct RerootSearch:
    Worker* worker
    const Tree* tree
    int tries
    uint32_t found[MAX_SEATS]


cdef inline uint32_t child_in(
        const RerootSearch* search, int tree, uint32_t parent, const void* state, Move move) noexcept nogil:
    """Where the owner of a tree stands after the move or draw, by what it perceives of it."""
    cdef const Worker* w = search.worker
    cdef int actor = (<const StateHeader*>state).actor
    cdef uint32_t previous = NO_NODE
    cdef Move key = move
    if parent == NO_NODE:
        return NO_NODE
    if actor == CHANCE:
        key = w.ops.observe(state, move, tree if w.trees > 1 else w.viewer) if w.settings.keyed_draws else NO_MOVE
    elif w.trees > 1 and tree != actor:
        key = w.ops.observe(state, move, tree)
    return tree_find(search.tree, parent, actor, key, &previous)


cdef bint view_matches(const Worker* w, const void* state) noexcept nogil:
    cdef uint64_t[MAX_STATE_WORDS] seen
    memset(seen, 0, w.ops.view_size)
    w.ops.view(state, w.viewer, seen)
    return memcmp(seen, w.view, w.ops.view_size) == 0


cdef bint find_view(RerootSearch* search, const void* state, const uint32_t* nodes, int steps) noexcept nogil:
    """Whether the view is found exactly `steps` moves and draws from here."""
    cdef Worker* w = search.worker
    cdef int actor = (<const StateHeader*>state).actor
    cdef int own = w.viewer if w.trees > 1 else 0
    cdef uint64_t[MAX_STATE_WORDS] after
    cdef uint32_t[MAX_SEATS] children = [NO_NODE, NO_NODE, NO_NODE, NO_NODE, NO_NODE]
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef int count, i, t
    if steps == 0:
        if actor == CHANCE or not view_matches(w, state):
            return False
        memcpy(search.found, nodes, sizeof(search.found))
        return True
    if actor == OVER:
        return False
    if actor == CHANCE:
        count = w.ops.enumerate_chance(state, moves, probabilities)
    else:
        count = w.ops.legal_moves(state, moves)
    for i in range(count):
        for t in range(w.trees):
            children[t] = child_in(search, t, nodes[t], state, moves[i])
        if children[own] == NO_NODE:
            continue
        search.tries += 1
        if search.tries > MAX_TRIES:
            return False
        memcpy(after, state, w.ops.state_size)
        w.ops.apply(after, moves[i])
        if actor == CHANCE and (<StateHeader*>after).actor == CHANCE:
            continue        # a chain of draws is one node; its ways are too many
        if find_view(search, after, children, steps - 1):
            return True
    return False


cdef void transplant(const Tree* old, const uint32_t* roots, int count, Tree* new) noexcept nogil:
    """Copy the subtrees of the given nodes, which become roots. Breadth first, so siblings stay in order, and where there is
    too little room the leaves are lost: the children of a node are copied together or not at all.
    """
    cdef uint32_t index = ROOT, child, before, first
    cdef int t
    tree_clear(new, count)
    for t in range(count):
        if roots[t] != NO_NODE:
            new.nodes[ROOT + t].visits = old.nodes[roots[t]].visits
            new.nodes[ROOT + t].first_child = old.nodes[roots[t]].first_child     # of the old tree, until its turn comes
    while index < new.used:
        child = new.nodes[index].first_child
        new.nodes[index].first_child = before = NO_NODE
        first = new.used
        while child != NO_NODE:
            if new.used == new.capacity:
                new.nodes[index].first_child = NO_NODE
                new.used = first
                break
            new.nodes[new.used] = old.nodes[child]
            new.nodes[new.used].sibling = NO_NODE
            new.nodes[new.used].shared = False
            if before == NO_NODE:
                new.nodes[index].first_child = new.used
            else:
                new.nodes[before].sibling = new.used
            before = new.used
            new.used += 1
            child = old.nodes[child].sibling
        index += 1


cdef void open_lines(Worker* w, int actor) noexcept nogil:
    """The lines of the new root. Their points and chances are counted anew: a node knows only its own seat's reward."""
    cdef uint32_t child = w.tree.nodes[ROOT + tree_of(w, actor)].first_child
    cdef RootLine* line
    while child != NO_NODE:
        if w.tree.nodes[child].actor == actor and w.tree.nodes[child].visits:
            line = line_of(&w.lines, w.tree.nodes[child].move, child)
            if line != NULL:
                line.visits = w.tree.nodes[child].visits
                line.value = w.tree.nodes[child].value
        child = w.tree.nodes[child].sibling


cdef bint worker_remember(const Worker* w, Memory* memory) noexcept nogil:
    cdef uint32_t[MAX_SEATS] roots
    cdef int t
    if w.settings.family == DETERMINIZED or w.lines.iterations == 0:
        return False
    for t in range(MAX_SEATS):
        roots[t] = ROOT + t
    transplant(&w.tree, roots, w.trees, &memory.tree)
    if w.settings.history > 0:
        memcpy(&memory.history, &w.history, sizeof(History))
    return True


cdef bint worker_recall(Worker* w, const Memory* memory, const void* old_view) noexcept nogil:
    cdef RerootSearch search
    cdef uint64_t[MAX_STATE_WORDS] world
    cdef uint32_t[MAX_SEATS] roots
    cdef int t, steps, _world
    search.worker = w
    search.tree = &memory.tree
    for t in range(MAX_SEATS):
        roots[t] = ROOT + t
    worker_begin(w)
    for _world in range(WORLDS):
        search.tries = 0
        w.ops.sample(old_view, &w.rng, world)
        for steps in range(MAX_STEPS + 1):      # the nearest first: there is most to keep
            if find_view(&search, world, roots, steps):
                transplant(&memory.tree, search.found, w.trees, &w.tree)
                if w.settings.history > 0:
                    memcpy(&w.history, &memory.history, sizeof(History))
                open_lines(w, (<const StateHeader*>w.view).actor)
                return True
    return False
