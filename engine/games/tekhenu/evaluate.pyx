"""Features of Tekhenu: points so far, what the next scoring would bring, and what there is to win more with.

The stage counts rotations, from 0 to 7; the solo game has the same stages again, from 8 to 15, since the automaton's points
come from elsewhere. A turn under way is first played out statically (foresight), so that a die is judged by what is
done with it.
"""

from libc.stdint cimport int16_t, uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.types cimport MAX_FEATURES
from egypt.core.weights cimport Weights
from egypt.games.tekhenu.decrees cimport best_decree_points
from egypt.games.tekhenu.foresight cimport foresee, is_turn_under_way
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.market cimport usable_sections
from egypt.games.tekhenu.rules_automaton_scoring cimport automaton_card_points, automaton_final_points
from egypt.games.tekhenu.rules_maat cimport weigh
from egypt.games.tekhenu.scoring cimport board_points, district_winner, temple_points
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BREAD, FAITH, GOD_NB, GOLD, NOBODY, SCRIBE, SEAT_NB, STEP_END_TURN, STEP_JUDGEMENT,
    STEP_NEXT_TURN, STEP_OVER, STEP_ROTATION, STEP_SCORE, STEP_TURN, STEP_UPKEEP, Player, Table, TekhenuState,
    buildings_of, god_statues_of, is_solo, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport BLESSING_EFFECT_NB, TABLES, TECH_BAKERY

# Where the game is; rounds beside this one.
ctypedef struct Course:
    int first               # the place in turn order from which on seats still have their turn of this round
    bint over
    bint in_maat
    bint weighed            # the scales of the Maat phase under way have been
    bint scoring            # a scoring belongs to this round,
    bint scored             # and is over
    int rounds_to_maat
    int rounds_to_scoring
    int rounds_left

FEATURES = (
    "one", "vp", "board", "districts", "papyrus", "bread", "limestone", "granite", "gold", "scribes", "faith", "basics_5",
    "production", "production_high", "production_low", "happiness", "population", "room", "happiness_9", "happiness_13",
    "happiness_16", "happiness_19", "population_9", "population_13", "sites", "shops", "pillars", "temple", "statues",
    "statues_2", "god_statues", "people_statues", "bonus_1", "bonus_2", "bonus_3", "bonus_4", "bonus_5", "bonus_6",
    "decree_points", "decrees", "shortage", "spare_bread", "balance_minus", "balance_plus", "balance_far", "dice", "surplus",
    "place", "ankh", "turn", "sections", "technologies", "blessings", "scribes_2", "free_action", "gold_2",
    *[f"bless_{effect}" for effect in (
        "gain", "raise", "value", "colour", "waive", "neighbour", "opposite", "twice", "anubis")],
    *[f"T{number:02}" for number in range(1, 25)],
    "auto_one", "auto_vp", "auto_board", "auto_cards", "auto_final", "auto_pillars", "auto_happiness", "auto_statues",
    "turn_to_come", "turns_left", "turns_to_maat", "turns_to_scoring", "penalty", "next_place", "weighed_minus",
    "weighed_plus", "scored_board", "scoring_board", "upkeep_due", "final_lead", "final_lead_near", "final_lead_last",
)

# What a player calls them.
FEATURE_GROUPS = {
    "the usual course of the game": ("one", "auto_one"),
    "score so far": ("vp", "auto_vp", "final_lead", "final_lead_near", "final_lead_last"),
    "what a scoring would bring now": ("board", "districts", "auto_board", "scored_board", "scoring_board"),
    "resources, gold, scribes and faith": (
        "papyrus", "bread", "limestone", "granite", "gold", "gold_2", "scribes", "scribes_2", "faith", "basics_5",
        "shortage", "spare_bread", "upkeep_due"),
    "production": ("production", "production_high", "production_low"),
    "happiness and population": (
        "happiness", "population", "room", "happiness_9", "happiness_13", "happiness_16", "happiness_19", "population_9",
        "population_13", "sections", "auto_happiness"),
    "buildings": ("sites", "shops"),
    "temple and pillars": ("pillars", "temple", "auto_pillars"),
    "statues": (
        "statues", "statues_2", "god_statues", "people_statues", *(f"bonus_{god}" for god in range(1, 7)), "auto_statues"),
    "decrees": ("decree_points", "decrees", "auto_cards", "auto_final"),
    "technologies": ("technologies", *(f"T{number:02}" for number in range(1, 25))),
    "blessings": (
        "blessings", *(name for name in FEATURES if name.startswith("bless_"))),
    "dice, balance and turn order": (
        "balance_minus", "balance_plus", "balance_far", "dice", "surplus", "place", "ankh", "turn", "free_action",
        "turn_to_come", "turns_left", "turns_to_maat", "turns_to_scoring", "penalty", "next_place", "weighed_minus",
        "weighed_plus"),
}

