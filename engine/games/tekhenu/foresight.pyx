"""A turn that is under way, played out statically; and sensible moves for it."""

from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng
from egypt.games.tekhenu.moves cimport (
    MOVE_BLESS, MOVE_CARDS, MOVE_GO, MOVE_USE, USE_WORK_FIRST, move_a, move_b, move_c, move_kind,
)
from egypt.games.tekhenu.rules cimport apply_and_run, draw_and_run, legal_moves
from egypt.games.tekhenu.state cimport (
    BASIC_NB, FREE_VALUE, STEP_BONUS, STEP_CARDS, STEP_CELL, STEP_DISTRICT, STEP_END_TURN, STEP_FREE_ACTION,
    STEP_MARKER, STEP_PAY, STEP_ROTATE, STEP_SHIFT, STEP_SITE, STEP_STATUE, STEP_TILE_HORUS, STEP_TURN, STEP_USE,
    Player, Table, TekhenuState, die_face,
)
from egypt.games.tekhenu.step_arguments cimport row_in
from egypt.games.tekhenu.tables cimport TABLES
from egypt.games.tekhenu.worth cimport (
    RESOURCE_WORTH, SCRIBE_WORTH, action_worth, best_rotation, card_worth, cell_worth, district_worth, site_worth,
    statue_worth,
)

cdef enum:
    FORESIGHT_SEED = 20200917   # what is drawn on the way is drawn the same every time
    LAST_RESORT = -9        # a blessing that is kept if a die can be taken
    NO_USE = -20            # a blessing where an action can be done
    WORST = -10000          # below all worths


cdef bint is_turn_under_way(const Table* t) noexcept nogil:
    """The turn's end lies at the bottom of the stack, and the first die is not just about to be taken."""
    if t.header.actor == OVER or t.stack[0].step != STEP_END_TURN:
        return False
    return t.step != STEP_TURN or t.turn.flags != 0


cdef void foresee(TekhenuState* s) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Rng rng = FORESIGHT_SEED
    cdef int number = 0
    if s.table.header.actor >= 0:
        number = legal_moves(s, moves)
    while is_turn_under_way(&s.table):
        if s.table.header.actor == CHANCE:
            number = draw_and_run(s, &rng, moves)
        else:
            number = apply_and_run(s, sensible_move(s, moves, number), moves)


# -- sensible moves -----------------------------------------------------------------------------------------

cdef int move_worth(const TekhenuState* s, Move move) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef int step = t.step
    if step == STEP_TURN:
        return die_face(move_c(move)) if move_kind(move) != MOVE_BLESS else LAST_RESORT + die_face(move_c(move))
    if step == STEP_USE:
        return use_worth(t, move)
    if step == STEP_SHIFT:
        return action_worth(t, t.argument, move_c(move))
    if step == STEP_FREE_ACTION:
        return action_worth(t, move_b(move), move_c(move))
    if step == STEP_STATUE:
        return statue_worth(t, move_c(move))
    if step == STEP_CELL:
        return cell_worth(t, move_c(move), t.slot[t.argument] - 1)
    if step == STEP_ROTATE:
        return move_c(move) == best_rotation(t, t.argument, t.slot[TABLES.ra_slot[t.turn.value]] - 1)
    if step == STEP_SITE:
        return site_worth(t, move_c(move))
    if step == STEP_CARDS:
        return cards_worth(t, move)
    if step == STEP_DISTRICT:
        return district_worth(t, row_in(t.argument), move_a(move), move_b(move), move_c(move))
    if step == STEP_BONUS:
        return -t.player[t.header.actor].goods[move_c(move)]
    if step == STEP_MARKER:
        return move_c(move) == (player.happiness < player.population)
    if step == STEP_TILE_HORUS:
        return move_kind(move) == MOVE_BLESS
    if step == STEP_PAY:    # basic resources first: they are listed last
        return 0
    return move_kind(move) == MOVE_GO


cdef int use_worth(const Table* t, Move move) noexcept nogil:
    cdef int distance
    if move_kind(move) != MOVE_USE:
        return NO_USE
    distance = move_c(move) - t.turn.face if move_c(move) > t.turn.face else t.turn.face - move_c(move)
    if t.turn.effective or t.turn.flags & FREE_VALUE:
        distance = 0
    return (action_worth(t, move_b(move), move_c(move)) - (distance + 1) // 2 * SCRIBE_WORTH
            + (2 * RESOURCE_WORTH if move_a(move) == USE_WORK_FIRST else 0))


cdef int cards_worth(const Table* t, Move move) noexcept nogil:
    cdef int place, worth = 0
    if move_kind(move) != MOVE_CARDS:
        return -1
    for place in range(4):
        if move_c(move) >> place & 1:
            worth += card_worth(t, t.market[4 * move_a(move) + place] - 1)
    return worth


cdef Move sensible_move(const TekhenuState* s, const Move* moves, int number) noexcept nogil:
    """The best by rules of thumb; of equal ones the last, which for payments is the one with least gold."""
    cdef Move best = moves[number - 1]
    cdef int i, worth, most = WORST
    if s.table.step == STEP_PAY:
        return moves[0] if s.table.turn.due[BASIC_NB] else best
    for i in range(number):
        worth = move_worth(s, moves[i])
        if worth >= most:
            most = worth
            best = moves[i]
    return best
