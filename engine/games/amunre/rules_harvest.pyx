"""The Harvest phase and the ends of round, age and game."""

from libc.stdint cimport int16_t, int32_t, uint16_t

from egypt.core.bits cimport lowest_bit
from egypt.core.seats cimport left_of
from egypt.core.types cimport MAX_SEATS, OVER, Move
from egypt.games.amunre.favors cimport BIG_HARVEST, TREASURY, YELLOW, favor_count
from egypt.games.amunre.moves cimport MOVE_BIG_HARVEST, MOVE_DONE, MOVE_SCORE, MOVE_TREASURY, make_move
from egypt.games.amunre.rules_favors cimport drop_favor
from egypt.games.amunre.rules_round cimport begin_round
from egypt.games.amunre.scoring cimport age_points, gold_points, yellow_cards_satisfied
from egypt.games.amunre.state cimport (
    HALTED, HALT_BEFORE_GOLD, HALT_BEFORE_SCORING, PHASE_HARVEST, PHASE_OVER, PHASE_SCORING, USED_TREASURY,
    AmunreState, Table, budget, farmers_in,
)
from egypt.games.amunre.tables cimport FAVOR_NB, PROVINCE_NB, TABLES


# -- income (p. 7) -------------------------------------------------------------------------------------------

cdef void begin_harvest(AmunreState* s) noexcept nogil:
    s.table.turn = s.table.start
    ask_before_income(s)


cdef void ask_before_income(AmunreState* s) noexcept nogil:
    """Everybody with favors is asked, whatever they are: a hand is secret. Without any the income comes at once."""
    cdef Table* t = &s.table
    if t.hand_count[t.turn]:
        t.phase = PHASE_HARVEST
        t.header.actor = t.turn
    else:
        collect(s)


cdef int legal_harvests(const AmunreState* s, Move* moves) noexcept nogil:
    """At most one Treasury, then at most one Big Harvest."""
    cdef const Table* t = &s.table
    cdef int count = 1
    moves[0] = make_move(MOVE_DONE, 0, 0)
    if favor_count(s.hand[t.turn], TREASURY) and not t.used & USED_TREASURY:
        count += own_provinces(t, MOVE_TREASURY, moves + count)
    if favor_count(s.hand[t.turn], BIG_HARVEST):
        count += own_provinces(t, MOVE_BIG_HARVEST, moves + count)
    return count


cdef int own_provinces(const Table* t, int kind, Move* moves) noexcept nogil:
    cdef uint16_t provinces = t.owned[t.turn]
    cdef int count = 0
    while provinces:
        moves[count] = make_move(kind, lowest_bit(provinces), 0)
        provinces &= provinces - 1
        count += 1
    return count


cdef int province_income(const Table* t, int province, int tile) noexcept nogil:
    """Farmers by the tile, mines always, caravans if the tile shows a camel."""
    cdef int income = farmers_in(t, province) * TABLES.tile_value[tile] + TABLES.province[province].mine
    if TABLES.tile_camel[tile]:
        income += TABLES.province[province].caravan
    return income


cdef void play_treasury(AmunreState* s, int province) noexcept nogil:
    """8 gold instead of all that the province would yield."""
    cdef Table* t = &s.table
    drop_favor(s, t.turn, TREASURY)
    t.used |= USED_TREASURY
    t.cursor = province + 1
    ask_before_income(s)


cdef void play_big_harvest(AmunreState* s, int province) noexcept nogil:
    """One gold more per farmer, unless a Treasury stands for the whole province."""
    cdef Table* t = &s.table
    drop_favor(s, t.turn, BIG_HARVEST)
    if t.cursor != province + 1:
        t.gold[t.turn] += TABLES.big_harvest * farmers_in(t, province)
    collect(s)


