"""Carrying what a search has learned over to the next move of the same game."""

from engine.search.ismcts cimport Worker

# Looks for the worker's new view below the roots of its last search, which was about `old_view`, and keeps what grew there.
# False, and nothing changed, if it is not found; the worker must then be reset.
cdef bint worker_reroot(Worker* worker, const void* old_view) noexcept nogil
