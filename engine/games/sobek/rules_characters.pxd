"""The seven characters."""

from egypt.core.types cimport Move
from egypt.games.sobek.state cimport SobekState


# Writes the ways to play the characters of a hand; returns their number.
cdef int legal_characters(const SobekState* s, Move* moves) noexcept nogil

cdef void play_character(SobekState* s, Move move) noexcept nogil

# The Scribe's victims.
cdef int legal_drops(const SobekState* s, Move* moves) noexcept nogil
cdef void drop_card(SobekState* s, int kind) noexcept nogil

# Characters of the family named go that the High Priest's player had not seen; `mates`: bit each.
cdef int mates_in_pile(const SobekState* s) noexcept nogil
cdef void purge(SobekState* s, int mates) noexcept nogil

# The move listed for a Merchant sent to one of several equal neighbours; 0 if the move is none.
cdef Move listed_merchant(const SobekState* s, Move move) noexcept nogil

# Who sees the face of a card that the Vizier takes: bit per seat.
cdef int retrieve_witnesses(const SobekState* s, int kind) noexcept nogil

# The Vizier turns over the next card of the pile, or has seen it all and chooses.
cdef void see_card(SobekState* s, int kind) noexcept nogil

# The Vizier's choice.
cdef int legal_retrievals(const SobekState* s, Move* moves) noexcept nogil
cdef void retrieve_card(SobekState* s, int kind) noexcept nogil

# The Thief's random card.
cdef void take_stolen(SobekState* s, int kind) noexcept nogil

# One of the Queen's cards.
cdef void take_queen_card(SobekState* s, int kind) noexcept nogil
