from egypt.core.game cimport Game


cdef class Jars(Game):
    pass
