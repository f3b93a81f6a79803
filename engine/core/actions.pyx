"""The table of a game's dense actions."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free

from egypt.core.types cimport Move

from egypt.core.errors import EgyptError


cdef class ActionTable:
    """The moves of all actions, and the way back. Immutable; code that uses `map` without the GIL keeps the table alive."""

    def __cinit__(self, list codes not None):
        cdef uint32_t slots = 16
        cdef uint32_t at
        cdef int i
        while slots < 2 * <uint32_t>len(codes):
            slots *= 2
        self.map.codes = <Move*>calloc(len(codes) + 1, sizeof(Move))
        self.map.slots = <uint32_t*>calloc(slots, sizeof(uint32_t))
        if self.map.codes == NULL or self.map.slots == NULL:
            raise MemoryError
        self.map.mask = slots - 1
        for i, code in enumerate(codes):
            self.map.codes[i] = code
            self.map.count += 1
            at = action_slot(&self.map, code)
            if self.map.slots[at]:
                raise EgyptError(f"actions {self.map.slots[at] - 1} and {i} are the same move")
            self.map.slots[at] = i + 1

    def __dealloc__(self):
        free(self.map.codes)
        free(self.map.slots)
