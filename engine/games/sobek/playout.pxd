"""Random play to the end in one go."""

from engine.core.types cimport Rng


cdef int playout(void* state, Rng* rng, int limit) noexcept nogil
