"""Views and samples of Ra.

Drawn tiles, lots, suns (a sun that lies face down was seen in the centre), bids and scores are all public to a perfect
memory, and so is the content of the bag. So a view is the state with the viewer's seat in its header.
"""

from egypt.core.types cimport TRUTH, Move, Rng
from egypt.games.ra.state cimport RaState


cdef void view(const void* state, int seat, void* view) noexcept nogil:
    cdef RaState* v = <RaState*>view
    v[0] = (<const RaState*>state)[0]
    v.header.viewer = seat


cdef void sample(const void* view, Rng* rng, void* state) noexcept nogil:
    cdef RaState* s = <RaState*>state
    s[0] = (<const RaState*>view)[0]
    s.header.viewer = TRUTH


cdef Move observe(const void* state, Move move, int seat) noexcept nogil:
    return move


cdef bint complete(const void* view) noexcept nogil:
    return True
