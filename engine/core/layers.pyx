"""Two layers in integers."""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memcpy

from egypt.core.network cimport (
    ACTIVATION_ONE, MAX_CORRECTION, MAX_UNITS, MOST_SEEN, SECOND_SHIFT, SEEN_SHIFT, Network, add_pairs,
)
from egypt.core.types cimport MAX_FEATURES, MAX_SEATS


cdef inline void add_up(const int16_t* rows, int apart, int players, int count, int16_t* together) noexcept nogil:
    """The sums of rows that lie `apart` columns from each other."""
    cdef int seat, i
    for i in range(count):
        together[i] = rows[i]
    for seat in range(1, players):
        for i in range(count):
            together[i] += rows[seat * apart + i]


cdef void correct_by_two_layers(
        const Network* network, const int16_t* rows, int players, int count, int stage, int32_t* log_odds) noexcept nogil:
    """Units that are not there weigh nothing."""
    cdef int16_t[MAX_FEATURES] together
    cdef int16_t[MAX_SEATS * MAX_UNITS] seen        # what the second layer sees of the first
    cdef int64_t[MAX_SEATS] correction
    cdef int32_t[MAX_UNITS] common, value
    cdef int units = (network.units + 1) // 2 * 2
    cdef int seat, unit
    add_up(rows, MAX_FEATURES, players, count, together)
    memcpy(common, network.bias[stage], sizeof(common))
    add_pairs(together, &network.all_pairs[0][0][0], count // 2, units, common)
    for seat in range(players):
        memcpy(value, common, sizeof(common))
        add_pairs(rows + seat * MAX_FEATURES, &network.own_pairs[0][0][0], network.own_features // 2, units, value)
        correction[seat] = 0
        for unit in range(units):
            value[unit] = value[unit] if value[unit] > 0 else 0
            correction[seat] += <int64_t>value[unit] * network.log_odds[stage][unit]
            seen[seat * MAX_UNITS + unit] = <int16_t>min(value[unit] >> SEEN_SHIFT, <int32_t>MOST_SEEN)
    add_up(seen, MAX_UNITS, players, units, together)
    memcpy(common, network.second_bias[stage], sizeof(common))
    add_pairs(together, &network.second_all_pairs[0][0][0], units // 2, network.second_units, common)
    for seat in range(players):
        memcpy(value, common, sizeof(common))
        add_pairs(
            seen + seat * MAX_UNITS, &network.second_own_pairs[0][0][0], units // 2, network.second_units, value)
        for unit in range(network.second_units):
            if value[unit] > 0:
                correction[seat] += <int64_t>(value[unit] >> SECOND_SHIFT) * network.second_log_odds[stage][unit]
        correction[seat] = max(-<int64_t>MAX_CORRECTION, min(<int64_t>MAX_CORRECTION, correction[seat] // ACTIVATION_ONE))
        log_odds[seat] += <int32_t>correction[seat]
