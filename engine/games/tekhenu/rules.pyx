"""The course of the game: a stack of steps, run until somebody must answer.

A step either does something at once, or asks: nature, or a seat. Whoever has only one answer is not asked. What the answers
mean stands in the files of the chapters.
"""

from libc.stdint cimport int32_t

from egypt.core.bits cimport lowest_bit
from egypt.core.rng cimport rng_below
from egypt.core.types cimport CHANCE, MAX_MOVES, OVER, Move, Rng
from egypt.games.tekhenu.actions cimport begin_action, begin_virtual_action
from egypt.games.tekhenu.duty cimport IN_GAME, UNTIL_DONE, Steps, is_bound, keep_possible, owes_action
from egypt.games.tekhenu.gains cimport remember_window
from egypt.games.tekhenu.market cimport fill_section, keep_decree, put_decrees_under
from egypt.games.tekhenu.moves cimport BLESS, GO, MARKER, PASS, REFRESH, make, move_a, move_b, move_c, move_verb
from egypt.games.tekhenu.nature cimport carry_out, draw_outcome, has_outcome, list_outcomes, pool_of
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
    people_seats, settle_order,
)
from egypt.games.tekhenu.rules_thoth cimport (
    choose_cards, choose_refresh, keep_affordable, leave_market, list_cards, refresh, take_cards,
)
from egypt.games.tekhenu.rules_turn cimport (
    answer_late_blessing, answer_modifier, answer_shift, answer_turn, answer_use, bless_in_between, list_any_time,
    list_free_actions, list_late_blessings, list_modifiers, list_shifts, list_turn, list_uses,
)
from egypt.games.tekhenu.state cimport (
    FILL_PLACES, NOBODY, SCRIBE, SECTION_NB, STEP_BEGIN, STEP_BEGIN_FREE, STEP_BEGIN_VIRTUAL, STEP_BONUS,
    STEP_BUILD_SITE, STEP_BUILD_STATUE, STEP_CARD, STEP_CARDS, STEP_CELL, STEP_COLLECT, STEP_DEAL, STEP_DESTINY,
    STEP_DESTINY_GAIN, STEP_DICE, STEP_DISTRICT, STEP_DRAFT, STEP_DRAFTER, STEP_DRAW_DECREE, STEP_EDICT, STEP_END_TURN,
    STEP_FAITH, STEP_FESTIVAL, STEP_FILL, STEP_FINISH, STEP_FINISH_PILLAR, STEP_FREE_ACTION, STEP_GOD_TILE,
    STEP_JUDGEMENT, STEP_KEEP, STEP_KEEP_OFFER, STEP_LATE_BLESSING, STEP_MARKER, STEP_MIX, STEP_MODIFY,
    STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OFFER, STEP_OVER, STEP_PAY, STEP_PYRAMID, STEP_RAISE_PILLAR, STEP_REFRESH,
    STEP_REVEAL, STEP_ROTATE, STEP_ROTATION, STEP_SCORE, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_SHIFT, STEP_SITE,
    STEP_STARTING, STEP_STARTING_GAIN, STEP_STATUE, STEP_SUN, STEP_TAKE_CARDS, STEP_TILE, STEP_TILE_HORUS, STEP_TURN,
    STEP_UPKEEP, STEP_USE, STEP_YIELD, Table, TekhenuState, pop, push,
)
from egypt.games.tekhenu.tables cimport BLESSING_RAISE_EITHER, T


# -- steps that ask nobody, or find out whom to ask -----------------------------------------------------------

