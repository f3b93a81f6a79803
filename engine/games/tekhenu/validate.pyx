"""How the fields of a position of Tekhenu fit together. Used where a text becomes a state, and after every move of the
tests. What a single field can say is a matter of its reader in notation.

The order of play comes first: which steps may wait on the stack (course.py, validate_course, validate_steps) and what the
turn must remember for them (validate_turn). All else is held against that: how many dice lie where, who has which card.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_MOVES, OK, OVER, Move, Rng,
)
from egypt.games.tekhenu cimport hidden
from egypt.games.tekhenu.faults cimport Fault, refuse, refuse_seat
from egypt.games.tekhenu.nature cimport has_outcome
from egypt.games.tekhenu.rules cimport enumerate_chance, legal_moves
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BLESSING, CELL_NB, COLOUR_NB, FAITH, GOD_NB, GOODS_NB, REWARD_ACTION, REWARD_GOLD, REWARD_SCRIBE,
    SEAT_NB, STEP_COLLECT, STEP_DEBEN, STEP_DESTINY, STEP_END_TURN, STEP_FAITH, STEP_FINISH, STEP_FINISH_PILLAR,
    STEP_GOD_TILE, STEP_LOT_DIE, STEP_NEXT_ROUND, STEP_NEXT_TURN, STEP_OVER, STEP_SETTLED, STEP_SETTLE_ORDER,
    STEP_TILE, TECHNOLOGY, TILE_NB, Player, Table, TekhenuState, TekhenuView, buildings_of, die_colour,
    god_statues_at, is_solo, statues_of,
)
from egypt.games.tekhenu.tables cimport TABLES
from egypt.games.tekhenu.validate_automaton cimport automaton_fits
from egypt.games.tekhenu.validate_cards cimport check_decrees, check_market, check_open_deck
from egypt.games.tekhenu.validate_course cimport (
    Course, base_of, check_seat, is_automatons_turn, is_to_come, read_course,
)
from egypt.games.tekhenu.validate_set_up cimport check_set_up
from egypt.games.tekhenu.validate_steps cimport check_actor, check_inside
from egypt.games.tekhenu.validate_turn cimport check_prices, check_turn, is_die_in_hand

cdef enum:                  # far beyond what a game brings, and so low that nothing overflows before its end
    FIRST_SCORE = 400
    SCORE_PER_ROUND = 100
    FIRST_GOODS = 30
    GOODS_PER_ROUND = 14
    MOST_FAITH = 50         # it is gone after four rounds


# -- the frame ------------------------------------------------------------------------------------------------

cdef int check_header(const Table* t, Fault* fault) noexcept nogil:
    cdef int players = t.header.players
    cdef int place, seats = 0
    if TABLES.variant[t.header.variant].solo and players != 2:
        return refuse(fault, BAD_HEADER, b"players", b"a solo variant has two seats")
    for place in range(players):
        seats |= 1 << t.order[place]
    if seats != (1 << players) - 1:
        return refuse(fault, BAD_RANGE, b"order", b"every seat must be named once")
    return OK


cdef int check_course(const Table* t, Fault* fault) noexcept nogil:
    """The stack, the seat in charge, the actor, and what the turn remembers."""
    cdef Course course
    cdef int status
    if t.step == STEP_OVER:
        return check_end(t, fault)
    if t.height == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"the game must go on somehow")
    status = read_course(t, &course, fault)
    if status == OK:
        status = check_inside(t, &course, fault)
    if status == OK:
        status = check_seat(t, &course, fault)
    if status == OK:
        status = check_actor(t, fault)
    if status == OK:
        status = check_turn(t, &course, fault)
    return check_prices(t, fault) if status == OK else status


cdef int check_end(const Table* t, Fault* fault) noexcept nogil:
    cdef const unsigned char* bytes = <const unsigned char*>&t.turn
    cdef int i
    if t.height or t.argument:
        return refuse(fault, BAD_PHASE, b"stack", b"nothing comes after the end")
    if t.header.actor != OVER or t.header.pending:
        return refuse(fault, BAD_PHASE, b"act", b"nobody acts after the end")
    if t.round != TABLES.rounds:
        return refuse(fault, BAD_PHASE, b"round", b"the game ends after its last round")
    if t.place != t.header.players - 1:
        return refuse(fault, BAD_PHASE, b"place", b"another player had the last turn")
    for i in range(sizeof(t.turn)):
        if bytes[i]:
            return refuse(fault, BAD_PHASE, b"now", b"nothing is remembered after the end")
    return OK


# -- dice -----------------------------------------------------------------------------------------------------

cdef int check_dice(const Table* t, Fault* fault) noexcept nogil:
    cdef int[COLOUR_NB] count
    cdef int i, j, seat
    for i in range(COLOUR_NB):
        count[i] = t.bag[i]
    for i in range(t.dice):
        if i and t.die[i] < t.die[i - 1]:
            return refuse(fault, BAD_RANGE, b"wheel", b"dice lie in ascending order")
        count[die_colour(t.die[i])] += 1
    for seat in range(t.header.players):
        for j in range(t.player[seat].dice):
            count[die_colour(t.player[seat].die[j])] += 1
    if is_die_in_hand(t):
        count[die_colour(t.turn.die - 1)] += 1
    for i in range(COLOUR_NB):
        if count[i] != TABLES.dice[t.size][i]:
            return refuse(fault, BAD_TOTALS, b"bag", b"with it the dice of a colour are not as many as the box holds")
    return OK


cdef int turns_taken(const Table* t, int seat) noexcept nogil:
    """Turns of a seat since the last Maat phase; the one in progress counts once its die lies on the scales."""
    cdef int before = (t.round + TABLES.maat_every - 1) % TABLES.maat_every
    cdef int place = place_of(t, seat)
    cdef int base = base_of(t)
    if t.round == 0:
        return 0
    if base == STEP_END_TURN:
        if place != t.place:
            return before + (place < t.place)
        if is_automatons_turn(t):
            return before + (t.step != STEP_DEBEN)
        return before + (t.turn.die != 0 and not is_die_in_hand(t))
    if base == STEP_NEXT_TURN:
        return before + (place < t.stack[0].argument)
    if base == STEP_NEXT_ROUND and t.round % TABLES.maat_every == 0 and not is_to_come(t, STEP_COLLECT):
        return 0
    return before + 1


cdef int check_dice_numbers(const Table* t, Fault* fault) noexcept nogil:
    """A die for each turn since the last Maat phase; fewer only where all that lay on the wheel was forbidden."""
    cdef int seat
    for seat in range(t.header.players):
        if t.player[seat].dice > turns_taken(t, seat) - (t.step == STEP_LOT_DIE and seat == t.seat):
            return refuse_seat(fault, BAD_TOTALS, seat, b"dice", b"more than turns since the last Maat phase")
    return OK


# -- the board ------------------------------------------------------------------------------------------------

cdef uint32_t unfinished_pillars(const Table* t) noexcept nogil:
    """Cells on which a tile lies whose pillar will come later in this action."""
    cdef uint32_t cells = 0
    cdef int i
    for i in range(t.height):
        if t.stack[i].step == STEP_FINISH_PILLAR and t.stack[i].argument < CELL_NB:
            cells |= <uint32_t>1 << t.stack[i].argument
    return cells


cdef int check_tiles(const Table* t, Fault* fault) noexcept nogil:
    """Every tile is in the stack, in the row or in the temple, and every tile in the temple bears a pillar."""
    cdef uint32_t seen = t.tiles
    cdef uint32_t filled = 0, owned = unfinished_pillars(t)
    cdef int i, tile, seat
    for i in range(3 + CELL_NB):
        tile = t.slot[i] - 1 if i < 3 else (t.cell[i - 3] - 1) >> 2
        if tile < 0:
            continue
        if seen >> tile & 1:
            return refuse(fault, BAD_TOTALS, b"slots" if i < 3 else b"temple", b"a tile lies elsewhere, too")
        seen |= <uint32_t>1 << tile
        if i >= 3:
            if (t.cell[i - 3] - 1) & 3 >= TABLES.tile[tile].rotations:
                return refuse(fault, BAD_RANGE, b"temple", b"turned so far a tile looks as before: fewer quarter turns")
            filled |= <uint32_t>1 << (i - 3)
    if seen != (1 << TILE_NB) - 1:
        return refuse(fault, BAD_TOTALS, b"tiles", b"a tile of the box lies nowhere")
    for seat in range(t.header.players):
        if owned & t.player[seat].pillars or popcount(t.player[seat].pillars) > TABLES.pillars:
            return refuse_seat(fault, BAD_OWNER, seat, b"pillars", b"too many, or two on a cell")
        owned |= t.player[seat].pillars
    if owned != filled:
        return refuse(fault, BAD_OWNER, b"temple", b"every tile there bears a pillar, and every pillar stands on a tile")
    return check_row(t, fault)


cdef int check_row(const Table* t, Fault* fault) noexcept nogil:
    """While there are tiles left the row is full, but for the slot of a pillar that is being raised."""
    cdef int slot, empty = 0
    for slot in range(3):
        empty += t.slot[slot] == 0
    if t.round and t.tiles and empty != (
            unfinished_pillars(t) != 0 or t.step == STEP_TILE):
        return refuse(fault, BAD_OWNER, b"slots", b"an empty slot is filled at once")
    return OK


cdef int check_pieces(const Table* t, Fault* fault) noexcept nogil:
    """Pieces stand where there is room, one in a place, and nobody has more than they were given."""
    cdef uint32_t sites = 0, shops = 0
    cdef int seat, god, people = 0
    cdef const Player* player
    for seat in range(t.header.players):
        player = &t.player[seat]
        if sites & player.sites or player.sites & ~TABLES.sites[t.size]:
            return refuse_seat(fault, BAD_OWNER, seat, b"sites", b"taken, or not in use with this number of players")
        if shops & player.shops:
            return refuse_seat(fault, BAD_OWNER, seat, b"shops", b"taken")
        if people & player.people:
            return refuse_seat(fault, BAD_OWNER, seat, b"people", b"taken")
        if statues_of(player) > TABLES.statues:
            return refuse_seat(fault, BAD_TOTALS, seat, b"gods", b"more statues than a player has")
        if buildings_of(player) > TABLES.buildings:
            return refuse_seat(fault, BAD_TOTALS, seat, b"sites", b"more buildings than a player has")
        sites |= player.sites
        shops |= player.shops
        people |= player.people
        for god in range(GOD_NB):
            if god_statues_at(t, god) > TABLES.god_spaces[t.size]:
                return refuse_seat(fault, BAD_TOTALS, seat, b"gods", b"no room for so many statues of a god")
    return OK


cdef int check_horus(const Table* t, Fault* fault) noexcept nogil:
    """Every god has one Horus space, once the tiles lie."""
    cdef bint printed = TABLES.variant[t.header.variant].printed_gods
    cdef int space, laid = GOD_NB, gods = 0
    if not printed and is_to_come(t, STEP_GOD_TILE) and t.round == 0:
        laid = t.argument if t.step == STEP_GOD_TILE else 0
    for space in range(GOD_NB):
        if (t.god_at[space] < GOD_NB) != (space < laid):
            return refuse(fault, BAD_PHASE, b"horus", b"another number of gods at this point of the set-up")
        if printed and t.god_at[space] != TABLES.printed_god[space]:
            return refuse(fault, BAD_OWNER, b"horus", b"this variant has the printed gods")
        if space < laid and gods >> t.god_at[space] & 1:
            return refuse(fault, BAD_OWNER, b"horus", b"a god twice")
        gods |= 1 << t.god_at[space]
    return OK


# -- players --------------------------------------------------------------------------------------------------

cdef int check_players(const Table* t, Fault* fault) noexcept nogil:
    cdef int seat, status, destinies = 0
    for seat in range(t.header.players):
        status = check_player(t, seat, fault)
        if status != OK:
            return status
        if t.player[seat].destiny and destinies >> t.player[seat].destiny & 1:
            return refuse_seat(fault, BAD_OWNER, seat, b"destiny", b"another player has this card")
        destinies |= 1 << t.player[seat].destiny
    return OK


cdef int check_player(const Table* t, int seat, Fault* fault) noexcept nogil:
    cdef const Player* player = &t.player[seat]
    cdef int i
    if player.vp > FIRST_SCORE + SCORE_PER_ROUND * t.round:
        return refuse_seat(fault, BAD_RANGE, seat, b"vp", b"more than can be won by this round")
    if player.happiness > player.population:
        return refuse_seat(fault, BAD_RANGE, seat, b"happiness", b"it never passes the population")
    for i in range(GOODS_NB):
        if player.goods[i] > (MOST_FAITH if i == FAITH else FIRST_GOODS + GOODS_PER_ROUND * t.round):
            return refuse_seat(fault, BAD_RANGE, seat, b"goods", b"more than can be gained by this round")
    if player.balance and not is_weighed(t, seat):
        return refuse_seat(fault, BAD_RANGE, seat, b"balance", b"not weighed at this time")
    if player.drafted and t.round:
        return refuse_seat(fault, BAD_RANGE, seat, b"drafted", b"starting cards are used in the set-up")
    if not rewards_fit(t, seat):
        return refuse_seat(fault, BAD_RANGE, seat, b"rewards", b"happiness has brought others")
    if not destiny_fits(t, seat):
        return refuse_seat(fault, BAD_PHASE, seat, b"destiny", b"cards are taken in turn order after each Maat phase")
    return OK


cdef int place_of(const Table* t, int seat) noexcept nogil:
    cdef int place = 0
    while t.order[place] != seat:
        place += 1
    return place


cdef bint is_weighed(const Table* t, int seat) noexcept nogil:
    """Whether faith was asked for already in this Maat phase."""
    if t.step == STEP_OVER:
        return True
    if t.step == STEP_FAITH:
        return place_of(t, seat) < t.argument
    return t.round != 0 and t.round % TABLES.maat_every == 0 and (
        base_of(t) == STEP_FINISH or (base_of(t) == STEP_NEXT_ROUND and is_to_come(t, STEP_COLLECT)))


cdef bint rewards_fit(const Table* t, int seat) noexcept nogil:
    """Each is given as soon as the marker gets there, and stays."""
    cdef const Player* player = &t.player[seat]
    if is_solo(t) and seat == AUTOMATON:
        return player.rewards == 0
    if player.happiness >= TABLES.gold_at and not player.rewards & REWARD_GOLD:
        return False
    if player.happiness >= TABLES.scribe_at and not player.rewards & REWARD_SCRIBE:
        return False
    if player.happiness >= TABLES.action_at and not player.rewards & REWARD_ACTION:
        return False
    return (player.rewards == 0 or player.rewards == REWARD_GOLD or player.rewards == (REWARD_GOLD | REWARD_SCRIBE)
            or player.rewards == (REWARD_GOLD | REWARD_SCRIBE | REWARD_ACTION))


cdef bint destiny_fits(const Table* t, int seat) noexcept nogil:
    cdef int destiny = t.player[seat].destiny
    cdef int base = base_of(t)
    cdef int i, asked = SEAT_NB
    if base == STEP_SETTLE_ORDER:
        return destiny == 0
    if base == STEP_SETTLED or not is_to_come(t, STEP_COLLECT):
        if t.step == STEP_DESTINY:
            asked = t.argument
        for i in range(t.height):
            if t.stack[i].step == STEP_DESTINY:
                asked = t.stack[i].argument
    if is_solo(t) and seat == AUTOMATON:
        return destiny == 0 or (asked > 0 and TABLES.solo.destiny >> (destiny - 1) & 1)
    return (destiny != 0) == (place_of(t, seat) < asked)


# -- together -------------------------------------------------------------------------------------------------

cdef int check_components(const TekhenuState* s, Fault* fault) noexcept nogil:
    cdef const Table* t = &s.table
    cdef int status = check_dice(t, fault)
    if status == OK:
        status = check_dice_numbers(t, fault)
    if status == OK:
        status = check_players(t, fault)
    if status == OK and t.starting and t.round:
        return refuse(fault, BAD_PHASE, b"starting", b"starting cards are drafted in the set-up")
    if status == OK and not automaton_fits(t, turns_taken(t, AUTOMATON)):
        return refuse(fault, BAD_OWNER, b"marker", b"the way through the pyramid is another one")
    if status == OK:
        status = check_open_deck(t, BLESSING, fault)
    if status == OK:
        status = check_open_deck(t, TECHNOLOGY, fault)
    if status == OK:
        status = check_decrees(s, fault)
    if status == OK and t.round == 0:
        status = check_set_up(s, fault)
    return status


cdef int find_fault(const TekhenuState* s, Fault* fault) noexcept nogil:
    """What the steps look at comes first, then the steps, then what must agree with them."""
    cdef const Table* t = &s.table
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef int status = check_header(t, fault)
    if status == OK:
        status = check_horus(t, fault)
    if status == OK:
        status = check_tiles(t, fault)
    if status == OK:
        status = check_pieces(t, fault)
    if status == OK:
        status = check_market(t, fault)
    if status == OK:
        status = check_course(t, fault)
    if status == OK:
        status = check_components(s, fault)
    if status == OK and t.header.actor == CHANCE:
        if not has_outcome(s) or enumerate_chance(s, moves, probabilities) < 1:
            return refuse(fault, BAD_PHASE, b"step", b"there is nothing to draw")
    if status == OK and t.header.actor >= 0 and legal_moves(s, moves) < 1:
        return refuse(fault, BAD_PHASE, b"step", b"there is no legal move")
    return status


cdef int find_view_fault(const TekhenuView* given, Fault* fault) noexcept nogil:
    """A view is valid if a world can be dealt from it that is valid and looks the same."""
    cdef const Table* t = &given.table
    cdef TekhenuState world
    cdef TekhenuView again
    cdef Rng rng = 0
    cdef int status
    hidden.sample(given, &rng, &world)
    status = find_fault(&world, fault)
    if status != OK:
        return status
    hidden.view(&world, t.header.viewer, &again)
    if memcmp(&again, given, sizeof(TekhenuView)):
        return refuse(fault, BAD_OWNER, b"under", b"the viewer knows other decrees than these, or other choices")
    return OK


cdef int validate(const void* state) noexcept nogil:
    cdef Fault fault
    return find_fault(<const TekhenuState*>state, &fault)


cdef int validate_view(const void* view) noexcept nogil:
    cdef Fault fault
    return find_view_fault(<const TekhenuView*>view, &fault)
