"""Rotation, Maat phase, scoring and the end (rulebook pp. 11-13)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport TekhenuState

cdef void next_round(TekhenuState* state) noexcept nogil
cdef void next_turn(TekhenuState* state, int place) noexcept nogil
cdef void end_turn(TekhenuState* state) noexcept nogil
cdef void rotate_wheel(TekhenuState* state) noexcept nogil

# Steps that go around the table: each readies the seat at a place of the turn order, and returns it if it has to be asked.
cdef int ask_faith(TekhenuState* state, int place) noexcept nogil
cdef int list_faith(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_faith(TekhenuState* state, Move move) noexcept nogil
cdef void judge(TekhenuState* state) noexcept nogil

cdef int ask_edict(TekhenuState* state, int place) noexcept nogil
cdef int list_edicts(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_edict(TekhenuState* state, Move move) noexcept nogil

cdef void score(TekhenuState* state) noexcept nogil
cdef int ask_upkeep(TekhenuState* state, int place) noexcept nogil
cdef void answer_upkeep(TekhenuState* state, Move move) noexcept nogil
cdef bint has_secret_decrees(const TekhenuState* state, int seat) noexcept nogil
cdef void reveal_decrees(TekhenuState* state, int seat) noexcept nogil
cdef void finish(TekhenuState* state) noexcept nogil
cdef void collect(TekhenuState* state) noexcept nogil

cdef int ask_destiny(TekhenuState* state, int place) noexcept nogil
cdef int list_destinies(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_destiny(TekhenuState* state, int card) noexcept nogil
cdef void gain_destiny(TekhenuState* state, int seat) noexcept nogil
cdef void answer_marker(TekhenuState* state, int marker) noexcept nogil