cdef int perform(TekhenuState* state) noexcept nogil:
    """Carries out the current step as far as it goes by itself. Returns the seat that must answer, CHANCE, or OVER if nobody
    is asked (any more) and the next step is due.
    """
    cdef Table* table = &state.table
    cdef int step = table.step
    cdef int argument = table.argument
    cdef int seat = OVER
    if step == STEP_BEGIN:
        begin_action(state, argument >> 3, argument & 7)
    elif step == STEP_BEGIN_VIRTUAL:
        begin_virtual_action(state, argument >> 3, argument & 7, False)
    elif step == STEP_BEGIN_FREE:
        begin_virtual_action(state, argument >> 3, argument & 7, True)
    elif step == STEP_BONUS:
        seat = pay_bonuses(state)
    elif step == STEP_BUILD_STATUE:
        build_statue(state, argument)
    elif step == STEP_RAISE_PILLAR:
        raise_pillar(state, argument)
    elif step == STEP_FINISH_PILLAR:
        finish_pillar(state, argument)
    elif step == STEP_BUILD_SITE:
        build_site(state, argument)
    elif step == STEP_FESTIVAL:
        hold_festival(state)
    elif step == STEP_TAKE_CARDS:
        take_cards(state, argument >> 4, argument & 15)
    elif step == STEP_REFRESH:
        refresh(state, argument)
    elif step == STEP_FILL:
        fill_section(state, argument & (SECTION_NB - 1), argument >> FILL_PLACES)
    elif step == STEP_END_TURN:
        end_turn(state)
    elif step == STEP_NEXT_TURN:
        next_turn(state, argument)
    elif step == STEP_NEXT_ROUND or step == STEP_SETTLED:
        next_round(state)
    elif step == STEP_ROTATION:
        rotate_wheel(state)
    elif step == STEP_FAITH:
        seat = ask_faith(state, argument)
    elif step == STEP_JUDGEMENT:
        judge(state)
    elif step == STEP_EDICT:
        seat = ask_edict(state, argument)
    elif step == STEP_SCORE:
        score(state)
    elif step == STEP_UPKEEP:
        seat = ask_upkeep(state, argument)
    elif step == STEP_REVEAL:
        seat = CHANCE if has_secret_decrees(state, argument) else OVER
        return seat
    elif step == STEP_FINISH:
        finish(state)
    elif step == STEP_COLLECT:
        collect(state)
    elif step == STEP_DESTINY:
        seat = ask_destiny(state, argument)
    elif step == STEP_DESTINY_GAIN:
        gain_destiny(state, argument)
    elif step == STEP_SETTLE_ORDER:
        settle_order(state)
    elif step == STEP_STARTING_GAIN:
        gain_starting(state, argument)
    elif step == STEP_DRAFT:
        return draft_seat(table, argument)
    elif step == STEP_KEEP:
        table.header.pending = people_seats(table)
        return lowest_bit(table.header.pending)
    elif is_natures(step):
        return CHANCE if has_outcome(state) else OVER
    else:
        return table.seat
    return seat if seat != NOBODY else OVER


cdef bint is_natures(int step) noexcept nogil:
    return (step == STEP_DICE or step == STEP_CARD or step == STEP_TILE or step == STEP_DRAW_DECREE
            or STEP_PYRAMID <= step < STEP_OVER or step == STEP_SUN or step == STEP_GOD_TILE or step == STEP_DEAL
            or step == STEP_STARTING or step == STEP_DRAFTER or step == STEP_OFFER)


cdef int advance(TekhenuState* state, Move* moves, int mode) noexcept nogil:
    """Goes on to the next question. In a game, whoever has only one answer is not asked; who plays ahead gets every question
    with all its answers.
    """
    cdef Table* table = &state.table
    cdef int seat, number
    while True:
        if mode == UNTIL_DONE and (table.height <= 1 or not owes_action(table)):
            return 0
        pop(table)
        seat = perform(state)
        if table.header.actor == OVER:
            return 0
        if seat == CHANCE:
            table.header.actor = CHANCE
            return 0
        if seat == OVER:
            continue
        table.header.actor = seat
        if mode != IN_GAME:
            return list_answers(state, moves)
        number = list_moves(state, moves)
        if number > 1 or table.step == STEP_KEEP or table.step == STEP_EDICT:
            return number
        if number == 1:     # none at all only in a position that no game leads to
            answer(state, moves[0])


cdef int run(TekhenuState* state, Move* moves) noexcept nogil:
    return advance(state, moves, IN_GAME)


# -- questions and answers ----------------------------------------------------------------------------------

cdef int list_markers(Move* moves) noexcept nogil:
    moves[0] = make(MARKER, 0)
    moves[1] = make(MARKER, 1)
    return 2


