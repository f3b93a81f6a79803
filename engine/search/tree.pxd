"""The node pool: one flat array, indices instead of pointers, nothing freed one by one."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t

from egypt.core.types cimport Move

cdef enum:
    CACHE_LINE = 64         # bytes; two nodes fill one
    NO_NODE = 0             # the end of every list of siblings; sorts behind all children, so walks need not ask for it
    MOST_VISITS = 2_000_000_000     # of one search: an hour or more; a node can count those of an earlier one on top
    ROOT = 1                # the first root; a search with several trees has them side by side

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
    uint8_t shared          # the trees of all threads have it, and its statistics are merged (engine/search/merging.pxd)

ctypedef struct Tree:
    Node* nodes
    uint32_t used           # indices below this are taken
    uint32_t capacity


cdef inline uint64_t child_key(int actor, Move move) noexcept nogil:
    """Orders the children of a node: by actor, then by move."""
    return (<uint64_t>(actor + 2) << 32) | move


# Memory for as many nodes as fit into `bytes`; False if there is none to be had. Pages are touched only when used.
cdef bint tree_allocate(Tree* tree, size_t bytes) noexcept nogil
cdef void tree_free(Tree* tree) noexcept nogil

# Forgets everything and plants new roots, side by side from ROOT on.
cdef void tree_clear(Tree* tree, int roots) noexcept nogil

# A new child of `parent` behind sibling `previous` (NO_NODE: in front); NO_NODE if the pool is full or there is no parent.
cdef uint32_t tree_add(
    Tree* tree, uint32_t parent, uint32_t previous, int actor, Move move, int draws) noexcept nogil

# The child with that key, or NO_NODE and then the sibling behind which it belongs.
cdef uint32_t tree_find(const Tree* tree, uint32_t parent, int actor, Move move, uint32_t* previous) noexcept nogil
