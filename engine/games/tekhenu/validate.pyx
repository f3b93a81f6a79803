"""The invariants of Tekhenu. Used at the boundary, where a text becomes a state, and after every move of the tests.

The order of play comes first: which steps may wait on the stack (course.py, validate_course, validate_steps) and what the
turn must remember for them (validate_turn). All else is held against that: how many dice lie where, who has which card.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp

from egypt.core.bits cimport popcount
from egypt.core.types cimport (
    BAD_HEADER, BAD_OWNER, BAD_PHASE, BAD_RANGE, BAD_TOTALS, CHANCE, MAX_MOVES, OK, OVER, TRUTH, Move, Rng,
)
from egypt.games.tekhenu.faults cimport Fault, refuse, refuse_seat
from egypt.games.tekhenu.hidden cimport sample, view
from egypt.games.tekhenu.nature cimport has_outcome
from egypt.games.tekhenu.rules cimport enumerate_chance, legal_moves
from egypt.games.tekhenu.state cimport (
    AUTOMATON, BASIC_NB, BLESSING, BOTTOM_HAND, CARD_NB, CELL_NB, COLOUR_NB, DESTINY_NB, DICE_NB, FAITH, GENERATION_NB,
    GOD_NB, GOODS_NB, REWARD_ACTION, REWARD_GOLD, REWARD_SCRIBE, SEAT_NB, STACK_NB, STEP_COLLECT, STEP_DESTINY,
    STEP_DEBEN, STEP_END_TURN, STEP_FAITH, STEP_FINISH, STEP_FINISH_PILLAR, STEP_GOD_TILE, STEP_LOT_DIE, STEP_NEXT_ROUND,
    STEP_NEXT_TURN, STEP_OVER, STEP_SETTLED, STEP_SETTLE_ORDER, STEP_TILE, TECHNOLOGY, TILE_NB, Player, Table,
    TekhenuState, TekhenuView, buildings_of, die_colour, god_statues_at, is_solo, statues_of,
)
from egypt.games.tekhenu.tables cimport MAX_VARIANTS, T
from egypt.games.tekhenu.validate_automaton cimport automaton_fits
from egypt.games.tekhenu.validate_cards cimport check_decrees, check_market, check_open_deck
from egypt.games.tekhenu.validate_course cimport Course, base_of, check_seat, is_automatons_turn, is_to_come, read_course
from egypt.games.tekhenu.validate_set_up cimport check_set_up
from egypt.games.tekhenu.validate_steps cimport check_actor, check_inside
from egypt.games.tekhenu.validate_turn cimport check_prices, check_turn, is_die_in_hand

cdef enum:                  # far beyond what a game brings, and so low that nothing overflows before its end
    FIRST_SCORE = 400
    SCORE_PER_ROUND = 100
    FIRST_GOODS = 30
    GOODS_PER_ROUND = 14
    MOST_FAITH = 50         # it is gone after four rounds, as is the surplus
    MOST_SURPLUS = 50
    MOST_BALANCE = 124      # four dice, faith and surplus


# -- the frame ------------------------------------------------------------------------------------------------

cdef int check_header(const Table* table, Fault* fault) noexcept nogil:
    cdef int players = table.header.players
    cdef int place, seats = 0
    if not 2 <= players <= SEAT_NB or table.header.variant >= MAX_VARIANTS:
        return refuse(fault, BAD_HEADER, b"players", b"no such table")
    if T.variant[table.header.variant].solo and players != 2:
        return refuse(fault, BAD_HEADER, b"players", b"a solo variant has two seats")
    if table.size != (1 if T.variant[table.header.variant].solo else players):
        return refuse(fault, BAD_HEADER, b"players", b"no such table")
    if not OVER <= table.header.actor < players:
        return refuse(fault, BAD_HEADER, b"act", b"no such seat")
    for place in range(SEAT_NB):
        if table.order[place] >= players:
            return refuse(fault, BAD_RANGE, b"order", b"no such seat")
        if place < players:
            seats |= 1 << table.order[place]
        elif table.order[place]:
            return refuse(fault, BAD_RANGE, b"order", b"nobody sits there")
    if seats != (1 << players) - 1:
        return refuse(fault, BAD_RANGE, b"order", b"every seat must be named once")
    if table.seat >= players or table.place >= players:
        return refuse(fault, BAD_RANGE, b"place", b"beyond the turn order")
    if table.round > T.rounds:
        return refuse(fault, BAD_RANGE, b"round", b"the game has no such round")
    if table.edict >> players:
        return refuse(fault, BAD_OWNER, b"edict", b"no such seat")
    if table.height > STACK_NB or table.step > STEP_OVER:
        return refuse(fault, BAD_PHASE, b"stack", b"too many steps")
    return OK


cdef int check_course(const Table* table, Fault* fault) noexcept nogil:
    """The stack, the seat in charge, the actor, and what the turn remembers."""
    cdef Course course
    cdef int i, status
    for i in range(table.height, STACK_NB):
        if table.stack[i].step or table.stack[i].argument:
            return refuse(fault, BAD_PHASE, b"stack", b"steps above its top")
    if table.step == STEP_OVER:
        return check_end(table, fault)
    if table.height == 0:
        return refuse(fault, BAD_PHASE, b"stack", b"the game must go on somehow")
    status = read_course(table, &course, fault)
    if status == OK:
        status = check_inside(table, &course, fault)
    if status == OK:
        status = check_seat(table, &course, fault)
    if status == OK:
        status = check_actor(table, fault)
    if status == OK:
        status = check_turn(table, &course, fault)
    return check_prices(table, fault) if status == OK else status


cdef int check_end(const Table* table, Fault* fault) noexcept nogil:
    cdef const unsigned char* bytes = <const unsigned char*>&table.turn
    cdef int i
    if table.height or table.argument:
        return refuse(fault, BAD_PHASE, b"stack", b"nothing comes after the end")
    if table.header.actor != OVER or table.header.pending:
        return refuse(fault, BAD_PHASE, b"act", b"nobody acts after the end")
    if table.round != T.rounds:
        return refuse(fault, BAD_PHASE, b"round", b"the game ends after its last round")
    if table.place != table.header.players - 1:
        return refuse(fault, BAD_PHASE, b"place", b"another player had the last turn")
    for i in range(sizeof(table.turn)):
        if bytes[i]:
            return refuse(fault, BAD_PHASE, b"now", b"nothing is remembered after the end")
    return OK


# -- dice -----------------------------------------------------------------------------------------------------

cdef int check_dice(const Table* table, Fault* fault) noexcept nogil:
    cdef int[COLOUR_NB] count
    cdef int i, j, seat
    if table.dice > DICE_NB or table.sun >= GOD_NB:
        return refuse(fault, BAD_RANGE, b"wheel", b"more dice than the box holds")
    for i in range(COLOUR_NB):
        count[i] = table.bag[i]
    for i in range(DICE_NB):
        if i >= table.dice:
            if table.die[i]:
                return refuse(fault, BAD_RANGE, b"wheel", b"a die beyond the last one")
        elif table.die[i] >= 30 * GOD_NB or (i and table.die[i] < table.die[i - 1]):
            return refuse(fault, BAD_RANGE, b"wheel", b"dice lie in ascending order")
        else:
            count[die_colour(table.die[i])] += 1
    for seat in range(table.header.players):
        if table.player[seat].dice > 4:
            return refuse_seat(fault, BAD_RANGE, seat, b"dice", b"more than four")
        for j in range(4):
            if j >= table.player[seat].dice:
                if table.player[seat].die[j]:
                    return refuse_seat(fault, BAD_RANGE, seat, b"dice", b"a die beyond the last one")
            elif table.player[seat].die[j] >= 90:
                return refuse_seat(fault, BAD_RANGE, seat, b"dice", b"no such die")
            else:
                count[die_colour(table.player[seat].die[j])] += 1
    if is_die_in_hand(table):
        count[die_colour(table.turn.die - 1)] += 1
    for i in range(COLOUR_NB):
        if count[i] != T.dice[table.size][i]:
            return refuse(fault, BAD_TOTALS, b"bag", b"with it the dice of a colour are not as many as the box holds")
    return OK


cdef int turns_taken(const Table* table, int seat) noexcept nogil:
    """Turns of a seat since the last Maat phase; the one in progress counts once its die lies on the scales."""
    cdef int before = (table.round + T.maat_every - 1) % T.maat_every
    cdef int place = place_of(table, seat)
    cdef int base = base_of(table)
    if table.round == 0:
        return 0
    if base == STEP_END_TURN:
        if place != table.place:
            return before + (place < table.place)
        if is_automatons_turn(table):
            return before + (table.step != STEP_DEBEN)
        return before + (table.turn.die != 0 and not is_die_in_hand(table))
    if base == STEP_NEXT_TURN:
        return before + (place < table.stack[0].argument)
    if base == STEP_NEXT_ROUND and table.round % T.maat_every == 0 and not is_to_come(table, STEP_COLLECT):
        return 0
    return before + 1


cdef int check_dice_numbers(const Table* table, Fault* fault) noexcept nogil:
    """A die for each turn since the last Maat phase; fewer only where all that lay on the wheel was forbidden."""
    cdef int seat
    for seat in range(table.header.players):
        if table.player[seat].dice > turns_taken(table, seat) - (table.step == STEP_LOT_DIE and seat == table.seat):
            return refuse_seat(fault, BAD_TOTALS, seat, b"dice", b"more than turns since the last Maat phase")
    return OK


# -- the board ------------------------------------------------------------------------------------------------

cdef uint32_t unfinished_pillars(const Table* table) noexcept nogil:
    """Cells on which a tile lies whose pillar will come later in this action."""
    cdef uint32_t cells = 0
    cdef int i
    for i in range(table.height):
        if table.stack[i].step == STEP_FINISH_PILLAR and table.stack[i].argument < CELL_NB:
            cells |= <uint32_t>1 << table.stack[i].argument
    return cells


cdef int check_tiles(const Table* table, Fault* fault) noexcept nogil:
    """Every tile is in the stack, in the row or in the temple, and every tile in the temple bears a pillar."""
    cdef uint32_t seen = table.tiles
    cdef uint32_t filled = 0, owned = unfinished_pillars(table)
    cdef int i, tile, seat
    if table.tiles >> TILE_NB:
        return refuse(fault, BAD_RANGE, b"tiles", b"no such tile")
    for i in range(3 + CELL_NB):
        tile = table.slot[i] - 1 if i < 3 else (table.cell[i - 3] - 1) >> 2
        if tile < 0:
            continue
        if tile >= TILE_NB or seen >> tile & 1:
            return refuse(fault, BAD_TOTALS, b"slots" if i < 3 else b"temple", b"a tile lies elsewhere, too")
        seen |= <uint32_t>1 << tile
        if i >= 3:
            if (table.cell[i - 3] - 1) & 3 >= T.tile[tile].rotations:
                return refuse(fault, BAD_RANGE, b"temple", b"turned so far a tile looks as before: fewer quarter turns")
            filled |= <uint32_t>1 << (i - 3)
    if seen != (1 << TILE_NB) - 1:
        return refuse(fault, BAD_TOTALS, b"tiles", b"a tile of the box lies nowhere")
    for seat in range(table.header.players):
        if owned & table.player[seat].pillars or popcount(table.player[seat].pillars) > T.pillars:
            return refuse_seat(fault, BAD_OWNER, seat, b"pillars", b"too many, or two on a cell")
        owned |= table.player[seat].pillars
    if owned != filled:
        return refuse(fault, BAD_OWNER, b"temple", b"every tile there bears a pillar, and every pillar stands on a tile")
    return check_row(table, fault)


cdef int check_row(const Table* table, Fault* fault) noexcept nogil:
    """While there are tiles left the row is full, but for the slot of a pillar that is being raised."""
    cdef int slot, empty = 0
    for slot in range(3):
        empty += table.slot[slot] == 0
    if table.round and table.tiles and empty != (
            unfinished_pillars(table) != 0 or table.step == STEP_TILE):
        return refuse(fault, BAD_OWNER, b"slots", b"an empty slot is filled at once")
    return OK


cdef int check_pieces(const Table* table, Fault* fault) noexcept nogil:
    """Pieces stand where there is room, one in a place, and nobody has more than they were given."""
    cdef uint32_t sites = 0, shops = 0
    cdef int seat, god, people = 0
    cdef const Player* player
    for seat in range(table.header.players):
        player = &table.player[seat]
        if sites & player.sites or player.sites & ~T.sites[table.size]:
            return refuse_seat(fault, BAD_OWNER, seat, b"sites", b"taken, or not in use with this number of players")
        if shops & player.shops or player.shops >> 24:
            return refuse_seat(fault, BAD_OWNER, seat, b"shops", b"taken")
        if people & player.people or player.people > 15:
            return refuse_seat(fault, BAD_OWNER, seat, b"people", b"taken")
        if player.god_statues >> 12 or statues_of(player) > T.statues:
            return refuse_seat(fault, BAD_TOTALS, seat, b"gods", b"more statues than a player has")
        if buildings_of(player) > T.buildings:
            return refuse_seat(fault, BAD_TOTALS, seat, b"sites", b"more buildings than a player has")
        sites |= player.sites
        shops |= player.shops
        people |= player.people
        for god in range(GOD_NB):
            if god_statues_at(table, god) > T.god_spaces[table.size]:
                return refuse_seat(fault, BAD_TOTALS, seat, b"gods", b"no room for so many statues of a god")
    return OK


cdef int check_horus(const Table* table, Fault* fault) noexcept nogil:
    """Every god has one Horus space, once the tiles lie."""
    cdef bint printed = T.variant[table.header.variant].printed_gods
    cdef int space, laid = GOD_NB, gods = 0
    if not printed and is_to_come(table, STEP_GOD_TILE) and table.round == 0:
        laid = table.argument if table.step == STEP_GOD_TILE else 0
    for space in range(GOD_NB):
        if (table.god_at[space] < GOD_NB) != (space < laid) or table.god_at[space] > GOD_NB:
            return refuse(fault, BAD_PHASE, b"horus", b"another number of gods at this point of the set-up")
        if printed and table.god_at[space] != T.printed_god[space]:
            return refuse(fault, BAD_OWNER, b"horus", b"this variant has the printed gods")
        if space < laid and gods >> table.god_at[space] & 1:
            return refuse(fault, BAD_OWNER, b"horus", b"a god twice")
        gods |= 1 << table.god_at[space]
    return OK


# -- players --------------------------------------------------------------------------------------------------

cdef int check_players(const Table* table, Fault* fault) noexcept nogil:
    cdef int seat, status, destinies = 0
    for seat in range(SEAT_NB):
        if seat >= table.header.players:
            if not is_blank(&table.player[seat]):
                return refuse_seat(fault, BAD_OWNER, seat, b"", b"nobody sits there")
            continue
        status = check_player(table, seat, fault)
        if status != OK:
            return status
        if table.player[seat].destiny and destinies >> table.player[seat].destiny & 1:
            return refuse_seat(fault, BAD_OWNER, seat, b"destiny", b"another player has this card")
        destinies |= 1 << table.player[seat].destiny
    return OK


cdef int check_player(const Table* table, int seat, Fault* fault) noexcept nogil:
    cdef const Player* player = &table.player[seat]
    cdef int i
    if not 0 <= player.vp <= FIRST_SCORE + SCORE_PER_ROUND * table.round:
        return refuse_seat(fault, BAD_RANGE, seat, b"vp", b"more than can be won by this round")
    if player.population > T.track_max:
        return refuse_seat(fault, BAD_RANGE, seat, b"population", b"beyond the track")
    if player.happiness > player.population:
        return refuse_seat(fault, BAD_RANGE, seat, b"happiness", b"it never passes the population")
    for i in range(GOODS_NB):
        if player.goods[i] > (MOST_FAITH if i == FAITH else FIRST_GOODS + GOODS_PER_ROUND * table.round):
            return refuse_seat(fault, BAD_RANGE, seat, b"goods", b"more than can be gained by this round")
    for i in range(BASIC_NB):
        if player.production[i] > T.production_max:
            return refuse_seat(fault, BAD_RANGE, seat, b"production", b"beyond the track")
    if player.surplus > MOST_SURPLUS:
        return refuse_seat(fault, BAD_RANGE, seat, b"surplus", b"more than can be produced since the last Maat phase")
    if not -MOST_BALANCE <= player.balance <= MOST_BALANCE or (player.balance and not is_weighed(table, seat)):
        return refuse_seat(fault, BAD_RANGE, seat, b"balance", b"not weighed at this time, or too much")
    if player.drafted >> 12 or (player.drafted and table.round):
        return refuse_seat(fault, BAD_RANGE, seat, b"drafted", b"starting cards are used in the set-up")
    if not rewards_fit(table, seat):
        return refuse_seat(fault, BAD_RANGE, seat, b"rewards", b"happiness has brought others")
    if not destiny_fits(table, seat):
        return refuse_seat(fault, BAD_PHASE, seat, b"destiny", b"cards are taken in turn order after each Maat phase")
    return OK


cdef bint is_blank(const Player* player) noexcept nogil:
    cdef const unsigned char* bytes = <const unsigned char*>player
    cdef int i
    for i in range(sizeof(Player)):
        if bytes[i]:
            return False
    return True


cdef int place_of(const Table* table, int seat) noexcept nogil:
    cdef int place = 0
    while table.order[place] != seat:
        place += 1
    return place


cdef bint is_weighed(const Table* table, int seat) noexcept nogil:
    """Whether faith was asked for already in this Maat phase."""
    if table.step == STEP_OVER:
        return True
    if table.step == STEP_FAITH:
        return place_of(table, seat) < table.argument
    return table.round != 0 and table.round % T.maat_every == 0 and (
        base_of(table) == STEP_FINISH or (base_of(table) == STEP_NEXT_ROUND and is_to_come(table, STEP_COLLECT)))


cdef bint rewards_fit(const Table* table, int seat) noexcept nogil:
    """Each is given as soon as the marker gets there, and stays."""
    cdef const Player* player = &table.player[seat]
    if is_solo(table) and seat == AUTOMATON:
        return player.rewards == 0
    if player.happiness >= T.gold_at and not player.rewards & REWARD_GOLD:
        return False
    if player.happiness >= T.scribe_at and not player.rewards & REWARD_SCRIBE:
        return False
    if player.happiness >= T.action_at and not player.rewards & REWARD_ACTION:
        return False
    return (player.rewards == 0 or player.rewards == REWARD_GOLD or player.rewards == (REWARD_GOLD | REWARD_SCRIBE)
            or player.rewards == (REWARD_GOLD | REWARD_SCRIBE | REWARD_ACTION))


cdef bint destiny_fits(const Table* table, int seat) noexcept nogil:
    cdef int destiny = table.player[seat].destiny
    cdef int base = base_of(table)
    cdef int i, asked = SEAT_NB
    if destiny > DESTINY_NB:
        return False
    if base == STEP_SETTLE_ORDER:
        return destiny == 0
    if base == STEP_SETTLED or not is_to_come(table, STEP_COLLECT):
        if table.step == STEP_DESTINY:
            asked = table.argument
        for i in range(table.height):
            if table.stack[i].step == STEP_DESTINY:
                asked = table.stack[i].argument
    if is_solo(table) and seat == AUTOMATON:
        return destiny == 0 or (asked > 0 and T.solo.destiny >> (destiny - 1) & 1)
    return (destiny != 0) == (place_of(table, seat) < asked)


# -- together -------------------------------------------------------------------------------------------------

cdef int check_components(const TekhenuState* state, Fault* fault) noexcept nogil:
    cdef const Table* table = &state.table
    cdef int status = check_dice(table, fault)
    if status == OK:
        status = check_dice_numbers(table, fault)
    if status == OK:
        status = check_players(table, fault)
    if status == OK and table.starting and table.round:
        return refuse(fault, BAD_PHASE, b"starting", b"starting cards are drafted in the set-up")
    if status == OK and not automaton_fits(table, turns_taken(table, AUTOMATON)):
        return refuse(fault, BAD_OWNER, b"marker", b"the way through the pyramid is another one")
    if status == OK:
        status = check_open_deck(table, BLESSING, fault)
    if status == OK:
        status = check_open_deck(table, TECHNOLOGY, fault)
    if status == OK:
        status = check_decrees(state, fault)
    if status == OK and table.round == 0:
        status = check_set_up(state, fault)
    return status


cdef int find_fault(const TekhenuState* state, Fault* fault) noexcept nogil:
    """What the steps look at comes first, then the steps, then what must agree with them."""
    cdef const Table* table = &state.table
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] probabilities
    cdef int status = check_header(table, fault)
    if status == OK and table.header.viewer != TRUTH:
        status = refuse(fault, BAD_HEADER, b"viewer", b"a whole state has no viewer")
    if status == OK:
        status = check_horus(table, fault)
    if status == OK:
        status = check_tiles(table, fault)
    if status == OK:
        status = check_pieces(table, fault)
    if status == OK:
        status = check_market(table, fault)
    if status == OK:
        status = check_course(table, fault)
    if status == OK:
        status = check_components(state, fault)
    if status == OK and table.header.actor == CHANCE:
        if not has_outcome(state) or enumerate_chance(state, moves, probabilities) < 1:
            return refuse(fault, BAD_PHASE, b"step", b"there is nothing to draw")
    if status == OK and table.header.actor >= 0 and legal_moves(state, moves) < 1:
        return refuse(fault, BAD_PHASE, b"step", b"there is no legal move")
    return status


cdef int find_view_fault(const TekhenuView* given, Fault* fault) noexcept nogil:
    """A view is valid if a world can be dealt from it that is valid and looks the same."""
    cdef const Table* table = &given.table
    cdef TekhenuState world
    cdef TekhenuView again
    cdef Rng rng = 0
    cdef int seat, status
    if not 2 <= table.header.players <= SEAT_NB or not 0 <= table.header.viewer < table.header.players:
        return refuse(fault, BAD_HEADER, b"viewer", b"no such seat")
    if table.generation >= GENERATION_NB:
        return refuse(fault, BAD_RANGE, b"shuffles", b"too many")
    for seat in range(SEAT_NB):
        if given.bottom[seat] > CARD_NB or table.bottom_at[seat] >= BOTTOM_HAND + SEAT_NB:
            return refuse_seat(fault, BAD_RANGE, seat, b"under", b"no such place")
    sample(given, &rng, &world)
    status = find_fault(&world, fault)
    if status != OK:
        return status
    view(&world, table.header.viewer, &again)
    if memcmp(&again, given, sizeof(TekhenuView)):
        return refuse(fault, BAD_OWNER, b"under", b"the viewer knows other decrees than these, or other choices")
    return OK


cdef int validate(const void* raw) noexcept nogil:
    cdef Fault fault
    return find_fault(<const TekhenuState*>raw, &fault)


cdef int validate_view(const void* raw) noexcept nogil:
    cdef Fault fault
    return find_view_fault(<const TekhenuView*>raw, &fault)
