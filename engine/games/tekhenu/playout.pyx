"""Random decisions in one go: the moves that `apply_and_run` has listed need not be listed again."""

from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move
from egypt.games.tekhenu.rules cimport apply_and_run, draw_and_run, list_moves
from egypt.games.tekhenu.state cimport TekhenuState


cdef int playout(void* state, Rng* rng, int limit) noexcept nogil:
    cdef TekhenuState* s = <TekhenuState*>state
    cdef Move[MAX_MOVES] moves
    cdef int played = 0
    cdef int number = 0
    if s.table.header.actor >= 0:
        number = list_moves(s, moves)
    while s.table.header.actor != OVER:
        if s.table.header.actor == CHANCE:
            number = draw_and_run(s, rng, moves)
        elif played < limit:
            number = apply_and_run(s, moves[rng_below(rng, number) if number > 1 else 0], moves)
            played += 1
        else:
            break
    return played
