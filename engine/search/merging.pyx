"""Merging the tops of the threads' trees."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from egypt.search.lines cimport RootLines, lines_copy
from egypt.search.merging cimport (
    BUSY, FIRST_INTERVAL, INTERVAL, MAX_SHARED, MergeSchedule, SharedNode, Snapshot, ThreadGroup, atomic_increment,
    atomic_load, atomic_store,
)
from egypt.search.stopping cimport is_stopped
from egypt.search.tree cimport NO_NODE, ROOT, Node, Tree, tree_add, tree_find, tree_nodes, tree_room

cdef extern from "<sched.h>":
    int sched_yield() noexcept nogil

cdef enum:
    SPINS = 2000            # at the barrier, before the CPU is yielded


cdef bint group_allocate(ThreadGroup* group, int threads) noexcept nogil:
    group.threads = threads
    group.trees = <Tree**>calloc(threads, sizeof(Tree*))
    group.lines = <RootLines**>calloc(threads, sizeof(RootLines*))
    group.snapshots = <Snapshot*>calloc(threads, sizeof(Snapshot))
    group.shared = <SharedNode*>calloc(MAX_SHARED, sizeof(SharedNode))
    group.nodes = <uint32_t*>calloc(MAX_SHARED * <size_t>threads, sizeof(uint32_t))
    return (group.trees != NULL and group.lines != NULL and group.snapshots != NULL and group.shared != NULL
            and group.nodes != NULL)


cdef void group_free(ThreadGroup* group) noexcept nogil:
    free(group.trees)
    free(group.lines)
    free(group.snapshots)
    free(group.shared)
    free(group.nodes)


cdef void group_reset(ThreadGroup* group, int roots) noexcept nogil:
    cdef int root, t
    for root in range(roots):
        memset(&group.shared[root], 0, sizeof(SharedNode))
        for t in range(group.threads):
            group.nodes[root * group.threads + t] = ROOT + root
    group.count = roots


# -- merging ---------------------------------------------------------------------------------------------------------

cdef inline void merge_node(ThreadGroup* g, uint32_t j) noexcept nogil:
    """What every thread has added to one node since the last merge, to every thread."""
    cdef SharedNode* shared = &g.shared[j]
    cdef const uint32_t* places = &g.nodes[j * <uint32_t>g.threads]
    cdef int64_t value = shared.value
    cdef uint32_t visits = shared.visits, available = shared.available
    cdef Node* node
    cdef int t
    for t in range(g.threads):
        node = &g.trees[t].nodes[places[t]]
        value += node.value - shared.value
        visits += node.visits - shared.visits
        available += node.available - shared.available
    for t in range(g.threads):
        node = &g.trees[t].nodes[places[t]]
        node.value = value
        node.visits = visits
        node.available = available
    shared.value = value
    shared.visits = visits
    shared.available = available


cdef void share_child(ThreadGroup* g, uint32_t parent, int tree, uint32_t child) noexcept nogil:
    """Make a child of one tree a shared node; it is added to the trees that do not have it yet."""
    cdef const uint32_t* parents = &g.nodes[parent * <uint32_t>g.threads]
    cdef uint32_t* places = &g.nodes[g.count * <uint32_t>g.threads]
    cdef const Node* node = &g.trees[tree].nodes[child]
    cdef uint32_t previous = NO_NODE
    cdef int t
    if g.count == MAX_SHARED:
        return
    for t in range(g.threads):
        places[t] = tree_find(g.trees[t], parents[t], node.actor, node.move, &previous)
        if places[t] == NO_NODE and tree_room(g.trees[t]) == 0:
            return
    for t in range(g.threads):
        if places[t] == NO_NODE:
            tree_find(g.trees[t], parents[t], node.actor, node.move, &previous)
            places[t] = tree_add(g.trees[t], parents[t], previous, node.actor, node.move, node.draws)
            g.trees[t].nodes[places[t]].available = 0
            g.trees[t].nodes[places[t]].prior = node.prior
        g.trees[t].nodes[places[t]].shared = True
    memset(&g.shared[g.count], 0, sizeof(SharedNode))
    g.count += 1


cdef void share_children(ThreadGroup* g, uint32_t j) noexcept nogil:
    """Share all children of a busy node, whichever tree has them. All of them: one that is busy in one tree was lucky there,
    and if only the lucky ones were merged, their means would be too high in all trees.
    """
    cdef uint32_t child
    cdef int t
    for t in range(g.threads):
        child = g.trees[t].nodes[g.nodes[j * <uint32_t>g.threads + <uint32_t>t]].first_child
        while child != NO_NODE:
            if not g.trees[t].nodes[child].shared:
                share_child(g, j, t, child)
            child = g.trees[t].nodes[child].sibling
    g.shared[j].next_scan = g.shared[j].visits + (g.shared[j].visits >> 3) + 1


cdef void merge_statistics(ThreadGroup* g) noexcept nogil:
    cdef uint32_t j = 0
    while j < g.count:          # grows on the way
        merge_node(g, j)
        if g.shared[j].visits >= max(<uint32_t>BUSY, g.shared[j].next_scan):
            share_children(g, j)
        j += 1


cdef void snapshot_statistics(ThreadGroup* g) noexcept nogil:
    cdef int t
    for t in range(g.threads):
        lines_copy(&g.snapshots[t].lines, g.lines[t])
        g.snapshots[t].nodes = tree_nodes(g.trees[t])


# -- the barrier -----------------------------------------------------------------------------------------------------

cdef void group_start(ThreadGroup* group, uint64_t iterations) noexcept nogil:
    group.budget = <int64_t>iterations
    group.due = group.arrived = group.finished = 0


cdef inline void release_barrier(ThreadGroup* group) noexcept nogil:
    """By the last thread to arrive or to finish: merge, and let the waiting ones go on."""
    cdef int finished = atomic_load(&group.finished)
    if finished < group.threads:        # at least one thread waits and will iterate on
        merge_statistics(group)
        snapshot_statistics(group)
    atomic_store(&group.due, finished)
    atomic_store(&group.arrived, finished)
    atomic_increment(&group.merges)     # the waiting threads look at this


cdef void wait_and_merge(ThreadGroup* group, MergeSchedule* schedule, uint64_t iterations) noexcept nogil:
    cdef int merges = atomic_load(&group.merges), spins = 0
    if atomic_increment(&group.arrived) == group.threads:
        release_barrier(group)
    else:
        while atomic_load(&group.merges) == merges and not is_stopped(group.stop):
            spins += 1
            if spins > SPINS:
                sched_yield()
    schedule.announced = False
    schedule.next = iterations + max(<uint64_t>FIRST_INTERVAL, iterations // INTERVAL)


cdef void leave_group(ThreadGroup* group, MergeSchedule* schedule) noexcept nogil:
    if is_stopped(group.stop):          # threads may have left the barrier without being counted out
        return
    atomic_increment(&group.finished)
    if not schedule.announced:
        atomic_increment(&group.due)
    schedule.announced = False
    if atomic_increment(&group.arrived) == group.threads:
        release_barrier(group)
