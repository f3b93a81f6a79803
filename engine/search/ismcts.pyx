"""The iteration of ISMCTS, step by step. No allocation, no Python object, no lock."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from egypt.core.evaluation cimport evaluate
from egypt.core.rng cimport rng_below, rng_next
from egypt.core.types cimport OVER, Move, Outlook, Rng, StateHeader
from egypt.search.expansion cimport expand, expand_all
from egypt.search.history cimport history_learn
from egypt.search.lines cimport RootLine, line_of, lines_clear
from egypt.search.merging cimport FIRST_INTERVAL, is_merge_due, leave_group, take_chunk, wait_and_merge
from egypt.search.playouts cimport play_out, settle
from egypt.search.priors cimport finish_secret_choices, has_priors
from egypt.search.rewards cimport set_rewards
from egypt.search.selection cimport select
from egypt.search.stopping cimport StopFlag, is_stopped, now_ms
from egypt.search.tree cimport NO_NODE, ROOT, Node, is_nearly_full, tree_clear, tree_recycle
from egypt.search.worker cimport DETERMINIZED, MULTIPLE, Worker, tree_of

cdef enum:
    ITERATIONS_PER_CLOCK_CHECK = 16
    DECISIONS_AT_A_TIME = 1024  # of a playout; a usual game has fewer


cdef void worker_begin(Worker* w) noexcept nogil:
    w.depth = 0
    w.trees = w.players if w.settings.family == MULTIPLE else 1
    w.by_prior = has_priors(w)
    w.schedule.next = FIRST_INTERVAL
    w.schedule.announced = False
    w.taken = 0
    lines_clear(&w.lines)


cdef int root_count(const Worker* w) noexcept nogil:
    return w.settings.worlds if w.settings.family == DETERMINIZED else w.trees


cdef void worker_plant(Worker* w) noexcept nogil:
    cdef int i
    tree_clear(&w.tree, root_count(w))
    if w.settings.family == DETERMINIZED:
        for i in range(w.settings.worlds):
            w.world_seed[i] = rng_next(&w.rng)
    if w.settings.history > 0:
        memset(&w.history, 0, sizeof(w.history))


# -- 1 determinize ---------------------------------------------------------------------------------------------------

cdef inline void determinize(Worker* w) noexcept nogil:
    cdef Rng rng
    cdef int t
    if w.settings.family == DETERMINIZED:
        t = <int>(w.lines.iterations % <uint64_t>w.settings.worlds)
        rng = w.world_seed[t]
        w.ops.sample(w.view, &rng, w.world)
        w.path[0][0] = ROOT + t
    else:
        w.ops.sample(w.view, &w.rng, w.world)
        for t in range(w.trees):
            w.path[t][0] = ROOT + t
    w.depth = 1
    w.untried_count = 0


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


cdef inline bint must_end(const Worker* w) noexcept nogil:
    return is_stopped(w.stop) or now_ms() >= w.deadline


cdef inline void playout(Worker* w) noexcept nogil:
    """Play on for the set number of decisions, then let nature finish: only states with an actor can be judged.

    A game that does not end is left where it stands when the search must end.
    """
    cdef int left = w.settings.playout
    settle(w.ops, w.world, &w.rng)
    if w.settings.sealed and w.by_prior:
        finish_secret_choices(w)
    if w.settings.candidates > 1:
        while left > 0 and (<StateHeader*>w.world).actor != OVER and not must_end(w):
            w.ops.apply(w.world, best_of_a_few(w))
            settle(w.ops, w.world, &w.rng)
            left -= 1
    elif left > 0:
        play_out(w.ops, w.world, &w.rng, min(left, DECISIONS_AT_A_TIME), w.moves)
        while left > DECISIONS_AT_A_TIME and (<StateHeader*>w.world).actor != OVER and not must_end(w):
            left -= DECISIONS_AT_A_TIME
            play_out(w.ops, w.world, &w.rng, min(left, DECISIONS_AT_A_TIME), w.moves)


# -- 6 back up -------------------------------------------------------------------------------------------------------

cdef inline void back_up(Worker* w) noexcept nogil:
    """Each seat maximises its own reward (max^n), so a node keeps the reward of the seat that chose it and no other."""
    cdef Node* node
    cdef int i, t, seat
    cdef uint32_t index
    for t in range(w.trees):
        w.tree.nodes[w.path[t][0]].visits += 1
        for i in range(1, w.depth):
            index = w.path[t][i]
            if index == NO_NODE:        # the pool is full
                break
            node = &w.tree.nodes[index]
            node.visits += 1
            if node.actor >= 0:
                node.value += w.reward[node.actor]
                if w.settings.history > 0 and tree_of(w, node.actor) == t:
                    history_learn(&w.history, node.actor, node.move, w.reward[node.actor])
    seat = (<const StateHeader*>w.view).actor
    if w.depth > 1 and seat >= 0:       # if nature is to draw, there are no moves to report on
        note_in_line(w, w.path[tree_of(w, seat)][1])


cdef inline void note_in_line(Worker* w, uint32_t index) noexcept nogil:
    """What this iteration says of the move at the root."""
    cdef Node* node = &w.tree.nodes[index]
    cdef RootLine* line = line_of(&w.lines, node.move, index)
    cdef int seat
    if line == NULL:
        return
    line.visits += 1
    line.samples += 1
    line.value += w.reward[node.actor]
    for seat in range(w.players):
        line.points[seat] += w.outlook.points[seat]
        line.chance[seat] += w.outlook.chance[seat]


cdef inline bint is_clock_due(const Worker* w) noexcept nogil:
    """After some iterations, or after each if there are playouts: one may take longer than all of those."""
    return w.settings.playout > 0 or w.lines.iterations % ITERATIONS_PER_CLOCK_CHECK == 0


cdef inline bint is_done(Worker* w, uint64_t iterations) noexcept nogil:
    if w.group == NULL:
        return w.lines.iterations >= iterations
    if w.lines.iterations == w.taken:
        w.taken += take_chunk(w.group)
    return w.lines.iterations == w.taken


cdef bint worker_run(Worker* w, const StopFlag* stop, uint64_t iterations, double deadline) noexcept nogil:
    while not is_done(w, iterations):
        if w.lines.iterations > 0 and is_stopped(stop):
            return False
        determinize(w)
        select(w)
        if not expand_all(w):
            expand(w)
            playout(w)
            evaluate(w.ops, w.weights, w.world, &w.outlook)
            set_rewards(&w.outlook, w.players, w.settings.margin, w.reward)
        back_up(w)
        w.lines.iterations += 1
        if is_nearly_full(&w.tree):
            tree_recycle(&w.tree)
        if w.group != NULL and is_merge_due(w.group, &w.schedule, w.lines.iterations):
            wait_and_merge(w.group, &w.schedule, w.lines.iterations)
        if is_clock_due(w) and now_ms() >= deadline:
            return False
    return True


cdef void worker_end(Worker* w) noexcept nogil:
    if w.group != NULL:
        leave_group(w.group, &w.schedule)
