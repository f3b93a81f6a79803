"""Horus: build a statue for a god or for the people (rulebook pp. 16-17); and what statues bring their owners later."""

from libc.stdint cimport uint8_t

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Player, Table, TekhenuState

# Values 1..6 (as bits 1..6) with which the action can be done by a player with these goods; `free`: at no cost.
cdef int horus_values(const Table* t, const Player* player, const uint8_t* goods, bint free) noexcept nogil
cdef void begin_horus(TekhenuState* s, int spaces) noexcept nogil
cdef int list_statue_places(const TekhenuState* s, Move* moves) noexcept nogil
cdef void choose_statue_place(TekhenuState* s, int place) noexcept nogil
cdef void build_statue(TekhenuState* s, int place) noexcept nogil

# Bonuses for statues of a god, seat by seat; stops at a seat that has a choice and returns it, else NOBODY.
cdef int pay_bonuses(TekhenuState* s) noexcept nogil
cdef int list_bonus(const TekhenuState* s, Move* moves) noexcept nogil
cdef void choose_bonus(TekhenuState* s, int kind) noexcept nogil
cdef int bonus_seat(const Table* t, int place) noexcept nogil
