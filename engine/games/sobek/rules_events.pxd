"""The event tokens."""

from egypt.core.types cimport Move
from egypt.games.sobek.state cimport SobekState


# A set was played: an event happens while there are tokens.
cdef void trigger_event(SobekState* s) noexcept nogil

# Nature turns over one of the tokens nobody had looked at.
cdef void turn_over_token(SobekState* s, int token) noexcept nogil

# A player has looked at tokens that others had seen before.
cdef void see_tokens(SobekState* s) noexcept nogil

# Embalming shows its player a character of their own pile.
cdef void unwrap(SobekState* s, int kind) noexcept nogil

cdef int legal_events(const SobekState* s, Move* moves) noexcept nogil
cdef void play_event(SobekState* s, Move move) noexcept nogil
