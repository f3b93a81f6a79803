"""The event tokens."""

from engine.core.types cimport Move
from engine.games.sobek.state cimport SobekState


# A set was played: an event happens while there are tokens.
cdef void trigger_event(SobekState* state) noexcept nogil

# Nature turns over one of the tokens nobody had looked at.
cdef void turn_over_token(SobekState* state, int token) noexcept nogil

cdef int list_events(const SobekState* state, Move* moves) noexcept nogil
cdef void play_event(SobekState* state, Move move) noexcept nogil
