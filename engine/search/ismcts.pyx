"""The iteration of ISMCTS, step by step. No allocation, no Python object, no lock."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.core.evaluation cimport evaluate
from engine.core.rng cimport rng_below, rng_next
from engine.core.types cimport CERTAIN, CHANCE, MAX_SEATS, NO_MOVE, OVER, Move, Outlook, Rng, StateHeader
from engine.search.history cimport history_guess, history_learn
from engine.search.ismcts cimport DETERMINIZED, MAX_DEPTH, MULTIPLE, RootLine, StopFlag, Worker
from engine.search.playouts cimport play_out, settle
from engine.search.rewards cimport set_rewards
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
    cdef int roots = 1
    cdef int i
    w.iterations = 0
    w.line_count = 0
    w.depth = 0
    w.trees = 1
    if w.settings.family == MULTIPLE:
        w.trees = roots = w.players
    elif w.settings.family == DETERMINIZED:
        roots = w.settings.worlds
        for i in range(roots):
            w.world_seed[i] = rng_next(&w.rng)
    tree_clear(&w.tree, roots)
    if w.settings.history > 0:
        memset(&w.history, 0, sizeof(w.history))


# -- 1 determinize ---------------------------------------------------------------------------------------------------

cdef inline void determinize(Worker* w) noexcept nogil:
    cdef Rng rng
    cdef int t
    if w.settings.family == DETERMINIZED:
        t = <int>(w.iterations % <uint64_t>w.settings.worlds)
        rng = w.world_seed[t]
        w.ops.sample(w.view, &rng, w.world)
        w.path[0][0] = ROOT + t
    else:
        w.ops.sample(w.view, &w.rng, w.world)
        for t in range(w.trees):
            w.path[t][0] = ROOT + t
    w.depth = 1
    w.untried_count = 0


cdef inline int tree_of(const Worker* w, int seat) noexcept nogil:
    """The tree in which a seat decides."""
    return seat if w.trees > 1 else 0


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
    cdef double exploration = w.settings.exploration, history = w.settings.history
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
            score = worth + exploration * sqrt(log_of(node.available) * share)
            if history > 0:
                score += history * share * history_guess(&w.history, actor, node.move, worth)
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
    if w.settings.patient and w.settings.history <= 0 and w.settings.widening <= 0:
        return True             # plain: any of them, before anything is tried twice
    if w.settings.widening > 0 and tried > 0:
        limit = w.settings.widening * sqrt(<double>visits)
        if tried >= limit:
            return False
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
    if not w.settings.patient and tried > 0:
        limit = mean + w.settings.history * (best_guess - mean) - w.settings.urgency
        if limit + w.settings.exploration * sqrt(log_of(visits + 1)) < best_score:
            return False
    keep_one_untried(w, choice)
    return True


cdef inline uint32_t walk_on(Worker* w, int tree, int actor, Move perceived) noexcept nogil:
    """The child for what the owner of a tree has just perceived, added if need be; NO_NODE if the pool is full."""
    cdef uint32_t parent = w.path[tree][w.depth - 1]
    cdef uint32_t previous = NO_NODE
    cdef uint32_t child = tree_find(&w.tree, parent, actor, perceived, &previous)
    if child == NO_NODE:
        child = tree_add(&w.tree, parent, previous, actor, perceived)
    w.path[tree][w.depth] = child
    return child


cdef inline void follow_in_other_trees(Worker* w, int actor, Move move) noexcept nogil:
    """Everybody but the actor walks on by what it perceives of the move; call it before the move is applied."""
    cdef int t
    for t in range(w.trees):
        if t != tree_of(w, actor):
            walk_on(w, t, actor, w.ops.observe(w.world, move, t))


cdef inline bint follow_nature(Worker* w) noexcept nogil:
    """Let nature draw all it owes and walk on; True if this leads to a node that the viewer's tree had before.

    A draw is a node of its own per outcome, as the owner of the tree perceives it. A long chain of draws (a deal) has too
    many outcomes ever to be met twice: it is pooled in one node, and what follows differs by the moves that are legal.
    """
    cdef StateHeader* header = <StateHeader*>w.world
    cdef Move[MAX_SEATS] key
    cdef Move outcome
    cdef uint32_t used, child
    cdef int draws = 0, t, observer, own = tree_of(w, w.viewer)
    cdef bint known = True
    for t in range(w.trees):
        key[t] = 0
    while header.actor == CHANCE:
        outcome = w.ops.sample_chance(w.world, &w.rng)
        if draws < w.settings.keyed_draws:
            for t in range(w.trees):
                observer = t if w.trees > 1 else w.viewer
                key[t] = key[t] * <Move>0x9E3779B1 + w.ops.observe(w.world, outcome, observer)
        w.ops.apply(w.world, outcome)
        draws += 1
    for t in range(w.trees):
        used = w.tree.used
        child = walk_on(w, t, CHANCE, key[t] if draws <= w.settings.keyed_draws else NO_MOVE)
        if child != NO_NODE:
            w.tree.nodes[child].draws = min(draws, 2)
        if t == own and (child == NO_NODE or w.tree.used != used):
            known = False
    if w.path[own][w.depth] != NO_NODE:
        w.depth += 1
    return known


cdef inline void select(Worker* w) noexcept nogil:
    """Walk down to a node with something to try, to a new outcome of nature, or to the end of the game."""
    cdef StateHeader* header = <StateHeader*>w.world
    cdef double best_score = 0.0, mean = 0.0
    cdef uint32_t best, parent
    cdef int count, tree
    while w.depth < MAX_DEPTH and header.actor != OVER:
        if header.actor == CHANCE:
            if not follow_nature(w):
                return
            continue
        tree = tree_of(w, header.actor)
        parent = w.path[tree][w.depth - 1]
        count = allowed_moves(w)
        best = best_tried_child(w, parent, header.actor, count, &best_score, &mean)
        if w.untried_count and (w.tree.used + w.trees <= w.tree.capacity or best == NO_NODE):
            if best == NO_NODE or tries_new(w, parent, header.actor, count, best_score, mean):
                return
        w.untried_count = 0     # nothing new is worth it, or the pool is full: go on with what is there
        follow_in_other_trees(w, header.actor, w.tree.nodes[best].move)
        w.ops.apply(w.world, w.tree.nodes[best].move)
        w.path[tree][w.depth] = best
        w.depth += 1


# -- 3 expand --------------------------------------------------------------------------------------------------------

cdef inline void open_line(Worker* w, Move move, uint32_t child) noexcept nogil:
    """The line of statistics of a root move; trees of several worlds share it."""
    cdef RootLine* line
    cdef int i
    for i in range(w.line_count):
        if w.lines[i].move == move:
            w.tree.nodes[child].line = i
            return
    line = &w.lines[w.line_count]
    memset(line, 0, sizeof(RootLine))
    line.move = move
    line.node = child
    w.tree.nodes[child].line = w.line_count
    w.line_count += 1


cdef inline void expand(Worker* w) noexcept nogil:
    """Try one of the untried moves, if select found any."""
    cdef int actor = (<StateHeader*>w.world).actor
    cdef int tree = tree_of(w, actor)
    cdef uint32_t choice, child
    cdef Move move
    if w.untried_count == 0:
        return
    choice = rng_below(&w.rng, w.untried_count)
    move = w.moves[w.untried[choice]]
    child = tree_add(&w.tree, w.path[tree][w.depth - 1], w.untried_behind[choice], actor, move)
    if child != NO_NODE:
        follow_in_other_trees(w, actor, move)
        if w.depth == 1:
            open_line(w, move, child)
        w.path[tree][w.depth] = child
        w.depth += 1
    w.ops.apply(w.world, move)


cdef inline bint expand_all(Worker* w) noexcept nogil:
    """Try all untried moves at once and judge them in this one world; True if that was the setting and there was room.

    What differs then is the moves and not the worlds, and one walk down the tree pays for all of them. The mover would
    take the best of them, so that one is backed up; the others are remembered as tried once. Not at the root, where a
    visit is an iteration that the report counts.
    """
    cdef int actor = (<StateHeader*>w.world).actor
    cdef int tree = tree_of(w, actor)
    cdef uint32_t child = NO_NODE, best = NO_NODE, behind
    cdef Outlook outlook
    cdef int32_t[MAX_SEATS] reward
    cdef Move move, best_move = NO_MOVE
    cdef int i
    if (not w.settings.siblings or w.depth == 1 or w.untried_count == 0
            or w.tree.used + w.untried_count + w.trees > w.tree.capacity):
        return False
    for i in range(w.untried_count):
        move = w.moves[w.untried[i]]
        memcpy(w.trial, w.world, w.ops.state_size)
        w.ops.apply(w.trial, move)
        settle(w.ops, w.trial, &w.rng)
        evaluate(w.ops, w.weights, w.trial, &outlook)
        set_rewards(&outlook, w.players, w.settings.margin, reward)
        behind = w.untried_behind[i]
        if child != NO_NODE and behind == w.untried_behind[i - 1]:
            behind = child
        child = tree_add(&w.tree, w.path[tree][w.depth - 1], behind, actor, move)
        w.tree.nodes[child].visits = 1
        w.tree.nodes[child].value = reward[actor]
        if best == NO_NODE or reward[actor] > w.reward[actor]:
            best, best_move = child, move
            w.outlook = outlook
            memcpy(w.reward, reward, sizeof(reward))
    w.tree.nodes[best].visits = 0       # the back-up counts it
    w.tree.nodes[best].value = 0
    follow_in_other_trees(w, actor, best_move)
    w.path[tree][w.depth] = best
    w.depth += 1
    return True


# -- 4 playout -------------------------------------------------------------------------------------------------------

cdef Move best_of_a_few(Worker* w) noexcept nogil:
    """Of some random moves the one that the evaluation likes best for its mover."""
    cdef int actor = (<StateHeader*>w.world).actor
    cdef int count = w.ops.legal_moves(w.world, w.moves)
    cdef int best_chance = -1, _try
    cdef Move move, best = w.moves[0]
    cdef Outlook outlook
    if count == 1:
        return best
    for _try in range(w.settings.candidates):
        move = w.moves[rng_below(&w.rng, count)]
        memcpy(w.trial, w.world, w.ops.state_size)
        w.ops.apply(w.trial, move)
        settle(w.ops, w.trial, &w.rng)
        evaluate(w.ops, w.weights, w.trial, &outlook)
        if outlook.chance[actor] > best_chance:
            best_chance = outlook.chance[actor]
            best = move
    return best


cdef inline void playout(Worker* w) noexcept nogil:
    """Play on for the set number of decisions, then let nature finish: only states with an actor can be judged."""
    cdef int left = w.settings.playout
    settle(w.ops, w.world, &w.rng)
    if left == 0:
        return
    if w.settings.candidates > 1:
        while left > 0 and (<StateHeader*>w.world).actor != OVER:
            w.ops.apply(w.world, best_of_a_few(w))
            settle(w.ops, w.world, &w.rng)
            left -= 1
    else:
        play_out(w.ops, w.world, &w.rng, left, w.moves)


# -- 6 back up -------------------------------------------------------------------------------------------------------

cdef inline void back_up(Worker* w) noexcept nogil:
    """Each seat maximises its own reward (max^n), so a node keeps the reward of the seat that chose it and no other."""
    cdef Node* node
    cdef RootLine* line
    cdef int i, t, seat
    cdef uint32_t index
    for t in range(w.trees):
        w.tree.nodes[w.path[t][0]].visits += 1
        for i in range(1, w.depth):
            index = w.path[t][i]
            if index == NO_NODE:        # the pool was full
                break
            node = &w.tree.nodes[index]
            node.visits += 1
            if node.actor >= 0:
                node.value += w.reward[node.actor]
                if w.settings.history > 0 and tree_of(w, node.actor) == t:
                    history_learn(&w.history, node.actor, node.move, w.reward[node.actor])
    if w.depth > 1:
        node = &w.tree.nodes[w.path[tree_of(w, (<const StateHeader*>w.view).actor)][1]]
        if node.actor >= 0:     # the pool may be full
            line = &w.lines[node.line]
            line.visits += 1
            line.samples += 1
            line.value += w.reward[node.actor]
            for seat in range(w.players):
                line.points[seat] += w.outlook.points[seat]
                line.chance[seat] += w.outlook.chance[seat]


cdef void worker_run(Worker* w, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil:
    while w.iterations < iterations and not is_stopped(stop):
        if w.iterations % ITERATIONS_PER_CLOCK_CHECK == 0 and now_ms() >= deadline:
            return
        determinize(w)
        select(w)
        if not expand_all(w):
            expand(w)
            playout(w)
            evaluate(w.ops, w.weights, w.world, &w.outlook)
            set_rewards(&w.outlook, w.players, w.settings.margin, w.reward)
        back_up(w)
        w.iterations += 1
