"""Set-up: the board, secret decrees, the draft of starting cards (rulebook pp. 6-8)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Table, TekhenuState

cdef void new_game(void* raw, int players, int variant) noexcept nogil
# Bit per seat at which somebody sits; the automaton has no decrees and no starting cards.
cdef int people_seats(const Table* table) noexcept nogil

cdef int list_kept(const TekhenuState* state, Move* moves) noexcept nogil
cdef int draft_seat(const Table* table, int pick) noexcept nogil
cdef int list_draft(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_draft(TekhenuState* state, int card) noexcept nogil
cdef void settle_order(TekhenuState* state) noexcept nogil
cdef void gain_starting(TekhenuState* state, int seat) noexcept nogil
cdef int list_offer(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_offer(TekhenuState* state, int card) noexcept nogil
cdef int list_mixes(const TekhenuState* state, Move* moves) noexcept nogil
cdef void answer_mix(TekhenuState* state, Move move) noexcept nogil
