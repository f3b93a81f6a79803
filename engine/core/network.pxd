"""A small network that corrects the log odds of winning where a weighted sum has nothing to say: when one feature counts for
more beside another, or beside what the others have.

One layer of units, each zero or more. A unit sees a seat's own features and, summed up, those of all seats; its layer serves
all stages of a game, only its threshold and what it stands for change. In integers, so that every machine says the same.
"""

from libc.stdint cimport int16_t, int32_t, int64_t

from egypt.core.types cimport MAX_FEATURES, MAX_SEATS, MAX_STAGES

cdef enum:
    MAX_UNITS = 32
    ACTIVATION_ONE = 4096   # a unit's value of 1
    MAX_BIAS = 1 << 24      # in 1/ACTIVATION_ONE: leaves room for what is added
    MAX_CORRECTION = 1 << 28    # a correction is clipped here: differences of log odds stay within 32 bits

ctypedef struct Network:
    int32_t units                       # 0: no network
    int16_t own[MAX_UNITS][MAX_FEATURES]        # in 1/ACTIVATION_ONE per unit of a seat's feature
    int16_t all[MAX_UNITS][MAX_FEATURES]        # the same for the sum of a feature over all seats
    int32_t bias[MAX_STAGES][MAX_UNITS]         # in 1/ACTIVATION_ONE
    int16_t log_odds[MAX_STAGES][MAX_UNITS]     # log odds of winning, in 1/LOGIT for a unit's value of 1


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
    """Add what the network knows to the log odds of all seats; rows are MAX_FEATURES apart."""
    cdef int16_t[MAX_FEATURES] together
    cdef int64_t[MAX_SEATS] correction
    cdef int32_t common, value
    cdef int seat, unit, i
    for i in range(count):
        together[i] = rows[i]
    for seat in range(1, players):
        for i in range(count):
            together[i] += rows[seat * MAX_FEATURES + i]
    for seat in range(players):
        correction[seat] = 0
    for unit in range(network.units):
        common = network.bias[stage][unit] + weighted(together, network.all[unit], count)
        for seat in range(players):
            value = common + weighted(rows + seat * MAX_FEATURES, network.own[unit], count)
            if value > 0:
                correction[seat] += <int64_t>value * network.log_odds[stage][unit]
    for seat in range(players):
        correction[seat] = max(-<int64_t>MAX_CORRECTION, min(<int64_t>MAX_CORRECTION, correction[seat] // ACTIVATION_ONE))
        log_odds[seat] += <int32_t>correction[seat]
