"""Random decisions in one go."""

from egypt.core.types cimport Rng

cdef int playout(void* state, Rng* rng, int limit) noexcept nogil
