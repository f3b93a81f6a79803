"""What a move brings about on the way to the next question: decisions that leave no choice, and the judgement of the scales.

The move is carried out once more, step by step, in a copy. Everything that is told here is public: the secret choices of the
game (which decree is kept, whether one is played before the last scoring) are always asked.
"""

from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move
from egypt.games.tekhenu.describe cimport describe_table
from egypt.games.tekhenu.move_text cimport move_text
from egypt.games.tekhenu.nature cimport carry_out
from egypt.games.tekhenu.rules cimport answer, list_moves, run_step
from egypt.games.tekhenu.state cimport STEP_EDICT, STEP_JUDGEMENT, STEP_KEEP, TekhenuState, pop

from egypt.core.fields import seat_name


cdef dict weighed(const TekhenuState* s):
    """To which side the scales of every seat lean."""
    return {seat_name(seat): s.table.player[seat].balance for seat in range(s.table.header.players)}


cdef list moments(const void* before, Move move):
    cdef TekhenuState s = (<const TekhenuState*>before)[0]
    cdef Move[MAX_MOVES] moves
    cdef int seat, step, number
    found = []
    if s.table.step == STEP_KEEP:
        return found
    if s.table.header.actor == CHANCE:
        carry_out(&s, move)
    else:
        answer(&s, move)
    while True:
        pop(&s.table)
        step = s.table.step
        seat = run_step(&s)
        if step == STEP_JUDGEMENT:
            found.append(("", "", {"phase": "judgement", "balance": weighed(&s)}))
        if s.table.header.actor == OVER or seat == CHANCE:
            return found
        if seat == OVER:
            continue
        s.table.header.actor = seat
        number = list_moves(&s, moves)
        if number > 1 or s.table.step == STEP_KEEP or s.table.step == STEP_EDICT:
            return found
        found.append((seat_name(seat), move_text(moves[0]) if number else "", describe_table(&s.table)))
        if number:
            answer(&s, moves[0])
