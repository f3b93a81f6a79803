"""Rotation, Maat phase, scoring and the end (rulebook pp. 11-13)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport PURE, TAINTED, Player, TekhenuState, die_face, die_sector
from egypt.games.tekhenu.tables cimport TABLES


cdef inline int weigh(const Player* player) noexcept nogil:
    """The balance of a player's scales before faith: pure pips less tainted pips and surplus."""
    cdef int i, pan, balance = -player.surplus * TABLES.surplus_weight
    for i in range(player.dice):
        pan = die_sector(player.die[i])
        if pan == PURE:
            balance += die_face(player.die[i])
        elif pan == TAINTED:
            balance -= die_face(player.die[i])
    return balance


cdef void next_round(TekhenuState* s) noexcept nogil
cdef void next_turn(TekhenuState* s, int place) noexcept nogil
cdef void end_turn(TekhenuState* s) noexcept nogil
cdef void rotate_wheel(TekhenuState* s) noexcept nogil

# Steps that go around the table: each readies the seat at a place of the turn order, and returns it if it has to be asked.
cdef int ask_faith(TekhenuState* s, int place) noexcept nogil
cdef int list_faith(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_faith(TekhenuState* s, Move move) noexcept nogil
cdef void judge(TekhenuState* s) noexcept nogil

cdef int ask_edict(TekhenuState* s, int place) noexcept nogil
cdef int list_edicts(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_edict(TekhenuState* s, Move move) noexcept nogil

cdef void score(TekhenuState* s) noexcept nogil
cdef int ask_upkeep(TekhenuState* s, int place) noexcept nogil
cdef void answer_upkeep(TekhenuState* s, Move move) noexcept nogil
cdef bint has_secret_decrees(const TekhenuState* s, int seat) noexcept nogil
cdef void reveal_decrees(TekhenuState* s, int seat) noexcept nogil
# After a whole Maat phase: what a technology brings the first and the last of the turn order.
cdef void reward_order(TekhenuState* s) noexcept nogil
cdef void finish(TekhenuState* s) noexcept nogil
cdef void collect(TekhenuState* s) noexcept nogil

cdef int ask_destiny(TekhenuState* s, int place) noexcept nogil
cdef int list_destinies(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_destiny(TekhenuState* s, int card) noexcept nogil
cdef void gain_destiny(TekhenuState* s, int seat) noexcept nogil
cdef void answer_marker(TekhenuState* s, int marker) noexcept nogil
