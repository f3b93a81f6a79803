"""What nature draws in a game, below Python: what a referee's `Table` with the same seed would draw."""

from libc.stdint cimport uint32_t, uint64_t

from egypt.core.game cimport GameOps
from egypt.core.rng cimport rng_next, rng_stream
from egypt.core.types cimport Move, Rng

cdef enum:
    POOLS = 8               # chance pools a game may have
    DEALS = 0xdea1          # stream of nature's seeds
    SEED_SHIFT = 16         # the 48 bits that are left survive every reader of JSON


cdef inline uint64_t new_seed(uint64_t seed, uint64_t stream, uint64_t number) noexcept nogil:
    cdef Rng rng = rng_stream(seed, stream, number)
    return rng_next(&rng) >> SEED_SHIFT


cdef inline Move next_draw(const GameOps* ops, const void* state, uint64_t seed, uint32_t* draws) noexcept nogil:
    """The n-th draw from a pool depends on the seed, the pool and n alone; `draws` counts them by pool."""
    cdef int pool = ops.chance_pool(state) if ops.chance_pool != NULL else 0
    cdef Rng rng = rng_stream(seed, pool, draws[pool])
    draws[pool] += 1
    return ops.sample_chance(state, &rng)
