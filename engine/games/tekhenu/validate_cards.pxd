"""Every card lies in one place, and what is known of the secret ones agrees with where they are."""

from egypt.games.tekhenu.faults cimport Fault
from egypt.games.tekhenu.state cimport Table, TekhenuState

cdef int check_market(const Table* t, Fault* fault) noexcept nogil
# Blessings or technologies.
cdef int check_open_deck(const Table* t, int deck, Fault* fault) noexcept nogil
cdef int check_decrees(const TekhenuState* s, Fault* fault) noexcept nogil
