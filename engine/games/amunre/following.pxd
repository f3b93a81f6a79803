"""Worlds in which an event can happen, also where hardly any world allows it: GameOps.sample_for of Amun-Re."""

from egypt.core.types cimport Move, Rng

cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil
