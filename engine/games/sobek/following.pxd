"""Worlds in which a given event can happen: what following a real table by a seat's own perception needs."""

from egypt.core.types cimport Move, Rng

cdef bint sample_for(const void* view, int actor, Move perceived, Rng* rng, void* state) noexcept nogil
