"""How threads work together: each grows trees of its own, and at a barrier their statistics are merged.

Between two merges no thread writes what another one reads, but for the iteration budget that all take chunks from; so
nothing is locked and no core waits for another's memory.
A merge sums up the tops of the trees: of every child of a busy node, all threads get the visits and rewards that all have
added since the last merge. In between they differ by little; deep down each explores what the others do not. The snapshot
of the last merge is what one thread may read of the others while they work.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from egypt.search.lines cimport RootLines
from egypt.search.stopping cimport StopFlag
from egypt.search.tree cimport Tree

cdef extern from *:
    """
    static inline int egypt_atomic_increment(int *count) { return __atomic_add_fetch(count, 1, __ATOMIC_ACQ_REL); }
    static inline int egypt_atomic_load(const int *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE); }
    static inline void egypt_atomic_store(int *count, int value) { __atomic_store_n(count, value, __ATOMIC_RELEASE); }
    static inline int64_t egypt_atomic_fetch_sub(int64_t *count, int64_t n)
    { return __atomic_fetch_sub(count, n, __ATOMIC_RELAXED); }
    """
    int atomic_increment "egypt_atomic_increment"(int* count) noexcept nogil        # the new value
    int atomic_load "egypt_atomic_load"(const int* count) noexcept nogil
    void atomic_store "egypt_atomic_store"(int* count, int value) noexcept nogil
    int64_t atomic_fetch_sub "egypt_atomic_fetch_sub"(int64_t* count, int64_t n) noexcept nogil     # the old value

cdef enum:
    MAX_SHARED = 1 << 12    # nodes whose statistics are merged; further ones stay private to their thread
    BUSY = 8                # visits from which on the children of a node are merged
    FIRST_INTERVAL = 16     # iterations before the first merge
    INTERVAL = 2            # a thread is due again when its iterations have grown by one part in this many
    CHUNK = 16              # iterations that a thread takes from the shared budget at a time

# What all trees together said of a node at the last merge.
ctypedef struct SharedNode:
    int64_t value
    uint32_t visits
    uint32_t available
    uint32_t next_scan      # its children are scanned for new ones when it has this many visits

# What a thread had found at the last merge.
ctypedef struct Snapshot:
    RootLines lines
    uint32_t nodes          # of its trees

ctypedef struct ThreadGroup:
    int threads
    int64_t budget          # iterations that no thread has taken yet: a slow thread leaves more to the others
    const StopFlag* stop    # once it is raised, no thread waits at the barrier any more: a thread may never arrive
    Tree** trees            # one per thread
    RootLines** lines       # one per thread
    Snapshot* snapshots     # one per thread
    uint32_t count          # shared nodes in use
    SharedNode* shared      # parents before their children
    uint32_t* nodes         # the places of shared node j in the trees: nodes[j * threads], ...
    int due                 # threads that are due for a merge, or finished
    int arrived             # threads that wait at the barrier, or finished
    int finished            # threads that iterate no more
    int merges              # so far

# When a thread is due for its next merge.
ctypedef struct MergeSchedule:
    uint64_t next           # at this many iterations
    bint announced          # it is counted in `due`


# Memory for the shared nodes; False if there is none.
cdef bint group_allocate(ThreadGroup* group, int threads) noexcept nogil
cdef void group_free(ThreadGroup* group) noexcept nogil

# Forgets all shared nodes but the roots.
cdef void group_reset(ThreadGroup* group, int roots) noexcept nogil

# Before the threads start, with all iterations they are to do.
cdef void group_start(ThreadGroup* group, uint64_t iterations) noexcept nogil

# No thread may iterate meanwhile.
cdef void merge_statistics(ThreadGroup* group) noexcept nogil
cdef void snapshot_statistics(ThreadGroup* group) noexcept nogil

# The barrier: waits until all threads have arrived or the search is stopped; the last one merges the statistics of all.
cdef void wait_and_merge(ThreadGroup* group, MergeSchedule* schedule, uint64_t iterations) noexcept nogil

# This thread iterates no more; the barrier does not wait for it.
cdef void leave_group(ThreadGroup* group, MergeSchedule* schedule) noexcept nogil


cdef inline bint is_merge_due(ThreadGroup* group, MergeSchedule* schedule, uint64_t iterations) noexcept nogil:
    """Whether all threads are due. A thread that is due earlier announces it and iterates on until then."""
    if not schedule.announced:
        if iterations < schedule.next:
            return False
        schedule.announced = True
        atomic_increment(&group.due)
    return atomic_load(&group.due) >= group.threads


cdef inline uint64_t take_chunk(ThreadGroup* group) noexcept nogil:
    """The number of iterations that this thread gets from the shared budget; 0 if none are left."""
    cdef int64_t left = atomic_fetch_sub(&group.budget, CHUNK)
    return <uint64_t>min(max(left, <int64_t>0), <int64_t>CHUNK)
