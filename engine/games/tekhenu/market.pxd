"""Decks, discard piles, the card market and the row of pillar tiles; and who may know which decree is where."""

from libc.stdint cimport uint8_t, uint32_t

from egypt.games.tekhenu.state cimport SECTION_NB, Player, Table, TekhenuState
from egypt.games.tekhenu.tables cimport TABLES


cdef inline int cards_in(const Table* t, int section) noexcept nogil:
    cdef const uint8_t* slots = t.market + 4 * section
    return (slots[0] != 0) + (slots[1] != 0) + (slots[2] != 0) + (slots[3] != 0)


cdef inline int usable_sections(int happiness) noexcept nogil:
    """How many sections, from the first on, a player with that happiness may use."""
    cdef int section = 0
    while section < SECTION_NB and happiness >= TABLES.section_from[section]:
        section += 1
    return section


# The cards that may come next from a deck, each equally likely; 0 if there is none. Shuffles nothing.
cdef uint32_t next_cards(const TekhenuState* s, int deck) noexcept nogil
# Shuffles the discard pile if the deck has run out; whether there is a card to draw now.
cdef bint deck_ready(TekhenuState* s, int deck) noexcept nogil

# Fills empty places of a section: all of them, or those of a bit mask that is not 0.
cdef void fill_section(TekhenuState* s, int section, int places) noexcept nogil
cdef void fill_open_sections(TekhenuState* s) noexcept nogil
cdef void lay_card(TekhenuState* s, int slot, int card) noexcept nogil
cdef void refresh_section(TekhenuState* s, int section) noexcept nogil
cdef void take_card(TekhenuState* s, int seat, int slot) noexcept nogil

# Closes the gap that a pillar tile has left in its row; a new one is drawn.
cdef void slide_tiles(TekhenuState* s) noexcept nogil

# Decrees that only their owner sees.
cdef void draw_secret_decree(TekhenuState* s, int seat, int card) noexcept nogil
cdef void keep_decree(TekhenuState* s, int seat, int card) noexcept nogil
cdef void put_decrees_under(TekhenuState* s) noexcept nogil
cdef void show_decree(TekhenuState* s, int seat, int card) noexcept nogil
# Whether blessings for any time may open a section for which the deck of blessings must be shuffled anew.
cdef bint can_shuffle(const Table* t, const Player* player, uint32_t cards) noexcept nogil
