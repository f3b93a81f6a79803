"""Random play to the end in one go."""

from egypt.core.types cimport Rng


cdef int playout(void* state, Rng* rng, int limit) noexcept nogil
