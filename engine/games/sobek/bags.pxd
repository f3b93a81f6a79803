"""Arithmetic on bags of cards; tables.pxd says what a bag is."""

from libc.stdint cimport uint16_t, uint64_t

from egypt.core.bits cimport lowest_bit, nth_bit, popcount
from egypt.core.rng cimport rng_below, rng_next
from egypt.core.types cimport Rng
from egypt.games.sobek.tables cimport FAMILY_NB, TABLES, TOKEN_BITS, WITH_SCARABS, good


cdef inline int bag_count(uint64_t bag, int kind) noexcept nogil:
    return TABLES.ones[bag >> TABLES.first[kind] & TABLES.span[kind]]


cdef inline int family_count(uint64_t bag, int family) noexcept nogil:
    """Goods and characters of a family, without amulets."""
    return (TABLES.ones[bag >> TABLES.goods_first[family] & TABLES.goods_span[family]]
            + TABLES.ones[bag >> TABLES.characters_first & TABLES.mates_span[family]])


cdef inline int family_scarabs(uint64_t bag, int family) noexcept nogil:
    return bag_count(bag, good(family, WITH_SCARABS)) * TABLES.value[family]


cdef inline bint bag_has(uint64_t bag, int kind) noexcept nogil:
    return (bag & TABLES.run[kind]) != 0


cdef inline uint64_t bag_add(uint64_t bag, int kind) noexcept nogil:
    """The bag with one card more; there must be one more in the box."""
    return bag | (bag & TABLES.run[kind]) << 1 | TABLES.base[kind]


cdef inline uint64_t bag_drop(uint64_t bag, int kind) noexcept nogil:
    """The bag with one card less; unchanged if it has none."""
    cdef uint64_t run = bag & TABLES.run[kind]
    return bag ^ (run & ~(run >> 1))


cdef inline uint64_t bag_sum(uint64_t bag, uint64_t more) noexcept nogil:
    """Both together. `more` need not be a bag: of each kind it is the number of bits that counts, as in
    `all & ~some`.
    """
    cdef int kind, count
    while more:
        kind = TABLES.kind_of[lowest_bit(more)]
        count = bag_count(more, kind)
        more &= ~TABLES.run[kind]
        bag |= (bag & TABLES.run[kind]) << count | ((TABLES.base[kind] << count) - TABLES.base[kind])
    return bag


cdef inline uint64_t bag_minus(uint64_t bag, uint64_t less) noexcept nogil:
    """What remains of a bag; kinds of which `less` has more vanish."""
    cdef int kind, count
    while less:
        kind = TABLES.kind_of[lowest_bit(less)]
        count = bag_count(less, kind)
        less &= ~TABLES.run[kind]
        bag = bag & ~TABLES.run[kind] | (bag & TABLES.run[kind]) >> count & TABLES.run[kind]
    return bag


cdef inline int random_bit(uint64_t mask, Rng* rng) noexcept nogil:
    """A set bit, each equally likely; mask must not be 0.

    Dense masks: guess positions until one is set, ten guesses per random number, which is cheaper than counting bits.
    """
    cdef uint64_t luck
    cdef int position, _round, _
    for _round in range(2):
        luck = rng_next(rng)
        for _ in range(10):
            position = luck & 63
            if mask >> position & 1:
                return position
            luck >>= 6
    return nth_bit(mask, rng_below(rng, popcount(mask)))


cdef inline int random_kind(uint64_t bag, Rng* rng) noexcept nogil:
    """The kind of a card drawn from a bag that is not empty."""
    return TABLES.kind_of[random_bit(bag, rng)]


cdef inline int scarabs_of(uint64_t bag) noexcept nogil:
    cdef int family, total = 0
    for family in range(FAMILY_NB):
        total += family_scarabs(bag, family)
    return total


cdef inline uint16_t token_add(uint16_t tokens, int kind) noexcept nogil:
    return tokens | (tokens & TABLES.token_run[kind]) << 1 | TABLES.token_base[kind]


cdef inline uint16_t token_drop(uint16_t tokens, int kind) noexcept nogil:
    cdef uint16_t run = tokens & TABLES.token_run[kind]
    return tokens ^ (run & ~(run >> 1))


cdef inline uint16_t token_minus(uint16_t tokens, uint16_t less) noexcept nogil:
    cdef int bit
    for bit in range(TOKEN_BITS):
        if less >> bit & 1:
            tokens = token_drop(tokens, TABLES.token_of[bit])
    return tokens
