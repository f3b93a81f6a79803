"""Carrying what a search has learned over to the next move of the same game."""

from egypt.search.tree cimport Tree
from egypt.search.worker cimport Worker

# Looks for the worker's new view below the roots of its last search, which was about `old_view`, and keeps what grew there:
# it moves into `spare`, which changes places with the worker's tree. The worker is then ready for the new search.
# False, and nothing changed, if the view is not found.
cdef bint worker_reroot(Worker* worker, Tree* spare, const void* old_view) noexcept nogil
