"""How a room notes what its moves are like: a trait is a place in one of its groups, numbered one after the other."""

from libc.stdint cimport uint16_t
from libc.string cimport memset

from egypt.core.types cimport MOVE_TRAITS

# The traits of one move as they are noted; 0 is no trait.
ctypedef struct TraitRow:
    const int* first            # trait of each group
    uint16_t* traits
    int count


cdef inline int number_groups(tuple groups, int* first, int count) except -1:
    """The first trait of each group, from (name, how many there are)."""
    cdef int group, trait = 1
    for group in range(count):
        first[group] = trait
        trait += groups[group][1]
    return 0


cdef inline void clear_traits(uint16_t* rows, int count) noexcept nogil:
    memset(rows, 0, count * MOVE_TRAITS * sizeof(uint16_t))


cdef inline TraitRow trait_row(const int* first, uint16_t* rows, int i) noexcept nogil:
    """The row of the i-th move, with nothing noted yet."""
    cdef TraitRow row
    row.first = first
    row.traits = rows + i * MOVE_TRAITS
    row.count = 0
    return row


cdef inline void note(TraitRow* row, int group, int place) noexcept nogil:
    if row.count < MOVE_TRAITS:
        row.traits[row.count] = row.first[group] + place
        row.count += 1


cdef inline int clip(int value, int most) noexcept nogil:
    """The nearest of 0 to `most`."""
    return 0 if value < 0 else most if value > most else value
