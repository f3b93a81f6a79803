"""A small network that corrects the log odds of winning where a weighted sum has nothing to say: when one feature counts for
more beside another, or beside what the others have.

A layer of units, each zero or more. A unit sees a seat's own features and, summed up, those of all seats; its layer serves
all stages of a game, only its threshold and what it stands for change. There may be a second layer, whose units see those
of the first in the same way: a seat's own and, summed up, those of all seats. So the number of a seat makes no difference.
In integers, so that every machine says the same.
"""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* Adds to the sums of some units a row of features, two at a time, times their weights: [pair][unit][2], the units of
       a pair EGYPT_UNITS apart. Lanes are units, so no sum runs across a vector. Integers: every way gives the same. */
    #define EGYPT_UNITS 32
    static inline void egypt_add_pairs_plain(
            const int16_t *row, const int16_t *weights, int pairs, int units, int32_t *sums) {
        for (int pair = 0; pair < pairs; pair++)
            for (int unit = 0; unit < units; unit++)
                sums[unit] += row[2 * pair] * weights[2 * (pair * EGYPT_UNITS + unit)]
                            + row[2 * pair + 1] * weights[2 * (pair * EGYPT_UNITS + unit) + 1];
    }
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    static inline __attribute__((always_inline)) void egypt_add_pairs_sse2(
            const int16_t *row, const int16_t *weights, int pairs, int vectors, int32_t *sums) {
        __m128i sum[EGYPT_UNITS / 4];
        int both;
        for (int i = 0; i < vectors; i++) sum[i] = _mm_loadu_si128((const __m128i *)sums + i);
        for (int pair = 0; pair < pairs; pair++) {
            memcpy(&both, row + 2 * pair, sizeof(both));
            for (int i = 0; i < vectors; i++)
                sum[i] = _mm_add_epi32(sum[i], _mm_madd_epi16(
                    _mm_set1_epi32(both), _mm_loadu_si128((const __m128i *)(weights + 2 * pair * EGYPT_UNITS) + i)));
        }
        for (int i = 0; i < vectors; i++) _mm_storeu_si128((__m128i *)sums + i, sum[i]);
    }
    static inline __attribute__((always_inline, target("avx2"))) void egypt_add_pairs_avx2(
            const int16_t *row, const int16_t *weights, int pairs, int vectors, int32_t *sums) {
        __m256i sum[EGYPT_UNITS / 8];
        int both;
        for (int i = 0; i < vectors; i++) sum[i] = _mm256_loadu_si256((const __m256i *)sums + i);
        for (int pair = 0; pair < pairs; pair++) {
            memcpy(&both, row + 2 * pair, sizeof(both));
            for (int i = 0; i < vectors; i++)
                sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(
                    _mm256_set1_epi32(both), _mm256_loadu_si256((const __m256i *)(weights + 2 * pair * EGYPT_UNITS) + i)));
        }
        for (int i = 0; i < vectors; i++) _mm256_storeu_si256((__m256i *)sums + i, sum[i]);
    }
    static __attribute__((noinline, target("avx2"))) void egypt_add_pairs_wide(
            const int16_t *row, const int16_t *weights, int pairs, int units, int32_t *sums) {
        if (units <= 8) egypt_add_pairs_avx2(row, weights, pairs, 1, sums);
        else if (units <= 16) egypt_add_pairs_avx2(row, weights, pairs, 2, sums);
        else if (units <= 24) egypt_add_pairs_avx2(row, weights, pairs, 3, sums);
        else egypt_add_pairs_avx2(row, weights, pairs, 4, sums);
    }
    static inline void egypt_add_pairs(
            const int16_t *row, const int16_t *weights, int pairs, int units, int32_t *sums) {
        if (__builtin_cpu_supports("avx2")) egypt_add_pairs_wide(row, weights, pairs, units, sums);
        else if (units <= 8) egypt_add_pairs_sse2(row, weights, pairs, 2, sums);
        else if (units <= 16) egypt_add_pairs_sse2(row, weights, pairs, 4, sums);
        else if (units <= 24) egypt_add_pairs_sse2(row, weights, pairs, 6, sums);
        else egypt_add_pairs_sse2(row, weights, pairs, 8, sums);
    }
    #else
    #define egypt_add_pairs egypt_add_pairs_plain
    #endif
    """
    void add_pairs "egypt_add_pairs"(
        const int16_t* row, const int16_t* weights, int pairs, int units, int32_t* sums) noexcept nogil

from egypt.core.types cimport MAX_FEATURES, MAX_SEATS, MAX_STAGES

cdef enum:
    MAX_UNITS = 32
    MAX_PAIRS = 64          # of features: half of MAX_FEATURES
    ACTIVATION_ONE = 4096   # a unit's value of 1
    MAX_BIAS = 1 << 24      # in 1/ACTIVATION_ONE: leaves room for what is added
    MAX_CORRECTION = 1 << 28    # a correction is clipped here: differences of log odds stay within 32 bits

# What a second layer sees of the first, and its weights: few enough bits that a sum over all units and seats fits in 32.
cdef enum:
    SEEN_SHIFT = 5          # a first unit's value of 1 is seen as ACTIVATION_ONE >> SEEN_SHIFT
    MOST_SEEN = 2047        # about 16
    SECOND_ONE = 1024       # a weight of 1 in the second layer
    MOST_SECOND = 4096      # the largest there
    SECOND_SHIFT = 5        # from such sums, in 1/(SECOND_ONE * (ACTIVATION_ONE >> SEEN_SHIFT)), to 1/ACTIVATION_ONE

ctypedef struct Network:
    int32_t units                       # 0: no network
    int32_t own_features                # columns from here on, a multiple of 8, weigh nothing in `own`
    int16_t own[MAX_UNITS][MAX_FEATURES]        # in 1/ACTIVATION_ONE per unit of a seat's feature
    int16_t all[MAX_UNITS][MAX_FEATURES]        # the same for the sum of a feature over all seats
    int16_t own_pairs[MAX_PAIRS][MAX_UNITS][2]  # both again, as add_pairs wants them
    int16_t all_pairs[MAX_PAIRS][MAX_UNITS][2]
    int32_t bias[MAX_STAGES][MAX_UNITS]         # in 1/ACTIVATION_ONE
    int16_t log_odds[MAX_STAGES][MAX_UNITS]     # log odds of winning, in 1/LOGIT for a unit's value of 1
    int32_t second_units                # of the second layer; 0: there is none
    int16_t second_own[MAX_UNITS][MAX_UNITS]    # in 1/SECOND_ONE per unit of the second and of the first layer
    int16_t second_all[MAX_UNITS][MAX_UNITS]
    int16_t second_own_pairs[MAX_PAIRS][MAX_UNITS][2]   # both again, as add_pairs wants them
    int16_t second_all_pairs[MAX_PAIRS][MAX_UNITS][2]
    int32_t second_bias[MAX_STAGES][MAX_UNITS]  # in 1/(SECOND_ONE * (ACTIVATION_ONE >> SEEN_SHIFT))
    int16_t second_log_odds[MAX_STAGES][MAX_UNITS]


cdef inline int32_t weighted(const int16_t* row, const int16_t* weight, int count) noexcept nogil:
    """The sum of a row of features, each times its weight; `count` is a multiple of 8: whole vector instructions."""
    cdef int32_t total = 0
    cdef int i
    for i in range(count):
        total += <int32_t>row[i] * weight[i]
    return total


cdef inline void correct_log_odds(
    const Network* network, const int16_t* rows, int players, int count, int stage, int32_t* log_odds,
) noexcept nogil:
    """Add what a network of one layer knows to the log odds of all seats; rows are MAX_FEATURES apart."""
    cdef int16_t[MAX_FEATURES] together
    cdef int32_t[MAX_UNITS] common
    cdef int32_t[MAX_UNITS] value
    cdef int64_t correction
    cdef int seat, unit, i
    for i in range(count):
        together[i] = rows[i]
    for seat in range(1, players):
        for i in range(count):
            together[i] += rows[seat * MAX_FEATURES + i]
    memcpy(common, network.bias[stage], sizeof(common))
    add_pairs(together, &network.all_pairs[0][0][0], count // 2, network.units, common)
    for seat in range(players):
        memcpy(value, common, sizeof(common))
        add_pairs(rows + seat * MAX_FEATURES, &network.own_pairs[0][0][0], network.own_features // 2, network.units, value)
        correction = 0
        for unit in range(network.units):
            if value[unit] > 0:
                correction += <int64_t>value[unit] * network.log_odds[stage][unit]
        correction = max(-<int64_t>MAX_CORRECTION, min(<int64_t>MAX_CORRECTION, correction // ACTIVATION_ONE))
        log_odds[seat] += <int32_t>correction
