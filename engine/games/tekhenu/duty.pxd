"""What a turn owes, and whether it can still be done (rulebook pp. 10, 15, 30)."""

from egypt.core.types cimport Move
from egypt.games.tekhenu.gains cimport has, takes_on_trust
from egypt.games.tekhenu.state cimport (
    ANUBIS, GREY, MAIN_DONE, RECOLOUR, STEP_DRAW_DECREE, STEP_MODIFY, STEP_TURN, STEP_USE, TAINTED, WORKED, Player,
    Table, TekhenuState, has_extras,
)
from egypt.games.tekhenu.tables cimport (
    BLESSING_NEIGHBOUR, BLESSING_OPPOSITE, BLESSING_RECOLOUR, TABLES, TECH_TAINTED_WORK,
)


cdef enum:                  # how far `advance` goes
    IN_GAME
    TO_QUESTION
    UNTIL_DONE              # as TO_QUESTION, and no further once nothing is owed any more

# How a game goes on, as rules.pyx has it: to the next question, what may be answered, what an answer leads to.
ctypedef struct Steps:
    int (*advance)(TekhenuState* s, Move* moves, int mode) noexcept nogil
    int (*list_answers)(const TekhenuState* s, Move* moves) noexcept nogil
    void (*answer)(TekhenuState* s, Move move) noexcept nogil


cdef inline bint owes_action(const Table* t) noexcept nogil:
    """Whether something is still to be done with the die that cannot be done in every case. A normal action with a die that
    has a colour can: it may produce, unless it has already done so and owes the action of its god.
    """
    if has_extras(&t.turn):
        return True
    if t.turn.flags & (MAIN_DONE | ANUBIS):
        return False
    return t.turn.colour == GREY or t.turn.flags & (WORKED | RECOLOUR) != 0


cdef inline bint is_bound(const Table* t) noexcept nogil:
    """Whether some answer to the current question may lead to a turn that cannot be finished."""
    cdef const Player* player = &t.player[t.seat]
    if t.step < STEP_TURN or t.step > STEP_DRAW_DECREE or t.header.actor != t.seat:
        return False
    if t.turn.die == 0:
        return t.step == STEP_TURN and takes_on_trust(player)
    if owes_action(t):
        return True
    if t.step == STEP_MODIFY:
        return player.blessings & (TABLES.blessing_with[BLESSING_RECOLOUR] | TABLES.blessing_with[BLESSING_NEIGHBOUR]
                                   | TABLES.blessing_with[BLESSING_OPPOSITE]) != 0
    return (t.step == STEP_USE and t.turn.pan == TAINTED and not t.turn.flags & (MAIN_DONE | ANUBIS)
            and has(player, TECH_TAINTED_WORK))


# Of the answers to the current question those after which the turn can be finished, in the same order; returns their number.
# If there are none, the seat that is asked does what it can.
cdef int keep_possible(const Steps* steps, const TekhenuState* s, Move* moves, int number) noexcept nogil
