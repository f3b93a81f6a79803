"""The static evaluation of Jars: integer features per seat. Their weights, in points, are in weights.json."""

from libc.stdint cimport int16_t

from egypt.core.weights cimport Weights

# Columns of a row of features; evaluate.pyx lists their names in the same order.
cdef enum:
    POINTS
    HAND_VALUE              # sum of the cards in hand
    ROUNDS_LEFT
    FEATURE_NB

cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil
