"""What a turn owes, and whether it can still be done (rulebook pp. 10, 15, 30).

Whoever takes a die must do an action with it, and whoever plays a blessing for an extra action must do that one, too; the
order is free, and so is the order of blessings. An answer after which that is impossible is not offered. Whether it is
possible is found out by playing on: every way to finish the turn is tried on copies of the state until one succeeds. Three
things keep this cheap. It is only done where something is owed that is not possible in every case; what can be done at once
is seen without playing; and where no income could suffice, nothing is tried.

What is drawn on the way counts for nothing: nature deals what helps least, and no cards are replaced in the hope of others.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memset

from egypt.core.bits cimport lowest_bit
from egypt.core.types cimport CHANCE, MAX_MOVES, Move
from egypt.games.tekhenu.actions cimport action_values
from egypt.games.tekhenu.gains cimport has, scribe_power, technology_shift
from egypt.games.tekhenu.income cimport add_god_income, add_income, be_rich, is_helpful
from egypt.games.tekhenu.moves cimport (
    AS_PURE, MOVE_BLESS, MOVE_CARD, MOVE_CARDS, MOVE_GO, MOVE_PASS, MOVE_PAY, MOVE_REFRESH, MOVE_TAKE, MOVE_USE, USE_EXTRA,
    USE_PLAIN, USE_WORK_FIRST, make_move, move_a, move_b, move_c, move_goods, move_kind,
)
from egypt.games.tekhenu.nature cimport carry_out, list_outcomes
from egypt.games.tekhenu.rules_turn cimport (
    list_any_time, list_dice, list_extra_uses, list_main_uses, spread, usable_faces,
)
from egypt.games.tekhenu.state cimport (
    ALL_VALUES, BLESSING, BREAD, CARD_NB, FREE_VALUE, GOD_NB, GOLD, GRANITE, HATHOR, LIMESTONE, PAPYRUS, PRODUCE, RA,
    SCRIBE, STEP_BONUS, STEP_CARDS, STEP_CELL, STEP_DISTRICT, STEP_PAY, STEP_REFRESH, STEP_ROTATE, STEP_SITE,
    STEP_STATUE, STEP_TILE, STEP_YIELD, TECHNOLOGY, THOTH, die_colour, die_face, die_sector, extra_gods, god_opposite,
    gods_beside, has_extras, statues_of,
)
from egypt.games.tekhenu.step_arguments cimport row_in
from egypt.games.tekhenu.tables cimport (
    ABILITY_HORUS, ABILITY_OSIRIS, ABILITY_THOTH, BLESSING_GAIN, BLESSING_NEIGHBOUR, BLESSING_OPPOSITE,
    BLESSING_RAISE_EITHER, BLESSING_RECOLOUR, BLESSING_TWICE, BLESSING_WAIVE, TECH_BETTER_PRAYER, TECH_BLESSING_GAIN,
    TECH_GOLD_IS_SCRIBE, TECH_STONE_SWAP, WHEN_TAKING, TileRow,
)

cdef enum:
    NO_HELP = 1
    MOST_HELP = 3
    MOST_TRIED = 1 << 18    # answers tried for one question: far beyond what hands that come up in games need


# -- the answers that may be given --------------------------------------------------------------------------

cdef enum Verdict:
    UNKNOWN
    POSSIBLE
    IMPOSSIBLE


cdef int keep_possible(const Steps* steps, const TekhenuState* s, Move* moves, int number) noexcept nogil:
    cdef int i, verdict, kept = 0, tries = MOST_TRIED
    if s.table.turn.die == 0:
        return keep_takes(steps, s, moves, number)
    if number == 1:
        return 1
    for i in range(number):
        verdict = first_sight(&s.table, moves[i])
        if verdict == POSSIBLE or (verdict == UNKNOWN and stays_possible(steps, s, moves[i], &tries)):
            moves[kept] = moves[i]
            kept += 1
    return kept if kept else list_helpless(steps, s, moves)


cdef bint stays_possible(const Steps* steps, const TekhenuState* s, Move move, int* tries) noexcept nogil:
    cdef TekhenuState after = s[0]
    steps.answer(&after, move)
    return can_finish(steps, &after, tries)


cdef int list_helpless(const Steps* steps, const TekhenuState* s, Move* moves) noexcept nogil:
    """What cannot be finished is played as far as it goes; then nothing is done."""
    cdef int i, number = steps.list_answers(s, moves), place = number
    if s.table.step != STEP_USE:
        return number
    while place > 0 and move_kind(moves[place - 1]) > MOVE_GO:
        place -= 1
    for i in range(number, place, -1):
        moves[i] = moves[i - 1]
    moves[place] = make_move(MOVE_GO)
    return number + 1


# -- what an answer shows without being played ----------------------------------------------------------------

cdef int first_sight(const Table* t, Move move) noexcept nogil:
    """Whether the turn can be finished after an answer, as far as that is easily seen."""
    cdef const Player* player = &t.player[t.seat]
    cdef int kind = move_kind(move)
    if owes_action(t):
        return sight_of_use(t, player, move) if t.step == STEP_USE else sight_of_choice(t, player, move)
    if kind == MOVE_USE:
        return UNKNOWN if move_a(move) == USE_WORK_FIRST else POSSIBLE
    return sight_of_blessing(t, player, move) if kind == MOVE_BLESS else POSSIBLE


cdef int sight_of_use(const Table* t, const Player* player, Move move) noexcept nogil:
    """The last action that is owed is possible; so is any action before one that does not need what it costs."""
    if move_kind(move) != MOVE_USE:
        return UNKNOWN
    if not has_extras(&t.turn):
        return POSSIBLE if move_a(move) == USE_PLAIN else UNKNOWN
    if not owes_one_extra(t) or not can_produce(t):
        return UNKNOWN
    if move_a(move) == USE_EXTRA:
        return POSSIBLE
    if move_a(move) == USE_PLAIN and move_b(move) >= PRODUCE and not has(player, TECH_GOLD_IS_SCRIBE):
        return POSSIBLE if reached_values(t, player, extra_gods(&t.turn)) >> move_c(move) & 1 else UNKNOWN
    return UNKNOWN


cdef int sight_of_choice(const Table* t, const Player* player, Move move) noexcept nogil:
    """Within an action: whether the one thing that is owed besides can be done with what is left after its cost."""
    cdef Player after
    cdef int gods = last_gods(t) & ~(1 << t.turn.action)
    if t.step == STEP_ROTATE:       # brings points and nothing else
        return POSSIBLE
    if gods == 0 or t.turn.effective == 0 or has(player, TECH_GOLD_IS_SCRIBE) or has(player, TECH_STONE_SWAP):
        return UNKNOWN
    after = player[0]
    if not take_cost(t, &after, move):
        return UNKNOWN
    return POSSIBLE if reached_values(t, &after, gods) >> t.turn.effective & 1 else UNKNOWN


cdef int last_gods(const Table* t) noexcept nogil:
    """The gods of whom an action of one is all that is owed besides the action in progress; none if more is owed."""
    if not has_extras(&t.turn):
        return 1 << die_sector(t.turn.die - 1)
    return extra_gods(&t.turn) if owes_one_extra(t) and can_produce(t) else 0


cdef bint take_cost(const Table* t, Player* player, Move move) noexcept nogil:
    """Takes from a player what an answer within an action costs, with as little gold as possible. False where it may bring
    about another action, or is not one of the usual questions.
    """
    cdef int tile, kind
    if t.step == STEP_CELL:
        tile = t.slot[t.argument] - 1
        if TABLES.tile[tile].ability == ABILITY_HORUS or TABLES.tile[tile].ability == ABILITY_OSIRIS or (
                TABLES.tile[tile].ability == ABILITY_THOTH):
            return False
        return (take_units(player, LIMESTONE, TABLES.tile[tile].limestone)
                and take_units(player, GRANITE, TABLES.tile[tile].granite))
    if t.step == STEP_SITE:
        player.sites |= <uint32_t>1 << move_c(move)
        return take_units(player, BREAD, TABLES.site_bread[move_c(move)])
    if t.step == STEP_STATUE:
        return take_units(player, GRANITE, TABLES.statue_cost[statues_of(player)])
    if t.step == STEP_DISTRICT and player.happiness:
        player.shops |= <uint32_t>1 << (4 * row_in(t.argument) + move_a(move))
        player.happiness -= 1
        return True
    if (t.step == STEP_PAY and move_kind(move) == MOVE_PAY and t.turn.action != RA and t.turn.action != HATHOR
            and t.stack[t.height - 1].step != STEP_REFRESH):
        for kind in range(SCRIBE + 1):
            player.goods[kind] -= move_goods(move, kind)
        return True
    if t.step == STEP_CARDS and move_kind(move) == MOVE_CARDS:
        return take_units(player, PAPYRUS, TABLES.thoth_papyrus[t.turn.value])
    return t.step == STEP_YIELD


cdef bint take_units(Player* player, int kind, int units) noexcept nogil:
    """False if they cannot be paid with the goods themselves and gold."""
    cdef int gold = max(0, units - player.goods[kind])
    if gold > player.goods[GOLD]:
        return False
    player.goods[kind] -= units - gold
    player.goods[GOLD] -= gold
    return True


cdef int sight_of_blessing(const Table* t, const Player* player, Move move) noexcept nogil:
    """With a die that can produce. What other blessings for the die may add is not seen."""
    cdef int card = move_a(move)
    cdef int effect = TABLES.blessing[card].effect
    cdef bint others = (player.blessings & ~(<uint32_t>1 << card)
                        & (TABLES.blessing_at[WHEN_TAKING] | TABLES.blessing_with[BLESSING_RAISE_EITHER])) != 0
    cdef int faces
    if effect == BLESSING_NEIGHBOUR or effect == BLESSING_OPPOSITE:
        return sight_of_extra(t, player, card, others)
    if effect != BLESSING_RECOLOUR or move_b(move) != GREY or t.turn.flags & ANUBIS:
        return POSSIBLE
    if others or t.turn.flags & FREE_VALUE or has(player, TECH_BLESSING_GAIN):
        return UNKNOWN
    faces = usable_faces(t, player, die_sector(t.turn.die - 1))
    return POSSIBLE if faces >> (move_c(move) & (AS_PURE - 1)) & 1 else IMPOSSIBLE


cdef int sight_of_extra(const Table* t, const Player* player, int card, bint others) noexcept nogil:
    """An extra action that can be done first with the die as it is; or one that nothing will ever pay for."""
    cdef int sector = die_sector(t.turn.die - 1)
    cdef int gods = 1 << god_opposite(sector)
    cdef Player after = player[0]
    cdef Player richer
    cdef int values
    if has(player, TECH_GOLD_IS_SCRIBE) or has(player, TECH_BLESSING_GAIN):
        return UNKNOWN
    if TABLES.blessing[card].effect == BLESSING_NEIGHBOUR:
        gods = gods_beside(sector)
    after.blessings &= ~(<uint32_t>1 << card)
    after.goods[SCRIBE] -= TABLES.blessing[card].scribes
    after.happiness -= TABLES.blessing[card].happiness
    after.population -= TABLES.blessing[card].population
    values = reached_values(t, &after, gods)
    if values >> t.turn.face & 1 or (values and t.turn.flags & FREE_VALUE):
        return POSSIBLE
    if values or others:
        return UNKNOWN
    while gods:
        richer = after
        if add_income(t, &richer, 0, lowest_bit(gods)) and action_values(t, &richer, lowest_bit(gods), False):
            return UNKNOWN
        gods &= gods - 1
    return IMPOSSIBLE


cdef int reached_values(const Table* t, const Player* player, int gods) noexcept nogil:
    """Values of the die with which the action of one of the gods is possible now, shifts of technologies included."""
    cdef int values = 0
    while gods:
        values |= action_values(t, player, lowest_bit(gods), False)
        gods &= gods - 1
    return spread(values, technology_shift(player, TECH_BETTER_PRAYER))


cdef inline bint owes_one_extra(const Table* t) noexcept nogil:
    return t.turn.beside + t.turn.opposite == 1


# -- which die may be taken ---------------------------------------------------------------------------------

ctypedef struct Usable:     # of the grey dice in a sector
    bint seen
    int faces               # those of use at once
    bint later              # an extra action may make others useful


cdef int keep_takes(const Steps* steps, const TekhenuState* s, Move* moves, int number) noexcept nogil:
    """Grey dice only if something can be done with them. A seat that can use none and cannot call on Anubis looks for a
    blessing that changes that; if there is none either, it takes any die and does nothing.
    """
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef Usable[GOD_NB] usable
    cdef int i, kept = 0, actions = 0
    memset(usable, 0, sizeof(usable))
    for i in range(number):
        if move_kind(moves[i]) == MOVE_TAKE and not can_use(steps, s, moves[i], usable):
            continue
        actions += move_kind(moves[i]) != MOVE_BLESS
        moves[kept] = moves[i]
        kept += 1
    if actions:
        return kept
    number = 0
    for i in range(kept):
        if leads_to_take(steps, s, moves[i]):
            moves[number] = moves[i]
            number += 1
    if number:
        return number
    number = list_dice(t, player, True, moves)
    return number + list_any_time(t, moves + number)


cdef bint can_use(const Steps* steps, const TekhenuState* s, Move move, Usable* usable) noexcept nogil:
    """A die that is taken to be recoloured can always produce then."""
    cdef const Table* t = &s.table
    cdef const Player* player = &t.player[t.seat]
    cdef int code = move_c(move), tries = MOST_TRIED
    cdef Usable* known = &usable[die_sector(code)]
    if die_colour(code) != GREY or t.turn.flags & ANUBIS or player.blessings & TABLES.blessing_with[BLESSING_RECOLOUR]:
        return True
    if not known.seen:
        known.seen = True
        known.faces = usable_faces(t, player, die_sector(code))
        known.later = known.faces != ALL_VALUES and may_help(t, player, die_sector(code))
    if known.faces >> die_face(code) & 1:
        return True
    return known.later and stays_possible(steps, s, move, &tries)


cdef bint may_help(const Table* t, const Player* player, int god) noexcept nogil:
    """Whether an extra action that is possible at once may bring what the action of the god lacks."""
    cdef Player richer
    cdef uint32_t cards = player.blessings & (
        TABLES.blessing_with[BLESSING_NEIGHBOUR] | TABLES.blessing_with[BLESSING_OPPOSITE])
    cdef int gods = 0, other
    if has(player, TECH_BLESSING_GAIN):
        return True
    if player.blessings & TABLES.blessing_with[BLESSING_NEIGHBOUR] and scribe_power(player):
        gods |= gods_beside(god)
    if player.blessings & TABLES.blessing_with[BLESSING_OPPOSITE] and player.happiness and player.population:
        gods |= 1 << god_opposite(god)
    richer = player[0]
    for other in range(GOD_NB):
        if gods >> other & 1 and action_values(t, player, other, False):
            if cards & (cards - 1) or not add_god_income(t, &richer, other, god):
                be_rich(&richer)
    return god == THOTH or action_values(t, &richer, god, False) != 0


cdef bint leads_to_take(const Steps* steps, const TekhenuState* s, Move move) noexcept nogil:
    """Whether a blessing for any time makes it possible to use a die."""
    cdef TekhenuState after = s[0]
    cdef Move[MAX_MOVES] moves
    cdef Usable[GOD_NB] usable
    cdef int number, i
    memset(usable, 0, sizeof(usable))
    steps.answer(&after, move)
    number = steps.advance(&after, moves, TO_QUESTION)
    while after.table.header.actor == CHANCE:
        carry_out(&after, least_helpful(&after))
        number = steps.advance(&after, moves, TO_QUESTION)
    if after.table.step != STEP_TURN:
        return True     # the action at the end of the track: whatever it brings, it is an action
    for i in range(number):
        if move_kind(moves[i]) == MOVE_BLESS:
            if leads_to_take(steps, &after, moves[i]):
                return True
        elif move_kind(moves[i]) != MOVE_TAKE or can_use(steps, &after, moves[i], usable):
            return True
    return False


# -- playing on ---------------------------------------------------------------------------------------------

cdef bint can_finish(const Steps* steps, TekhenuState* s, int* tries) noexcept nogil:
    """Whether all that the turn owes can be done in some way; the state is played on."""
    cdef Table* t = &s.table
    cdef Move[MAX_MOVES] moves
    cdef TekhenuState after
    cdef int number, i
    while True:
        t.header.actor = t.seat
        number = steps.advance(s, moves, UNTIL_DONE)
        if not owes_action(t):
            return True
        if t.header.actor == CHANCE:
            if t.step == STEP_TILE:
                return can_finish_with_any_tile(steps, s, tries)
            carry_out(s, least_helpful(s))
            continue
        if t.step == STEP_USE:
            if is_assured(t):
                return True
            if is_hopeless(t):
                return False
        number = narrowed(s, moves, number)
        if number == 0:
            return False
        if number == 1:
            steps.answer(s, moves[0])
            continue
        tries[0] -= number
        if tries[0] < 0:
            return False
        for i in range(number):
            after = s[0]
            steps.answer(&after, moves[i])
            if can_finish(steps, &after, tries):
                return True
        return False


cdef bint can_finish_with_any_tile(const Steps* steps, const TekhenuState* s, int* tries) noexcept nogil:
    """Which tile is the dearest depends on what the player has, so one of each price is tried."""
    cdef Move[MAX_MOVES] outcomes
    cdef double[MAX_MOVES] probabilities
    cdef TekhenuState after
    cdef uint32_t prices = 0
    cdef const TileRow* tile
    cdef int i, price
    for i in range(list_outcomes(s, outcomes, probabilities)):
        tile = &TABLES.tile[move_c(outcomes[i])]
        price = 4 * min(7, <int>tile.limestone) + min(3, <int>tile.granite)
        if not prices >> price & 1:
            prices |= <uint32_t>1 << price
            after = s[0]
            carry_out(&after, outcomes[i])
            if not can_finish(steps, &after, tries):
                return False
    return True


cdef int narrowed(const TekhenuState* s, Move* moves, int number) noexcept nogil:
    """Answers without those that can open no more ways than another one.

    Gold stands in for everything else, so what costs least gold is best. How a tile is turned brings only points. Other
    seats' choices are theirs. To replace cards is to rely on luck.
    """
    cdef int step = s.table.step
    cdef int i, kept = 0
    if step == STEP_MODIFY:     # what the die can do as it is comes first
        if number > 1 and move_kind(moves[number - 1]) == MOVE_GO:
            moves[0], moves[number - 1] = moves[number - 1], moves[0]
        return number
    if step == STEP_ROTATE or (step == STEP_BONUS and s.table.header.actor != s.table.seat):
        return min(number, 1)
    if step == STEP_PAY:
        if number > 1 and move_kind(moves[0]) != MOVE_BLESS:
            moves[0] = moves[number - 1]
            return 1
        while kept < number and move_kind(moves[kept]) == MOVE_BLESS:
            kept += 1
        if kept < number:
            moves[kept] = moves[number - 1]
            kept += 1
        return kept
    if step != STEP_CARDS:
        return number
    for i in range(number):
        if move_kind(moves[i]) != MOVE_REFRESH and move_kind(moves[i]) != MOVE_PASS:
            moves[kept] = moves[i]
            kept += 1
    return kept


# -- what can be seen at once -------------------------------------------------------------------------------

cdef inline bint can_produce(const Table* t) noexcept nogil:
    """Whether the normal action is no problem: done, or possible as a production."""
    return t.turn.flags & (MAIN_DONE | ANUBIS) != 0 or (
        t.turn.colour != GREY and not t.turn.flags & WORKED)


cdef bint is_assured(const Table* t) noexcept nogil:
    """When actions are chosen: whether what is owed can be done at once."""
    cdef const Player* player = &t.player[t.seat]
    cdef Move[64] moves
    if not has_extras(&t.turn):
        return can_produce(t) or list_main_uses(t, player, moves) != 0
    if not can_produce(t) or not owes_one_extra(t):
        return False
    return list_extra_uses(t, player, moves) != 0


cdef bint is_hopeless(const Table* t) noexcept nogil:
    """Whether some action that is owed can never be done, whatever the others bring."""
    cdef int sector = die_sector(t.turn.die - 1)
    cdef int main = 0 if can_produce(t) else 1 << sector
    cdef int beside = gods_beside(sector) if t.turn.beside else 0
    cdef int opposite = 1 << god_opposite(sector) if t.turn.opposite else 0
    if main and not is_conceivable(t, main, beside | opposite):
        return True
    if opposite and not is_conceivable(t, opposite, main | beside):
        return True
    return beside and not is_conceivable(t, beside, main | opposite | (beside if t.turn.beside > 1 else 0))


cdef bint is_conceivable(const Table* t, int gods, int others) noexcept nogil:
    """Whether the action of one of the gods is possible now, or may be after those of others."""
    cdef const Player* player = &t.player[t.seat]
    cdef Player richer
    cdef int god
    while gods:
        god = lowest_bit(gods)
        if action_values(t, player, god, False):
            return True
        richer = player[0]
        if add_income(t, &richer, others & ~(1 << god), god) and (
                god == THOTH or action_values(t, &richer, god, False)):
            return True
        gods &= gods - 1
    return False


# -- nature -------------------------------------------------------------------------------------------------

cdef int helpfulness(Move outcome) noexcept nogil:
    """How much a card that is laid open may help to finish the turn."""
    cdef int what = move_c(outcome)
    cdef int effect
    if move_kind(outcome) != MOVE_CARD or what // CARD_NB > TECHNOLOGY:
        return 0
    if what // CARD_NB == BLESSING:
        effect = TABLES.blessing[what].effect
        if effect == BLESSING_WAIVE or effect == BLESSING_RAISE_EITHER:
            return MOST_HELP
        return 2 if effect == BLESSING_GAIN or effect == BLESSING_TWICE else NO_HELP
    effect = TABLES.technology[what % CARD_NB].effect
    return NO_HELP + is_helpful(effect)


cdef Move least_helpful(const TekhenuState* s) noexcept nogil:
    cdef Move[MAX_MOVES] outcomes
    cdef double[MAX_MOVES] probabilities
    cdef int number = list_outcomes(s, outcomes, probabilities)
    cdef int i, help, least = MOST_HELP + 1, best = 0
    for i in range(number):
        help = helpfulness(outcomes[i])
        if help < least:
            least, best = help, i
            if help <= NO_HELP:
                break
    return outcomes[best]
