"""The course of the game: a stack of steps, run until somebody must answer.

A step either does something at once, or asks: nature, or a seat. A seat with only one answer is not asked. What the answers
mean stands in the files of the chapters.
"""

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng
from egypt.games.tekhenu.actions cimport begin_action, begin_virtual_action
from egypt.games.tekhenu.duty cimport IN_GAME, UNTIL_DONE, Steps, is_bound, keep_possible, owes_action
from egypt.games.tekhenu.gains cimport remember_window
from egypt.games.tekhenu.market cimport fill_section, keep_decree, put_decrees_under
from egypt.games.tekhenu.moves cimport (
    MOVE_BLESS, MOVE_GO, MOVE_MARKER, MOVE_PASS, MOVE_REFRESH, make_move, move_a, move_b, move_c, move_kind,
)
from egypt.games.tekhenu.nature cimport carry_out, draw_outcome, has_outcome, list_outcomes, pool_of, roll_dice
from egypt.games.tekhenu.payment cimport list_payments, list_upkeep, pay, pay_by_blessing
from egypt.games.tekhenu.rules_hathor cimport build_site, choose_site, hold_festival, list_sites
from egypt.games.tekhenu.rules_horus cimport (
    build_statue, choose_bonus, choose_statue_place, list_bonus, list_statue_places, pay_bonuses,
)
from egypt.games.tekhenu.rules_maat cimport (
    answer_destiny, answer_edict, answer_faith, answer_marker, answer_upkeep, ask_destiny, ask_edict, ask_faith,
    ask_upkeep, collect, end_turn, finish, gain_destiny, has_secret_decrees, judge, list_destinies, list_edicts,
    list_faith, next_round, next_turn, rotate_wheel, score,
)
from egypt.games.tekhenu.rules_osiris cimport build_shop, list_districts
from egypt.games.tekhenu.rules_production cimport bless_yield, list_yield, produce
from egypt.games.tekhenu.rules_ra cimport (
    answer_tile_horus, choose_rotation, finish_pillar, list_cells, list_rotations, list_tile_horus, raise_pillar,
)
from egypt.games.tekhenu.rules_setup cimport (
    answer_draft, answer_mix, answer_offer, draft_seat, gain_starting, list_draft, list_kept, list_mixes, list_offer,
    people_seats, set_up, settle_order,
)
from egypt.games.tekhenu.rules_thoth cimport (
    choose_cards, choose_refresh, keep_affordable, leave_market, list_cards, refresh, take_cards,
)
from egypt.games.tekhenu.rules_turn cimport (
    answer_late_blessing, answer_modifier, answer_shift, answer_turn, answer_use, bless_in_between, list_any_time,
    list_free_actions, list_late_blessings, list_modifiers, list_shifts, list_turn, list_uses,
)
from egypt.games.tekhenu.state cimport (
    MAIN_DONE, NOBODY, RECOLOUR, STEP_BEGIN, STEP_BEGIN_FREE, STEP_BEGIN_VIRTUAL, STEP_BONUS, STEP_BUILD_SITE,
    STEP_BUILD_STATUE, STEP_CARD, STEP_CARDS, STEP_CELL, STEP_COLLECT, STEP_DEAL, STEP_DESTINY, STEP_DESTINY_GAIN,
    STEP_DICE, STEP_DISTRICT, STEP_DRAFT, STEP_DRAFTER, STEP_DRAW_DECREE, STEP_EDICT, STEP_END_TURN, STEP_FAITH,
    STEP_FESTIVAL, STEP_FILL, STEP_FINISH, STEP_FINISH_PILLAR, STEP_FREE_ACTION, STEP_GOD_TILE, STEP_JUDGEMENT,
    STEP_KEEP, STEP_KEEP_OFFER, STEP_LATE_BLESSING, STEP_MARKER, STEP_MIX, STEP_MODIFY, STEP_NEXT_ROUND,
    STEP_NEXT_TURN, STEP_OFFER, STEP_OVER, STEP_PAY, STEP_PYRAMID, STEP_RAISE_PILLAR, STEP_REFRESH, STEP_REVEAL,
    STEP_ROTATE, STEP_ROTATION, STEP_SCORE, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_SHIFT, STEP_SITE, STEP_STARTING,
    STEP_STARTING_GAIN, STEP_STATUE, STEP_SUN, STEP_TAKE_CARDS, STEP_TILE, STEP_TILE_HORUS, STEP_TURN, STEP_UPKEEP,
    STEP_USE, STEP_YIELD, Table, TekhenuState, has_extras, pop, push,
)
from egypt.games.tekhenu.step_arguments cimport (
    action_in, filled_places, filled_section, places_in, section_in, value_in, with_value,
)
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, TABLES


