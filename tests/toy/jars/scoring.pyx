"""Points so far and ranks; ties share the better rank."""

from libc.stdint cimport int32_t

from tests.toy.jars.state cimport Table


cdef void scores(const void* state, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const Table* t = <const Table*>state
    cdef int seat, other
    for seat in range(t.header.players):
        points[seat] = t.points[seat]
        ranks[seat] = 1
        for other in range(t.header.players):
            ranks[seat] += t.points[other] > t.points[seat]
