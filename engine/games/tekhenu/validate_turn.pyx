"""What a turn remembers, and whether what it has begun can be finished."""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from egypt.core.bits cimport popcount
from egypt.core.types cimport BAD_PHASE, BAD_RANGE, OK
from egypt.games.tekhenu.actions cimport action_values
from egypt.games.tekhenu.faults cimport Fault, refuse
from egypt.games.tekhenu.gains cimport has, status_of, technology_shift
from egypt.games.tekhenu.payment cimport can_pay
from egypt.games.tekhenu.rules_thoth cimport can_raise, price_of_cards
from egypt.games.tekhenu.state cimport (
    ACTION_NB, ANUBIS, BASIC_NB, BASTET, BELOW, BLESSING, BREAD, CARD_NB, COLOUR_NB, FACE_CODE_NB, FORBIDDEN,
    FREE_VALUE, GOD_NB, GOLD, GOLD_SWAPPED, GRANITE, GREY, HATHOR, HORUS, LIMESTONE, MAIN_DONE, NEWS, OSIRIS, PAPYRUS,
    PRODUCE, RA, RECOLOUR, REWARD_ACTION, SCRIBE, STEP_BEGIN, STEP_BUILD_SITE, STEP_BUILD_STATUE, STEP_CARDS,
    STEP_CELL, STEP_DISTRICT, STEP_DRAW_DECREE, STEP_END_TURN, STEP_FESTIVAL, STEP_FINISH_PILLAR, STEP_FREE_ACTION,
    STEP_KEEP_OFFER, STEP_LATE_BLESSING, STEP_MODIFY, STEP_OFFER, STEP_PAY, STEP_RAISE_PILLAR, STEP_REFRESH,
    STEP_ROTATE, STEP_SHIFT, STEP_SITE, STEP_STATUE, STEP_TAKE_CARDS, STEP_TILE_HORUS, STEP_TURN, STEP_USE, STEP_YIELD,
    STONE_SWAPPED, TAINTED, THOTH, THRICE, TWICE, WAIVED, WORKED, Player, Table, Turn, buildings_of, die_code,
    die_colour, die_face, die_sector, has_extras, statues_of,
)
from egypt.games.tekhenu.step_arguments cimport action_in, value_in
from egypt.games.tekhenu.tables cimport (
    BLESSING_NEIGHBOUR, BLESSING_RECOLOUR, TABLES, TECH_BETTER_PRAYER, TECH_BETTER_WORK, TECH_GOLD_IS_SCRIBE,
    TECH_STONE_SWAP, TECH_TAINTED_WORK, TECH_TAKE_FORBIDDEN, TileRow,
)
from egypt.games.tekhenu.validate_course cimport base_of, is_automatons_turn, is_to_come

cdef enum:
    MOST_PLAYS = 2                  # of a blessing in a turn: the action at the end of the track may bring it back once
    MOST_EXTRAS = 2 * MOST_PLAYS    # of a kind, which two blessings bring


# -- the frame: what the turn is about ------------------------------------------------------------------------

cdef int frame_of(const Table* t) noexcept nogil:
    """The decision of a person's turn that is being made or has led to all that is; STEP_END_TURN outside such a turn."""
    if base_of(t) != STEP_END_TURN or is_automatons_turn(t):
        return STEP_END_TURN
    return t.stack[1].step if t.height > 1 else t.step


cdef bint is_die_in_hand(const Table* t) noexcept nogil:
    return frame_of(t) == STEP_MODIFY


cdef bint is_acting(const Table* t, const Course* course) noexcept nogil:
    """Outside a turn: an action by a decree, or by a destiny card that has moved the marker to its last space."""
    return course.begun and t.round != 0


cdef int check_turn(const Table* t, const Course* course, Fault* fault) noexcept nogil:
    cdef const Turn* turn = &t.turn
    cdef int frame = frame_of(t)
    cdef int status
    if turn.action >= ACTION_NB or turn.value > 6:
        return refuse(fault, BAD_RANGE, b"now action", b"no such action")
    if frame != STEP_END_TURN:
        status = check_die(t, frame, fault)
    elif turn.die or turn.colour or turn.face or turn.pan or turn.effective or has_extras(turn):
        return refuse(fault, BAD_PHASE, b"now die", b"a die is taken in a player's own turn only")
    elif is_acting(t, course):
        status = check_window(t, fault)
    elif turn.held or turn.population or turn.happiness:
        return refuse(fault, BAD_PHASE, b"now held", b"nothing is remembered between turns")
    elif turn.action or turn.value or turn.flags:
        return refuse(fault, BAD_PHASE, b"now action", b"nobody acts in this step")
    else:
        status = OK
    if status == OK:
        status = check_flags(t, frame, fault)
    if status == OK:
        status = check_action(t, fault)
    if status == OK:
        status = check_details(t, frame, fault)
    return status


# -- the die --------------------------------------------------------------------------------------------------

cdef bint pan_fits(const Table* t, const Player* player) noexcept nogil:
    cdef const Turn* turn = &t.turn
    cdef int status
    if turn.flags & ANUBIS:
        return turn.pan == BELOW
    status = status_of(t, die_sector(turn.die - 1), turn.colour)
    if turn.flags & RECOLOUR:
        return turn.pan == FORBIDDEN and status == FORBIDDEN and turn.colour == die_colour(turn.die - 1)
    return turn.pan <= TAINTED and (turn.pan == status or (status == FORBIDDEN and has(player, TECH_TAKE_FORBIDDEN)))


cdef int furthest_face() noexcept nogil:
    """How far blessings can move the value of a die."""
    cdef int card, furthest = 0
    for card in range(CARD_NB):
        if TABLES.blessing_with[BLESSING_RECOLOUR] >> card & 1:
            furthest += MOST_PLAYS * TABLES.blessing[card].shift
    return furthest


cdef int check_window(const Table* t, Fault* fault) noexcept nogil:
    """What the player had when blessings for any time were last on offer."""
    cdef const Turn* turn = &t.turn
    if (turn.held & ~TABLES.cards[t.size][BLESSING] or turn.population > TABLES.track_max
            or turn.happiness > TABLES.track_max):
        return refuse(fault, BAD_RANGE, b"now held", b"no such cards or markers")
    return OK


cdef int check_die(const Table* t, int frame, Fault* fault) noexcept nogil:
    cdef const Turn* turn = &t.turn
    cdef const Player* player = &t.player[t.seat]
    cdef int code = turn.die - 1
    cdef int furthest = furthest_face()
    if check_window(t, fault) != OK:
        return fault.status
    if frame == STEP_TURN:
        if turn.die or turn.colour or turn.face or turn.pan or turn.effective or has_extras(turn):
            return refuse(fault, BAD_PHASE, b"now die", b"the die is still to be taken")
        return OK
    if not 0 <= code < FACE_CODE_NB * GOD_NB:
        return refuse(fault, BAD_PHASE, b"now die", b"a die must have been taken")
    if turn.colour >= COLOUR_NB or not 1 <= turn.face <= 6 or turn.effective > 6:
        return refuse(fault, BAD_RANGE, b"now face", b"no such die")
    if not -furthest <= turn.face - die_face(code) <= furthest:
        return refuse(fault, BAD_RANGE, b"now face", b"no blessing moves the value of the die so far")
    if not pan_fits(t, player):
        return refuse(fault, BAD_PHASE, b"now pan", b"a die of this colour does not go there")
    if turn.beside > MOST_EXTRAS or turn.opposite > MOST_EXTRAS:
        return refuse(fault, BAD_RANGE, b"now extras", b"more than blessings can bring")
    if frame == STEP_MODIFY:
        if turn.effective:
            return refuse(fault, BAD_PHASE, b"now effective", b"the die has no value before it is used")
        return OK
    if player.dice == 0 or player.die[player.dice - 1] != die_code(turn.pan, die_colour(code), die_face(code)):
        return refuse(fault, BAD_PHASE, b"now die", b"it must be the last die on the scales")
    if frame == STEP_LATE_BLESSING and has_extras(turn):
        return refuse(fault, BAD_PHASE, b"now extras", b"the actions are over")
    return OK


# -- flags ----------------------------------------------------------------------------------------------------

cdef int check_flags(const Table* t, int frame, Fault* fault) noexcept nogil:
    cdef const Turn* turn = &t.turn
    cdef const Player* player = &t.player[t.seat]
    cdef bint used = frame == STEP_USE or frame == STEP_LATE_BLESSING
    if turn.flags & ANUBIS and frame == STEP_END_TURN:
        return refuse(fault, BAD_PHASE, b"now flags", b"anubis belongs to a turn")
    if turn.flags & NEWS and turn.die == 0:
        return refuse(fault, BAD_PHASE, b"now flags", b"news belongs to a turn in which a die was taken")
    if turn.flags & FREE_VALUE and not used and frame != STEP_MODIFY:
        return refuse(fault, BAD_PHASE, b"now flags", b"free-value belongs to a die that was taken")
    if turn.flags & RECOLOUR and (frame != STEP_MODIFY or not (
            player.blessings & TABLES.blessing_with[BLESSING_RECOLOUR]) >> turn.floor):
        return refuse(fault, BAD_PHASE, b"now flags", b"recolour needs a blessing that recolours the die")
    if turn.flags & (MAIN_DONE | WORKED) and not (used and turn.effective):
        return refuse(fault, BAD_PHASE, b"now flags", b"main-done and worked need a die in use")
    if turn.flags & WORKED and (turn.pan != TAINTED or turn.colour == GREY or not has(player, TECH_TAINTED_WORK)):
        return refuse(fault, BAD_PHASE, b"now flags", b"worked needs a tainted die that produces, and the technology")
    if turn.flags & WAIVED and (frame != STEP_END_TURN or t.round != TABLES.rounds):
        return refuse(fault, BAD_PHASE, b"now flags", b"only a decree before the last scoring waives a cost")
    if turn.flags & (TWICE | THRICE) and not is_to_come(t, STEP_YIELD) and (
            t.step != STEP_SHIFT or turn.action != t.argument or turn.action < PRODUCE):
        return refuse(fault, BAD_PHASE, b"now flags", b"twice and thrice belong to a production")
    if turn.flags & THRICE and not turn.flags & TWICE:
        return refuse(fault, BAD_PHASE, b"now flags", b"thrice needs twice")
    if turn.flags & GOLD_SWAPPED and not has(player, TECH_GOLD_IS_SCRIBE):
        return refuse(fault, BAD_PHASE, b"now flags", b"gold-swapped needs the technology")
    if turn.flags & STONE_SWAPPED and not has(player, TECH_STONE_SWAP):
        return refuse(fault, BAD_PHASE, b"now flags", b"stone-swapped needs the technology")
    return OK


# -- the action in progress -----------------------------------------------------------------------------------

cdef int action_of(int step, int argument) noexcept nogil:
    """The action whose step it is, or -1."""
    if step == STEP_STATUE or step == STEP_BUILD_STATUE:
        return HORUS
    if step == STEP_CELL or step == STEP_ROTATE or step == STEP_RAISE_PILLAR or (
            step == STEP_DRAW_DECREE or step == STEP_TILE_HORUS):
        return RA
    if step == STEP_SITE or step == STEP_BUILD_SITE:
        return HATHOR
    if step == STEP_FESTIVAL:
        return BASTET
    if step == STEP_CARDS or step == STEP_TAKE_CARDS or step == STEP_REFRESH:
        return THOTH
    if step == STEP_DISTRICT:
        return OSIRIS
    return PRODUCE + argument if step == STEP_YIELD else -1


cdef int interrupted_action(const Table* t) noexcept nogil:
    """The action within which a blessing has opened a section of the market, or -1."""
    cdef int i
    for i in range(t.height):
        if t.stack[i].step == STEP_CARDS or t.stack[i].step == STEP_YIELD:
            return action_of(t.stack[i].step, t.stack[i].argument)
    return -1


cdef int check_action(const Table* t, Fault* fault) noexcept nogil:
    cdef const Turn* turn = &t.turn
    cdef int top = t.height - 1
    cdef int action = action_of(t.step, t.argument)
    if t.round == 0:
        return OK
    if t.step == STEP_PAY:
        action = action_of(t.stack[top].step, t.stack[top].argument)
    elif action < 0:
        action = interrupted_action(t)
    if action < 0:
        return OK
    if turn.action != action:
        return refuse(fault, BAD_PHASE, b"now action", b"another action is in progress")
    if turn.value == 0 and action != HORUS:
        return refuse(fault, BAD_PHASE, b"now value", b"an action in progress has a value")
    return OK


cdef int check_details(const Table* t, int frame, Fault* fault) noexcept nogil:
    """What only some steps need."""
    cdef const Turn* turn = &t.turn
    cdef bint buys = is_to_come(t, STEP_CARDS) or is_to_come(t, STEP_TAKE_CARDS) or is_to_come(t, STEP_REFRESH)
    if turn.floor > CARD_NB or (turn.floor and frame != STEP_MODIFY and t.step != STEP_YIELD):
        return refuse(fault, BAD_PHASE, b"now floor", b"no blessings are played in this step")
    if turn.rotation and not is_to_come(t, STEP_RAISE_PILLAR):
        return refuse(fault, BAD_PHASE, b"now rotation", b"no tile is being laid")
    if buys and turn.cards != TABLES.thoth_cards[turn.value]:
        return refuse(fault, BAD_PHASE, b"now cards", b"the value of the action says how many are taken")
    if not buys and (turn.cards or turn.refreshed):
        return refuse(fault, BAD_PHASE, b"now cards", b"no cards are being taken")
    if is_to_come(t, STEP_FREE_ACTION) and not t.player[t.seat].rewards & REWARD_ACTION:
        return refuse(fault, BAD_PHASE, b"step", b"free-action needs the reward of the happiness track")
    if (is_to_come(t, STEP_BEGIN) or is_to_come(t, STEP_SHIFT)) and not turn.effective:
        return refuse(fault, BAD_PHASE, b"now effective", b"the die in use has a value")
    return check_offer(t, fault)


