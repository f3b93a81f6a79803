"""Features of Tekhenu: points so far, what the next scoring would bring, and what there is to win more with.

The stage counts rotations, from 0 to 7; the solo game has the same stages again, from 8 to 15, since the automaton's points
come from elsewhere. A turn under way is first thought through to its end (foresight), so that a die is judged by what is
done with it.
"""

from libc.stdint cimport int16_t, uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit, popcount
from egypt.core.weights cimport Weights
from egypt.core.types cimport MAX_FEATURES
from egypt.games.tekhenu.decrees cimport best_decree_points
from egypt.games.tekhenu.foresight cimport foresee, is_turn_under_way
from egypt.games.tekhenu.gains cimport has
from egypt.games.tekhenu.market cimport usable_sections
from egypt.games.tekhenu.rules_automaton_scoring cimport automaton_card_points, automaton_final_points
from egypt.games.tekhenu.scoring cimport board_points, district_winner, temple_points
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BREAD, FAITH, GOD_NB, GOLD, NOBODY, PURE, SCRIBE, STEP_TURN, TAINTED, Player, Table,
    TekhenuState, buildings_of, die_face, die_sector, god_statues_of, is_solo, statues_at, statues_of,
)
from egypt.games.tekhenu.tables cimport BLESSING_EFFECT_NB, TECH_BAKERY, T

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
)

cdef enum:
    ONE
    POINTS
    BOARD               # what a scoring now would bring, districts and bread apart
    DISTRICTS           # districts that he would win
    FIRST_BASIC         # four of them
    GOLD_HELD = 8
    SCRIBES
    FAITH_HELD
    BASICS_5            # basic resources beyond five of a kind
    PRODUCTION
    PRODUCTION_HIGH     # tracks at 5 or 6
    PRODUCTION_LOW      # tracks still at the start
    HAPPY
    PEOPLE
    ROOM                # population beyond happiness
    HAPPY_9             # steps missing to a threshold, 0 if reached
    HAPPY_13
    HAPPY_16
    HAPPY_19
    PEOPLE_9            # section of the market not open yet
    PEOPLE_13
    SITES
    SHOPS
    PILLARS
    TEMPLE              # points of the temple alone
    STATUES
    STATUES_2           # squared
    GOD_STATUES
    PEOPLE_STATUES
    FIRST_BONUS         # six: a statue of the god whose bonus it is
    DECREE_POINTS = 38
    DECREES
    SHORTAGE            # bread owed and not there, gold counted
    SPARE_BREAD
    BALANCE_MINUS
    BALANCE_PLUS
    BALANCE_FAR         # beyond 5 to either side
    DICE
    SURPLUS
    PLACE               # places from the end of the turn order
    ANKH
    TURN_NOW
    SECTIONS            # of the market that he may use
    TECHNOLOGIES
    BLESSINGS
    SCRIBES_2           # more than two
    FREE_ACTION_LEFT
    GOLD_2              # more than two
    FIRST_BLESSING      # nine, by effect
    FIRST_TECHNOLOGY = 65   # 24 of them
    AUTO_ONE = 89
    AUTO_POINTS
    AUTO_BOARD
    AUTO_CARDS
    AUTO_FINAL
    AUTO_PILLARS
    AUTO_HAPPINESS
    AUTO_STATUES
    FEATURE_NB

assert len(FEATURES) == FEATURE_NB and FIRST_BLESSING + BLESSING_EFFECT_NB == FIRST_TECHNOLOGY


# -- one player ---------------------------------------------------------------------------------------------

cdef void describe_goods(const Player* player, int16_t* row) noexcept nogil:
    cdef int kind, level, many = 0
    for kind in range(BASIC_NB):
        level = player.production[kind]
        row[FIRST_BASIC + kind] = player.goods[kind]
        many += max(0, player.goods[kind] - 5)
        row[PRODUCTION] += level
        row[PRODUCTION_HIGH] += level >= T.production_max - 1
        row[PRODUCTION_LOW] += level == T.production_start
    row[BASICS_5] = many
    row[GOLD_HELD] = player.goods[GOLD]
    row[GOLD_2] = max(0, player.goods[GOLD] - 2)
    row[SCRIBES] = player.goods[SCRIBE]
    row[SCRIBES_2] = max(0, player.goods[SCRIBE] - 2)
    row[FAITH_HELD] = player.goods[FAITH]


cdef void describe_track(const Table* table, const Player* player, int16_t* row) noexcept nogil:
    cdef int section, happiness = player.happiness
    row[HAPPY] = happiness
    row[PEOPLE] = player.population
    row[ROOM] = min(6, player.population - happiness)
    row[HAPPY_9] = max(0, 9 - happiness)
    row[HAPPY_13] = max(0, 13 - happiness)
    row[HAPPY_16] = max(0, T.gold_at - happiness)
    row[HAPPY_19] = max(0, T.scribe_at - happiness)
    row[FREE_ACTION_LEFT] = max(0, T.action_at - happiness)
    row[PEOPLE_9] = max(0, 9 - player.population)
    row[PEOPLE_13] = max(0, 13 - player.population)
    for section in range(usable_sections(happiness)):
        row[SECTIONS] += table.opened >> section & 1


