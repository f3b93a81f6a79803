"""Set-up: the board, secret decrees, the draft of starting cards (rulebook pp. 6-8)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.state cimport Table, TekhenuState

cdef void set_up(TekhenuState* s, int players, int variant) noexcept nogil
# Bit per seat at which somebody sits; the automaton has no decrees and no starting cards.
cdef int people_seats(const Table* t) noexcept nogil

cdef int list_kept(const TekhenuState* s, Move* moves) noexcept nogil
cdef int draft_seat(const Table* t, int pick) noexcept nogil
cdef int list_draft(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_draft(TekhenuState* s, int card) noexcept nogil
cdef void settle_order(TekhenuState* s) noexcept nogil
cdef void gain_starting(TekhenuState* s, int seat) noexcept nogil
cdef int list_offer(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_offer(TekhenuState* s, int card) noexcept nogil
cdef int list_mixes(const TekhenuState* s, Move* moves) noexcept nogil
cdef void answer_mix(TekhenuState* s, Move move) noexcept nogil
