"""What a move brings about on the way to the next question."""

from egypt.core.types cimport Move

cdef list moments(const void* before, Move move)
