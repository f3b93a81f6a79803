"""Jars that accepts whatever can be parsed: the mutants must find out, or they prove nothing."""

from egypt.core.types cimport OK
from tests.toy.jars.game cimport Jars

NAME = "lenient"


cdef int anything(const void* state) noexcept nogil:
    return OK


cdef str renamed(str text, str old, str new):
    """A position text with the name of the other game in front."""
    return new + text[len(old):] if text.startswith(f"{old}/") else text


cdef class LenientJars(Jars):
    def __init__(self):
        super().__init__(NAME)
        self.ops.validate = anything
        self.ops.validate_view = anything

    cdef str write_state(self, const void* state):
        return renamed(Jars.write_state(self, state), "jars", NAME)

    cdef str write_view(self, const void* view):
        return renamed(Jars.write_view(self, view), "jars", NAME)

    cdef int read_state(self, str text, void* state) except -1:
        return Jars.read_state(self, renamed(text, NAME, "jars"), state)

    cdef int read_view(self, str text, void* view) except -1:
        return Jars.read_view(self, renamed(text, NAME, "jars"), view)