cdef enum:
    PADDED = 104            # the sums' columns up to a multiple of eight; weights that need more want a network's, too
    FAR_AHEAD = 60          # a larger lead counts as this one

assert SUM_NB + 0 <= PADDED + 0 < FEATURE_NB + 0 and FEATURES[SUM_NB] == "turn_to_come"
assert len(FEATURES) == FEATURE_NB and FIRST_BLESSING + BLESSING_EFFECT_NB == FIRST_TECHNOLOGY


# -- one player ---------------------------------------------------------------------------------------------

cdef void describe_goods(const Player* player, int16_t* row) noexcept nogil:
    cdef int kind, level, many = 0
    for kind in range(BASIC_NB):
        level = player.production[kind]
        row[FIRST_BASIC + kind] = player.goods[kind]
        many += max(0, player.goods[kind] - 5)
        row[PRODUCTION] += level
        row[PRODUCTION_HIGH] += level >= TABLES.production_max - 1
        row[PRODUCTION_LOW] += level == TABLES.production_start
    row[BASICS_5] = many
    row[GOLD_HELD] = player.goods[GOLD]
    row[GOLD_2] = max(0, player.goods[GOLD] - 2)
    row[SCRIBES] = player.goods[SCRIBE]
    row[SCRIBES_2] = max(0, player.goods[SCRIBE] - 2)
    row[FAITH_HELD] = player.goods[FAITH]


cdef void describe_track(const Table* t, const Player* player, int16_t* row) noexcept nogil:
    cdef int section, happiness = player.happiness
    row[HAPPY] = happiness
    row[PEOPLE] = player.population
    row[ROOM] = min(6, player.population - happiness)
    row[HAPPY_9] = max(0, 9 - happiness)
    row[HAPPY_13] = max(0, 13 - happiness)
    row[HAPPY_16] = max(0, TABLES.gold_at - happiness)
    row[HAPPY_19] = max(0, TABLES.scribe_at - happiness)
    row[FREE_ACTION_LEFT] = max(0, TABLES.action_at - happiness)
    row[PEOPLE_9] = max(0, 9 - player.population)
    row[PEOPLE_13] = max(0, 13 - player.population)
    for section in range(usable_sections(happiness)):
        row[SECTIONS] += t.opened >> section & 1


cdef void describe_pieces(const Table* t, int seat, int16_t* row) noexcept nogil:
    cdef const Player* player = &t.player[seat]
    cdef int space, statues = statues_of(player)
    row[BOARD] = board_points(t, seat)
    row[SITES] = popcount(player.sites)
    row[SHOPS] = popcount(player.shops)
    row[PILLARS] = popcount(player.pillars)
    row[TEMPLE] = temple_points(player)
    row[STATUES] = statues
    row[STATUES_2] = statues * statues
    row[GOD_STATUES] = god_statues_of(player)
    row[PEOPLE_STATUES] = popcount(player.people)
    for space in range(GOD_NB):
        row[FIRST_BONUS + space] = t.god_at[space] < GOD_NB and statues_at(player, t.god_at[space]) != 0


cdef inline int place_of(const Table* t, int seat) noexcept nogil:
    cdef int place = 0
    while place < t.header.players - 1 and t.order[place] != seat:
        place += 1
    return place


cdef void describe_scales(const Table* t, int seat, int16_t* row) noexcept nogil:
    """Faith can bring the balance nearer to zero."""
    cdef const Player* player = &t.player[seat]
    cdef int balance = weigh(player)
    row[SURPLUS] = player.surplus
    row[DICE] = player.dice
    row[BALANCE_MINUS] = max(0, -balance - player.goods[FAITH])
    row[BALANCE_PLUS] = max(0, balance - player.goods[FAITH])
    row[BALANCE_FAR] = max(0, max(row[BALANCE_MINUS], row[BALANCE_PLUS]) - 5)
    row[PLACE] = t.header.players - 1 - place_of(t, seat)
    row[ANKH] = TABLES.destiny[player.destiny - 1].ankh if player.destiny else 0


