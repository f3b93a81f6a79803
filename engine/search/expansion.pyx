"""A new node gets its first visit from the back-up, like any other."""

from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from egypt.core.evaluation cimport evaluate
from egypt.core.rng cimport rng_below
from egypt.core.types cimport MAX_SEATS, NO_MOVE, Move, Outlook, StateHeader
from egypt.search.playouts cimport settle
from egypt.search.rewards cimport set_rewards
from egypt.search.selection cimport follow_in_other_trees
from egypt.search.tree cimport NO_NODE, tree_add, tree_room
from egypt.search.worker cimport Worker, tree_of


cdef void expand(Worker* w) noexcept nogil:
    cdef int actor = (<StateHeader*>w.world).actor
    cdef int tree = tree_of(w, actor)
    cdef uint32_t choice, child
    cdef Move move
    if w.untried_count == 0:
        return
    choice = rng_below(&w.rng, w.untried_count)
    move = w.moves[w.untried[choice]]
    child = tree_add(&w.tree, w.path[tree][w.depth - 1], w.untried_behind[choice], actor, move, 0)
    if child != NO_NODE:
        follow_in_other_trees(w, actor, move)
        w.path[tree][w.depth] = child
        w.depth += 1
    w.ops.apply(w.world, move)


cdef bint expand_all(Worker* w) noexcept nogil:
    """What differs is the moves and not the worlds, and one walk down the tree pays for all of them. The mover would take
    the best of them, so that one is backed up; the others are remembered as tried once. Not at the root, where a visit is
    an iteration that the report counts.
    """
    cdef int actor = (<StateHeader*>w.world).actor
    cdef int tree = tree_of(w, actor)
    cdef uint32_t child = NO_NODE, best = NO_NODE, behind
    cdef Outlook outlook
    cdef int32_t[MAX_SEATS] reward
    cdef Move move, best_move = NO_MOVE
    cdef int i
    if (not w.settings.siblings or w.depth == 1 or w.untried_count == 0 or w.path[tree][w.depth - 1] == NO_NODE
            or tree_room(&w.tree) < <uint32_t>(w.untried_count + w.trees)):
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
        child = tree_add(&w.tree, w.path[tree][w.depth - 1], behind, actor, move, 0)
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
