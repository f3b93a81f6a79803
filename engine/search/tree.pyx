"""The node pool of one search thread."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from posix.stdlib cimport posix_memalign

from egypt.core.types cimport Move
from egypt.search.tree cimport CACHE_LINE, NO_NODE, ROOT, Node, Tree, child_key


cdef bint tree_allocate(Tree* tree, size_t bytes) noexcept nogil:
    cdef size_t capacity = bytes // sizeof(Node)
    if capacity > <size_t>0xFFFFFFF0:
        capacity = <size_t>0xFFFFFFF0
    if capacity < 128:
        capacity = 128
    tree.used = tree.capacity = 0
    if posix_memalign(<void**>&tree.nodes, CACHE_LINE, capacity * sizeof(Node)) != 0:
        tree.nodes = NULL
        return False
    tree.capacity = <uint32_t>capacity
    return True


cdef void tree_free(Tree* tree) noexcept nogil:
    free(tree.nodes)
    tree.nodes = NULL
    tree.used = tree.capacity = 0


cdef void tree_clear(Tree* tree, int roots) noexcept nogil:
    memset(tree.nodes, 0, (ROOT + roots) * sizeof(Node))
    tree.nodes[NO_NODE].actor = 127
    tree.used = ROOT + roots


cdef uint32_t tree_add(
        Tree* tree, uint32_t parent, uint32_t previous, int actor, Move move, int draws) noexcept nogil:
    cdef uint32_t index = tree.used
    cdef Node* node
    if index >= tree.capacity or parent == NO_NODE:
        return NO_NODE
    tree.used = index + 1
    node = &tree.nodes[index]
    node.value = 0
    node.visits = 0
    node.available = 1
    node.move = move
    node.actor = actor
    node.first_child = NO_NODE
    node.draws = draws
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