cdef int list_answers(const TekhenuState* state, Move* moves) noexcept nogil:
    cdef int step = state.table.step
    cdef int number
    if step == STEP_TURN:
        return list_turn(state, moves)
    if step == STEP_MODIFY:
        return list_modifiers(state, moves)
    if step == STEP_USE:
        return list_uses(state, moves)
    if step == STEP_SHIFT:
        return list_shifts(state, moves)
    if step == STEP_PAY:
        return list_payments(state, moves)
    if step == STEP_YIELD:
        return list_yield(state, moves)
    if step == STEP_LATE_BLESSING:
        return list_late_blessings(state, moves)
    if step == STEP_STATUE:
        return list_statue_places(state, moves)
    if step == STEP_CELL:
        return list_cells(state, moves)
    if step == STEP_ROTATE:
        return list_rotations(state, moves)
    if step == STEP_SITE:
        return list_sites(state, moves)
    if step == STEP_CARDS:
        number = keep_affordable(&state.table, moves, list_any_time(&state.table, moves))
        return number + list_cards(state, moves + number)
    if step == STEP_DISTRICT:
        return list_districts(state, moves)
    if step == STEP_BONUS:
        return list_bonus(state, moves)
    if step == STEP_TILE_HORUS:
        return list_tile_horus(state, moves)
    if step == STEP_FREE_ACTION:
        return list_free_actions(state, False, moves)
    if step == STEP_FAITH:
        return list_faith(state, moves)
    if step == STEP_UPKEEP:
        return list_upkeep(state, state.table.header.actor, moves)
    if step == STEP_DESTINY:
        return list_destinies(state, moves)
    if step == STEP_EDICT:
        return list_edicts(state, moves)
    if step == STEP_KEEP:
        return list_kept(state, moves)
    if step == STEP_DRAFT:
        return list_draft(state, moves)
    if step == STEP_KEEP_OFFER:
        return list_offer(state, moves)
    if step == STEP_MIX:
        return list_mixes(state, moves)
    return list_markers(moves)


cdef void answer(TekhenuState* state, Move move) noexcept nogil:
    cdef Table* table = &state.table
    cdef int step = table.step
    if step == STEP_TURN:
        answer_turn(state, move)
    elif step == STEP_MODIFY:
        answer_modifier(state, move)
    elif step == STEP_USE:
        answer_use(state, move)
    elif step == STEP_SHIFT:
        answer_shift(state, move)
    elif step == STEP_PAY:
        if move_verb(move) == BLESS:
            pay_by_blessing(state, move_a(move))
        else:
            pay(state, move)
    elif step == STEP_YIELD:
        if move_verb(move) == GO:
            produce(state, table.argument)
        elif T.blessing[move_a(move)].effect == BLESSING_RAISE_EITHER:
            bless_in_between(state, move)
        else:
            bless_yield(state, move_a(move))
    elif step == STEP_LATE_BLESSING:
        answer_late_blessing(state, move)
    elif step == STEP_STATUE:
        choose_statue_place(state, move_c(move))
    elif step == STEP_CELL:
        push(table, STEP_ROTATE, move_c(move))
    elif step == STEP_ROTATE:
        choose_rotation(state, move_c(move))
    elif step == STEP_SITE:
        choose_site(state, move_c(move))
    elif step == STEP_CARDS:
        answer_cards(state, move)
    elif step == STEP_DISTRICT:
        build_shop(state, move_a(move), move_b(move), move_c(move))
    elif step == STEP_BONUS:
        choose_bonus(state, move_c(move))
    elif step == STEP_TILE_HORUS:
        answer_tile_horus(state, move)
    elif step == STEP_FREE_ACTION:
        push(table, STEP_BEGIN_VIRTUAL, move_b(move) * 8 + move_c(move))
    elif step == STEP_FAITH:
        answer_faith(state, move)
    elif step == STEP_UPKEEP:
        answer_upkeep(state, move)
    elif step == STEP_DESTINY:
        answer_destiny(state, move_c(move))
    elif step == STEP_EDICT:
        answer_edict(state, move)
    elif step == STEP_DRAFT:
        answer_draft(state, move_c(move))
    elif step == STEP_KEEP_OFFER:
        answer_offer(state, move_c(move))
    elif step == STEP_MIX:
        answer_mix(state, move)
    elif step == STEP_MARKER:
        answer_marker(state, move_c(move))


