"""What a legal move of Sobek is like: traits, whose weights say which moves to look at first."""

from libc.stdint cimport uint16_t

from egypt.core.types cimport Move

cdef void traits(const void* state, const Move* moves, int count, uint16_t* rows) noexcept nogil
