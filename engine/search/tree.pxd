"""The node pool: one flat array, indices instead of pointers.

A pool that is full goes on: nodes that were visited least lose their children, whose places are taken again. A clock hand
goes round the pool and frees as much as is needed, a bit after each iteration, so that no iteration waits for a clean-up.
All children of a node go or none: among those of one node the search compares, and half of them would compare falsely.
No code keeps the indices of nodes that may go: only those of roots, their children and the shared nodes of threads are kept
anywhere, and these stay. Steps, which are kept as well, are taken back when the node goes that they lead to.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t

from egypt.core.types cimport Move

cdef extern from *:
    """
    #define egypt_fetch(address) __builtin_prefetch(address, 1)
    """
    void fetch "egypt_fetch"(const void* address) noexcept nogil    # into the cache, soon to be changed; waits for nothing

cdef enum:
    CACHE_LINE = 64         # bytes; two nodes fill one
    NO_NODE = 0             # the end of every list of siblings; sorts behind all children, so walks need not ask for it
    MOST_VISITS = 2_000_000_000     # of one search: an hour or more; a node can count those of an earlier one on top
    ROOT = 1                # the first root; a search with several trees has them side by side

cdef enum:
    STEP_BITS = 15
    STEP_NB = 1 << STEP_BITS    # steps that are remembered: half a megabyte, which stays in a processor's own cache

cdef enum:
    ROOM = 1024             # places that a pool keeps free for the next iteration, if it has that many times PART_FREE
    PART_FREE = 16
    HAND_STEP = 512         # places that the hand passes after one iteration at most
    FIRST_FEW = 3           # visits up to which nodes lose their children at first

# 32 bytes. A node stands for "this actor made this move here", as the owner of the tree perceived it.
ctypedef struct Node:
    int64_t value           # sum of rewards, in 1/CERTAIN, of the seat that made the move
    uint32_t visits
    uint32_t available      # how often the move was legal when its parent was visited: a subset of worlds has it
    Move move               # NO_MOVE for nature's pooled draws
    uint32_t first_child    # children in ascending order of child_key
    uint32_t sibling
    int8_t actor            # a seat or CHANCE
    int8_t draws            # of a node of nature: 1, or 2 for a chain, whose key is no move
    uint8_t prior           # in a search with priors: the move's, see engine/search/priors.pyx
    uint8_t shared          # the trees of all threads have it, and its statistics are merged (engine/search/merging.pxd)

# A way from a node to one of its children that was gone before. Who only watches how others move goes the same ways again
# and again, and need not look through the siblings each time, which lie far apart.
ctypedef struct Step:
    uint32_t parent
    Move move
    uint32_t child
    uint32_t signature      # of the actor and the planting; steps of earlier plantings mean nothing

ctypedef struct Tree:
    Node* nodes
    Step* steps             # STEP_NB of them, by hash of parent and move; a new one takes the place of an old one
    uint32_t plantings      # how often the tree was cleared
    uint32_t used           # indices below this are or were taken
    uint32_t capacity
    uint32_t roots
    uint32_t freed          # places below `used` that are free again
    uint32_t first_freed    # linked by `sibling`
    uint32_t hand           # the place that is looked at next
    uint32_t few            # nodes with at most this many visits lose their children when the hand comes
    uint32_t gained         # places that became free in this round of the hand


cdef inline uint64_t child_key(int actor, Move move) noexcept nogil:
    """Orders the children of a node: by actor, then by move."""
    return (<uint64_t>(actor + 2) << 32) | move


cdef inline uint32_t tree_nodes(const Tree* tree) noexcept nogil:
    """The nodes in use, with the roots and the place of NO_NODE."""
    return tree.used - tree.freed


cdef inline uint32_t tree_room(const Tree* tree) noexcept nogil:
    """How many nodes can be added now."""
    return tree.capacity - tree.used + tree.freed


cdef inline bint is_nearly_full(const Tree* tree) noexcept nogil:
    return tree_room(tree) < min(<uint32_t>ROOM, tree.capacity // PART_FREE)


cdef inline void fetch_children(const Tree* tree, uint32_t parent) noexcept nogil:
    """Have the first children of a node, which mostly lie side by side, at hand by the time they are looked at."""
    cdef const Node* child = &tree.nodes[tree.nodes[parent].first_child]
    fetch(child)
    fetch(child + 2)
    fetch(child + 4)


cdef inline Step* step_of(const Tree* tree, uint32_t parent, Move move) noexcept nogil:
    """Where the step with that move is remembered, if it is."""
    return &tree.steps[((<uint64_t>parent << 32 | move) * <uint64_t>0x9E3779B97F4A7C15) >> (64 - STEP_BITS)]


cdef inline uint32_t step_signature(const Tree* tree, int actor) noexcept nogil:
    return tree.plantings << 8 | <uint8_t>actor


cdef inline uint32_t remembered_child(const Tree* tree, uint32_t parent, int actor, Move move) noexcept nogil:
    """The child with that key, or NO_NODE if there is none or no step to it is remembered."""
    cdef const Step* step = step_of(tree, parent, move)
    if step.parent == parent and step.move == move and step.signature == step_signature(tree, actor):
        return step.child
    return NO_NODE


cdef inline void remember_child(Tree* tree, uint32_t parent, int actor, Move move, uint32_t child) noexcept nogil:
    cdef Step* step = step_of(tree, parent, move)
    step.parent = parent
    step.move = move
    step.child = child
    step.signature = step_signature(tree, actor)


# Memory for as many nodes as fit into `bytes`, and for steps; False if there is none. Pages are touched only when used.
cdef bint tree_allocate(Tree* tree, size_t bytes) noexcept nogil
cdef void tree_free(Tree* tree) noexcept nogil

# Forgets everything and plants new roots, side by side from ROOT on.
cdef void tree_clear(Tree* tree, int roots) noexcept nogil

# Frees places if there are few left; call it when no iteration walks the tree. Children of roots stay, and shared nodes.
cdef void tree_recycle(Tree* tree) noexcept nogil

# A new child of `parent` behind sibling `previous` (NO_NODE: in front); NO_NODE if the pool is full or there is no parent.
cdef uint32_t tree_add(
    Tree* tree, uint32_t parent, uint32_t previous, int actor, Move move, int draws) noexcept nogil

# The child with that key, or NO_NODE and then the sibling behind which it belongs.
cdef uint32_t tree_find(const Tree* tree, uint32_t parent, int actor, Move move, uint32_t* previous) noexcept nogil
