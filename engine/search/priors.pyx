"""PUCT with priors that are logarithms in one byte: a node stays half a cache line."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t

from egypt.core.position cimport Position
from egypt.core.rng cimport rng_next
from egypt.core.types cimport CERTAIN, MAX_MOVES, MOVE_TRAITS, Move, StateHeader
from egypt.core.weights cimport LOGIT
from egypt.search.playouts cimport settle
from egypt.search.tree cimport NO_NODE, Node, child_key, tree_add, tree_room
from egypt.search.worker cimport Worker

cdef enum:
    STEPS = 16              # of a prior for a factor of two
    PRIOR_NB = 256
    STEPS_PER_E = 23637     # STEPS / ln 2, in 1/1024

# SHARE[p] = 2 ** (-p / STEPS): what the prior p of a node stands for. By square roots, which are exact everywhere.
cdef double[PRIOR_NB] SHARE


cdef void fill_shares() noexcept nogil:
    cdef double factor = sqrt(sqrt(sqrt(sqrt(0.5))))
    cdef int i
    SHARE[0] = 1.0
    for i in range(1, PRIOR_NB):
        SHARE[i] = SHARE[i - 1] * factor if i % STEPS else SHARE[i - STEPS] * 0.5

fill_shares()


cdef bint has_priors(const Worker* w) noexcept nogil:
    return w.settings.prior > 0 and w.ops.traits != NULL and w.weights.traits > 0


cdef void find_priors(Worker* w, int count) noexcept nogil:
    """The softmax over the moves in w.moves, into w.priors."""
    cdef const uint16_t* row = w.traits
    cdef int32_t[MAX_MOVES] log_odds
    cdef int32_t best = -0x40000000
    cdef double total = 0.0
    cdef int i, k, whole = 0
    cdef int64_t below
    w.ops.traits(w.world, w.moves, count, w.traits)
    for i in range(count):
        log_odds[i] = 0
        for k in range(MOVE_TRAITS):
            log_odds[i] += w.weights.prior[row[k]]
        row += MOVE_TRAITS
        best = max(best, log_odds[i])
    for i in range(count):
        below = (<int64_t>(best - log_odds[i]) * STEPS_PER_E) >> 10
        log_odds[i] = <int32_t>min(<int64_t>(PRIOR_NB - 1), below // LOGIT)      # from here on steps below the best
        total += SHARE[log_odds[i]]
    while whole < PRIOR_NB - 1 and SHARE[whole] * total > 1.0:
        whole += 1
    for i in range(count):
        w.priors[i] = <int>min(PRIOR_NB - 1, log_odds[i] + whole)


cdef uint32_t add_missing(
        Worker* w, uint32_t parent, int actor, int count, int first, uint32_t previous) noexcept nogil:
    """Children for all moves from `first` on that have none, behind `previous`; the one for `first`, or NO_NODE if the pool
    has too little room."""
    cdef Node* nodes = w.tree.nodes
    cdef uint32_t child = nodes[previous].sibling if previous != NO_NODE else nodes[parent].first_child
    cdef uint32_t added, begin = NO_NODE
    cdef uint64_t key, wanted
    cdef int i = first
    if tree_room(&w.tree) < <uint32_t>(count - first + w.trees):
        return NO_NODE
    find_priors(w, count)
    while i < count:
        key = child_key(nodes[child].actor, nodes[child].move)
        wanted = child_key(actor, w.moves[i])
        if key <= wanted:
            previous = child
            child = nodes[child].sibling
            i += key == wanted
            continue
        added = tree_add(&w.tree, parent, previous, actor, w.moves[i], 0)
        nodes[added].available = 0
        nodes[added].prior = w.priors[i]
        if begin == NO_NODE:
            begin = added
        previous = added
        i += 1
    return begin


cdef uint32_t best_by_prior(Worker* w, uint32_t parent, int actor, int count) noexcept nogil:
    """Children and moves are both ascending, so one walk in step pairs them."""
    cdef Node* nodes = w.tree.nodes
    cdef Node* node
    cdef uint32_t child = nodes[parent].first_child, previous = NO_NODE, best = NO_NODE, fresh = NO_NODE, last = 0
    cdef double top = -1e300, top_fresh = -1e300, total = 0.0, visits = 0.0, root = 1.0, bonus, score
    cdef uint64_t key, wanted
    cdef int i = 0
    if parent == NO_NODE:
        return NO_NODE
    while i < count:
        node = &nodes[child]
        key = child_key(node.actor, node.move)
        wanted = child_key(actor, w.moves[i])
        if key < wanted:            # a move of other worlds
            previous = child
            child = node.sibling
            continue
        if key > wanted:
            child = add_missing(w, parent, actor, count, i, previous)
            if child == NO_NODE:
                break
            continue
        if node.available != last:
            last = node.available
            root = sqrt(<double>last + 1.0)
        bonus = w.settings.prior * SHARE[node.prior] * root
        node.available += 1
        if node.visits:
            total += node.value * (1.0 / CERTAIN)
            visits += node.visits
            score = node.value * (1.0 / CERTAIN) / node.visits + bonus / (node.visits + 1.0)
            if score > top:
                top = score
                best = child
        elif bonus > top_fresh:
            top_fresh = bonus
            fresh = child
        previous = child
        child = node.sibling
        i += 1
    if fresh != NO_NODE and (best == NO_NODE or total / visits - max(0.0, w.settings.urgency) + top_fresh > top):
        return fresh
    return best


cdef int draw_by_prior(Worker* w, int count) noexcept nogil:
    """The place of one of the moves in w.moves."""
    cdef double total = 0.0, drawn
    cdef int i = 0, k
    find_priors(w, count)
    for k in range(count):
        total += SHARE[w.priors[k]]
    drawn = total * (rng_next(&w.rng) >> 11) * (1.0 / (<uint64_t>1 << 53))
    while i < count - 1 and drawn >= SHARE[w.priors[i]]:
        drawn -= SHARE[w.priors[i]]
        i += 1
    return i


cdef void finish_secret_choices(Worker* w) noexcept nogil:
    cdef int count
    while (<StateHeader*>w.world).pending:
        count = w.ops.legal_moves(w.world, w.moves)
        w.ops.apply(w.world, w.moves[draw_by_prior(w, count) if count > 1 else 0])
        settle(w.ops, w.world, &w.rng)


def move_traits(Position position not None):
    """The legal moves of a position, each with the numbers of its traits: what priors are fitted to."""
    cdef Move[MAX_MOVES] moves
    cdef uint16_t[MAX_MOVES * MOVE_TRAITS] rows
    cdef int count, i, k
    if position.game.ops.traits == NULL or position.header().actor < 0:
        return []
    count = position.game.ops.legal_moves(position.state(), moves)
    position.game.ops.traits(position.state(), moves, count, rows)
    return [(moves[i], [rows[i * MOVE_TRAITS + k] for k in range(MOVE_TRAITS) if rows[i * MOVE_TRAITS + k]])
            for i in range(count)]
