"""wyrand: a small fast generator whose whole state is one 64-bit integer.

The same seed gives the same numbers on every machine. Inline, since a call into another module would cost a playout
up to 8 %.
"""

from libc.stdint cimport uint32_t, uint64_t

from egypt.core.types cimport Rng

cdef extern from *:
    """
    static inline unsigned long long egypt_fold_multiply(unsigned long long a, unsigned long long b) {
        unsigned __int128 product = (unsigned __int128)a * b;
        return (unsigned long long)(product >> 64) ^ (unsigned long long)product;
    }
    """
    uint64_t fold_multiply "egypt_fold_multiply"(uint64_t a, uint64_t b) noexcept nogil


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    rng[0] += <uint64_t>0xa0761d6478bd642f
    return fold_multiply(rng[0], rng[0] ^ <uint64_t>0xe7037ed1a0b428db)


cdef inline uint32_t rng_below(Rng* rng, uint32_t bound) noexcept nogil:
    """A number in 0..bound-1, each equally likely (Lemire's method with rejection); bound must not be 0."""
    cdef uint64_t product = (rng_next(rng) >> 32) * bound
    cdef uint32_t reject_below
    if <uint32_t>product < bound:
        reject_below = (<uint32_t>0 - bound) % bound
        while <uint32_t>product < reject_below:
            product = (rng_next(rng) >> 32) * bound
    return <uint32_t>(product >> 32)


cdef inline Rng rng_stream(uint64_t seed, uint64_t stream, uint64_t index) noexcept nogil:
    """An independent generator for each (seed, stream, index): draws that must not depend on each other's number."""
    cdef Rng rng = seed
    rng = rng_next(&rng) ^ (stream * <uint64_t>0x9e3779b97f4a7c15)
    rng = rng_next(&rng) ^ (index * <uint64_t>0xd1342543de82ef95)
    return rng_next(&rng)
