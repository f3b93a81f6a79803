"""Jars that accepts whatever can be parsed: the mutants must find out, or they prove nothing."""

from egypt.core.types cimport OK
from tests.toy.game cimport Jars


cdef int anything(const void* state) noexcept nogil:
    return OK


cdef class LenientJars(Jars):
    def __init__(self):
        super().__init__("lenient")
        self.ops.validate = anything
        self.ops.validate_view = anything
