"""Selection by priors: what is known of moves before they are tried (PUCT).

A node's moves get their children together when the node is visited for the second time, each with the share of visits that a
long search is expected to give it: a softmax over the weights of its traits (GameOps.traits). A child is then chosen by its
mean reward and a bonus in proportion to that share, which shrinks with its visits; one that was never visited counts as the
others do on average. Moves without prospects are hardly ever tried, in nodes with hundreds of moves, too.
"""

from libc.stdint cimport uint32_t

from egypt.search.worker cimport Worker

# Whether this search selects by priors: it is set to, and there are some for its game.
cdef bint has_priors(const Worker* w) noexcept nogil

# Let every seat that still has to choose in secret, while others do, choose: each move as often as its prior says.
cdef void finish_secret_choices(Worker* w) noexcept nogil

# The child of `parent` to visit among the `count` legal moves in w.moves; children that are missing are added. NO_NODE if
# the pool is full and there are none.
cdef uint32_t best_by_prior(Worker* w, uint32_t parent, int actor, int count) noexcept nogil
