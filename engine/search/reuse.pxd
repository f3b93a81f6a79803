"""Carrying what a search has learned over to the next move of the same seat in the same game."""

from egypt.search.history cimport History
from egypt.search.tree cimport Tree
from egypt.search.worker cimport Worker

# What a seat's last search learned, put aside until its next one. Every seat has its own: which seats were searched in
# between, if one process plays several, must make no difference.
ctypedef struct Memory:
    Tree tree               # the top of the trees; all of them if there is room
    History history

# Puts the worker's trees aside; False, and nothing changed, if there is nothing in them worth keeping.
cdef bint worker_remember(const Worker* worker, Memory* memory) noexcept nogil

# Looks for the worker's new view below the roots of the trees put aside, which are about `old_view`, and plants what grew
# there. The worker is then ready for the new search. False, and nothing changed, if the view is not found.
cdef bint worker_recall(Worker* worker, const Memory* memory, const void* old_view) noexcept nogil