cdef void answer_cards(TekhenuState* state, Move move) noexcept nogil:
    remember_window(&state.table)
    if move_verb(move) == BLESS:
        bless_in_between(state, move)
    elif move_verb(move) == REFRESH:
        choose_refresh(state, move_c(move))
    elif move_verb(move) == PASS:
        leave_market(state)
    else:
        choose_cards(state, move_a(move), move_c(move))


cdef int list_moves(const TekhenuState* state, Move* moves) noexcept nogil:
    """What may be answered, less what would leave the turn without an action that it owes."""
    cdef Steps steps
    cdef int number = list_answers(state, moves)
    if is_bound(&state.table) or (state.table.step == STEP_TURN and move_verb(moves[0]) == BLESS):
        steps.advance, steps.list_answers, steps.answer = advance, list_answers, answer
        return keep_possible(&steps, state, moves, number)
    return number


cdef int choose_in_secret(TekhenuState* state, int card, Move* moves) noexcept nogil:
    """All seats choose at once; when the last one has, the game goes on."""
    cdef Table* table = &state.table
    keep_decree(state, table.header.actor, card)
    table.header.pending &= ~(1 << table.header.actor)
    if table.header.pending:
        table.header.actor = lowest_bit(table.header.pending)
        return list_moves(state, moves)
    put_decrees_under(state)
    return run(state, moves)


cdef int go_on(TekhenuState* state, Move move, Move* moves) noexcept nogil:
    """An outcome or a move, and all that follows from it without a question."""
    if state.table.header.actor == CHANCE:
        carry_out(state, move)
    elif state.table.step == STEP_KEEP:
        return choose_in_secret(state, move_c(move), moves)
    else:
        answer(state, move)
    return run(state, moves)


# -- the rules table ----------------------------------------------------------------------------------------

cdef int legal_moves(const void* raw, Move* moves) noexcept nogil:
    return list_moves(<const TekhenuState*>raw, moves)


cdef void apply(void* raw, Move move) noexcept nogil:
    cdef Move[MAX_MOVES] moves
    go_on(<TekhenuState*>raw, move, moves)


cdef Move sample_chance(const void* raw, Rng* rng) noexcept nogil:
    return draw_outcome(<const TekhenuState*>raw, rng)


cdef int enumerate_chance(const void* raw, Move* outcomes, double* probabilities) noexcept nogil:
    return list_outcomes(<const TekhenuState*>raw, outcomes, probabilities)


cdef int chance_pool(const void* raw) noexcept nogil:
    return pool_of(<const TekhenuState*>raw)


cdef bint is_ahead(const Table* table, int seat, int other) noexcept nogil:
    """Most points, then most scribes, then the earlier place in turn order (rulebook p. 13)."""
    cdef int place = 0
    if table.player[seat].vp != table.player[other].vp:
        return table.player[seat].vp > table.player[other].vp
    if table.player[seat].goods[SCRIBE] != table.player[other].goods[SCRIBE]:
        return table.player[seat].goods[SCRIBE] > table.player[other].goods[SCRIBE]
    while table.order[place] != seat and table.order[place] != other:
        place += 1
    return table.order[place] == seat


cdef void scores(const void* raw, int32_t* points, int32_t* ranks) noexcept nogil:
    cdef const Table* table = &(<const TekhenuState*>raw).table
    cdef int seat, other
    for seat in range(table.header.players):
        points[seat] = table.player[seat].vp
        ranks[seat] = 1
        for other in range(table.header.players):
            if other != seat and is_ahead(table, other, seat):
                ranks[seat] += 1


cdef int playout(void* raw, Rng* rng, int limit) noexcept nogil:
    """Random decisions in one go: the moves that `run` has listed need not be listed again."""
    cdef TekhenuState* state = <TekhenuState*>raw
    cdef Move[MAX_MOVES] moves
    cdef int played = 0
    cdef int number = 0
    if state.table.header.actor >= 0:
        number = list_moves(state, moves)
    while state.table.header.actor != OVER:
        if state.table.header.actor == CHANCE:
            number = go_on(state, draw_outcome(state, rng), moves)
        elif played < limit:
            number = go_on(state, moves[rng_below(rng, number) if number > 1 else 0], moves)
            played += 1
        else:
            break
    return played
