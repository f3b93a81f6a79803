"""Compiler builtins on bit masks, by names a reader can say aloud."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifdef __POPCNT__
    static inline int egypt_popcount(unsigned long long mask) { return __builtin_popcountll(mask); }
    #else  /* the portable build: the compiler's own fallback is a slow call into its library */
    static inline int egypt_popcount(unsigned long long mask) {
        mask -= (mask >> 1) & 0x5555555555555555ULL;
        mask = (mask & 0x3333333333333333ULL) + ((mask >> 2) & 0x3333333333333333ULL);
        mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((mask * 0x0101010101010101ULL) >> 56);
    }
    #endif
    static inline int egypt_lowest(unsigned long long mask) { return __builtin_ctzll(mask); }
    static inline int egypt_highest(unsigned long long mask) { return 63 - __builtin_clzll(mask); }
    #define egypt_likely(condition) __builtin_expect(!!(condition), 1)
    #define egypt_unlikely(condition) __builtin_expect(!!(condition), 0)
    """
    int popcount "egypt_popcount"(uint64_t mask) noexcept nogil
    int lowest_bit "egypt_lowest"(uint64_t mask) noexcept nogil     # mask must not be 0
    int highest_bit "egypt_highest"(uint64_t mask) noexcept nogil   # mask must not be 0
    bint likely "egypt_likely"(bint condition) noexcept nogil
    bint unlikely "egypt_unlikely"(bint condition) noexcept nogil


cdef inline int nth_bit(uint64_t mask, uint32_t n) noexcept nogil:
    """Position of the n-th set bit (n = 0 for the lowest); mask must have more than n bits.

    The first four need no loop: a mispredicted loop exit costs more than the spare work.
    """
    cdef uint64_t without_1 = mask & (mask - 1)
    cdef uint64_t without_2 = without_1 & (without_1 - 1)
    cdef uint64_t without_3 = without_2 & (without_2 - 1)
    cdef uint64_t low, high
    if likely(n < 4):
        low = without_1 if n & 1 else mask
        high = without_3 if n & 1 else without_2
        return lowest_bit(high if n & 2 else low)
    mask = without_3
    n -= 3
    while n:
        mask &= mask - 1
        n -= 1
    return lowest_bit(mask)
