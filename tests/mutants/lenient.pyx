"""Jars that accepts whatever can be parsed, and Jars whose rules write what no text says: the mutants must find out, or they
prove nothing.
"""

from egypt.core.types cimport OK, Move, StateHeader
from tests.toy.jars cimport rules
from tests.toy.jars.game cimport Jars


cdef int anything(const void* state) noexcept nogil:
    return OK


cdef void stray(void* state, Move move) noexcept nogil:
    """As the rules say, and a byte that has no meaning."""
    rules.apply(state, move)
    (<StateHeader*>state).spare[0] = 1


cdef str renamed(str text, str old, str new):
    """A position text with the name of the other game in front."""
    return new + text[len(old):] if text.startswith(f"{old}/") else text


cdef class LenientJars(Jars):
    def __init__(self, str name="lenient"):
        super().__init__(name)
        self.ops.validate = anything
        self.ops.validate_view = anything

    cdef str write_state(self, const void* state):
        return renamed(Jars.write_state(self, state), "jars", self.name)

    cdef str write_view(self, const void* view):
        return renamed(Jars.write_view(self, view), "jars", self.name)

    cdef int read_state(self, str text, void* state) except -1:
        return Jars.read_state(self, renamed(text, self.name, "jars"), state)

    cdef int read_view(self, str text, void* view) except -1:
        return Jars.read_view(self, renamed(text, self.name, "jars"), view)


cdef class StrayingJars(LenientJars):
    def __init__(self):
        super().__init__("straying")
        self.ops.apply = stray