# -- steps that ask nobody, or find out whom to ask -----------------------------------------------------------

cdef int run_step(TekhenuState* s) noexcept nogil:
    """Carries out the current step as far as it goes by itself. Returns the seat that must answer, CHANCE, or OVER if no
    seat is asked (any more) and the next step is due.
    """
    cdef Table* t = &s.table
    cdef int step = t.step
    cdef int argument = t.argument
    cdef int seat = OVER
    if STEP_TURN <= step <= STEP_PAY:       # half of all steps; each asks the turn player
        return t.seat
    if step == STEP_BEGIN:
        begin_action(s, action_in(argument), value_in(argument))
    elif step == STEP_BEGIN_VIRTUAL:
        begin_virtual_action(s, action_in(argument), value_in(argument), False)
    elif step == STEP_BEGIN_FREE:
        begin_virtual_action(s, action_in(argument), value_in(argument), True)
    elif step == STEP_BONUS:
        seat = pay_bonuses(s)
    elif step == STEP_BUILD_STATUE:
        build_statue(s, argument)
    elif step == STEP_RAISE_PILLAR:
        raise_pillar(s, argument)
    elif step == STEP_FINISH_PILLAR:
        finish_pillar(s, argument)
    elif step == STEP_BUILD_SITE:
        build_site(s, argument)
    elif step == STEP_FESTIVAL:
        hold_festival(s)
    elif step == STEP_TAKE_CARDS:
        take_cards(s, section_in(argument), places_in(argument))
    elif step == STEP_REFRESH:
        refresh(s, argument)
    elif step == STEP_FILL:
        fill_section(s, filled_section(argument), filled_places(argument))
    elif step == STEP_END_TURN:
        end_turn(s)
    else:
        return run_step_between_turns(s, step, argument)
    return seat if seat != NOBODY else OVER


cdef int run_step_between_turns(TekhenuState* s, int step, int argument) noexcept nogil:
    """The same for rounds, Maat and scoring, for the set-up, and for all steps that ask somebody at once."""
    cdef Table* t = &s.table
    cdef int seat = OVER
    if step == STEP_NEXT_TURN:
        next_turn(s, argument)
    elif step == STEP_NEXT_ROUND or step == STEP_SETTLED:
        next_round(s)
    elif step == STEP_ROTATION:
        rotate_wheel(s)
    elif step == STEP_FAITH:
        seat = ask_faith(s, argument)
    elif step == STEP_JUDGEMENT:
        judge(s)
    elif step == STEP_EDICT:
        seat = ask_edict(s, argument)
    elif step == STEP_SCORE:
        score(s)
    elif step == STEP_UPKEEP:
        seat = ask_upkeep(s, argument)
    elif step == STEP_REVEAL:
        return CHANCE if has_secret_decrees(s, argument) else OVER
    elif step == STEP_FINISH:
        finish(s)
    elif step == STEP_COLLECT:
        collect(s)
    elif step == STEP_DESTINY:
        seat = ask_destiny(s, argument)
    elif step == STEP_DESTINY_GAIN:
        gain_destiny(s, argument)
    elif step == STEP_SETTLE_ORDER:
        settle_order(s)
    elif step == STEP_STARTING_GAIN:
        gain_starting(s, argument)
    elif step == STEP_DRAFT:
        return draft_seat(t, argument)
    elif step == STEP_KEEP:
        t.header.pending = people_seats(t)
        return lowest_bit(t.header.pending)
    elif is_natures(step):
        return CHANCE if has_outcome(s) else OVER
    else:
        return t.seat
    return seat if seat != NOBODY else OVER


cdef bint is_natures(int step) noexcept nogil:
    """Whether nature acts in a step."""
    return (step == STEP_DICE or step == STEP_CARD or step == STEP_TILE or step == STEP_DRAW_DECREE
            or STEP_PYRAMID <= step < STEP_OVER or step == STEP_SUN or step == STEP_GOD_TILE or step == STEP_DEAL
            or step == STEP_STARTING or step == STEP_DRAFTER or step == STEP_OFFER)


cdef inline bint can_only_go_on(const Table* t) noexcept nogil:
    """Whether a look shows that GO is the only answer: most dice are taken without a blessing and used once."""
    if t.step == STEP_USE:
        return t.turn.flags & MAIN_DONE and not has_extras(&t.turn)
    if t.player[t.seat].blessings:
        return False
    return t.step == STEP_YIELD or t.step == STEP_LATE_BLESSING or (
        t.step == STEP_MODIFY and not t.turn.flags & RECOLOUR)


