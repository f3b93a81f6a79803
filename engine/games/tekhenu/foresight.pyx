"""A turn that is under way, thought through to its end; and sensible moves for it."""

from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng
from egypt.games.tekhenu.moves cimport (
    BLESS, CARDS, GO, USE, USE_WORK_FIRST, move_a, move_b, move_c, move_verb,
)
from egypt.games.tekhenu.nature cimport draw_outcome
from egypt.games.tekhenu.rules cimport go_on, legal_moves
from egypt.games.tekhenu.state cimport (
    BASIC_NB, STEP_BONUS, STEP_CARDS, STEP_CELL, STEP_DISTRICT, STEP_END_TURN, STEP_FREE_ACTION, STEP_MARKER, STEP_PAY,
    STEP_ROTATE, STEP_SHIFT, STEP_SITE, STEP_STATUE, STEP_TILE_HORUS, STEP_TURN, STEP_USE, Player, Table, TekhenuState,
    die_face,
)
from egypt.games.tekhenu.tables cimport T
from egypt.games.tekhenu.worth cimport (
    RESOURCE_WORTH, SCRIBE_WORTH, action_worth, best_rotation, card_worth, cell_worth, district_worth, site_worth,
    statue_worth,
)

cdef enum:
    FORESIGHT_SEED = 20200917   # what is drawn on the way is drawn the same every time


cdef bint is_turn_under_way(const Table* table) noexcept nogil:
    """The turn's end lies at the bottom of the stack, and the first die is not just about to be taken."""
    if table.header.actor == OVER or table.stack[0].step != STEP_END_TURN:
        return False
    return table.step != STEP_TURN or table.turn.flags != 0


cdef void foresee(TekhenuState* state) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    cdef Rng rng = FORESIGHT_SEED
    cdef int number = 0
    if state.table.header.actor >= 0:
        number = legal_moves(state, moves)
    while is_turn_under_way(&state.table):
        if state.table.header.actor == CHANCE:
            number = go_on(state, draw_outcome(state, &rng), moves)
        else:
            number = go_on(state, sensible_move(state, moves, number), moves)


# -- sensible moves -----------------------------------------------------------------------------------------

cdef int move_worth(const TekhenuState* state, Move move) noexcept nogil:
    cdef const Table* table = &state.table
    cdef const Player* player = &table.player[table.seat]
    cdef int step = table.step
    if step == STEP_TURN:
        return die_face(move_c(move)) - 9 * (move_verb(move) == BLESS)
    if step == STEP_USE:
        return use_worth(table, move)
    if step == STEP_SHIFT:
        return action_worth(table, table.argument, move_c(move))
    if step == STEP_FREE_ACTION:
        return action_worth(table, move_b(move), move_c(move))
    if step == STEP_STATUE:
        return statue_worth(table, move_c(move))
    if step == STEP_CELL:
        return cell_worth(table, move_c(move), table.slot[table.argument] - 1)
    if step == STEP_ROTATE:
        return move_c(move) == best_rotation(table, table.argument, table.slot[T.ra_slot[table.turn.value]] - 1)
    if step == STEP_SITE:
        return site_worth(table, move_c(move))
    if step == STEP_CARDS:
        return cards_worth(table, move)
    if step == STEP_DISTRICT:
        return district_worth(table, table.argument & 7, move_a(move), move_b(move), move_c(move))
    if step == STEP_BONUS:
        return -table.player[table.header.actor].goods[move_c(move)]
    if step == STEP_MARKER:
        return move_c(move) == (player.happiness < player.population)
    if step == STEP_TILE_HORUS:
        return move_verb(move) == BLESS
    if step == STEP_PAY:    # basic resources first: they are listed last
        return 0
    return move_verb(move) == GO


cdef int use_worth(const Table* table, Move move) noexcept nogil:
    cdef int distance
    if move_verb(move) != USE:
        return -20
    distance = move_c(move) - table.turn.face if move_c(move) > table.turn.face else table.turn.face - move_c(move)
    if table.turn.effective or table.turn.flags & 2:
        distance = 0
    return (action_worth(table, move_b(move), move_c(move)) - (distance + 1) // 2 * SCRIBE_WORTH
            + (2 * RESOURCE_WORTH if move_a(move) == USE_WORK_FIRST else 0))


cdef int cards_worth(const Table* table, Move move) noexcept nogil:
    cdef int place, worth = 0
    if move_verb(move) != CARDS:
        return -1
    for place in range(4):
        if move_c(move) >> place & 1:
            worth += card_worth(table, table.market[4 * move_a(move) + place] - 1)
    return worth


cdef Move sensible_move(const TekhenuState* state, const Move* moves, int number) noexcept nogil:
    """The best by rules of thumb; of equal ones the last, which for payments is the one with least gold."""
    cdef Move best = moves[number - 1]
    cdef int i, worth, most = -10000
    if state.table.step == STEP_PAY:
        return moves[0] if state.table.turn.due[BASIC_NB] else best
    for i in range(number):
        worth = move_worth(state, moves[i])
        if worth >= most:
            most = worth
            best = moves[i]
    return best
