"""The event tokens."""

from egypt.core.types cimport Move
from egypt.games.sobek.state cimport SobekState


# A set was played: an event happens while there are tokens.
cdef void trigger_event(SobekState* state) noexcept nogil

# Nature turns over one of the tokens nobody had looked at.
cdef void turn_over_token(SobekState* state, int token) noexcept nogil

# A player has looked at tokens that others had seen before.
cdef void see_tokens(SobekState* state) noexcept nogil

# Embalming shows its player a character of his own pile.
cdef void unwrap(SobekState* state, int kind) noexcept nogil

cdef int list_events(const SobekState* state, Move* moves) noexcept nogil
cdef void play_event(SobekState* state, Move move) noexcept nogil