cdef int advance(TekhenuState* s, Move* moves, int mode) noexcept nogil:
    """Goes on to the next question. In a game, a seat with only one answer is not asked; a caller that plays ahead gets
    every question with all its answers.
    """
    cdef Table* t = &s.table
    cdef int seat, number
    while True:
        if mode == UNTIL_DONE and (t.height <= 1 or not owes_action(t)):
            return 0
        pop(t)
        seat = run_step(s)
        if t.header.actor == OVER:
            return 0
        if seat == CHANCE:
            t.header.actor = CHANCE
            return 0
        if seat == OVER:
            continue
        t.header.actor = seat
        if mode != IN_GAME:
            return list_answers(s, moves)
        if can_only_go_on(t):
            answer(s, make_move(MOVE_GO))
            continue
        number = list_moves(s, moves)
        if number > 1 or t.step == STEP_KEEP or t.step == STEP_EDICT:
            return number
        if number == 1:     # none at all only in a position that no game leads to
            answer(s, moves[0])


cdef int run(TekhenuState* s, Move* moves) noexcept nogil:
    """As in a game, until a seat has a choice, nature acts or the game is over. Returns the number of moves listed."""
    return advance(s, moves, IN_GAME)


# -- questions and answers ----------------------------------------------------------------------------------

cdef int list_markers(Move* moves) noexcept nogil:
    moves[0] = make_move(MOVE_MARKER, 0)
    moves[1] = make_move(MOVE_MARKER, 1)
    return 2


cdef int list_answers(const TekhenuState* s, Move* moves) noexcept nogil:
    cdef int step = s.table.step
    cdef int number
    if step == STEP_TURN:
        return list_turn(s, moves)
    if step == STEP_MODIFY:
        return list_modifiers(s, moves)
    if step == STEP_USE:
        return list_uses(s, moves)
    if step == STEP_SHIFT:
        return list_shifts(s, moves)
    if step == STEP_PAY:
        return list_payments(s, moves)
    if step == STEP_YIELD:
        return list_yield(s, moves)
    if step == STEP_LATE_BLESSING:
        return list_late_blessings(s, moves)
    if step == STEP_STATUE:
        return list_statue_places(s, moves)
    if step == STEP_CELL:
        return list_cells(s, moves)
    if step == STEP_ROTATE:
        return list_rotations(s, moves)
    if step == STEP_SITE:
        return list_sites(s, moves)
    if step == STEP_CARDS:
        number = keep_affordable(&s.table, moves, list_any_time(&s.table, moves))
        return number + list_cards(s, moves + number)
    if step == STEP_DISTRICT:
        return list_districts(s, moves)
    if step == STEP_BONUS:
        return list_bonus(s, moves)
    if step == STEP_TILE_HORUS:
        return list_tile_horus(s, moves)
    if step == STEP_FREE_ACTION:
        return list_free_actions(s, False, moves)
    if step == STEP_FAITH:
        return list_faith(s, moves)
    if step == STEP_UPKEEP:
        return list_upkeep(s, s.table.header.actor, moves)
    if step == STEP_DESTINY:
        return list_destinies(s, moves)
    if step == STEP_EDICT:
        return list_edicts(s, moves)
    if step == STEP_KEEP:
        return list_kept(s, moves)
    if step == STEP_DRAFT:
        return list_draft(s, moves)
    if step == STEP_KEEP_OFFER:
        return list_offer(s, moves)
    if step == STEP_MIX:
        return list_mixes(s, moves)
    return list_markers(moves)


