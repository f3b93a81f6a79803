"""Whether the automaton's pyramid and marker agree with the course of the game."""

from egypt.games.tekhenu.state cimport Table

# `turns`: that it has had since the last Maat phase, and has moved its marker in.
cdef bint automaton_fits(const Table* t, int turns) noexcept nogil
