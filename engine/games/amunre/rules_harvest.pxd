"""The Harvest phase (p. 7), and what follows it: the next round, scoring, the next age, the end (p. 8)."""

from egypt.core.types cimport Move
from egypt.games.amunre.state cimport AmunreState, Table

cdef void begin_harvest(AmunreState* s) noexcept nogil
cdef int legal_harvests(const AmunreState* s, Move* moves) noexcept nogil
cdef void play_treasury(AmunreState* s, int province) noexcept nogil
cdef void play_big_harvest(AmunreState* s, int province) noexcept nogil
cdef void collect(AmunreState* s) noexcept nogil

# What a province yields on a tile.
cdef int province_income(const Table* t, int province, int tile) noexcept nogil

cdef int legal_scores(const AmunreState* s, Move* moves) noexcept nogil
cdef void score_card(AmunreState* s, int kind) noexcept nogil
cdef void end_scoring_turn(AmunreState* s) noexcept nogil
