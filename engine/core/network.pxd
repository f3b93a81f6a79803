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
    /* The same for a whole judgement, in registers from the rows to the correction of each seat: what all seats have
       together gives a sum per unit that they share, each seat adds its own, and what is above zero counts. `seats`, one or
       two at a time, share each weight that is read. Units that are not there have no log odds. */
    #define EGYPT_COLUMNS 128
    static inline __attribute__((always_inline, target("avx2"))) void egypt_seat_correction_avx2(
            const int16_t *rows, const int16_t *own, int pairs, int vectors, int seats, const __m256i *common,
            const int16_t *log_odds, int64_t *correction) {
        __m256i sum[2][EGYPT_UNITS / 8], total, value, factor, weight;
        int64_t parts[4];
        int both;
        for (int seat = 0; seat < seats; seat++)
            for (int i = 0; i < vectors; i++) sum[seat][i] = common[i];
        for (int pair = 0; pair < pairs; pair++)
            for (int i = 0; i < vectors; i++) {
                weight = _mm256_loadu_si256((const __m256i *)(own + 2 * pair * EGYPT_UNITS) + i);
                for (int seat = 0; seat < seats; seat++) {
                    memcpy(&both, rows + seat * EGYPT_COLUMNS + 2 * pair, sizeof(both));
                    sum[seat][i] = _mm256_add_epi32(sum[seat][i], _mm256_madd_epi16(_mm256_set1_epi32(both), weight));
                }
            }
        for (int seat = 0; seat < seats; seat++) {
            total = _mm256_setzero_si256();
            for (int i = 0; i < vectors; i++) {     /* 64-bit products, of every other unit at a time */
                value = _mm256_max_epi32(sum[seat][i], _mm256_setzero_si256());
                factor = _mm256_cvtepi16_epi32(_mm_loadu_si128((const __m128i *)log_odds + i));
                total = _mm256_add_epi64(total, _mm256_mul_epi32(value, factor));
                total = _mm256_add_epi64(
                    total, _mm256_mul_epi32(_mm256_srli_epi64(value, 32), _mm256_srli_epi64(factor, 32)));
            }
            _mm256_storeu_si256((__m256i *)parts, total);
            correction[seat] = parts[0] + parts[1] + parts[2] + parts[3];
        }
    }
    static inline __attribute__((always_inline, target("avx2"))) void egypt_correction_avx2(
            const int16_t *rows, int players, const int16_t *own, int own_pairs, const int16_t *all, int all_pairs,
            int vectors, const int32_t *bias, const int16_t *log_odds, int64_t *correction) {
        int16_t together[EGYPT_COLUMNS];
        __m256i common[EGYPT_UNITS / 8];
        __m128i eight;
        int both, seat;
        for (int i = 0; i < 2 * all_pairs; i += 8) {
            eight = _mm_loadu_si128((const __m128i *)(rows + i));
            for (seat = 1; seat < players; seat++)
                eight = _mm_add_epi16(eight, _mm_loadu_si128((const __m128i *)(rows + seat * EGYPT_COLUMNS + i)));
            _mm_storeu_si128((__m128i *)(together + i), eight);
        }
        for (int i = 0; i < vectors; i++) common[i] = _mm256_loadu_si256((const __m256i *)bias + i);
        for (int pair = 0; pair < all_pairs; pair++) {
            memcpy(&both, together + 2 * pair, sizeof(both));
            for (int i = 0; i < vectors; i++)
                common[i] = _mm256_add_epi32(common[i], _mm256_madd_epi16(
                    _mm256_set1_epi32(both), _mm256_loadu_si256((const __m256i *)(all + 2 * pair * EGYPT_UNITS) + i)));
        }
        for (seat = 0; seat + 1 < players; seat += 2)
            egypt_seat_correction_avx2(
                rows + seat * EGYPT_COLUMNS, own, own_pairs, vectors, 2, common, log_odds, correction + seat);
        if (seat < players)
            egypt_seat_correction_avx2(
                rows + seat * EGYPT_COLUMNS, own, own_pairs, vectors, 1, common, log_odds, correction + seat);
    }
    static __attribute__((noinline, target("avx2"))) void egypt_correction_wide(
            const int16_t *rows, int players, const int16_t *own, int own_pairs, const int16_t *all, int all_pairs,
            int units, const int32_t *bias, const int16_t *log_odds, int64_t *correction) {
        if (units <= 8)
            egypt_correction_avx2(rows, players, own, own_pairs, all, all_pairs, 1, bias, log_odds, correction);
        else if (units <= 16)
            egypt_correction_avx2(rows, players, own, own_pairs, all, all_pairs, 2, bias, log_odds, correction);
        else if (units <= 24)
            egypt_correction_avx2(rows, players, own, own_pairs, all, all_pairs, 3, bias, log_odds, correction);
        else
            egypt_correction_avx2(rows, players, own, own_pairs, all, all_pairs, 4, bias, log_odds, correction);
    }
    /* Both weighted sums of each row; `count` is a multiple of 8. */
    static __attribute__((noinline, target("avx2"))) void egypt_weigh_wide(
            const int16_t *rows, int players, int count, const int16_t *first, const int16_t *second,
            int32_t *first_sums, int32_t *second_sums) {
        for (int seat = 0; seat < players; seat++) {
            const int16_t *row = rows + seat * EGYPT_COLUMNS;
            __m256i one = _mm256_setzero_si256(), other = one, features;
            __m128i sums;
            int i = 0;
            for (; i + 16 <= count; i += 16) {
                features = _mm256_loadu_si256((const __m256i *)(row + i));
                one = _mm256_add_epi32(one, _mm256_madd_epi16(features, _mm256_loadu_si256((const __m256i *)(first + i))));
                other = _mm256_add_epi32(
                    other, _mm256_madd_epi16(features, _mm256_loadu_si256((const __m256i *)(second + i))));
            }
            one = _mm256_hadd_epi32(one, other);    /* of each half: two sums of the first, two of the second */
            sums = _mm_add_epi32(_mm256_castsi256_si128(one), _mm256_extracti128_si256(one, 1));
            if (i < count) {
                __m128i eight = _mm_loadu_si128((const __m128i *)(row + i));
                sums = _mm_add_epi32(sums, _mm_hadd_epi32(
                    _mm_madd_epi16(eight, _mm_loadu_si128((const __m128i *)(first + i))),
                    _mm_madd_epi16(eight, _mm_loadu_si128((const __m128i *)(second + i)))));
            }
            sums = _mm_hadd_epi32(sums, sums);
            first_sums[seat] = _mm_cvtsi128_si32(sums);
            second_sums[seat] = _mm_extract_epi32(sums, 1);
        }
    }
    #define egypt_is_wide() __builtin_cpu_supports("avx2")
    #else
    #define egypt_add_pairs egypt_add_pairs_plain
    #define egypt_is_wide() 0
    #define egypt_correction_wide(...)
    #define egypt_weigh_wide(...)
    #endif
    """
    void add_pairs "egypt_add_pairs"(
        const int16_t* row, const int16_t* weights, int pairs, int units, int32_t* sums) noexcept nogil
    bint is_wide "egypt_is_wide"() noexcept nogil       # whether this machine has what the next two need
    void correction_wide "egypt_correction_wide"(
        const int16_t* rows, int players, const int16_t* own, int own_pairs, const int16_t* all, int all_pairs,
        int units, const int32_t* bias, const int16_t* log_odds, int64_t* correction) noexcept nogil
    void weigh_wide "egypt_weigh_wide"(
        const int16_t* rows, int players, int count, const int16_t* first, const int16_t* second,
        int32_t* first_sums, int32_t* second_sums) noexcept nogil

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


cdef inline void weigh_plain(
    const int16_t* rows, int players, int count, const int16_t* first, const int16_t* second,
    int32_t* first_sums, int32_t* second_sums,
) noexcept nogil:
    cdef int seat
    for seat in range(players):
        first_sums[seat] = weighted(rows + seat * MAX_FEATURES, first, count)
        second_sums[seat] = weighted(rows + seat * MAX_FEATURES, second, count)


cdef inline void weigh(
    const int16_t* rows, int players, int count, const int16_t* first, const int16_t* second,
    int32_t* first_sums, int32_t* second_sums,
) noexcept nogil:
    """Two weighted sums of each seat's row; rows are MAX_FEATURES apart."""
    if is_wide():
        weigh_wide(rows, players, count, first, second, first_sums, second_sums)
    else:
        weigh_plain(rows, players, count, first, second, first_sums, second_sums)