cdef void describe_cards(const TekhenuState* s, int seat, int16_t* row) noexcept nogil:
    cdef const Player* player = &s.table.player[seat]
    cdef uint32_t cards = player.technologies
    cdef int card
    row[TECHNOLOGIES] = popcount(cards)
    while cards:
        row[FIRST_TECHNOLOGY + lowest_bit(cards)] = 1
        cards &= cards - 1
    cards = player.blessings
    row[BLESSINGS] = popcount(cards)
    while cards:
        card = lowest_bit(cards)
        row[FIRST_BLESSING + TABLES.blessing[card].effect] += 1
        cards &= cards - 1
    row[DECREES] = popcount(s.decrees[seat])
    row[DECREE_POINTS] = best_decree_points(&s.table, seat, s.decrees[seat])


cdef void describe_upkeep(const Player* player, int16_t* row) noexcept nogil:
    cdef int owed = 0 if has(player, TECH_BAKERY) else TABLES.row_bread[buildings_of(player)]
    row[SHORTAGE] = max(0, owed - player.goods[BREAD] - player.goods[GOLD])
    row[SPARE_BREAD] = max(0, player.goods[BREAD] - owed)


cdef void describe_player(const TekhenuState* s, int seat, int16_t* row) noexcept nogil:
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[seat]
    row[ONE] = 1
    row[POINTS] = player.vp
    row[TURN_NOW] = t.step == STEP_TURN and t.header.actor == seat
    describe_goods(player, row)
    describe_track(t, player, row)
    describe_pieces(t, seat, row)
    describe_scales(t, seat, row)
    describe_cards(s, seat, row)
    describe_upkeep(player, row)


cdef void describe_automaton(const TekhenuState* s, int16_t* row) noexcept nogil:
    cdef const Player* player = &s.table.player[AUTOMATON]
    row[AUTO_ONE] = 1
    row[AUTO_POINTS] = player.vp
    row[AUTO_BOARD] = board_points(&s.table, AUTOMATON)
    row[AUTO_CARDS] = automaton_card_points(player)
    row[AUTO_FINAL] = automaton_final_points(s)
    row[AUTO_PILLARS] = popcount(player.pillars)
    row[AUTO_HAPPINESS] = player.happiness
    row[AUTO_STATUES] = statues_of(player)


# -- for a network alone: where the game is in its course, and how it would end ------------------------------------

cdef inline bint is_to_come(const Table* t, int step) noexcept nogil:
    """Whether a step of the Maat phase under way has not been reached."""
    cdef int i
    for i in range(t.height):
        if t.stack[i].step == step:
            return True
    return t.step == step


cdef inline int first_to_move(const Table* t) noexcept nogil:
    """The place in turn order from which on seats still have their turn of this round."""
    cdef int bottom = t.stack[0].step if t.height else t.step
    if bottom == STEP_END_TURN:
        return t.place
    if bottom == STEP_NEXT_TURN:
        return t.stack[0].argument if t.height else t.argument
    return t.header.players


cdef Course course_of(const Table* t) noexcept nogil:
    cdef Course course
    cdef int in_cycle = t.round % TABLES.maat_every
    cdef int scoring_every = TABLES.maat_every * TABLES.score_every
    course.first = first_to_move(t)
    course.over = t.step == STEP_OVER
    course.in_maat = in_cycle == 0 and t.round > 0 and course.first == t.header.players and not is_to_come(t, STEP_ROTATION)
    course.weighed = course.in_maat and not is_to_come(t, STEP_JUDGEMENT)
    course.scoring = t.round > 0 and t.round % scoring_every == 0
    course.scored = course.in_maat and course.scoring and not is_to_come(t, STEP_SCORE)
    course.rounds_to_maat = (TABLES.maat_every - in_cycle) % TABLES.maat_every
    if course.weighed or t.round == 0:
        course.rounds_to_maat = TABLES.maat_every
    course.rounds_to_scoring = (scoring_every - t.round % scoring_every) % scoring_every
    if course.scored or t.round == 0:
        course.rounds_to_scoring = scoring_every
    course.rounds_left = TABLES.rounds - t.round
    return course


cdef inline bint is_before(const int16_t* row, const int16_t* other, int place, int other_place) noexcept nogil:
    """Who would come first if the scales were weighed now: the better balanced one, then the higher ankh."""
    cdef int far = row[BALANCE_MINUS] + row[BALANCE_PLUS], far_other = other[BALANCE_MINUS] + other[BALANCE_PLUS]
    if far != far_other:
        return far < far_other
    return row[ANKH] > other[ANKH] if row[ANKH] != other[ANKH] else place < other_place


