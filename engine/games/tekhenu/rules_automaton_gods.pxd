"""The six god actions as the automaton carries them out (rulebook pp. 23-25): it never pays, gains no goods but scribes,
and without a piece or a place for it nothing happens.
"""

from libc.stdint cimport uint32_t

from egypt.games.tekhenu.state cimport Table, TekhenuState

# The action of `god` with a die. Where several places suit it equally well the choice is left to a lot on the stack.
cdef void act(TekhenuState* s, int god, int colour, int value) noexcept nogil

# Places that suit it equally well, as a bit per cell or site …
cdef uint32_t best_cells(const Table* t) noexcept nogil
cdef uint32_t best_sites(const Table* t) noexcept nogil
# … and what happens there once the lot has fallen.
cdef void build_people_statue(TekhenuState* s, int space) noexcept nogil
cdef void raise_unturned_pillar(TekhenuState* s, int cell, int slot) noexcept nogil
cdef void build_temple_building(TekhenuState* s, int site, int value) noexcept nogil

# What a statue for the god on a Horus space brings it.
cdef void automaton_bonus(TekhenuState* s, int space) noexcept nogil
