"""A network of two layers (engine/core/network.pxd), in a module of its own: the judgement by one layer stays as fast."""

from libc.stdint cimport int16_t, int32_t

from egypt.core.network cimport Network

# Adds what the network knows to the log odds of all seats; rows are MAX_FEATURES apart.
cdef void correct_by_two_layers(
    const Network* network, const int16_t* rows, int players, int count, int stage, int32_t* log_odds) noexcept nogil