cdef void collect(AmunreState* s) noexcept nogil:
    """The income of the seat at turn; then the next one, or the end of the round."""
    cdef Table* t = &s.table
    cdef uint16_t provinces = t.owned[t.turn]
    cdef int income = 0, province
    while provinces:
        province = lowest_bit(provinces)
        provinces &= provinces - 1
        income += TABLES.treasury if t.cursor == province + 1 else province_income(t, province, t.tile)
    t.gold[t.turn] += income
    t.used = 0
    t.cursor = 0
    t.turn = left_of(t.turn, t.header.players)
    if t.turn != t.start:
        ask_before_income(s)
    else:
        end_round(s)


# -- the end of a round and of an age (p. 8) -----------------------------------------------------------------

cdef void end_round(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    if t.round < TABLES.rounds:
        t.round += 1
        begin_round(s)
    else:
        begin_scoring(s)


cdef void begin_scoring(AmunreState* s) noexcept nogil:
    """What lies on the map scores for all at once; then the yellow cards, in turn order."""
    cdef Table* t = &s.table
    cdef int32_t[MAX_SEATS] points
    cdef int seat
    if s.halt == HALT_BEFORE_SCORING:
        s.halt = HALTED
        return
    age_points(t, points)
    for seat in range(t.header.players):
        t.score[seat] += points[seat]
    t.turn = t.start
    t.floor = YELLOW
    ask_for_card(s)


cdef void ask_for_card(AmunreState* s) noexcept nogil:
    """Only who holds favors and fulfils what a yellow card may ask for is asked; all can see who that is."""
    cdef Table* t = &s.table
    if t.hand_count[t.turn] and yellow_cards_satisfied(t, t.turn) >> t.floor:
        t.phase = PHASE_SCORING
        t.header.actor = t.turn
    else:
        end_scoring_turn(s)


cdef int legal_scores(const AmunreState* s, Move* moves) noexcept nogil:
    """Kinds in ascending order; no kind twice."""
    cdef const Table* t = &s.table
    cdef int satisfied = yellow_cards_satisfied(t, t.turn)
    cdef int count = 1, kind
    moves[0] = make_move(MOVE_DONE, 0, 0)
    for kind in range(t.floor, FAVOR_NB):
        if (satisfied >> kind) & 1 and favor_count(s.hand[t.turn], kind):
            moves[count] = make_move(MOVE_SCORE, kind, 0)
            count += 1
    return count


cdef void score_card(AmunreState* s, int kind) noexcept nogil:
    cdef Table* t = &s.table
    drop_favor(s, t.turn, kind)
    t.score[t.turn] += TABLES.yellow_card
    t.floor = kind + 1
    ask_for_card(s)


cdef void end_scoring_turn(AmunreState* s) noexcept nogil:
    cdef Table* t = &s.table
    t.turn = left_of(t.turn, t.header.players)
    t.floor = YELLOW
    if t.turn != t.start:
        ask_for_card(s)
        return
    t.floor = 0
    if t.age < TABLES.ages:
        begin_new_kingdom(s)
    else:
        end_game(s)


cdef void begin_new_kingdom(AmunreState* s) noexcept nogil:
    """Pawns and farmers leave the map, stones and pyramids stay; the same provinces come up again."""
    cdef Table* t = &s.table
    cdef int seat, province
    for seat in range(t.header.players):
        t.owned[seat] = 0
    for province in range(PROVINCE_NB):
        t.farmers[province] = 0
        t.free_farmers[province] = 0
    t.farmers_placed = 0
    t.kingdom = t.seen
    t.seen = 0
    t.age += 1
    t.round = 1
    begin_round(s)


cdef void end_game(AmunreState* s) noexcept nogil:
    """The richest score; every favor left in a hand counts as the gold for which it could be sold."""
    cdef Table* t = &s.table
    cdef int32_t[MAX_SEATS] points
    cdef int16_t[MAX_SEATS] worth
    cdef int seat
    if s.halt == HALT_BEFORE_GOLD:
        s.halt = HALTED
        return
    for seat in range(t.header.players):
        worth[seat] = budget(t, seat)
    gold_points(worth, t.header.players, points)
    for seat in range(t.header.players):
        t.score[seat] += points[seat]
    t.phase = PHASE_OVER
    t.header.actor = OVER
    t.turn = 0
