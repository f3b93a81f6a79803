"""Why scores change: the parts of a scoring, told one by one."""

from egypt.core.types cimport Move

cdef list score_items(const void* before, Move move, const void* after)
