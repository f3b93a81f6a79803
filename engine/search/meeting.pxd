"""How threads work together: each grows trees of its own, and now and then all meet and compare notes.

Between two meetings no thread touches what another one writes, but for the pot that all take their iterations from, a
portion at a time; so nothing is locked and no core waits for another's memory.
At a meeting the trees are joined at the top: of every child of a busy node, all learn what all have seen since they met
last. In between they differ by little; deep down each explores what the others do not. The minutes of the last meeting are
what one thread may read of the others while they work.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from egypt.search.lines cimport RootLines
from egypt.search.stopping cimport StopFlag
from egypt.search.tree cimport Tree

cdef extern from *:
    """
    static inline int egypt_join(int *count) { return __atomic_add_fetch(count, 1, __ATOMIC_ACQ_REL); }
    static inline int egypt_joined(const int *count) { return __atomic_load_n(count, __ATOMIC_ACQUIRE); }
    static inline void egypt_rejoin(int *count, int value) { __atomic_store_n(count, value, __ATOMIC_RELEASE); }
    static inline int64_t egypt_draw(int64_t *pot, int64_t n) { return __atomic_fetch_sub(pot, n, __ATOMIC_RELAXED); }
    """
    int join "egypt_join"(int* count) noexcept nogil
    int joined "egypt_joined"(const int* count) noexcept nogil
    void rejoin "egypt_rejoin"(int* count, int value) noexcept nogil
    int64_t draw "egypt_draw"(int64_t* pot, int64_t n) noexcept nogil     # what was there before

cdef enum:
    MAX_JOINTS = 1 << 12    # nodes that are joined; further ones stay private
    BUSY = 8                # visits that make a node so busy that its children are joined
    FIRST_INTERVAL = 16     # iterations before the first meeting
    INTERVAL = 2            # then it is time to meet when a thread has iterated this part more
    PORTION = 16            # iterations that a thread takes from the pot at a time

# What all trees say of a node since the last meeting.
ctypedef struct Joint:
    int64_t value
    uint32_t visits
    uint32_t available
    uint32_t look_again     # its children are looked through when it has so many visits

# What a thread reported.
ctypedef struct Minutes:
    RootLines lines
    uint32_t used           # nodes of its trees

ctypedef struct Meeting:
    int threads
    int64_t pot             # iterations to do that nobody has taken yet: a thread that is slow leaves more to the others
    const StopFlag* stop    # once it is raised, nobody waits any more: one of them may never come
    Tree** trees            # one per thread
    RootLines** lines       # one per thread
    Minutes* minutes        # one per thread, of the last meeting
    uint32_t count
    Joint* joints           # parents before their children
    uint32_t* nodes         # the places of joint j in the trees: nodes[j * threads], ...
    int calls               # threads that are due, or gone
    int present             # threads that have arrived, or gone
    int gone                # threads that iterate no more
    int held                # meetings so far

# When a thread goes to its next meeting.
ctypedef struct Calendar:
    uint64_t next
    bint called


# Memory for the joints; False if there is none.
cdef bint meeting_allocate(Meeting* meeting, int threads) noexcept nogil
cdef void meeting_free(Meeting* meeting) noexcept nogil

# Forgets all joints but the roots.
cdef void meeting_reset(Meeting* meeting, int roots) noexcept nogil

# Before the threads start, with all iterations they are to do.
cdef void meeting_open(Meeting* meeting, uint64_t iterations) noexcept nogil

# What a meeting is for. No thread may iterate meanwhile.
cdef void compare_notes(Meeting* meeting) noexcept nogil
cdef void write_minutes(Meeting* meeting) noexcept nogil

# Waits until all are there or the search is stopped; the last one compares the notes of all.
cdef void meet(Meeting* meeting, Calendar* calendar, uint64_t iterations) noexcept nogil

# This thread iterates no more; nobody waits for it.
cdef void leave(Meeting* meeting, Calendar* calendar) noexcept nogil


cdef inline bint is_time_to_meet(Meeting* meeting, Calendar* calendar, uint64_t iterations) noexcept nogil:
    if not calendar.called:
        if iterations < calendar.next:
            return False
        calendar.called = True
        join(&meeting.calls)
    return joined(&meeting.calls) >= meeting.threads        # till then it works on


cdef inline uint64_t take_portion(Meeting* meeting) noexcept nogil:
    """Iterations that are this thread's to do; 0 if none are left."""
    cdef int64_t left = draw(&meeting.pot, PORTION)
    return <uint64_t>min(max(left, <int64_t>0), <int64_t>PORTION)