cdef void answer(TekhenuState* s, Move move) noexcept nogil:
    cdef Table* t = &s.table
    cdef int step = t.step
    if step == STEP_TURN:
        answer_turn(s, move)
    elif step == STEP_MODIFY:
        answer_modifier(s, move)
    elif step == STEP_USE:
        answer_use(s, move)
    elif step == STEP_SHIFT:
        answer_shift(s, move)
    elif step == STEP_PAY:
        if move_kind(move) == MOVE_BLESS:
            pay_by_blessing(s, move_a(move))
        else:
            pay(s, move)
    elif step == STEP_YIELD:
        if move_kind(move) == MOVE_GO:
            produce(s, t.argument)
        elif TABLES.blessing[move_a(move)].effect == BLESSING_RAISE_EITHER:
            bless_in_between(s, move)
        else:
            bless_yield(s, move_a(move))
    elif step == STEP_LATE_BLESSING:
        answer_late_blessing(s, move)
    elif step == STEP_STATUE:
        choose_statue_place(s, move_c(move))
    elif step == STEP_CELL:
        push(t, STEP_ROTATE, move_c(move))
    elif step == STEP_ROTATE:
        choose_rotation(s, move_c(move))
    elif step == STEP_SITE:
        choose_site(s, move_c(move))
    elif step == STEP_CARDS:
        answer_cards(s, move)
    elif step == STEP_DISTRICT:
        build_shop(s, move_a(move), move_b(move), move_c(move))
    elif step == STEP_BONUS:
        choose_bonus(s, move_c(move))
    elif step == STEP_TILE_HORUS:
        answer_tile_horus(s, move)
    elif step == STEP_FREE_ACTION:
        push(t, STEP_BEGIN_VIRTUAL, with_value(move_b(move), move_c(move)))
    elif step == STEP_FAITH:
        answer_faith(s, move)
    elif step == STEP_UPKEEP:
        answer_upkeep(s, move)
    elif step == STEP_DESTINY:
        answer_destiny(s, move_c(move))
    elif step == STEP_EDICT:
        answer_edict(s, move)
    elif step == STEP_DRAFT:
        answer_draft(s, move_c(move))
    elif step == STEP_KEEP_OFFER:
        answer_offer(s, move_c(move))
    elif step == STEP_MIX:
        answer_mix(s, move)
    elif step == STEP_MARKER:
        answer_marker(s, move_c(move))


cdef void answer_cards(TekhenuState* s, Move move) noexcept nogil:
    remember_window(&s.table)
    if move_kind(move) == MOVE_BLESS:
        bless_in_between(s, move)
    elif move_kind(move) == MOVE_REFRESH:
        choose_refresh(s, move_c(move))
    elif move_kind(move) == MOVE_PASS:
        leave_market(s)
    else:
        choose_cards(s, move_a(move), move_c(move))


cdef int list_moves(const TekhenuState* s, Move* moves) noexcept nogil:
    """What may be answered, less what would leave the turn without an action that it owes."""
    cdef Steps steps
    cdef int number = list_answers(s, moves)
    if is_bound(&s.table) or (s.table.step == STEP_TURN and move_kind(moves[0]) == MOVE_BLESS):
        steps.advance, steps.list_answers, steps.answer = advance, list_answers, answer
        return keep_possible(&steps, s, moves, number)
    return number


cdef int choose_in_secret(TekhenuState* s, int card, Move* moves) noexcept nogil:
    """All seats choose at once; when the last one has, the game goes on."""
    cdef Table* t = &s.table
    keep_decree(s, t.header.actor, card)
    t.header.pending &= ~(1 << t.header.actor)
    if t.header.pending:
        t.header.actor = lowest_bit(t.header.pending)
        return list_moves(s, moves)
    put_decrees_under(s)
    return run(s, moves)


cdef int apply_and_run(TekhenuState* s, Move move, Move* moves) noexcept nogil:
    """An outcome or a move, and all that follows from it without a question."""
    if s.table.header.actor == CHANCE:
        carry_out(s, move)
    elif s.table.step == STEP_KEEP:
        return choose_in_secret(s, move_c(move), moves)
    else:
        answer(s, move)
    return run(s, moves)


cdef int draw_and_run(TekhenuState* s, Rng* rng, Move* moves) noexcept nogil:
    """The dice of a sector in one go: half of all draws are dice."""
    if s.table.step == STEP_DICE:
        roll_dice(&s.table, rng)
    else:
        carry_out(s, draw_outcome(s, rng))
    return run(s, moves)


# -- the rules table ----------------------------------------------------------------------------------------

cdef void new_game(void* state, int players, int variant) noexcept nogil:
    set_up(<TekhenuState*>state, players, variant)


cdef int legal_moves(const void* state, Move* moves) noexcept nogil:
    return list_moves(<const TekhenuState*>state, moves)


cdef void apply(void* state, Move move) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    apply_and_run(<TekhenuState*>state, move, moves)


cdef int apply_and_list(void* state, Move move, Move* moves) noexcept nogil:
    return apply_and_run(<TekhenuState*>state, move, moves)


cdef Move sample_chance(const void* state, Rng* rng) noexcept nogil:
    return draw_outcome(<const TekhenuState*>state, rng)


cdef int enumerate_chance(const void* state, Move* outcomes, double* probabilities) noexcept nogil:
    return list_outcomes(<const TekhenuState*>state, outcomes, probabilities)


cdef int chance_pool(const void* state) noexcept nogil:
    return pool_of(<const TekhenuState*>state)
