"""The points of Jars."""

from libc.stdint cimport int32_t

cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil
