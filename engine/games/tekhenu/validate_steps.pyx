"""What may wait on the stack above the course of the game, with which numbers, and who answers the current step."""

from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.types cimport BAD_PHASE, CHANCE, OK, OVER
from egypt.games.tekhenu.faults cimport Fault, refuse
from egypt.games.tekhenu.gains cimport has, light_of
from egypt.games.tekhenu.market cimport cards_in, usable_sections
from egypt.games.tekhenu.rules_automaton_dice cimport suitable_dice
from egypt.games.tekhenu.rules_automaton_gods cimport best_cells, best_sites
from egypt.games.tekhenu.rules_horus cimport bonus_seat
from egypt.games.tekhenu.rules_osiris cimport ALL_DISTRICTS
from egypt.games.tekhenu.rules_ra cimport asks_for_blessing
from egypt.games.tekhenu.rules_setup cimport draft_seat, people_seats
from egypt.games.tekhenu.rules_thoth cimport holds
from egypt.games.tekhenu.state cimport (
    ACTION_NB, ACTION_TILE_NB, AUTOMATON, BASIC_NB, BONUS_BUILT, CELL_NB, GOD_NB, NOBODY, PEOPLE_NB, RA,
    SECTION_NB, SITE_NB, SLOT_NB, STARTING_NB, STEP_BEGIN, STEP_BONUS, STEP_BUILD_SITE, STEP_BUILD_STATUE, STEP_CARD,
    STEP_CARDS, STEP_CELL, STEP_DEBEN, STEP_DESTINY, STEP_DISTRICT, STEP_EDICT, STEP_FILL, STEP_FINISH_PILLAR,
    STEP_KEEP, STEP_KEEP_OFFER, STEP_LOT_CELL, STEP_LOT_DIE, STEP_LOT_SITE, STEP_LOT_STATUE, STEP_MARKER, STEP_MIX,
    STEP_NB, STEP_OFFER, STEP_OVER, STEP_PAY, STEP_PYRAMID, STEP_RAISE_PILLAR, STEP_REFRESH, STEP_ROTATE, STEP_SHIFT,
    STEP_STATUE, STEP_TAKE_CARDS, STEP_TILE, STEP_TILE_HORUS, STEP_YIELD, Table, all_people, all_shops, all_sites,
    buildings_of, god_statues_at, is_solo, statues_at,
)
from egypt.games.tekhenu.step_arguments cimport (
    action_in, districts_in, filled_places, filled_section, god_in, is_by_starting_card, place_in, places_in, row_in,
    section_in, shop_in, value_in,
)
from egypt.games.tekhenu.tables cimport (
    ABILITY_HORUS, DESTINY_RAISE_EITHER, NO_DECK, STARTING_MIX, STARTING_OSIRIS, TABLES, TECH_EVERY_ABILITY,
)
from egypt.games.tekhenu.validate_course cimport is_automatons_turn

from egypt.games.tekhenu import course as description

cdef enum:                  # in the order of course.ASKS …
    ASKS_NOBODY = 0
    ASKS_NATURE = 1
    ASKS_TURN_PLAYER = 2
    ASKS_IN_TURN_ORDER = 3
    ASKS_OWNER = 4
    ASKS_ALL = 5
    ASKS_DRAFTER = 6

cdef enum:                  # … and of course.WAITS
    WAITS_NEVER = 0
    WAITS_PAYMENT = 1
    WAITS_ALWAYS = 2

ctypedef struct StepRow:
    bint known
    bint set_up
    int asks
    int waits
    int most
    bint on[STEP_NB + 1]    # the last one: the turn of the automaton

cdef StepRow[STEP_NB] ROW


cdef int load_rows() except -1:
    """The table of course.py in numbers. A misspelt word is a ValueError at import."""
    cdef int step
    names = (*description.STEPS, description.AUTOMATON)
    if len(description.STEPS) != STEP_NB:
        raise ValueError(f"{len(description.STEPS)} names for {STEP_NB} steps")
    memset(ROW, 0, sizeof(ROW))
    for row in description.COURSE:
        step = names.index(row.step)
        ROW[step].known = True
        ROW[step].set_up = row.set_up
        ROW[step].asks = description.ASKS.index(row.asks)
        ROW[step].waits = description.WAITS.index(row.waits)
        ROW[step].most = row.most
        for below in row.on:
            ROW[step].on[<int>names.index(below)] = True
    return 0


load_rows()


# -- which step on which --------------------------------------------------------------------------------------

cdef int step_at(const Table* t, int height) noexcept nogil:
    """The current step lies on top of the stack."""
    return t.step if height == t.height else t.stack[height].step


cdef bint may_lie(const Table* t, const Course* course, int height) noexcept nogil:
    """Whether the step at this height can have come from the one below it."""
    cdef int step = step_at(t, height)
    cdef int below = t.stack[height - 1].step
    if is_automatons_turn(t) and height == 1:
        return ROW[step].on[<int>STEP_NB]
    if not ROW[step].on[below] or (t.round == 0 and not ROW[step].set_up):
        return False
    if height == course.matched and (below == STEP_DESTINY or below == STEP_EDICT):     # no seat was asked yet
        return step == STEP_PYRAMID
    return step != STEP_PYRAMID


cdef int check_inside(const Table* t, const Course* course, Fault* fault) noexcept nogil:
    cdef int[STEP_NB] waiting
    cdef int height, step
    memset(waiting, 0, sizeof(waiting))
    if not ROW[t.step].known or ROW[t.step].asks == ASKS_NOBODY:
        return refuse(fault, BAD_PHASE, b"step", b"it asks nobody, so it is never the current one")
    for height in range(course.matched + course.begun, t.height):
        step = t.stack[height].step
        if step >= STEP_OVER or ROW[step].waits == WAITS_NEVER:
            return refuse(fault, BAD_PHASE, b"stack", b"a step in it never waits there")
        if ROW[step].waits == WAITS_PAYMENT and (height < t.height - 1 or t.step != STEP_PAY):
            return refuse(fault, BAD_PHASE, b"stack", b"a step in it waits for a payment alone")
        waiting[step] += 1
        if waiting[step] > ROW[step].most:
            return refuse(fault, BAD_PHASE, b"stack", b"a step waits more often than it can")
        if not may_lie(t, course, height):
            return refuse(fault, BAD_PHASE, b"stack", b"a step cannot come from the one after it")
        if not argument_fits(t, height, step, t.stack[height].argument):
            return refuse(fault, BAD_PHASE, b"stack", b"the number of a step contradicts the rest of the position")
    if course.current:
        return OK
    if not may_lie(t, course, t.height):
        return refuse(fault, BAD_PHASE, b"step", b"it cannot come from the steps of the stack")
    if not argument_fits(t, t.height, t.step, t.argument):
        return refuse(fault, BAD_PHASE, b"step", b"its number contradicts the rest of the position")
    return OK


# -- with which numbers ---------------------------------------------------------------------------------------

cdef bint has_tile(const Table* t) noexcept nogil:
    """Whether the value in use names a slot with a tile, and a pillar is left to put on it."""
    return 1 <= t.turn.value <= 6 and t.slot[TABLES.ra_slot[t.turn.value]] != 0


cdef bint is_free_cell(const Table* t, int cell) noexcept nogil:
    return cell < CELL_NB and not t.cell[cell]


cdef bint is_filled(int fill, int slot) noexcept nogil:
    """Whether a step that fills some or all places of a section fills this one."""
    cdef int places = filled_places(fill)
    return filled_section(fill) == slot // 4 and (places == 0 or places >> slot % 4 & 1 != 0)


cdef bint argument_fits(const Table* t, int height, int step, int argument) noexcept nogil:
    """What the numbers of steps may be; what the turn must remember for them is checked elsewhere."""
    if step == STEP_TILE or step >= STEP_DEBEN:
        return argument_fits_automaton(t, step, argument)
    if step == STEP_BEGIN:
        return action_in(argument) < ACTION_NB and 1 <= value_in(argument) <= 6
    if step == STEP_SHIFT:
        return argument < ACTION_NB
    if step == STEP_BONUS:
        return bonus_fits(t, argument)
    if step == STEP_STATUE:
        return 1 <= argument < 1 << GOD_NB
    if step == STEP_BUILD_STATUE:
        return argument < GOD_NB + PEOPLE_NB and (
            god_statues_at(t, t.god_at[argument]) < TABLES.god_spaces[t.size] if argument < GOD_NB
            else not all_people(t) >> (argument - GOD_NB) & 1)
    if step == STEP_CELL:
        return has_tile(t) and argument == TABLES.ra_slot[t.turn.value]
    if step == STEP_ROTATE:
        return has_tile(t) and is_free_cell(t, argument)
    if step == STEP_RAISE_PILLAR:
        return has_tile(t) and is_free_cell(t, argument) and (
            t.turn.rotation < TABLES.tile[t.slot[TABLES.ra_slot[t.turn.value]] - 1].rotations)
    if step == STEP_FINISH_PILLAR:
        return argument < CELL_NB and t.cell[argument] != 0
    if step == STEP_TILE_HORUS:
        return argument == t.stack[height - 1].argument and argument < CELL_NB and horus_fits(t, argument)
    if step == STEP_BUILD_SITE:
        return argument < SITE_NB and (TABLES.sites[t.size] & ~all_sites(t)) >> argument & 1 != 0
    if step == STEP_TAKE_CARDS:
        return (section_in(argument) < usable_sections(t.player[t.seat].happiness)
                and holds(t, section_in(argument), places_in(argument)) and popcount(places_in(argument)) == t.turn.cards)
    if step == STEP_REFRESH:
        return argument < SECTION_NB and cards_in(t, argument) != 0 and not t.turn.refreshed >> argument & 1
    if step == STEP_FILL:       # some places only after a section was replaced
        return (filled_places(argument) < 16 and t.opened >> filled_section(argument) & 1 != 0
                and (filled_places(argument) == 0 or t.stack[height - 1].step == STEP_CARDS))
    if step == STEP_CARD:
        return (argument < SLOT_NB and TABLES.slot_deck[argument] != NO_DECK and not t.market[argument]
                and is_filled(t.stack[height - 1].argument, argument))
    if step == STEP_DISTRICT:
        return district_fits(t, argument)
    if step == STEP_YIELD:
        return argument < BASIC_NB and 1 <= t.turn.value <= 6
    return argument_fits_set_up(t, height, step, argument)


cdef bint argument_fits_set_up(const Table* t, int height, int step, int argument) noexcept nogil:
    cdef int destiny
    if step == STEP_OFFER or step == STEP_KEEP_OFFER:
        return argument < 2 and (step == STEP_KEEP_OFFER or t.stack[height - 1].argument == argument)
    if step == STEP_MIX:
        return argument < STARTING_NB and TABLES.starting[argument].effect == STARTING_MIX
    if step == STEP_MARKER:
        destiny = t.player[t.seat].destiny
        return destiny != 0 and (TABLES.destiny[destiny - 1].effect == DESTINY_RAISE_EITHER
                                 and argument == TABLES.destiny[destiny - 1].steps)
    if step == STEP_PYRAMID:
        return is_solo(t) and argument < ACTION_TILE_NB
    return argument == 0


cdef bint bonus_fits(const Table* t, int argument) noexcept nogil:
    """For a place in the row after the turn player; or for the builder of a first statue, where that is paid."""
    cdef int god = god_in(argument)
    if god >= GOD_NB or not god_statues_at(t, god):
        return False
    if place_in(argument) == BONUS_BUILT:
        return TABLES.pays_when_built[t.size] and statues_at(&t.player[t.seat], god) == 1
    return place_in(argument) <= t.header.players


