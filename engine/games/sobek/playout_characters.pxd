"""The seven characters among loose cards (loose.pxd)."""

from egypt.core.types cimport Move
from egypt.games.sobek.loose cimport Loose
from egypt.games.sobek.state cimport SobekState


# The ways to play the characters of the hand, each once, in any order; returns their number. The moves are those of
# rules_characters, but a High Priest's does not name the goods.
cdef int list_loose_characters(const SobekState* state, const Loose* loose, Move* moves) noexcept nogil

# Leaves the phase at PHASE_TURN where the turn is over.
cdef void play_loose_character(SobekState* state, Loose* loose, Move move) noexcept nogil

cdef void drop_loose_card(SobekState* state, Loose* loose, int kind) noexcept nogil
cdef void retrieve_loose_card(SobekState* state, Loose* loose, int kind) noexcept nogil
