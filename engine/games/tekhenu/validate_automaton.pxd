"""Whether the automaton's pyramid and marker agree with the course of the game."""

from egypt.games.tekhenu.state cimport Table

cdef bint automaton_fits(const Table* table) noexcept nogil
