"""The node pool of one search thread."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from posix.stdlib cimport posix_memalign

from egypt.core.types cimport Move
from egypt.search.tree cimport (
    CACHE_LINE, FIRST_FEW, HAND_STEP, MOST_VISITS, NO_NODE, ROOT, STEP_NB, Node, Step, Tree, child_key, is_nearly_full,
    step_of,
)

cdef enum:
    PLANTING_MASK = 0xFFFFFF    # what a step's signature holds of the number of plantings


cdef bint tree_allocate(Tree* tree, size_t bytes) noexcept nogil:
    cdef size_t capacity = bytes // sizeof(Node)
    if capacity > <size_t>0xFFFFFFF0:
        capacity = <size_t>0xFFFFFFF0
    if capacity < 128:
        capacity = 128
    tree.used = tree.capacity = 0
    tree.plantings = 0
    tree.steps = <Step*>calloc(STEP_NB, sizeof(Step))
    if tree.steps == NULL or posix_memalign(<void**>&tree.nodes, CACHE_LINE, capacity * sizeof(Node)) != 0:
        free(tree.steps)
        tree.nodes = NULL
        tree.steps = NULL
        return False
    tree.capacity = <uint32_t>capacity
    return True


cdef void tree_free(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.steps)
    tree.nodes = NULL
    tree.steps = NULL
    tree.used = tree.capacity = 0


cdef void tree_clear(Tree* tree, int roots) noexcept nogil:
    memset(tree.nodes, 0, (ROOT + roots) * sizeof(Node))
    tree.nodes[NO_NODE].actor = 127
    tree.used = ROOT + roots
    tree.roots = roots
    tree.freed = 0
    tree.first_freed = NO_NODE
    tree.hand = tree.used
    tree.few = FIRST_FEW
    tree.gained = 0
    tree.plantings = (tree.plantings + 1) & PLANTING_MASK
    if tree.plantings == 0:         # each number has been there once: begin anew
        tree.plantings = 1
        if tree.steps != NULL:      # a tree that is only kept for later has none
            memset(tree.steps, 0, STEP_NB * sizeof(Step))


cdef uint32_t tree_add(
        Tree* tree, uint32_t parent, uint32_t previous, int actor, Move move, int draws) noexcept nogil:
    cdef uint32_t index = tree.used
    cdef Node* node
    if parent == NO_NODE:
        return NO_NODE
    if index < tree.capacity:
        tree.used = index + 1
    elif tree.first_freed != NO_NODE:
        index = tree.first_freed
        tree.first_freed = tree.nodes[index].sibling
        tree.freed -= 1
    else:
        return NO_NODE
    node = &tree.nodes[index]
    node.value = 0
    node.visits = 0
    node.available = 1
    node.move = move
    node.actor = actor
    node.first_child = NO_NODE
    node.draws = draws
    node.prior = 0
    node.shared = False
    if previous == NO_NODE:
        node.sibling = tree.nodes[parent].first_child
        tree.nodes[parent].first_child = index
    else:
        node.sibling = tree.nodes[previous].sibling
        tree.nodes[previous].sibling = index
    return index


cdef uint32_t tree_find(const Tree* tree, uint32_t parent, int actor, Move move, uint32_t* previous) noexcept nogil:
    cdef uint64_t wanted = child_key(actor, move)
    cdef uint64_t key
    cdef uint32_t child = tree.nodes[parent].first_child
    previous[0] = NO_NODE
    while child != NO_NODE:
        key = child_key(tree.nodes[child].actor, tree.nodes[child].move)
        if key == wanted:
            return child
        if key > wanted:
            break
        previous[0] = child
        child = tree.nodes[child].sibling
    return NO_NODE


# -- a full pool -----------------------------------------------------------------------------------------------------

cdef void free_children(Tree* tree, uint32_t parent) noexcept nogil:
    """The whole subtree below a node becomes free; it is no deeper than a way down."""
    cdef uint32_t child = tree.nodes[parent].first_child, sibling
    cdef Step* step
    tree.nodes[parent].first_child = NO_NODE
    while child != NO_NODE:
        free_children(tree, child)
        step = step_of(tree, parent, tree.nodes[child].move)
        if step.child == child:
            step.child = NO_NODE        # which it leads to then, and that is the answer for "not remembered", too
        sibling = tree.nodes[child].sibling
        tree.nodes[child].sibling = tree.first_freed
        tree.first_freed = child
        tree.freed += 1
        tree.gained += 1
        child = sibling


cdef bint has_shared_child(const Tree* tree, uint32_t parent) noexcept nogil:
    cdef uint32_t child = tree.nodes[parent].first_child
    while child != NO_NODE:
        if tree.nodes[child].shared:
            return True
        child = tree.nodes[child].sibling
    return False


cdef void next_round(Tree* tree) noexcept nogil:
    """A round should free a quarter to a half of the pool: what is visited least, but not so little that the hand runs."""
    if tree.gained < tree.capacity // 4 and tree.few < MOST_VISITS:
        tree.few += tree.few // 2 + 1
    elif tree.gained > tree.capacity // 2 and tree.few > FIRST_FEW:
        tree.few -= tree.few // 4
    tree.hand = ROOT + tree.roots
    tree.gained = 0


cdef void tree_recycle(Tree* tree) noexcept nogil:
    cdef const Node* node
    cdef int _step
    for _step in range(HAND_STEP):
        if not is_nearly_full(tree):
            return
        if tree.hand >= tree.used:
            next_round(tree)
            if tree.hand >= tree.used:
                return
        node = &tree.nodes[tree.hand]
        if node.visits <= tree.few and node.first_child != NO_NODE and not has_shared_child(tree, tree.hand):
            free_children(tree, tree.hand)
        tree.hand += 1