cdef void describe_course(const TekhenuState* s, int16_t* rows) noexcept nogil:
    cdef const Table* t = &s.table
    cdef Course course = course_of(t)
    cdef int[SEAT_NB] final
    cdef int seat, other, place, after, lead
    cdef int16_t* row
    for seat in range(t.header.players):
        row = rows + seat * MAX_FEATURES
        place = place_of(t, seat)
        row[TURN_TO_COME] = place >= course.first
        row[TURNS_LEFT] = course.rounds_left + row[TURN_TO_COME]
        row[TURNS_TO_MAAT] = course.rounds_to_maat + row[TURN_TO_COME]
        row[TURNS_TO_SCORING] = course.rounds_to_scoring + row[TURN_TO_COME]
        after = place
        if course.weighed:
            row[WEIGHED_MINUS] = row[BALANCE_MINUS]
            row[WEIGHED_PLUS] = row[BALANCE_PLUS]
        else:
            row[PENALTY] = TABLES.penalty[min(TABLES.maat_clamp, row[BALANCE_MINUS])]
            after = 0
            for other in range(t.header.players):
                if other != seat:
                    after += is_before(rows + other * MAX_FEATURES, row, place_of(t, other), place)
        row[NEXT_PLACE] = t.header.players - 1 - after
        final[seat] = final_points(s, &course, seat, after, row)
    for seat in range(t.header.players):
        row = rows + seat * MAX_FEATURES
        lead = -FAR_AHEAD
        for other in range(t.header.players):
            if other != seat:
                lead = max(lead, final[other] - final[seat])
        row[FINAL_LEAD] = max(-FAR_AHEAD, min(FAR_AHEAD, -lead))
        row[FINAL_LEAD_NEAR] = row[FINAL_LEAD] if course.rounds_left == 0 else 0
        row[FINAL_LEAD_LAST] = row[FINAL_LEAD] if course.rounds_left == 0 and course.first == t.header.players else 0


cdef int final_points(const TekhenuState* s, const Course* course, int seat, int after, int16_t* row) noexcept nogil:
    """The score of a seat that would come at place `after` in turn order, if the game ended now. Notes what of it is about
    to be scored, or has just been."""
    cdef const Table* t = &s.table
    cdef int points = t.player[seat].vp, board
    if course.over:
        return points
    if is_solo(t) and seat == AUTOMATON:
        board = row[AUTO_BOARD] + row[AUTO_CARDS]
        points += row[AUTO_FINAL]
    else:
        board = row[BOARD]
        points += row[DECREE_POINTS] - row[PENALTY]
    board += row[DISTRICTS] * TABLES.district_vp
    if course.scored:
        row[SCORED_BOARD] = board
    else:
        points += board
        row[SCORING_BOARD] = board if course.in_maat and course.scoring else 0
    if not course.scored or (t.step == STEP_UPKEEP and place_of(t, seat) >= t.argument):
        points -= row[SHORTAGE] * TABLES.unpaid_bread_vp
        row[UPKEEP_DUE] = row[SHORTAGE] * TABLES.unpaid_bread_vp if course.in_maat and course.scoring else 0
    if after == 0:
        points += TABLES.last_order_vp[0]
    elif after == 1 and t.size >= TABLES.last_order_second_from:
        points += TABLES.last_order_vp[1]
    return points


# -- the whole table ----------------------------------------------------------------------------------------

cdef int describe(const TekhenuState* s, bint for_network, int16_t* rows) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int seat, district, stage
    for seat in range(t.header.players):
        memset(rows + seat * MAX_FEATURES, 0, FEATURE_NB * sizeof(int16_t))
        if is_solo(t) and seat == AUTOMATON:
            describe_automaton(s, rows + seat * MAX_FEATURES)
        else:
            describe_player(s, seat, rows + seat * MAX_FEATURES)
    for district in range(BASIC_NB):
        seat = district_winner(t, district)
        if seat != NOBODY:
            rows[seat * MAX_FEATURES + DISTRICTS] += 1
    if for_network:
        describe_course(s, rows)
    stage = max(0, (t.round - 1) // 2)
    return stage + 8 if is_solo(t) else stage


cdef int features(const void* state, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const TekhenuState* s = <const TekhenuState*>state
    cdef bint for_network = weights.features > PADDED
    cdef TekhenuState outcome
    if not is_turn_under_way(&s.table):
        return describe(s, for_network, rows)
    outcome = s[0]
    foresee(&outcome)
    return describe(&outcome, for_network, rows)