cdef inline void correction_plain(
    const int16_t* rows, int players, const int16_t* own, int own_pairs, const int16_t* all, int all_pairs,
    int units, const int32_t* bias, const int16_t* log_odds, int64_t* correction,
) noexcept nogil:
    cdef int16_t[MAX_FEATURES] together
    cdef int32_t[MAX_UNITS] common
    cdef int32_t[MAX_UNITS] value
    cdef int seat, unit, i
    for i in range(2 * all_pairs):
        together[i] = rows[i]
    for seat in range(1, players):
        for i in range(2 * all_pairs):
            together[i] += rows[seat * MAX_FEATURES + i]
    memcpy(common, bias, sizeof(common))
    add_pairs(together, all, all_pairs, units, common)
    for seat in range(players):
        memcpy(value, common, sizeof(common))
        add_pairs(rows + seat * MAX_FEATURES, own, own_pairs, units, value)
        correction[seat] = 0
        for unit in range(units):
            correction[seat] += <int64_t>max(value[unit], <int32_t>0) * log_odds[unit]


cdef inline void correct_log_odds(
    const Network* network, const int16_t* rows, int players, int count, int stage, int32_t* log_odds,
) noexcept nogil:
    """Add what a network of one layer knows to the log odds of all seats; rows are MAX_FEATURES apart."""
    cdef int64_t[MAX_SEATS] correction
    cdef int seat
    if is_wide():
        correction_wide(
            rows, players, &network.own_pairs[0][0][0], network.own_features // 2, &network.all_pairs[0][0][0], count // 2,
            network.units, network.bias[stage], network.log_odds[stage], correction)
    else:
        correction_plain(
            rows, players, &network.own_pairs[0][0][0], network.own_features // 2, &network.all_pairs[0][0][0], count // 2,
            network.units, network.bias[stage], network.log_odds[stage], correction)
    for seat in range(players):
        correction[seat] = max(-<int64_t>MAX_CORRECTION, min(<int64_t>MAX_CORRECTION, correction[seat] // ACTIVATION_ONE))
        log_odds[seat] += <int32_t>correction[seat]
