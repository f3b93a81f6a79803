"""What a seat's position is worth, as integer features."""

from libc.stdint cimport int16_t


cdef int features(const void* state, int16_t* rows) noexcept nogil
