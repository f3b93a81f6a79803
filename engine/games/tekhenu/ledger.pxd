"""Why scores change, item by item."""

from egypt.core.types cimport Move

cdef list score_items(const void* before, Move move, const void* after)
