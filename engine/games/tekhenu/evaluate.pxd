"""What a seat's position is worth, as integer features."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