cdef bint horus_fits(const Table* t, int cell) noexcept nogil:
    """A tile that acts as Horus in this light, at a price that only a blessing can waive."""
    cdef int tile = (t.cell[cell] - 1) >> 2
    return (t.cell[cell] != 0 and TABLES.tile[tile].ability == ABILITY_HORUS
            and (TABLES.tile[tile].light == light_of(t, RA) or has(&t.player[t.seat], TECH_EVERY_ABILITY))
            and asks_for_blessing(t, cell))


cdef bint district_fits(const Table* t, int argument) noexcept nogil:
    cdef int row = row_in(argument)
    cdef int districts = districts_in(argument)
    cdef int card
    if row >= 6 or buildings_of(&t.player[t.seat]) >= TABLES.buildings:
        return False
    if t.round:
        return (districts == ALL_DISTRICTS and not is_by_starting_card(argument)
                and t.player[t.seat].happiness >= TABLES.osiris_happiness
                and (TABLES.row_shops[row] & ~all_shops(t)) != 0)
    for card in range(STARTING_NB):
        if TABLES.starting[card].effect == STARTING_OSIRIS and argument == shop_in(
                TABLES.starting[card].value - 1, TABLES.starting[card].districts, True):
            return True
    return False


cdef bint argument_fits_automaton(const Table* t, int step, int argument) noexcept nogil:
    if step == STEP_TILE:       # in the set-up the order of play has its number
        return argument == 0 and t.tiles != 0 and not t.slot[0]
    if not is_solo(t):
        return False
    if step == STEP_LOT_STATUE:
        return 1 <= argument < 1 << PEOPLE_NB and not argument & all_people(t)
    if step == STEP_LOT_CELL:
        return argument < 3 and t.slot[argument] != 0 and best_cells(t) != 0
    if step == STEP_LOT_SITE:
        return (1 <= argument <= 6 and best_sites(t) != 0
                and buildings_of(&t.player[AUTOMATON]) < TABLES.buildings)
    if step == STEP_LOT_DIE:
        return argument == 0 and t.marker != 0 and suitable_dice(t) != 0
    return argument == 0


# -- the actor ------------------------------------------------------------------------------------------------

cdef int asked_seat(const Table* t) noexcept nogil:
    """Whom the current step asks: a seat, CHANCE or OVER; NOBODY is none of them."""
    cdef int asks = ROW[t.step].asks
    cdef int seat
    if t.step == STEP_OVER:
        return OVER
    if asks == ASKS_NATURE:
        return CHANCE
    if asks == ASKS_DRAFTER:
        return draft_seat(t, t.argument)
    if asks == ASKS_IN_TURN_ORDER:
        return t.order[t.argument]
    if asks == ASKS_OWNER:
        seat = bonus_seat(t, place_in(t.argument))
        return seat if seat != NOBODY and statues_at(&t.player[seat], god_in(t.argument)) else OVER
    return t.seat


cdef int check_actor(const Table* t, Fault* fault) noexcept nogil:
    cdef int actor = t.header.actor
    cdef int people = people_seats(t)
    if t.step == STEP_KEEP:
        if not t.header.pending or t.header.pending & ~people:
            return refuse(fault, BAD_PHASE, b"pending", b"players who still have to choose must be named")
        if actor < 0 or not t.header.pending >> actor & 1:
            return refuse(fault, BAD_PHASE, b"act", b"this seat has no decree left to choose")
        return OK
    if t.header.pending:
        return refuse(fault, BAD_PHASE, b"pending", b"nothing is chosen in secret in this step")
    if actor != asked_seat(t) or (actor >= 0 and not people >> actor & 1):
        return refuse(fault, BAD_PHASE, b"act", b"the current step does not ask this seat")
    return OK