cdef int check_offer(const Table* t, Fault* fault) noexcept nogil:
    """None at first, then one card, then two of which one is kept."""
    cdef const Turn* turn = &t.turn
    cdef int i, wanted = 0
    if t.step == STEP_KEEP_OFFER:
        wanted = 2
    elif t.step == STEP_OFFER and t.stack[t.height - 1].step == STEP_KEEP_OFFER:
        wanted = 1
    for i in range(2):
        if (turn.offer[i] != 0) != (i < wanted) or (
                i < wanted and (turn.offer[i] > 2 * CARD_NB or (turn.offer[i] - 1) // CARD_NB != t.argument)):
            return refuse(fault, BAD_PHASE, b"now offer", b"the step wants another number of cards, or of another deck")
    if t.step == STEP_OFFER and popcount(t.deck[t.argument]) < 2:
        return refuse(fault, BAD_PHASE, b"step", b"there are not enough cards to draw from")
    return OK


# -- prices ---------------------------------------------------------------------------------------------------

cdef void find_price(const Table* t, int step, int argument, uint8_t* price) noexcept nogil:
    """In basic resources, of the step of an action."""
    cdef const TileRow* tile
    memset(price, 0, BASIC_NB)
    if step == STEP_STATUE or step == STEP_BUILD_STATUE:
        price[GRANITE] = TABLES.statue_cost[min(TABLES.statues, statues_of(&t.player[t.seat]))]
    elif step == STEP_CELL or step == STEP_ROTATE or step == STEP_RAISE_PILLAR:
        tile = &TABLES.tile[t.slot[TABLES.ra_slot[t.turn.value]] - 1]
        price[LIMESTONE] = tile.limestone
        price[GRANITE] = tile.granite
    elif step == STEP_BUILD_SITE:
        price[BREAD] = TABLES.site_bread[argument]
    elif step == STEP_FESTIVAL:
        price[PAPYRUS] = TABLES.bastet_papyrus
    elif step == STEP_TAKE_CARDS:
        price[PAPYRUS] = TABLES.thoth_papyrus[t.turn.value]
    elif step == STEP_REFRESH:
        price[PAPYRUS] = TABLES.refresh_papyrus


cdef bint scribes_fit(const Table* t, int step, int scribes) noexcept nogil:
    """What a decision costs in scribes: for Anubis, for an extra action, for the value of the die and for work before it."""
    cdef const Turn* turn = &t.turn
    cdef int work, distance
    if step == STEP_TURN:
        return turn.flags & ANUBIS and scribes == TABLES.anubis_scribes
    if step == STEP_MODIFY:
        return is_price_of_neighbour(scribes)
    if step != STEP_BEGIN and step != STEP_SHIFT:
        return False
    distance = turn.effective - turn.face if turn.effective > turn.face else turn.face - turn.effective
    distance = 0 if turn.flags & FREE_VALUE else (distance + TABLES.scribe_shift - 1) // TABLES.scribe_shift
    work = TABLES.technology[lowest_card(TABLES.technology_with[TECH_TAINTED_WORK])].scribes if turn.flags & WORKED else 0
    return scribes == distance or (work != 0 and (scribes == work or scribes == distance + work))


cdef bint is_price_of_neighbour(int scribes) noexcept nogil:
    cdef int card
    for card in range(CARD_NB):
        if TABLES.blessing_with[BLESSING_NEIGHBOUR] >> card & 1 and TABLES.blessing[card].scribes == scribes:
            return True
    return False


cdef int lowest_card(unsigned int cards) noexcept nogil:
    cdef int card = 0
    while card < CARD_NB - 1 and not cards >> card & 1:
        card += 1
    return card


cdef bint can_begin(const Table* t, int step, int argument, int scribes) noexcept nogil:
    """Whether the action that waits for scribes can still be paid for without them: they may have to serve as gold."""
    cdef Player poorer = t.player[t.seat]
    cdef int action = action_in(argument) if step == STEP_BEGIN else argument
    cdef int missing = max(0, scribes - poorer.goods[SCRIBE])
    cdef int shift = 0
    cdef int value, values
    if step == STEP_BEGIN and value_in(argument) != t.turn.effective:
        return False
    if missing > poorer.goods[GOLD]:
        return False
    poorer.goods[SCRIBE] -= scribes - missing
    poorer.goods[GOLD] -= missing
    values = action_values(t, &poorer, action, False)
    if step == STEP_SHIFT:
        shift = technology_shift(&poorer, TECH_BETTER_WORK if action >= PRODUCE else TECH_BETTER_PRAYER)
    for value in range(max(1, t.turn.effective - shift), min(6, t.turn.effective + shift) + 1):
        if values >> value & 1:
            return True
    return False


cdef int check_pay(const Table* t, Fault* fault) noexcept nogil:
    cdef int step = t.stack[t.height - 1].step
    cdef int argument = t.stack[t.height - 1].argument
    cdef int scribes = t.turn.due[BASIC_NB]
    cdef uint8_t[BASIC_NB] price
    cdef int kind, total = 0
    find_price(t, step, argument, price)
    for kind in range(BASIC_NB):
        total += price[kind]
        if t.turn.due[kind] != price[kind]:
            return refuse(fault, BAD_PHASE, b"now due", b"the step that waits for it has another price")
    if total:
        if scribes or t.turn.flags & WAIVED:
            return refuse(fault, BAD_PHASE, b"now due", b"the step that waits for it has another price")
        return OK
    if scribes == 0 or not scribes_fit(t, step, scribes) or not has(&t.player[t.seat], TECH_GOLD_IS_SCRIBE):
        return refuse(fault, BAD_PHASE, b"now due", b"the decision before it costs another number of scribes")
    if (step == STEP_BEGIN or step == STEP_SHIFT) and not can_begin(t, step, argument, scribes):
        return refuse(fault, BAD_PHASE, b"now due", b"the action could not be paid for afterwards")
    return OK


cdef bint has_pieces(const Table* t, int step) noexcept nogil:
    """Whether the player has a piece left for what the step builds."""
    cdef const Player* player = &t.player[t.seat]
    if step == STEP_STATUE or step == STEP_BUILD_STATUE:
        return statues_of(player) < TABLES.statues
    if step == STEP_CELL or step == STEP_ROTATE or step == STEP_RAISE_PILLAR or step == STEP_FINISH_PILLAR:
        return popcount(player.pillars) < TABLES.pillars
    if step == STEP_SITE or step == STEP_BUILD_SITE:
        return buildings_of(player) < TABLES.buildings
    return True


cdef int check_prices(const Table* t, Fault* fault) noexcept nogil:
    cdef const Player* player = &t.player[t.seat]
    cdef uint8_t[BASIC_NB] price
    cdef int i
    for i in range(t.height):
        if not has_pieces(t, t.stack[i].step):
            return refuse(fault, BAD_PHASE, b"stack", b"the player has no piece left to build")
    if not has_pieces(t, t.step):
        return refuse(fault, BAD_PHASE, b"step", b"the player has no piece left to build")
    if (is_to_come(t, STEP_CARDS) and not can_raise(t, player, price_of_cards(t))) or (
            is_to_come(t, STEP_REFRESH) and not can_raise(t, player, price_of_cards(t) + TABLES.refresh_papyrus)):
        return refuse(fault, BAD_PHASE, b"step", b"the player could not pay for the cards")
    if t.step == STEP_PAY:
        return check_pay(t, fault)
    for i in range(BASIC_NB + 1):
        if t.turn.due[i]:
            return refuse(fault, BAD_PHASE, b"now due", b"nothing is paid in this step")
    if t.step == STEP_STATUE or t.step == STEP_CELL or t.step == STEP_ROTATE:
        find_price(t, t.step, t.argument, price)
        if not (t.turn.flags & WAIVED or player.blessings & TABLES.waives[t.turn.action] or can_pay(
                player, player.goods, price[PAPYRUS], price[BREAD], price[LIMESTONE], price[GRANITE])):
            return refuse(fault, BAD_PHASE, b"step", b"the player could not pay for it")
    return OK