cdef void describe_pieces(const Table* table, int seat, int16_t* row) noexcept nogil:
    cdef const Player* player = &table.player[seat]
    cdef int space, statues = statues_of(player)
    row[BOARD] = board_points(table, seat)
    row[SITES] = popcount(player.sites)
    row[SHOPS] = popcount(player.shops)
    row[PILLARS] = popcount(player.pillars)
    row[TEMPLE] = temple_points(player)
    row[STATUES] = statues
    row[STATUES_2] = statues * statues
    row[GOD_STATUES] = god_statues_of(player)
    row[PEOPLE_STATUES] = popcount(player.people)
    for space in range(GOD_NB):
        row[FIRST_BONUS + space] = table.god_at[space] < GOD_NB and statues_at(player, table.god_at[space]) != 0


cdef void describe_scales(const Table* table, int seat, int16_t* row) noexcept nogil:
    """Faith can bring the balance nearer to zero."""
    cdef const Player* player = &table.player[seat]
    cdef int balance = -player.surplus * T.surplus_weight
    cdef int i, pan, place = 0
    for i in range(player.dice):
        pan = die_sector(player.die[i])
        if pan == PURE:
            balance += die_face(player.die[i])
        elif pan == TAINTED:
            balance -= die_face(player.die[i])
    row[SURPLUS] = player.surplus
    row[DICE] = player.dice
    row[BALANCE_MINUS] = max(0, -balance - player.goods[FAITH])
    row[BALANCE_PLUS] = max(0, balance - player.goods[FAITH])
    row[BALANCE_FAR] = max(0, max(row[BALANCE_MINUS], row[BALANCE_PLUS]) - 5)
    while place < table.header.players - 1 and table.order[place] != seat:
        place += 1
    row[PLACE] = table.header.players - 1 - place
    row[ANKH] = T.destiny[player.destiny - 1].ankh if player.destiny else 0


cdef void describe_cards(const TekhenuState* state, int seat, int16_t* row) noexcept nogil:
    cdef const Player* player = &state.table.player[seat]
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
        row[FIRST_BLESSING + T.blessing[card].effect] += 1
        cards &= cards - 1
    row[DECREES] = popcount(state.decrees[seat])
    row[DECREE_POINTS] = best_decree_points(&state.table, seat, state.decrees[seat])


cdef void describe_upkeep(const Player* player, int16_t* row) noexcept nogil:
    cdef int owed = 0 if has(player, TECH_BAKERY) else T.row_bread[buildings_of(player)]
    row[SHORTAGE] = max(0, owed - player.goods[BREAD] - player.goods[GOLD])
    row[SPARE_BREAD] = max(0, player.goods[BREAD] - owed)


cdef void describe_player(const TekhenuState* state, int seat, int16_t* row) noexcept nogil:
    cdef const Table* table = &state.table
    cdef const Player* player = &table.player[seat]
    row[ONE] = 1
    row[POINTS] = player.vp
    row[TURN_NOW] = table.step == STEP_TURN and table.header.actor == seat
    describe_goods(player, row)
    describe_track(table, player, row)
    describe_pieces(table, seat, row)
    describe_scales(table, seat, row)
    describe_cards(state, seat, row)
    describe_upkeep(player, row)


cdef void describe_automaton(const TekhenuState* state, int16_t* row) noexcept nogil:
    cdef const Player* player = &state.table.player[AUTOMATON]
    row[AUTO_ONE] = 1
    row[AUTO_POINTS] = player.vp
    row[AUTO_BOARD] = board_points(&state.table, AUTOMATON)
    row[AUTO_CARDS] = automaton_card_points(player)
    row[AUTO_FINAL] = automaton_final_points(state)
    row[AUTO_PILLARS] = popcount(player.pillars)
    row[AUTO_HAPPINESS] = player.happiness
    row[AUTO_STATUES] = statues_of(player)


# -- the whole table ----------------------------------------------------------------------------------------

cdef int describe(const TekhenuState* state, int16_t* rows) noexcept nogil:
    cdef const Table* table = &state.table
    cdef int seat, district, stage
    for seat in range(table.header.players):
        memset(rows + seat * MAX_FEATURES, 0, FEATURE_NB * sizeof(int16_t))
        if is_solo(table) and seat == AUTOMATON:
            describe_automaton(state, rows + seat * MAX_FEATURES)
        else:
            describe_player(state, seat, rows + seat * MAX_FEATURES)
    for district in range(BASIC_NB):
        seat = district_winner(table, district)
        if seat != NOBODY:
            rows[seat * MAX_FEATURES + DISTRICTS] += 1
    stage = max(0, (table.round - 1) // 2)
    return stage + 8 if is_solo(table) else stage


cdef int features(const void* raw, const Weights* weights, int16_t* rows) noexcept nogil:
    cdef const TekhenuState* state = <const TekhenuState*>raw
    cdef TekhenuState outcome
    if not is_turn_under_way(&state.table):
        return describe(state, rows)
    outcome = state[0]
    foresee(&outcome)
    return describe(&outcome, rows)
