"""Selection by UCB, and first guesses about moves that were never tried."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t

from egypt.core.rng cimport rng_below, rng_next
from egypt.core.types cimport CERTAIN, CHANCE, MAX_SEATS, NO_MOVE, OVER, Move, StateHeader
from egypt.search.history cimport history_guess
from egypt.search.priors cimport best_by_prior
from egypt.search.tree cimport (
    NO_NODE, Node, child_key, fetch, fetch_children, remember_child, remembered_child, step_of, tree_add, tree_find,
    tree_room,
)
from egypt.search.worker cimport MAX_DEPTH, MAX_LINES, Worker, tree_of

cdef enum:
    LOG_ENTRIES = 4096
    SHARE = 8               # the first line gets at most SHARE times the visits of the last; a tenth is promised

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


# -- a seat decides --------------------------------------------------------------------------------------------------

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


cdef inline double upper_bound(const Worker* w, const Node* node, int actor, double share, double worth) noexcept nogil:
    """UCB of a child that was visited 1 / `share` times and brought `worth` on average."""
    cdef double bound = worth + w.settings.exploration * sqrt(log_of(node.available) * share)
    if w.settings.history > 0:
        bound += w.settings.history * share * history_guess(&w.history, actor, node.move, worth)
    return bound


cdef inline uint32_t best_tried_child(
        Worker* w, uint32_t parent, int actor, int count, double* best_score, double* mean) noexcept nogil:
    """The child with the highest UCB among the legal moves; notes those that have no child yet as untried.

    Children and moves are both ascending, so one walk in step pairs them. The confidence bound counts how often a move was
    available, not how often the parent was visited, because a move exists only in some of the worlds.
    """
    cdef Node* nodes = w.tree.nodes
    cdef Node* node
    cdef uint32_t child = nodes[parent].first_child
    cdef uint32_t previous = NO_NODE, best = NO_NODE
    cdef double top = -1e300, share, worth, score
    cdef double total = 0.0, visits = 0.0
    cdef uint64_t key, wanted
    cdef int untried = 0
    cdef int i = 0
    while i < count:
        node = &nodes[child]
        key = child_key(node.actor, node.move)
        wanted = child_key(actor, w.moves[i])
        if key == wanted:
            share = 1.0 / node.visits
            worth = node.value * (1.0 / CERTAIN) * share
            score = upper_bound(w, node, actor, share, worth)
            total += node.value * (1.0 / CERTAIN)
            visits += node.visits
            node.available += 1
            if score > top:
                top = score
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
    best_score[0] = top
    mean[0] = total / visits if visits > 0 else 0.5
    return best


cdef uint32_t line_that_lags(Worker* w, uint32_t parent, int actor, int count, uint32_t best) noexcept nogil:
    """Where several lines are wanted, each of the best moves of the root is to be known well: of as many moves with the
    highest bounds the one that was visited least, if the most visited has more than SHARE times its visits. Else `best`.
    """
    cdef const Node* nodes = w.tree.nodes
    cdef const Node* node
    cdef double[MAX_LINES] bounds
    cdef uint32_t[MAX_LINES] places
    cdef double bound, share
    cdef uint64_t key, wanted
    cdef uint32_t child = nodes[parent].first_child, lagging = best, most = 0
    cdef int kept = 0, i = 0, k
    while i < count:
        node = &nodes[child]
        key = child_key(node.actor, node.move)
        wanted = child_key(actor, w.moves[i])
        if key == wanted and node.visits:
            share = 1.0 / node.visits
            bound = upper_bound(w, node, actor, share, node.value * (1.0 / CERTAIN) * share)
            most = max(most, node.visits)
            if kept < w.settings.lines or bound > bounds[kept - 1]:
                k = kept = min(kept + 1, w.settings.lines)
                while k > 1 and bounds[k - 2] < bound:
                    bounds[k - 1] = bounds[k - 2]
                    places[k - 1] = places[k - 2]
                    k -= 1
                bounds[k - 1] = bound
                places[k - 1] = child
        if key >= wanted:
            i += 1
        if key <= wanted:
            child = node.sibling
    for k in range(kept):
        if nodes[places[k]].visits < nodes[lagging].visits:
            lagging = places[k]
    return lagging if <uint64_t>SHARE * nodes[lagging].visits < most else best


cdef inline void keep_one_untried(Worker* w, int choice) noexcept nogil:
    w.untried[0] = w.untried[choice]
    w.untried_behind[0] = w.untried_behind[choice]
    w.untried_count = 1


cdef inline bint tries_new(
        Worker* w, uint32_t parent, int actor, int count, double best_score, double mean) noexcept nogil:
    """Whether one of the untried moves is worth a try now; leaves only that one as untried."""
    cdef int tried = count - w.untried_count
    cdef uint32_t visits = w.tree.nodes[parent].visits
    cdef double limit, guess, best_guess = -1e300
    cdef int choice = 0, i, start
    if w.settings.siblings and w.depth > 1:
        return True             # all of them
    if w.settings.urgency < 0 and w.settings.history <= 0:
        return True             # plain: any of them, before anything is tried twice
    if w.settings.history > 0:
        start = rng_below(&w.rng, w.untried_count)      # equal guesses: any of them
        for i in range(w.untried_count):
            guess = history_guess(&w.history, actor, w.moves[w.untried[(start + i) % w.untried_count]], mean)
            if guess > best_guess:
                best_guess = guess
                choice = (start + i) % w.untried_count
    else:
        best_guess = mean
        choice = rng_below(&w.rng, w.untried_count)
    if w.settings.urgency >= 0 and tried > 0:
        limit = mean + w.settings.history * (best_guess - mean) - w.settings.urgency
        if limit + w.settings.exploration * sqrt(log_of(visits + 1)) < best_score:
            return False
    keep_one_untried(w, choice)
    return True


cdef uint32_t draw_by_regret(Worker* w, uint32_t parent, int actor, int count, double mean) noexcept nogil:
    """The child of a seat that chooses in secret, while others do: a deterministic choice can be predicted and exploited.

    Regret matching with optimism: a move is drawn in proportion to the third power of what its confidence bound promises
    above the average of all. The visits then are a mixture that no rival can do much against (bench/exploitability.py); the
    power makes up for what the bounds leave to hopeless moves. NO_NODE if no move promises anything.
    """
    cdef Node* nodes = w.tree.nodes
    cdef Node* node
    cdef uint32_t child = nodes[parent].first_child, last = NO_NODE
    cdef double total = 0.0, share, regret, drawn
    cdef uint64_t key, wanted
    cdef int i = 0, kept = 0, k
    while i < count:
        node = &nodes[child]
        key = child_key(node.actor, node.move)
        wanted = child_key(actor, w.moves[i])
        if key == wanted:
            share = 1.0 / node.visits
            regret = node.value * (1.0 / CERTAIN) * share + w.settings.mixing * sqrt(log_of(node.available) * share) - mean
            if regret > 0:
                total += regret * regret * regret
                w.drawn_children[kept] = child
                w.drawn_below[kept] = total
                kept += 1
        if key >= wanted:
            i += 1
        if key <= wanted:
            child = node.sibling
    drawn = total * (rng_next(&w.rng) >> 11) * (1.0 / (<uint64_t>1 << 53))
    for k in range(kept):
        last = w.drawn_children[k]
        if drawn < w.drawn_below[k]:
            break
    return last


# -- walking on ------------------------------------------------------------------------------------------------------

cdef inline bint walk_on(Worker* w, int tree, int actor, Move perceived, int draws) noexcept nogil:
    """To the child for what the owner of a tree has just perceived; True if it was there before, not if it had to be added
    or the pool is full. Pooled draws need no step to be remembered: theirs is the first child."""
    cdef uint32_t parent = w.path[tree][w.depth - 1]
    cdef uint32_t previous = NO_NODE, child = NO_NODE
    cdef bint known = True
    if perceived != NO_MOVE:
        child = remembered_child(&w.tree, parent, actor, perceived)
    if child == NO_NODE:
        child = tree_find(&w.tree, parent, actor, perceived, &previous)
        known = child != NO_NODE
        if not known:
            child = tree_add(&w.tree, parent, previous, actor, perceived, draws)
        if perceived != NO_MOVE:
            remember_child(&w.tree, parent, actor, perceived, child)
    fetch(&w.tree.nodes[child])
    w.path[tree][w.depth] = child
    return known


cdef inline void perceive_in_other_trees(Worker* w, int actor, Move move, Move* perceived) noexcept nogil:
    """What everybody but the actor perceives of a move; the steps to take are fetched meanwhile."""
    cdef int t
    for t in range(w.trees):
        if t != tree_of(w, actor):
            perceived[t] = w.ops.observe(w.world, move, t)
            fetch(step_of(&w.tree, w.path[t][w.depth - 1], perceived[t]))


cdef inline void walk_on_in_other_trees(Worker* w, int actor, const Move* perceived) noexcept nogil:
    cdef int t
    for t in range(w.trees):
        if t != tree_of(w, actor):
            walk_on(w, t, actor, perceived[t], 0)


cdef void follow_in_other_trees(Worker* w, int actor, Move move) noexcept nogil:
    cdef Move[MAX_SEATS] perceived
    perceive_in_other_trees(w, actor, move, perceived)
    walk_on_in_other_trees(w, actor, perceived)


cdef inline int apply_and_list(Worker* w, Move move) noexcept nogil:
    """Carry out a move or outcome; the number of legal moves that are in w.moves then, -1 if they are still to be listed."""
    if w.ops.apply_and_list == NULL:
        w.ops.apply(w.world, move)
        return -1
    return w.ops.apply_and_list(w.world, move, w.moves)


cdef inline bint follow_nature(Worker* w, int* listed) noexcept nogil:
    """Let nature draw all it owes and walk on; True if this leads to a node that the viewer's tree had before.

    A draw is a node of its own per outcome, as the owner of the tree perceives it. A long chain of draws (a deal) has too
    many outcomes ever to be met twice: it is pooled in one node, and what follows differs by the moves that are legal.
    """
    cdef StateHeader* header = <StateHeader*>w.world
    cdef Move[MAX_SEATS] key
    cdef Move outcome
    cdef int draws = 0, t, observer, own = tree_of(w, w.viewer)
    cdef bint known = False
    for t in range(w.trees):
        key[t] = 0
    while header.actor == CHANCE:
        outcome = w.ops.sample_chance(w.world, &w.rng)
        if draws < w.settings.keyed_draws:
            for t in range(w.trees):
                observer = t if w.trees > 1 else w.viewer
                key[t] = key[t] * <Move>0x9E3779B1 + w.ops.observe(w.world, outcome, observer)
                fetch(step_of(&w.tree, w.path[t][w.depth - 1], key[t]))
        listed[0] = apply_and_list(w, outcome)
        draws += 1
    for t in range(w.trees):
        if draws > w.settings.keyed_draws:
            key[t] = NO_MOVE
        if walk_on(w, t, CHANCE, key[t], min(draws, 2)) and t == own:
            known = True
    if w.path[own][w.depth] != NO_NODE:
        w.depth += 1
    return known


cdef void select(Worker* w) noexcept nogil:
    cdef StateHeader* header = <StateHeader*>w.world
    cdef double best_score = 0.0, mean = 0.0
    cdef uint32_t best, parent
    cdef Move[MAX_SEATS] perceived
    cdef Move move
    cdef int actor, tree, count, listed = -1
    while w.depth < MAX_DEPTH and header.actor != OVER:
        if header.actor == CHANCE:
            if not follow_nature(w, &listed):
                return
            continue
        actor = header.actor
        tree = tree_of(w, actor)
        parent = w.path[tree][w.depth - 1]
        fetch_children(&w.tree, parent)
        count = allowed_moves(w) if listed < 0 or w.depth == 1 else listed
        if w.by_prior:
            best = best_by_prior(w, parent, actor, count)
            if best == NO_NODE:
                return
        else:
            best = best_tried_child(w, parent, actor, count, &best_score, &mean)
            if w.untried_count and (tree_room(&w.tree) >= <uint32_t>w.trees or best == NO_NODE):
                if best == NO_NODE or tries_new(w, parent, actor, count, best_score, mean):
                    return
            w.untried_count = 0     # nothing new is worth it, or the pool is full: go on with what is there
        if w.settings.mixing > 0 and header.pending and w.trees > 1 and not w.by_prior:
            best = draw_by_regret(w, parent, actor, count, mean) or best
        elif w.depth == 1 and w.settings.lines > 1:
            best = line_that_lags(w, parent, actor, count, best)
        move = w.tree.nodes[best].move
        perceive_in_other_trees(w, actor, move, perceived)
        listed = apply_and_list(w, move)
        walk_on_in_other_trees(w, actor, perceived)
        w.path[tree][w.depth] = best
        w.depth += 1
        if w.tree.nodes[best].visits == 0:
            return              # added with its siblings, and never visited: to be judged
