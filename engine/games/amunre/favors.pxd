"""Favor cards: their kinds, and bags of them as packed counts, four bits per kind in one 64-bit word."""

from libc.stdint cimport uint32_t, uint64_t

from egypt.core.rng cimport rng_below
from egypt.core.types cimport Rng
from egypt.games.amunre.tables cimport FAVOR_BITS, FAVOR_NB

# In the order of data.toml.
cdef enum:
    PROTECTION = 0
    BRIBERY = 1
    ARCHITECT = 2
    FREE_FARMER = 3
    ADJUSTMENT = 4
    BIG_HARVEST = 5
    TREASURY = 6
    YELLOW = 7              # the first of the five kinds that score
    MASTER_OF_SCRIBES = 7
    MASTER_OF_FARMERS = 8
    ONE_SIDE = 9
    NILE_OR_FRONTIER = 10
    ONE_EGYPT = 11
    HIDDEN = 15             # in a move: a card that the observer does not see

cdef enum:
    COUNT_MASK = (1 << FAVOR_BITS) - 1


cdef inline uint64_t one_favor(int kind) noexcept nogil:
    return <uint64_t>1 << (FAVOR_BITS * kind)


cdef inline int favor_count(uint64_t bag, int kind) noexcept nogil:
    return (bag >> (FAVOR_BITS * kind)) & COUNT_MASK


cdef inline uint64_t without_architects(uint64_t bag) noexcept nogil:
    return bag & ~(<uint64_t>COUNT_MASK << (FAVOR_BITS * ARCHITECT))


cdef inline uint64_t from_kind(uint64_t bag, int kind) noexcept nogil:
    """Of the bag only this kind and those after it."""
    return bag >> (FAVOR_BITS * kind) << (FAVOR_BITS * kind)


cdef inline int bag_size(uint64_t bag) noexcept nogil:
    """Sum of all counts of four bits: in pairs as bytes, then the bytes by one product."""
    cdef uint64_t pairs = (bag & <uint64_t>0x0F0F0F0F0F0F0F0F) + ((bag >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return (pairs * <uint64_t>0x0101010101010101) >> 56


cdef inline int random_favor(uint64_t bag, int size, Rng* rng) noexcept nogil:
    """The kind of one card, each card of the bag equally likely; `size` is the number of its cards, not 0."""
    cdef int left = <int>rng_below(rng, <uint32_t>size)
    cdef int kind = 0
    while kind < FAVOR_NB - 1 and left >= <int>(bag & COUNT_MASK):
        left -= <int>(bag & COUNT_MASK)
        bag >>= FAVOR_BITS
        kind += 1
    return kind
