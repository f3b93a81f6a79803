"""Joining trees at the top."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from egypt.search.lines cimport RootLines, lines_copy
from egypt.search.meeting cimport (
    BUSY, FIRST_INTERVAL, INTERVAL, MAX_JOINTS, Calendar, Joint, Meeting, Minutes, join, joined, rejoin,
)
from egypt.search.stopping cimport is_stopped
from egypt.search.tree cimport NO_NODE, ROOT, Node, Tree, tree_add, tree_find

cdef extern from "<sched.h>":
    int sched_yield() noexcept nogil

cdef enum:
    PATIENCE = 2000         # looks at the door before others may have the core


cdef bint meeting_allocate(Meeting* meeting, int threads) noexcept nogil:
    meeting.threads = threads
    meeting.trees = <Tree**>calloc(threads, sizeof(Tree*))
    meeting.lines = <RootLines**>calloc(threads, sizeof(RootLines*))
    meeting.minutes = <Minutes*>calloc(threads, sizeof(Minutes))
    meeting.joints = <Joint*>calloc(MAX_JOINTS, sizeof(Joint))
    meeting.nodes = <uint32_t*>calloc(MAX_JOINTS * <size_t>threads, sizeof(uint32_t))
    return (meeting.trees != NULL and meeting.lines != NULL and meeting.minutes != NULL and meeting.joints != NULL
            and meeting.nodes != NULL)


cdef void meeting_free(Meeting* meeting) noexcept nogil:
    free(meeting.trees)
    free(meeting.lines)
    free(meeting.minutes)
    free(meeting.joints)
    free(meeting.nodes)


cdef void meeting_reset(Meeting* meeting, int roots) noexcept nogil:
    cdef int root, t
    for root in range(roots):
        memset(&meeting.joints[root], 0, sizeof(Joint))
        for t in range(meeting.threads):
            meeting.nodes[root * meeting.threads + t] = ROOT + root
    meeting.count = roots


# -- comparing notes -------------------------------------------------------------------------------------------------

cdef inline void compare(Meeting* m, uint32_t j) noexcept nogil:
    """Everybody's news of one node, to everybody."""
    cdef Joint* joint = &m.joints[j]
    cdef const uint32_t* places = &m.nodes[j * <uint32_t>m.threads]
    cdef int64_t value = joint.value
    cdef uint32_t visits = joint.visits, available = joint.available
    cdef Node* node
    cdef int t
    for t in range(m.threads):
        node = &m.trees[t].nodes[places[t]]
        value += node.value - joint.value
        visits += node.visits - joint.visits
        available += node.available - joint.available
    for t in range(m.threads):
        node = &m.trees[t].nodes[places[t]]
        node.value = value
        node.visits = visits
        node.available = available
    joint.value = value
    joint.visits = visits
    joint.available = available


cdef void join_trees(Meeting* m, uint32_t parent, int tree, uint32_t child) noexcept nogil:
    """Make a child of one tree a joint; the other trees get it where they do not have it yet."""
    cdef const uint32_t* parents = &m.nodes[parent * <uint32_t>m.threads]
    cdef uint32_t* places = &m.nodes[m.count * <uint32_t>m.threads]
    cdef const Node* node = &m.trees[tree].nodes[child]
    cdef uint32_t previous = NO_NODE
    cdef int t
    if m.count == MAX_JOINTS:
        return
    for t in range(m.threads):
        places[t] = tree_find(m.trees[t], parents[t], node.actor, node.move, &previous)
        if places[t] == NO_NODE and m.trees[t].used == m.trees[t].capacity:
            return
    for t in range(m.threads):
        if places[t] == NO_NODE:
            tree_find(m.trees[t], parents[t], node.actor, node.move, &previous)
            places[t] = tree_add(m.trees[t], parents[t], previous, node.actor, node.move, node.draws)
            m.trees[t].nodes[places[t]].available = 0
        m.trees[t].nodes[places[t]].joint = True
    memset(&m.joints[m.count], 0, sizeof(Joint))
    m.count += 1


cdef void look_for_joints(Meeting* m, uint32_t j) noexcept nogil:
    """Join the children of a busy joint, whichever tree has them. All of them: one that is busy in one tree was lucky there,
    and if only the lucky ones were passed on, everybody would believe in them.
    """
    cdef uint32_t child
    cdef int t
    for t in range(m.threads):
        child = m.trees[t].nodes[m.nodes[j * <uint32_t>m.threads + <uint32_t>t]].first_child
        while child != NO_NODE:
            if not m.trees[t].nodes[child].joint:
                join_trees(m, j, t, child)
            child = m.trees[t].nodes[child].sibling
    m.joints[j].look_again = m.joints[j].visits + (m.joints[j].visits >> 3) + 1


cdef void compare_notes(Meeting* m) noexcept nogil:
    cdef uint32_t j = 0
    while j < m.count:          # grows on the way
        compare(m, j)
        if m.joints[j].visits >= max(<uint32_t>BUSY, m.joints[j].look_again):
            look_for_joints(m, j)
        j += 1


cdef void write_minutes(Meeting* m) noexcept nogil:
    cdef int t
    for t in range(m.threads):
        lines_copy(&m.minutes[t].lines, m.lines[t])
        m.minutes[t].used = m.trees[t].used


# -- coming and going ------------------------------------------------------------------------------------------------

cdef void meeting_open(Meeting* meeting, uint64_t iterations) noexcept nogil:
    meeting.pot = <int64_t>iterations
    meeting.calls = meeting.present = meeting.gone = 0


cdef inline void hold(Meeting* meeting) noexcept nogil:
    """By the last to arrive or to go: whoever is not gone is due again some day."""
    cdef int gone = joined(&meeting.gone)
    if gone < meeting.threads:          # somebody waits: whoever comes last, the meeting is held
        compare_notes(meeting)
        write_minutes(meeting)
    rejoin(&meeting.calls, gone)
    rejoin(&meeting.present, gone)
    join(&meeting.held)         # the others wait for this


cdef void meet(Meeting* meeting, Calendar* calendar, uint64_t iterations) noexcept nogil:
    cdef int held = joined(&meeting.held), looks = 0
    if join(&meeting.present) == meeting.threads:
        hold(meeting)
    else:
        while joined(&meeting.held) == held and not is_stopped(meeting.stop):
            looks += 1
            if looks > PATIENCE:
                sched_yield()
    calendar.called = False
    calendar.next = iterations + max(<uint64_t>FIRST_INTERVAL, iterations // INTERVAL)


cdef void leave(Meeting* meeting, Calendar* calendar) noexcept nogil:
    if is_stopped(meeting.stop):        # who waited has gone without being counted out
        return
    join(&meeting.gone)
    if not calendar.called:
        join(&meeting.calls)
    calendar.called = False
    if join(&meeting.present) == meeting.threads:
        hold(meeting)
