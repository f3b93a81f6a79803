"""The iteration of ISMCTS, step by step. No allocation, no Python object, no lock."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.core.evaluation cimport evaluate
from engine.core.rng cimport rng_below
from engine.core.types cimport CERTAIN, CHANCE, NO_MOVE, OVER, Move, StateHeader
from engine.search.ismcts cimport MAX_DEPTH, RootLine, StopFlag, Worker
from engine.search.playouts cimport play_out, settle
from engine.search.tree cimport NO_NODE, ROOT, Node, child_key, tree_add, tree_clear, tree_find

cdef extern from *:
    """
    static inline void egypt_flag_set(int *flag, int value) { __atomic_store_n(flag, value, __ATOMIC_RELAXED); }
    static inline int egypt_flag_get(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
    """
    void flag_set "egypt_flag_set"(int* flag, int value) noexcept nogil
    int flag_get "egypt_flag_get"(const int* flag) noexcept nogil

cdef enum:
    LOG_ENTRIES = 4096
    ITERATIONS_PER_CLOCK_CHECK = 16

# LOG[n] = ln n. Written once at import, only read after that. By the series of atanh: libraries differ in the last bit.
cdef double[LOG_ENTRIES] LOG


cdef void fill_log() noexcept nogil:
    cdef double x, power, total
    cdef int n, k
    LOG[0] = LOG[1] = 0.0
    for n in range(2, LOG_ENTRIES):
        x = 1.0 / (2 * n - 1)
        total = power = x
        for k in range(3, 24, 2):
            power *= x * x
            total += power / k
        LOG[n] = LOG[n - 1] + 2 * total

fill_log()


cdef inline double log_of(uint32_t n) noexcept nogil:
    cdef double result = 0.0
    while n >= LOG_ENTRIES:     # ln n = ln 2 + ln n/2; the lost bit is far below what UCB can feel
        n >>= 1
        result += LOG[2]
    return result + LOG[n]


cdef void raise_stop(StopFlag* flag, int value) noexcept nogil:
    flag_set(&flag.raised, value)


cdef bint is_stopped(const StopFlag* flag) noexcept nogil:
    return flag_get(&flag.raised)


cdef double now_ms() noexcept nogil:
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6


cdef void worker_reset(Worker* w) noexcept nogil:
    w.iterations = 0
    w.line_count = 0
    w.depth = 0
    tree_clear(&w.tree)


# -- 1 determinize ---------------------------------------------------------------------------------------------------

cdef inline void determinize(Worker* w) noexcept nogil:
    w.ops.sample(w.view, &w.rng, w.world)
    w.path[0] = ROOT
    w.depth = 1
    w.untried_count = 0


# -- 2 select --------------------------------------------------------------------------------------------------------

cdef inline int allowed_moves(Worker* w) noexcept nogil:
    """The legal moves of the acting seat into w.moves; at the root only those the caller wants searched."""
    cdef int count = w.ops.legal_moves(w.world, w.moves)
    cdef int kept = 0, i, k
    if w.depth > 1 or w.allowed_count == 0:
        return count
    for i in range(count):
        for k in range(w.allowed_count):
            if w.moves[i] == w.allowed[k]:
                w.moves[kept] = w.moves[i]
                kept += 1
                break
    return kept


cdef inline uint32_t best_tried_child(Worker* w, uint32_t parent, int actor, int count) noexcept nogil:
    """The child with the highest UCB among the legal moves; notes those that have no child yet as untried.

    Children and moves are both ascending, so one walk in step pairs them. The confidence bound counts how often a move was
    available, not how often the parent was visited, because a move exists only in some of the worlds.
    """
    cdef Node* nodes = w.tree.nodes
    cdef Node* node
    cdef uint32_t child = nodes[parent].first_child
    cdef uint32_t previous = NO_NODE, best = NO_NODE
    cdef double best_score = -1e300, share, score
    cdef double exploration = w.settings.exploration
    cdef uint64_t key, wanted
    cdef int untried = 0
    cdef int i = 0
    while i < count:
        node = &nodes[child]
        key = child_key(node.actor, node.move)
        wanted = child_key(actor, w.moves[i])
        if key == wanted:
            share = 1.0 / node.visits
            score = node.value * (1.0 / CERTAIN) * share + exploration * sqrt(log_of(node.available) * share)
            node.available += 1
            if score > best_score:
                best_score = score
                best = child
            previous = child
            child = node.sibling
            i += 1
        elif key < wanted:          # a move of other worlds
            previous = child
            child = node.sibling
        else:
            w.untried[untried] = i
            w.untried_behind[untried] = previous
            untried += 1
            i += 1
    w.untried_count = untried
    return best


cdef inline bint follow_nature(Worker* w) noexcept nogil:
    """Let nature draw all it owes and walk on; True if this leads to a node that was there before.

    A single draw is a node of its own per outcome, as the seat perceives it. A chain of draws (a deal) has too many
    outcomes ever to be met twice: it is pooled in one node, and what follows differs by the moves that are legal.
    """
    cdef Move outcome = w.ops.sample_chance(w.world, &w.rng)
    cdef Move perceived = w.ops.observe(w.world, outcome, w.viewer)
    cdef uint32_t parent = w.path[w.depth - 1]
    cdef uint32_t previous = NO_NODE
    cdef uint32_t child
    cdef bint known
    w.ops.apply(w.world, outcome)
    while (<StateHeader*>w.world).actor == CHANCE:
        w.ops.apply(w.world, w.ops.sample_chance(w.world, &w.rng))
        perceived = NO_MOVE
    child = tree_find(&w.tree, parent, CHANCE, perceived, &previous)
    known = child != NO_NODE
    if not known:
        child = tree_add(&w.tree, parent, previous, CHANCE, perceived)
        if child == NO_NODE:
            return False
    w.path[w.depth] = child
    w.depth += 1
    return known


cdef inline void select(Worker* w) noexcept nogil:
    """Walk down to a node with something untried, to a new outcome of nature, or to the end of the game."""
    cdef StateHeader* header = <StateHeader*>w.world
    cdef uint32_t best
    while w.depth < MAX_DEPTH and header.actor != OVER:
        if header.actor == CHANCE:
            if not follow_nature(w):
                return
            continue
        best = best_tried_child(w, w.path[w.depth - 1], header.actor, allowed_moves(w))
        if w.untried_count and (w.tree.used < w.tree.capacity or best == NO_NODE):
            return
        w.untried_count = 0     # the pool is full: go on with what is there
        w.ops.apply(w.world, w.tree.nodes[best].move)
        w.path[w.depth] = best
        w.depth += 1


# -- 3 expand --------------------------------------------------------------------------------------------------------

cdef inline void expand(Worker* w) noexcept nogil:
    """Try one of the untried moves, if select found any."""
    cdef int actor = (<StateHeader*>w.world).actor
    cdef uint32_t choice, child
    cdef Move move
    cdef RootLine* line
    if w.untried_count == 0:
        return
    choice = rng_below(&w.rng, w.untried_count)
    move = w.moves[w.untried[choice]]
    child = tree_add(&w.tree, w.path[w.depth - 1], w.untried_behind[choice], actor, move)
    w.ops.apply(w.world, move)
    if child == NO_NODE:
        return
    if w.depth == 1:
        line = &w.lines[w.line_count]
        memset(line, 0, sizeof(RootLine))
        line.move = move
        line.node = child
        w.tree.nodes[child].line = w.line_count
        w.line_count += 1
    w.path[w.depth] = child
    w.depth += 1


# -- 4 playout -------------------------------------------------------------------------------------------------------

cdef inline void playout(Worker* w) noexcept nogil:
    """Play on for the set number of decisions, then let nature finish: only states with an actor can be judged."""
    cdef int left = w.settings.playout
    settle(w.ops, w.world, &w.rng)
    if left == 0:
        return
    if w.settings.informed and w.ops.policy != NULL:
        while left > 0 and (<StateHeader*>w.world).actor != OVER:
            w.ops.apply(w.world, w.ops.policy(w.world, &w.rng))
            settle(w.ops, w.world, &w.rng)
            left -= 1
    else:
        play_out(w.ops, w.world, &w.rng, left, w.moves)


# -- 6 back up -------------------------------------------------------------------------------------------------------

cdef inline void back_up(Worker* w) noexcept nogil:
    """Each seat maximises its own reward (max^n), so a node keeps the reward of the seat that chose it and no other."""
    cdef Node* node
    cdef RootLine* line
    cdef int i, seat
    w.tree.nodes[ROOT].visits += 1
    for i in range(1, w.depth):
        node = &w.tree.nodes[w.path[i]]
        node.visits += 1
        if node.actor >= 0:
            node.value += w.outlook.chance[node.actor]
    if w.depth > 1 and w.tree.nodes[w.path[1]].actor >= 0:
        line = &w.lines[w.tree.nodes[w.path[1]].line]
        for seat in range(w.players):
            line.points[seat] += w.outlook.points[seat]
            line.chance[seat] += w.outlook.chance[seat]


cdef void worker_run(Worker* w, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil:
    while w.iterations < iterations and not is_stopped(stop):
        if w.iterations % ITERATIONS_PER_CLOCK_CHECK == 0 and now_ms() >= deadline:
            return
        determinize(w)
        select(w)
        expand(w)
        playout(w)
        evaluate(w.ops, w.weights, w.world, &w.outlook)
        back_up(w)
        w.iterations += 1
