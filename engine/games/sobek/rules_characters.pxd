"""The seven characters."""

from egypt.core.types cimport Move
from egypt.games.sobek.state cimport SobekState


# Writes the ways to play the characters of a hand; returns their number.
cdef int list_characters(const SobekState* state, Move* moves) noexcept nogil

cdef void play_character(SobekState* state, Move move) noexcept nogil

# The Scribe's victims.
cdef int list_drops(const SobekState* state, Move* moves) noexcept nogil
cdef void drop_card(SobekState* state, int kind) noexcept nogil

# Characters of the family named go that the High Priest's player had not seen; `mates`: bit each.
cdef int mates_in_pile(const SobekState* state) noexcept nogil
cdef void purge(SobekState* state, int mates) noexcept nogil

# The move listed for a Merchant sent to one of several equal neighbours; 0 if the move is none.
cdef Move listed_merchant(const SobekState* state, Move move) noexcept nogil

# Who sees the face of a card that the Vizier takes: bit per seat.
cdef int retrieve_witnesses(const SobekState* state, int kind) noexcept nogil

# The Vizier turns over the next card of the pile, or has seen it all and chooses.
cdef void see_card(SobekState* state, int kind) noexcept nogil

# The Vizier's choice.
cdef int list_retrievals(const SobekState* state, Move* moves) noexcept nogil
cdef void retrieve_card(SobekState* state, int kind) noexcept nogil

# The Thief's random card.
cdef void take_stolen(SobekState* state, int kind) noexcept nogil

# One of the Queen's cards.
cdef void take_queen_card(SobekState* state, int kind) noexcept nogil
